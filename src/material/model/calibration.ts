/**
 * From predicted shares to states. A prediction is a mean over what may be so, and hardly ever as extreme as the truth;
 * cuts and state probabilities are therefore fitted to predictions of the basic database by models that have not seen
 * the endgames in question (cross-validation by the attacking men of both sides).
 */
import { evaluate, logistic, type BoostingOptions, type Ensemble } from "./boosting.ts";
import { roleKey, type Known } from "../paper/knowledge.ts";
import { ATTACKING_SIGNATURE } from "../paper/space.ts";
import { THRESHOLDS, type Score } from "../paper/states.ts";
import { train, type TrainingCase } from "./train.ts";

/**
 * Least predicted win shares of WIN, EASY_WIN and CHANCE_WIN: borders of bins, so that a bin has one state. UNKNOWN is
 * what both sides are predicted to win this often.
 */
export type Cuts = readonly [win: number, easy: number, chance: number, unknown: number];

/** Predictions are sorted into this many bins by their win share. */
export const CALIBRATION_BINS = 10;

export interface Predicted {
  readonly known: Known;
  /** Predicted shares. */
  readonly win: number;
  readonly loss: number;
}

/** Predicts each group of endgames with the same attacking men on both sides from all others. */
export function crossValidate(cases: readonly TrainingCase[], options: BoostingOptions): Predicted[] {
  const groups = Map.groupBy(cases, ({ known }) => groupOf(known));
  return [...groups].flatMap(([group, members]) => {
    const ensemble = train(
      cases.filter(({ known }) => groupOf(known) !== group),
      options,
    );
    return predictCases(members, ensemble);
  });
}

function groupOf({ attack, defence }: Known): number {
  return roleKey(ATTACKING_SIGNATURE[attack]!, ATTACKING_SIGNATURE[defence]!);
}

function predictCases(cases: readonly TrainingCase[], ensemble: Ensemble): Predicted[] {
  const pairs = Map.groupBy(cases, ({ known }) => known);
  return [...pairs].map(([known, members]) => {
    const share = (side: "attack" | "defence") => {
      const found = members.find((member) => member.side === side);
      return found === undefined ? 0 : logistic(evaluate(ensemble, found.sample.features));
    };
    return { known, win: share("attack"), loss: share("defence") };
  });
}

export function scoreByCuts([sure, easy, chance, unknown]: Cuts, win: number, loss: number): Score {
  if (win >= unknown && loss >= unknown) return 0;
  if (win >= sure) return 1;
  if (win >= easy) return 2;
  return win >= chance ? 3 : 4;
}

const UNKNOWN_CUTS = [THRESHOLDS.UNKNOWN, 0.25, 0.3, 0.35, 0.4, 0.45];

/** The cuts that make the least sum of errors, in steps from state to state. */
export function fitCuts(predictions: readonly Predicted[]): Cuts {
  const grid = Array.from({ length: CALIBRATION_BINS - 1 }, (_, i) => (i + 1) / CALIBRATION_BINS);
  const choices = grid.flatMap((win) =>
    grid
      .filter((easy) => easy <= win)
      .flatMap((easy) => grid.filter((chance) => chance <= easy).map((chance) => [win, easy, chance] as const)),
  );
  const bestOf = (candidates: readonly Cuts[]): Cuts => {
    const errors = candidates.map((cuts) =>
      predictions.reduce((sum, { known, win, loss }) => sum + distance(scoreByCuts(cuts, win, loss), known.score), 0),
    );
    return candidates[errors.indexOf(Math.min(...errors))]!;
  };
  const [win, easy, chance] = bestOf(choices.map((cuts) => [...cuts, 1]));
  return bestOf(UNKNOWN_CUTS.map((unknown) => [win, easy, chance, unknown]));
}

/** Steps from state to state; UNKNOWN is two from any other. */
function distance(a: Score, b: Score): number {
  if (a === b) return 0;
  return a === 0 || b === 0 ? 2 : Math.abs(a - b);
}

/** How often each state (by its score) was true of predictions in each bin, with a little of every state mixed in. */
export function stateFrequencies(predictions: readonly Predicted[]): number[][] {
  const counts = Array.from({ length: CALIBRATION_BINS }, () => [0.02, 0.25, 0.25, 0.25, 0.25]);
  for (const { known, win } of predictions) counts[binOf(win)]![known.score]! += 1;
  return counts.map((row) => {
    const total = row.reduce((sum, count) => sum + count);
    return row.map((count) => Math.round((1000 * count) / total) / 1000);
  });
}

export function binOf(win: number): number {
  return Math.min(CALIBRATION_BINS - 1, Math.floor(win * CALIBRATION_BINS));
}
