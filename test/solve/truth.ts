/** Figures that independent programs agree on, beside the project where they are there: see their README. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Colour } from "../../src/xiangqi/pieces.ts";

const FOLDER = join(import.meta.dirname, "../../../shared/truth");

interface TruthSide {
  readonly positions: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly checkmated: number;
  readonly stalemated: number;
  /** Plies; left out or -1 where there is no such position. */
  readonly longestWinDtc?: number;
  readonly longestWinDtm?: number;
  readonly longestLossDtc?: number;
  readonly longestLossDtm?: number;
}

export type TruthRow = { readonly endgame: string } & Readonly<Record<Colour, TruthSide>>;

export interface TruthPosition {
  readonly endgame: string;
  readonly fen: string;
  readonly outcome: "win" | "draw" | "loss";
  readonly dtm?: number;
  readonly dtc?: number;
}

/** Empty where the project stands alone. */
export const TRUTH_ROWS: readonly TruthRow[] = readLines("plain-rules.jsonl");
export const TRUTH_POSITIONS: readonly TruthPosition[] = readLines("plain-positions.jsonl");

/** The rows of a file; none where the project stands alone. */
export function readLines<Line>(name: string): Line[] {
  const path = join(FOLDER, name);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}
