/**
 * The parts that a fleet shares a table out in: first its slices, each part some of one rank-step, then the two sides of its file, which
 * need all slices. A part is known by its number, from 1 on.
 */
import { countSliceBlocks } from "../../endgame/count.ts";
import type { Endgame } from "../../endgame/endgame.ts";
import { formationClass } from "../../endgame/formation.ts";
import { ahead, slicesOf, stepsMade, type Slice } from "../../endgame/slice.ts";
import { SQUARES } from "../../xiangqi/squares.ts";

/** Slices are solved, each from those of its border. */
export interface SlicesPart {
  readonly kind: "slices";
  readonly slices: readonly Slice[];
  /** The parts that it is made from. */
  readonly needs: readonly number[];
  /** Cells a side that are solved. */
  readonly pairs: number;
}

/** The blocks of one side of the file: of the one that is stored, with the content sum; or of the one that is derived from it. */
export interface SidePart {
  readonly kind: "side";
  readonly side: "stored" | "derived";
  readonly needs: readonly number[];
}

export type TablePart = SlicesPart | SidePart;

/** Smaller slices are solved several in a part: to start one takes as long as some hundred thousand cells. */
const LEAST_PAIRS = 4e6;

/** The parts of a table, each after those it needs; none where the endgame has but one slice. */
export function partsOfTable(endgame: Endgame): readonly TablePart[] {
  const slices = slicesOf(endgame);
  if (slices.length < 2) return [];
  const cellsOfBlock = formationClass(endgame.black.advisor, endgame.black.elephant).count * SQUARES;
  const groups: { slices: Slice[]; pairs: number }[] = [];
  for (const slice of slices) {
    const pairs = countSliceBlocks(endgame, slice.ranks) * cellsOfBlock;
    const last = groups.at(-1);
    const isOfLast = last !== undefined && stepsMade(last.slices[0]!) === stepsMade(slice) && last.pairs < LEAST_PAIRS;
    if (!isOfLast) groups.push({ slices: [slice], pairs });
    else {
      last.slices.push(slice);
      last.pairs += pairs;
    }
  }
  const numberOf = new Map(groups.flatMap((group, i) => group.slices.map(({ name }) => [name, i + 1] as const)));
  const parts = groups.map((group): SlicesPart => {
    const needs = new Set(group.slices.flatMap(ahead).map(({ name }) => numberOf.get(name)!));
    return { kind: "slices", ...group, needs: [...needs].sort((a, b) => a - b) };
  });
  const all = parts.map((_, i) => i + 1);
  return [...parts, { kind: "side", side: "stored", needs: all }, { kind: "side", side: "derived", needs: all }];
}

/** The parts that the table's file is put together from: its sides. */
export function sidesOf(parts: readonly TablePart[]): readonly [stored: number, derived: number] {
  return [parts.length - 1, parts.length];
}
