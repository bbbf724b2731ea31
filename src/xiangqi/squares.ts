/** Squares of the board, and how numbers of one kind are kept from those of another. */
import { checkText, InputError } from "../base/errors.ts";

/**
 * A number of one kind, such as a square. Any plain number may become one, so that arithmetic and typed arrays need no
 * casts; a number of another kind may not.
 */
export type Of<Kind extends string> = number & { readonly kind?: Kind };

/** A point of the board, 0..89: `rank * 9 + file`. Rank 0 is Red's back rank, file 0 is `a`, Red's left. */
export type Square = Of<"square">;

/** How many files the board has, a to i. */
export const FILES = 9;
/** How many ranks the board has, 0 to 9. */
export const RANKS = 10;
/** How many squares, the points of the board, there are. */
export const SQUARES = 90;

/** The square of a file, 0 to 8 from Red's left, and a rank, 0 to 9 from Red's side. */
export function squareAt(file: number, rank: number): Square {
  return rank * FILES + file;
}

/** The file of a square, 0 to 8 from Red's left. */
export function fileOf(square: Square): number {
  return square % FILES;
}

/** The rank of a square, 0 to 9 from Red's side. */
export function rankOf(square: Square): number {
  return (square / FILES) | 0;
}

/** The name of a square: `a0` to `i9`. */
export function squareName(square: Square): string {
  return "abcdefghi"[fileOf(square)]! + rankOf(square);
}

/** Reads `a0` to `i9`, in either case. Throws InputError `bad-square` on anything else. */
export function parseSquare(text: string): Square {
  checkText(text, "bad-square");
  if (!/^[a-i][0-9]$/i.test(text)) {
    throw new InputError("bad-square", `"${text}" is not a square: expected a file a-i and a rank 0-9, such as e0`);
  }
  return squareAt(text.toLowerCase().charCodeAt(0) - 97, Number(text[1]));
}

/** The mirror image from left to right: file f becomes 8 - f. */
export function mirrorSquare(square: Square): Square {
  return square + 8 - 2 * fileOf(square);
}

/** The same point seen over the river: rank r becomes 9 - r. */
export function flipSquare(square: Square): Square {
  return squareAt(fileOf(square), 9 - rankOf(square));
}
