/** Sets of squares as bits, and those between two squares. */
import { SQUARES, type Square } from "../../../xiangqi/squares.ts";
import { LINES } from "../../../xiangqi/steps.ts";

/** A set of squares: square s is bit `s & 31` of word `s >> 5`. */
export type Mask = Int32Array;

export const WORDS = 3;

/** Squares strictly between two of one line, three words each. */
const BETWEEN = squaresBetween();

/** Adds all squares but those between the two of a pair (`from * 90 + to`). */
export function addUnless(target: Mask, pair: number): void {
  for (let w = 0; w < WORDS; w++) target[w]! |= ~BETWEEN[WORDS * pair + w]!;
}

/** Adds the squares between the two of a pair. */
export function addBetween(target: Mask, pair: number): void {
  for (let w = 0; w < WORDS; w++) target[w]! |= BETWEEN[WORDS * pair + w]!;
}

export function clear(mask: Mask, square: Square): void {
  mask[square >> 5]! &= ~(1 << (square & 31));
}

export function maskOf(squares: readonly Square[]): Mask {
  const mask = new Int32Array(WORDS);
  for (const square of squares) mask[square >> 5]! |= 1 << (square & 31);
  return mask;
}

function squaresBetween(): Int32Array {
  const between = new Int32Array(WORDS * SQUARES * SQUARES);
  for (let from = 0; from < SQUARES; from++) {
    for (let to = 0; to < SQUARES; to++) {
      const line = LINES[from * SQUARES + to]!;
      if (line === 0) continue;
      const squares: Square[] = [];
      for (let at = Math.min(from, to) + line; at < Math.max(from, to); at += line) squares.push(at);
      between.set(maskOf(squares), WORDS * (from * SQUARES + to));
    }
  }
  return between;
}
