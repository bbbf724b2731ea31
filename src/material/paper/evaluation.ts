/** How well inferred states agree with exact ones (Chen et al., 5.2). */
import type { Score } from "./states.ts";

export interface Tally {
  readonly total: number;
  /** The state itself. */
  readonly correct: number;
  /** Confused only WIN with EASY_WIN, or CHANCE_WIN with HARD_WIN. */
  readonly slight: number;
  /** Correct but for slight errors: won material told from drawn. */
  readonly tolerant: number;
  /** Confusions[inferred][exact], by scores. */
  readonly confusion: readonly (readonly number[])[];
}

export interface Judged {
  readonly inferred: Score;
  readonly exact: Score;
}

/** Won, drawn, or unknown. */
function verdict(score: Score): number {
  return score === 0 ? 0 : score <= 2 ? 1 : 2;
}

export function isTolerable({ inferred, exact }: Judged): boolean {
  return verdict(inferred) === verdict(exact);
}

export function tally(cases: readonly Judged[]): Tally {
  const confusion = Array.from({ length: 5 }, () => new Array<number>(5).fill(0));
  for (const { inferred, exact } of cases) confusion[inferred]![exact]! += 1;
  const correct = cases.filter(({ inferred, exact }) => inferred === exact).length;
  const tolerant = cases.filter(isTolerable).length;
  return { total: cases.length, correct, tolerant, slight: tolerant - correct, confusion };
}
