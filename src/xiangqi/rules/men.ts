/** Single men and their identity among equal ones (clause c13). */
import { moveFrom, moveTo, type Move } from "../moves.ts";
import { EMPTY, colourOf, pieceOf, roleOf, type Colour, type Role } from "../pieces.ts";
import { SQUARES, mirrorSquare, type Square } from "../squares.ts";

/** A man on the board. */
export interface Man {
  readonly colour: Colour;
  readonly role: Role;
  readonly square: Square;
}

/** The man on a square, which must not be empty. */
export function manAt(board: Uint8Array, square: Square): Man {
  const piece = board[square]!;
  return { colour: colourOf(piece), role: roleOf(piece), square };
}

/**
 * A side's men in their fixed order: by role in the order of ROLES, equal men by ascending square. In positions of one
 * endgame the same place in this order always holds the same kind of man, and the king holds place 0.
 */
export function menOf(board: Uint8Array, colour: Colour): Man[] {
  const men: Man[] = [];
  for (let square = 0; square < SQUARES; square++) {
    const piece = board[square]!;
    if (piece !== EMPTY && colourOf(piece) === colour) men.push(manAt(board, square));
  }
  return men.sort((a, b) => pieceOf(colour, a.role) - pieceOf(colour, b.role) || a.square - b.square);
}

function placeAmong(men: readonly Man[], role: Role, square: Square, squareAfter: (square: Square) => Square): number {
  const first = men.findIndex((man) => man.role === role);
  return first + men.filter((man) => man.role === role && squareAfter(man.square) < square).length;
}

/**
 * Clause c13, rule 1: the place in menOf that a side's man takes after a quiet move, given the place it has before. Only
 * a move of a man's equal, or its own, can change it.
 */
export function placeAfterMove(board: Uint8Array, colour: Colour, place: number, move: Move): number {
  const squareAfter = (square: Square): Square => (square === moveFrom(move) ? moveTo(move) : square);
  const men = menOf(board, colour);
  const { role, square } = men[place]!;
  return placeAmong(men, role, squareAfter(square), squareAfter);
}

/** Clause c13, rule 1: the place in menOf that a side's man takes on the mirrored board. */
export function placeAfterMirror(board: Uint8Array, colour: Colour, place: number): number {
  const men = menOf(board, colour);
  const { role, square } = men[place]!;
  return placeAmong(men, role, mirrorSquare(square), mirrorSquare);
}
