/** What a proof comes to. Plain data, as `canju verify --json` prints it. */
import type { InputTable, Rules } from "../table/format/header.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { ProofCheck, ProofRecord, Survey } from "../table/format/proof.ts";
import type { NamedValue, Metric } from "../table/value.ts";

/** Something that keeps a table from being proven. `message` is one plain line. */
export type ProofProblem = { readonly message: string } & (
  | {
      /** The file is not what its writer wrote. `block`: null for another part of it. */
      readonly kind: "damage";
      readonly block: { readonly turn: Colour; readonly number: number } | null;
    }
  /** A sub-endgame's table is damaged, or not the one this table was built from. */
  | { readonly kind: "input"; readonly endgame: string }
  /** A figure in the header or the histogram is not what the values come to, or makes no sense. */
  | { readonly kind: "header"; readonly field: string; readonly stated: unknown; readonly found: unknown }
  /** Stored values contradict those of their successors: see `counterexample`. */
  | { readonly kind: "values"; readonly wrong: number }
  /**
   * Asian rules: the seeds of an order are not the losses of the patterns left at its level; order null: draws are lost
   * by a pattern that is left after the last order. `fen` is the first of the `positions`.
   */
  | { readonly kind: "level"; readonly order: number | null; readonly positions: number; readonly fen: string }
);

/** One order above 0 as recomputed. */
export interface LevelReport {
  readonly order: number;
  /** Null: there is no pattern that could make this order. */
  readonly kind: "check" | "chase" | null;
  /** The stored seeds (losses in 0) compared. Of a position and its mirror image only the stored one counts. */
  readonly seeds: Readonly<Record<Colour, number>>;
  /** Only the corrected algorithm finds its pattern. */
  readonly corrected: boolean;
}

/** What has been proven of the levels of an Asian table. */
export interface PerpetualsReport {
  /** Every order above 0. */
  readonly levels: readonly LevelReport[];
  /** Positions looked at as possible losers by a perpetual. */
  readonly suspects: number;
  /** After the last order there are inner patterns of a man other than the king; the corrected algorithm was asked. */
  readonly innerPatterns: boolean;
  /** Seeds that only the corrected algorithm finds. */
  readonly correctedLosses: number;
}

export interface CounterexampleMove {
  readonly uci: string;
  readonly wxf: string;
  /** The endgame that a capture leads to, canonical; null for a quiet move. */
  readonly capturesInto: string | null;
  /** What the tables say of the position after the move, to the opponent. */
  readonly after: NamedValue;
  /** What that makes of the position before it, to the mover. */
  readonly gives: NamedValue;
}

/** A position whose stored value is not the one that its moves give. */
export interface Counterexample {
  readonly fen: string;
  readonly turn: Colour;
  readonly cell: number;
  readonly stored: NamedValue;
  readonly derived: NamedValue;
  /** All legal moves, the best first. */
  readonly moves: readonly CounterexampleMove[];
}

/** What a proof found. */
export interface VerifyReport {
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  readonly file: string;
  /** The file's, as its header states it; null when the header cannot be read. */
  readonly sha256: string | null;
  /** The content sum of the values it holds, right or wrong (docs/spec/content-sum.md); null when they were not checked. */
  readonly sum: string | null;
  /** The sum over their outcomes (docs/guides/atlas.md); null when they were not checked. */
  readonly outcomeSum: string | null;
  /** Whether the header states a sum; that of its values, if it is proven. */
  readonly statesSum: boolean;
  /** What walked over the positions: the proof kernel, or the plain program that is its oracle. */
  readonly by: "kernel" | "plain";
  /** Every check was made and none failed. */
  readonly proven: boolean;
  readonly problems: readonly ProofProblem[];
  /** Positions checked, both sides together. Of a position and its mirror image only the stored one is. */
  readonly checked: number;
  /** Legal positions of the whole board, as counted; null when the values were not checked. */
  readonly positions: Readonly<Record<Colour, number>> | null;
  /** How many of those checked have a wrong value. */
  readonly wrong: number;
  /** The first wrong value: smallest cell, Red to move before Black. Does not depend on the number of threads. */
  readonly counterexample: Counterexample | null;
  /** The levels of perpetual checks and chases; null without perpetual rules, or when they were not checked. */
  readonly perpetuals: PerpetualsReport | null;
  /** Null when the values were not checked. */
  readonly survey: Survey | null;
  /** Who has done parts of it elsewhere, whose findings were taken over. */
  readonly partsBy: readonly string[];
  /** The tables whose values this proof takes for granted. */
  readonly inputs: readonly InputTable[];
  readonly seconds: number;
  /** Of the check of values alone, all threads together. */
  readonly positionsPerSecond: number;
  readonly threads: number;
  /** Decoded tables. */
  readonly memoryBytes: number;
}

export interface VerifyProgress {
  readonly endgame: string;
  /**
   * `checksums` of this table and its inputs, `kept` compares what an interrupted proof has put aside, `load` decodes tables, `values` checks
   * every position, `sums` makes the sums over all values, `levels` checks the perpetuals.
   */
  readonly phase: "checksums" | "kept" | "load" | "values" | "sums" | "levels";
  /** Of the phase, 0..1. */
  readonly done: number;
  /** Cells done a second, both sides of a cell counted as one; null before the values. */
  readonly cellsPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** What a report leaves beside the table; null unless every check passed. */
export function proofRecordOf(report: VerifyReport, date: Date, version: string): ProofRecord | null {
  const { proven, endgame, sha256, sum, outcomeSum, seconds, checked, by, perpetuals, survey, inputs } = report;
  if (!proven || sha256 === null) return null;
  const levels: ProofCheck[] = perpetuals === null ? [] : ["levels"];
  return {
    endgame,
    sha256,
    ...(sum !== null && { sum }),
    ...(outcomeSum !== null && { outcomeSum }),
    date: date.toISOString(),
    version,
    seconds: Number(seconds.toFixed(3)),
    positions: checked,
    checks: ["checksums", "values", ...levels, "statistics"],
    by,
    ...(survey !== null && { survey }),
    inputs,
  };
}
