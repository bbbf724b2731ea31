/**
 * From predicted shares to states. A prediction is a mean over what may be so, and hardly ever as extreme as the truth; how
 * often each state was true is therefore counted where models predicted endgames that they had not seen (cross-validation
 * by the attacking men of both sides), and that again with less and less known below them, so that it is told as well how far
 * to trust predictions that rest on predictions.
 */
import type { ExchangeTable } from "../paper/exchange-table.ts";
import { roleKey, type Knowledge, type KnownPair } from "../paper/knowledge.ts";
import { makeLookup } from "../paper/lookup.ts";
import { ATTACKING_SIGNATURE, countMen, isArmed } from "../paper/space.ts";
import { STATES, THRESHOLDS, type Score } from "../paper/states.ts";
import { logistic, type BoostingOptions } from "./boosting.ts";
import { logOddsOf, MOST_LOG_ODDS } from "./features.ts";
import { MOST_STEPS, Reduction, type Prediction } from "./reduction.ts";
import { train, trainingCases, TRAINING } from "./train.ts";

/** Predictions are sorted by the log-odds of a win, in bins of this width; those of which both sides win many are a bin of their own. */
const WIDTH = 1;
const BOTH_WIN = (2 * MOST_LOG_ODDS) / WIDTH;
export const BINS = BOTH_WIN + 1;
/** Bins of each number of steps, of pairs with one armed side and with two. */
export const CALIBRATION_ROWS = 2 * MOST_STEPS * BINS;

const FOLDS = 10;

export interface Predicted {
  readonly known: KnownPair;
  readonly prediction: Prediction;
}

/** A part of what is known, all pairs with the same attacking men in one, and the rest. */
interface Fold {
  readonly members: readonly KnownPair[];
  readonly others: Knowledge;
}

function foldsOf(knowledge: Knowledge): Fold[] {
  const groups = [...new Set(Array.from(knowledge.values(), groupOf))].sort((a, b) => a - b);
  const foldOf = new Map(groups.map((group, i) => [group, i % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isMember = (known: KnownPair) => foldOf.get(groupOf(known)) === fold;
    return {
      members: [...knowledge.values()].filter(isMember),
      others: new Map([...knowledge].filter(([, known]) => !isMember(known))),
    };
  }).filter(({ members }) => members.length > 0);
}

/**
 * Predicts each known pair by a model that has seen none with the same attacking men, once for each number of men fewer
 * that a pair must have for its worth to be known.
 */
export function crossValidate(
  knowledge: Knowledge,
  table: ExchangeTable,
  options: BoostingOptions = TRAINING,
): Predicted[] {
  const cases = trainingCases(knowledge, table);
  const found: Predicted[] = [];
  for (const { members, others } of foldsOf(knowledge)) {
    const seen = new Set(others.values());
    const ensemble = train(
      cases.filter(({ known }) => seen.has(known)),
      options,
    );
    const tested = Map.groupBy(members, sizeOf);
    for (let size = 0; size < Math.max(...tested.keys()); size++) {
      const smaller = [...knowledge.values()].filter((known) => sizeOf(known) <= size);
      const reduction = new Reduction(ensemble, smaller, table);
      for (let steps = 1; steps <= MOST_STEPS; steps++) {
        for (const known of tested.get(size + steps) ?? []) {
          const prediction = reduction.predict(known);
          if (prediction.steps > 0) found.push({ known, prediction }); // else one of its class is known
        }
      }
    }
  }
  return found;
}

/** How probable each state is (by its score) where an inference from other endgames with the same defence says a state, by what it says. */
export function inferenceProbabilities(knowledge: Knowledge): number[][] {
  const counts = STATES.map((_, said) => STATES.map((__, score) => (score === said ? 1 : 0.1)));
  for (const { members, others } of foldsOf(knowledge)) {
    const lookUp = makeLookup(others, { extension: true, soldiers: true });
    for (const known of members) {
      const found = lookUp(known);
      if (found !== undefined) counts[found.score]![known.score]! += 1;
    }
  }
  return counts.map(shareOut);
}

function groupOf({ attack, defence }: KnownPair): number {
  return roleKey(ATTACKING_SIGNATURE[attack]!, ATTACKING_SIGNATURE[defence]!);
}

function sizeOf({ attack, defence }: KnownPair): number {
  return countMen(attack) + countMen(defence);
}

export function binOf({ win, loss }: Prediction): number {
  if (win >= THRESHOLDS.UNKNOWN && loss >= THRESHOLDS.UNKNOWN) return BOTH_WIN;
  return Math.min(BOTH_WIN - 1, Math.floor((logOddsOf(win) + MOST_LOG_ODDS) / WIDTH));
}

/** The row of frequencies for a bin of predictions that rest on so many steps. */
export function rowOf(armed: boolean, steps: number, bin: number): number {
  return ((armed ? MOST_STEPS : 0) + steps - 1) * BINS + bin;
}

/**
 * How probable each state is (by its score), by `rowOf`: that it is at least as good as WIN, EASY_WIN, CHANCE_WIN by a
 * logistic regression each on the predicted log-odds. Where both sides are predicted to win many it is counted.
 */
export function stateProbabilities(predictions: readonly Predicted[]): number[][] {
  const rows: number[][] = new Array(CALIBRATION_ROWS);
  for (const armed of [false, true]) {
    const members = predictions.filter(({ known }) => isArmed(known) === armed);
    const sure = members.filter(({ prediction }) => binOf(prediction) !== BOTH_WIN);
    const lines = AT_LEAST.map((score) => {
      const pointsOf = (some: readonly Predicted[]) =>
        some.map(
          ({ known, prediction }) => [logOddsOf(prediction.win), known.score > 0 && known.score <= score] as const,
        );
      const all = fitLine(pointsOf(sure), [0, 1], 1);
      return Array.from({ length: MOST_STEPS }, (_, i) =>
        fitLine(pointsOf(sure.filter(({ prediction }) => prediction.steps === i + 1)), all, PRIOR_CASES),
      );
    });
    for (let steps = 1; steps <= MOST_STEPS; steps++) {
      for (let bin = 0; bin < BOTH_WIN; bin++) {
        const middle = (bin + 0.5) * WIDTH - MOST_LOG_ODDS;
        const atLeast = lines.map((line) => logistic(line[steps - 1]![0] + line[steps - 1]![1] * middle));
        rows[rowOf(armed, steps, bin)] = between(atLeast);
      }
      const counts = [1, 0.25, 0.25, 0.25, 0.25];
      // Nothing known is open: that tells little of the many pairs that are further from it.
      const isNear = steps < MOST_STEPS;
      for (const { known, prediction } of isNear ? members : []) {
        if (binOf(prediction) === BOTH_WIN && prediction.steps === steps) counts[known.score]! += 1;
      }
      rows[rowOf(armed, steps, BOTH_WIN)] = shareOut(counts);
    }
  }
  return rows;
}

/** WIN; EASY_WIN or better; CHANCE_WIN or better. */
const AT_LEAST: readonly Score[] = [1, 2, 3];
/** A line for few cases is drawn to that for all numbers of steps, as if by so many cases. */
const PRIOR_CASES = 5;
/** No state is impossible. */
const LEAST = 0.004;

function between(atLeast: readonly number[]): number[] {
  let before = 0;
  const shares = [...atLeast, 1].map((share) => {
    const more = Math.max(0, share - before);
    before = Math.max(before, share);
    return more;
  });
  return shareOut([0, ...shares].map((share) => share + LEAST));
}

/** In thousandths. */
function shareOut(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count);
  return counts.map((count) => Math.round((1000 * count) / total) / 1000);
}

type Line = readonly [intercept: number, slope: number];

/** Logistic regression by Newton's method, drawn to a line `prior` by a penalty. */
function fitLine(points: readonly (readonly [x: number, isTrue: boolean])[], prior: Line, penalty: number): Line {
  let [a, b] = prior;
  for (let round = 0; round < 50; round++) {
    let [ga, gb, haa, hab, hbb] = [penalty * (prior[0] - a), penalty * (prior[1] - b), penalty, 0, penalty];
    for (const [x, isTrue] of points) {
      const p = logistic(a + b * x);
      const [error, curvature] = [(isTrue ? 1 : 0) - p, p * (1 - p)];
      ga += error;
      gb += error * x;
      haa += curvature;
      hab += curvature * x;
      hbb += curvature * x * x;
    }
    const determinant = haa * hbb - hab * hab;
    const clamp = (step: number) => Math.max(-1, Math.min(1, step));
    a += clamp((hbb * ga - hab * gb) / determinant);
    b += clamp((haa * gb - hab * ga) / determinant);
  }
  return [a, Math.max(0, b)];
}

/**
 * The state to say: right most often, and next to right most often where it is not. UNKNOWN is next to none.
 */
export function scoreOfProbabilities(probabilities: readonly number[]): Score {
  const of = (score: number) => (score >= 1 && score <= 4 ? probabilities[score]! : 0);
  const worth = STATES.map((_, score) =>
    score === 0 ? 2 * probabilities[0]! : of(score - 1) + 2 * of(score) + of(score + 1),
  );
  return worth.indexOf(Math.max(...worth)) as Score;
}
