/** Single men, and the fixed order of a side's men. */
import { EMPTY, colourOf, pieceOf, roleOf, type Colour, type Role } from "../xiangqi/pieces.ts";
import { SQUARES, type Square } from "../xiangqi/squares.ts";

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
  return men.sort((a, b) => pieceOf(colour, a.role) - pieceOf(colour, b.role)); // which leaves equal men in order
}
