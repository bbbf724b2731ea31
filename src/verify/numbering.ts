/**
 * The numbers that values of the resident side have in the proof kernel's memory: a byte for the most frequent ones, greater
 * numbers for the others, which are kept apart. The largest tables have some hundred values a side, of which all but the
 * first 254 stand for a few thousand of hundreds of millions of positions.
 */
import { DRAW, type Value } from "../table/value.ts";
import { ILLEGAL, RARE } from "./kernel/assembly/layout.ts";

export interface Numbering {
  /** By code; ILLEGAL for what is none. */
  readonly numbers: Uint16Array;
  /** By number; those that stand for none have any. */
  readonly values: readonly Value[];
}

/** @param counts how often each of the list occurs, about */
export function numberValues(list: readonly Value[], counts: readonly number[]): Numbering {
  const numbers = new Uint16Array(65_536).fill(ILLEGAL);
  const codes = list.map((_, code) => code);
  if (list.length > RARE) codes.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  const values: Value[] = [];
  codes.forEach((code, rank) => {
    const number = rank < RARE ? rank : ILLEGAL + 1 + rank - RARE;
    numbers[code] = number;
    values[number] = list[code]!;
  });
  return { numbers, values: Array.from({ length: Math.max(values.length, ILLEGAL + 1) }, (_, n) => values[n] ?? DRAW) };
}
