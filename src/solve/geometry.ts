/** The board as the kernel's bit vectors, see kernel/assembly/bits.ts. */
import { fileOf, rankOf, SQUARES, type Square } from "../xiangqi/squares.ts";
import { HORSE_BETWEEN, HORSE_STEPS } from "../xiangqi/steps.ts";

/** A v128 as two u64 lanes of 45 squares, as bytes. */
export function bitVector(squares: Iterable<Square>): Uint8Array {
  const lanes = new BigUint64Array(2);
  for (const square of squares) {
    const rank = rankOf(square);
    lanes[rank < 5 ? 0 : 1]! |= 1n << BigInt((rank % 5) * 10 + fileOf(square));
  }
  return new Uint8Array(lanes.buffer);
}

/** One vector after the other. */
export function bitVectors(sets: readonly Iterable<Square>[]): Uint8Array {
  const bytes = new Uint8Array(sets.length * 16);
  sets.forEach((set, i) => bytes.set(bitVector(set), i * 16));
  return bytes;
}

/** A vector for each square, then an empty one. */
export function singleSquares(): Uint8Array {
  return bitVectors([...Array.from({ length: SQUARES }, (_, square) => [square]), []]);
}

/** For each pair of squares on one file or rank: the squares between them. */
export function squaresBetween(): Uint8Array {
  const bytes = new Uint8Array(SQUARES * SQUARES * 16);
  for (let from = 0; from < SQUARES; from++) {
    for (let to = 0; to < SQUARES; to++) {
      if (fileOf(from) !== fileOf(to) && rankOf(from) !== rankOf(to)) continue;
      const step = fileOf(from) === fileOf(to) ? 9 : 1;
      const between: Square[] = [];
      for (let square = Math.min(from, to) + step; square < Math.max(from, to); square += step) between.push(square);
      bytes.set(bitVector(between), (from * SQUARES + to) * 16);
    }
  }
  return bytes;
}

/** Moves of a horse: u16[90 * 8] of to | leg << 8, ended by 0xffff; and the leg for each pair of squares (255: none). */
export function horseMoves(): { list: Uint16Array; legs: Uint8Array } {
  const { start, to, through } = HORSE_STEPS;
  const list = new Uint16Array(SQUARES * 8).fill(0xffff);
  for (let from = 0; from < SQUARES; from++) {
    for (let i = start[from]!; i < start[from + 1]!; i++)
      list[from * 8 + i - start[from]!] = to[i]! | (through[i]! << 8);
  }
  return { list, legs: HORSE_BETWEEN };
}

/** The square of each bit: u8[128] by lane * 64 + bit. */
export function squareOfBit(): Uint8Array {
  const table = new Uint8Array(128);
  for (let square = 0; square < SQUARES; square++) {
    table[(rankOf(square) < 5 ? 0 : 64) + (rankOf(square) % 5) * 10 + fileOf(square)] = square;
  }
  return table;
}

/** The bit of each square, of 128. */
export const BIT_OF_SQUARE = Uint8Array.from({ length: SQUARES }, (_, square) => squareOfBit().indexOf(square));
