/**
 * From predicted shares to states. A prediction is a mean over what may be so, and hardly ever as extreme as the truth;
 * cuts and state probabilities are therefore fitted to predictions of the basic database by models that have not seen
 * the endgames in question (cross-validation by the attackers of both sides).
 */
import { evaluate, logistic, type BoostingOptions, type Ensemble } from "./boosting.ts";
import { roleKey, type Known } from "./knowledge.ts";
import { ATTACKER_SIGNATURE } from "./space.ts";
import { THRESHOLDS, type Score } from "./states.ts";
import { train, type TrainingCase } from "./train.ts";

/** Least predicted win shares of WIN, EASY_WIN and CHANCE_WIN: borders of bins, so that a bin has one state. */
export type Cuts = readonly [win: number, easy: number, chance: number];

/** Predictions are sorted into this many bins by their win share. */
export const CALIBRATION_BINS = 10;

export interface Predicted {
  readonly known: Known;
  /** Predicted shares. */
  readonly win: number;
  readonly loss: number;
}

/** Predicts each group of endgames with the same attackers on both sides from all others. */
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
  return roleKey(ATTACKER_SIGNATURE[attack]!, ATTACKER_SIGNATURE[defence]!);
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

export function scoreByCuts(cuts: Cuts, win: number, loss: number): Score {
  if (win >= THRESHOLDS.UNKNOWN && loss >= THRESHOLDS.UNKNOWN) return 0;
  const at = cuts.findIndex((cut) => win >= cut);
  return (at === -1 ? 4 : at + 1) as Score;
}

/** The cuts that make the least sum of errors, in steps from state to state. */
export function fitCuts(predictions: readonly Predicted[]): Cuts {
  const grid = Array.from({ length: CALIBRATION_BINS - 1 }, (_, i) => (i + 1) / CALIBRATION_BINS);
  let [best, least] = [[0.9, 0.5, 0.1] as Cuts, Infinity];
  for (const win of grid) {
    for (const easy of grid.filter((cut) => cut <= win)) {
      for (const chance of grid.filter((cut) => cut <= easy)) {
        const cuts = [win, easy, chance] as const;
        const errors = predictions.reduce(
          (sum, { known, ...shares }) => sum + Math.abs(scoreByCuts(cuts, shares.win, shares.loss) - known.score),
          0,
        );
        if (errors < least) [best, least] = [cuts, errors];
      }
    }
  }
  return best;
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
