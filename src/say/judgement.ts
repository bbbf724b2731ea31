/** A judgement as data, with the verdict in words. */
import { formatFen } from "../xiangqi/fen.ts";
import { chasedMen, type Label } from "../rules/chinese/label.ts";
import type { GradedJudgement } from "../rules/chinese/chinese-rules.ts";
import type { Judgement } from "../rules/asian/asian-rules.ts";
import type { Result } from "../rules/judging.ts";
import { squareName } from "../xiangqi/squares.ts";
import { classDescriber, describeVerdict } from "./english.ts";

interface JudgedMoveJson {
  readonly uci: string;
  readonly legal: boolean;
  readonly check: boolean;
  /** The squares of the men chased, in alphabetical order. */
  readonly chases: readonly string[];
}

/** A move under the Chinese rules; an illegal one has no labels. */
interface LabelledMoveJson extends JudgedMoveJson {
  /** By the default reading, at least and at most. */
  readonly label: Label | null;
  readonly narrow: Label | null;
  readonly wide: Label | null;
  readonly weak: boolean;
}

/** A judgement as `canju judge --json` and the API give it. */
export interface JudgementJson<Move extends JudgedMoveJson = JudgedMoveJson> {
  readonly fen: string;
  readonly moves: readonly Move[];
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

/** A judgement under the Chinese rules. */
export interface GradedJudgementJson extends JudgementJson<LabelledMoveJson> {
  /** What holds under every reading; null when nothing repeats or nothing is certain. */
  readonly certain: Result | null;
}

export function toGradedJudgementJson({ start, moves, verdict }: GradedJudgement): GradedJudgementJson {
  return {
    fen: formatFen(start),
    moves: moves.map(({ uci, report: label }) => ({
      uci,
      legal: label !== null,
      check: label?.label === "check",
      chases: (label === null ? [] : chasedMen(label)).map((man) => squareName(man.square)).sort(),
      label: label?.label ?? null,
      narrow: label?.narrow ?? null,
      wide: label?.wide ?? null,
      weak: label?.weak ?? false,
    })),
    result: verdict?.result ?? null,
    certain: verdict?.kind === "grades" ? verdict.certain : (verdict?.result ?? null),
    reason: verdict === null ? null : classDescriber.verdict(verdict),
  };
}
