/** A judgement as data, with the verdict in words. */
import { formatFen } from "../xiangqi/fen.ts";
import type { Judgement } from "../xiangqi/rules/judge.ts";
import type { Result } from "../xiangqi/rules/verdict.ts";
import { squareName } from "../xiangqi/squares.ts";
import { describeVerdict } from "./english.ts";

/** A judgement as `canju judge --json` and the API give it. */
export interface JudgementJson {
  readonly fen: string;
  readonly moves: readonly {
    readonly uci: string;
    readonly legal: boolean;
    readonly check: boolean;
    /** The squares of the men chased, in alphabetical order. */
    readonly chases: readonly string[];
  }[];
  readonly result: Result | null;
  /** The verdict in words. */
  readonly reason: string | null;
}

export function toJudgementJson({ start, moves, verdict }: Judgement): JudgementJson {
  return {
    fen: formatFen(start),
    moves: moves.map(({ uci, report }) => ({
      uci,
      legal: report !== null,
      check: report?.check ?? false,
      chases: (report?.chased ?? []).map((man) => squareName(man.square)).sort(),
    })),
    result: verdict?.result ?? null,
    reason: verdict === null ? null : describeVerdict(verdict),
  };
}
