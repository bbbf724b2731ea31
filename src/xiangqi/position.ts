/** Positions, and what turns one into another that is the same game. */
import { opponent, swapPieceColour, type Colour } from "./pieces.ts";
import { SQUARES, flipSquare, mirrorSquare } from "./squares.ts";

/** A set-up board and the side to move. It need not be legal: see `findProblems`. */
export interface Position {
  /** 90 pieces, by square. */
  readonly board: Uint8Array;
  readonly turn: Colour;
}

/** The mirror image from left to right: the same game on the other wing. */
export function mirrorPosition(position: Position): Position {
  const board = new Uint8Array(SQUARES);
  for (let square = 0; square < SQUARES; square++) board[mirrorSquare(square)] = position.board[square]!;
  return { board, turn: position.turn };
}

/** The same game with the sides exchanged: ranks flipped, every man and the turn in the other colour. */
export function swapColours(position: Position): Position {
  const board = new Uint8Array(SQUARES);
  for (let square = 0; square < SQUARES; square++) {
    board[flipSquare(square)] = swapPieceColour(position.board[square]!);
  }
  return { board, turn: opponent(position.turn) };
}

export function samePosition(a: Position, b: Position): boolean {
  return a.turn === b.turn && a.board.every((piece, square) => piece === b.board[square]);
}
