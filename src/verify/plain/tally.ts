/** What a check of some cells has found. Plain data: threads send theirs to be added up. */
import { joinHoldings, noHoldings, type Holdings } from "../chinese/holding.ts";
import { type SeedKeys, joinSeeds, noSeeds } from "../asian/positions.ts";
import { joinSuspects, noSuspects, type Suspects } from "../asian/suspects.ts";
import type { Survey } from "../../table/format/proof.ts";
import type { Value } from "../../table/value.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";

/** A stored value that its successors contradict. */
export interface Mismatch {
  readonly cell: number;
  readonly turn: Colour;
  readonly stored: Value;
  readonly derived: Value;
}

/**
 * Counts of one side to move, over the whole board and in halves of a position: where the inner man has an equal twin,
 * two cells share a position.
 */
export interface SideTally {
  /** By code. */
  readonly halves: Float64Array<ArrayBuffer>;
  checkmatedHalves: number;
  stalematedHalves: number;
  /** Won by one move only. */
  onlyWinningHalves: number;
}

export interface ProofTally {
  readonly red: SideTally;
  readonly black: SideTally;
  /** Legal positions checked, as stored: mirror images are not counted apart. */
  checked: number;
  /** Mutual zugzwangs, in halves, as in `Survey`. */
  readonly zugzwangHalves: Record<keyof Survey["zugzwangs"], number>;
  wrong: number;
  /** The one with the smallest cell, Red's before Black's. */
  first: Mismatch | null;
  /** Asian rules: who may be forced into a perpetual, and the positions stored as seeds. */
  suspects: Suspects;
  seeds: SeedKeys;
  /** Chinese rules: what is to be looked at again. */
  holdings: Holdings;
}

export function emptyTally(codes: number): ProofTally {
  const side = () => ({
    halves: new Float64Array(codes),
    checkmatedHalves: 0,
    stalematedHalves: 0,
    onlyWinningHalves: 0,
  });
  const counts = { checked: 0, zugzwangHalves: { both: 0, red: 0, black: 0 }, wrong: 0, first: null };
  return { red: side(), black: side(), ...counts, suspects: noSuspects(), seeds: noSeeds(), holdings: noHoldings() };
}

/** What was found in several parts. */
export function sumTallies(codes: number, parts: Iterable<ProofTally>): ProofTally {
  const sum = emptyTally(codes);
  const suspects: Suspects[] = [];
  const seeds: SeedKeys[] = [];
  const holdings: Holdings[] = [];
  for (const part of parts) {
    for (const turn of COLOURS) {
      part[turn].halves.forEach((count, code) => (sum[turn].halves[code]! += count));
      sum[turn].checkmatedHalves += part[turn].checkmatedHalves;
      sum[turn].stalematedHalves += part[turn].stalematedHalves;
      sum[turn].onlyWinningHalves += part[turn].onlyWinningHalves;
    }
    sum.checked += part.checked;
    for (const who of ["both", ...COLOURS] as const) sum.zugzwangHalves[who] += part.zugzwangHalves[who];
    sum.wrong += part.wrong;
    suspects.push(part.suspects);
    seeds.push(part.seeds);
    holdings.push(part.holdings);
    if (part.first !== null && (sum.first === null || comesBefore(part.first, sum.first))) sum.first = part.first;
  }
  return { ...sum, suspects: joinSuspects(suspects), seeds: joinSeeds(seeds), holdings: joinHoldings(holdings) };
}

/** In whole positions. */
export function surveyOf({ red, black, zugzwangHalves: zugzwangs }: ProofTally): Survey {
  return {
    onlyWinningMoves: { red: red.onlyWinningHalves / 2, black: black.onlyWinningHalves / 2 },
    zugzwangs: { both: zugzwangs.both / 2, red: zugzwangs.red / 2, black: zugzwangs.black / 2 },
  };
}

function comesBefore(a: Mismatch, b: Mismatch): boolean {
  return a.cell < b.cell || (a.cell === b.cell && a.turn === "red" && b.turn === "black");
}
