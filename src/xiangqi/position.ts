/** Positions, and what turns one into another that is the same game. */
import { opponent, swapPieceColour, type Colour } from "./pieces.ts";
import { SQUARES, flipSquare, mirrorSquare } from "./squares.ts";

/** A set-up board and the side to move. It need not be legal: see `LegalPosition`. */
export interface Position {
  /** 90 pieces, by square. */
  readonly board: Uint8Array;
  readonly turn: Colour;
}

declare const LEGAL: unique symbol;

/** A position that can occur in a game: `legalPosition` makes them, and legal moves lead from one to another. */
export interface LegalPosition extends Position {
  readonly [LEGAL]: true;
}

/** What comes of a position in ways that keep it legal: a legal one, where it was. */
export type SameLegality<P extends Position> = P extends LegalPosition ? LegalPosition : Position;

/** The mirror image from left to right: the same game on the other wing. */
export function mirrorPosition<P extends Position>(position: P): SameLegality<P> {
  const board = new Uint8Array(SQUARES);
  for (let square = 0; square < SQUARES; square++) board[mirrorSquare(square)] = position.board[square]!;
  return { board, turn: position.turn } as SameLegality<P>;
}

/** The same game with the sides exchanged: ranks flipped, every man and the turn in the other colour. */
export function swapColours<P extends Position>(position: P): SameLegality<P> {
  const board = new Uint8Array(SQUARES);
  for (let square = 0; square < SQUARES; square++) {
    board[flipSquare(square)] = swapPieceColour(position.board[square]!);
  }
  return { board, turn: opponent(position.turn) } as SameLegality<P>;
}

/** Whether two positions have the same men on the same squares and the same side to move. */
export function samePosition(a: Position, b: Position): boolean {
  return a.turn === b.turn && a.board.every((piece, square) => piece === b.board[square]);
}
