/**
 * What share of all positions a side wins, of endgames that nobody has solved: predicted from those that are solved, the nearer
 * the more, and kept to what the men allow. A man more is never worse for his side: so estimates lie between those with one man less on
 * either side, and between the solved endgames that have less and that have more. By induction all are monotone.
 */
import { MEN } from "../../../endgame/endgame.ts";
import {
  attackersOf,
  covarianceOf,
  distanceOf,
  KINDS_OF_BOTH,
  strengthOf,
  swapped,
  type Likeness,
  type Sides,
} from "./likeness.ts";

/** One side of a solved endgame: the share that it wins of all legal positions, both sides to move weighing the same. */
export interface SolvedSide {
  readonly endgame: string;
  readonly sides: Sides;
  readonly share: number;
}

/** Log-odds of a share; of less than a few thousandths nothing is learned. */
export function logOddsOf(share: number): number {
  const kept = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share));
  return Math.log(kept / (1 - kept));
}

const LEAST_SHARE = 0.003;

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** The mean of the process at any pair, in log-odds. @param weights of the solved sides */
export function makePredictor(
  likeness: Likeness,
  known: readonly Sides[],
  weights: readonly number[],
): (sides: Sides) => number {
  const strengths = known.map((each) => strengthOf(each, likeness));
  return (sides) => {
    const strength = strengthOf(sides, likeness);
    let sum = likeness.mean;
    for (let i = 0; i < known.length; i++) {
      const apart = distanceOf(sides, known[i]!, likeness);
      sum += weights[i]! * covarianceOf(strength - strengths[i]!, apart, likeness);
    }
    return sum;
  };
}

/** Solved endgames that allow no less, and no more; of those that allow the same, the first. */
export interface SolvedBounds {
  readonly atLeast: SolvedSide | undefined;
  readonly atMost: SolvedSide | undefined;
}

export function boundsOf(sides: Sides, solved: readonly SolvedSide[]): SolvedBounds {
  let [atLeast, atMost]: (SolvedSide | undefined)[] = [];
  for (const each of solved) {
    if ((atLeast === undefined || each.share > atLeast.share) && isNoBetter(each.sides, sides)) atLeast = each;
    if ((atMost === undefined || each.share < atMost.share) && isNoBetter(sides, each.sides)) atMost = each;
  }
  return { atLeast, atMost };
}

/** Whether the first side has no more of any man than in the other pair, and the second no less. */
function isNoBetter(pair: Sides, than: Sides): boolean {
  for (let kind = 0; kind < MEN.length; kind++) if (pair[kind]! > than[kind]!) return false;
  for (let kind = MEN.length; kind < KINDS_OF_BOTH; kind++) if (pair[kind]! < than[kind]!) return false;
  return true;
}

/** Estimates of shares, monotone among each other and within what is solved; those with less men are kept. */
export function makeEstimator(
  predict: (sides: Sides) => number,
  solved: readonly SolvedSide[],
): (sides: Sides) => number {
  const known = new Map(solved.map((each) => [each.sides.join(), each.share]));
  const found = new Map<string, number>();
  const estimate = (sides: Sides): number => {
    const key = sides.join();
    const before = found.get(key);
    if (before !== undefined) return before;
    const { atLeast, atMost } = boundsOf(sides, solved);
    let least = atLeast?.share ?? 0;
    // Who has no more of any man than the other wins no more than half.
    let most = Math.min(atMost?.share ?? 1, isNoBetter(sides, swapped(sides)) ? 0.5 : 1);
    for (let kind = 0; kind < KINDS_OF_BOTH; kind++) {
      if (sides[kind] === 0) continue;
      const share = estimate(sides.with(kind, sides[kind]! - 1));
      if (kind < MEN.length) least = Math.max(least, share);
      else most = Math.min(most, share);
    }
    const own = known.get(key) ?? (attackersOf(sides) === 0 ? 0 : logistic(predict(sides)));
    const share = Math.max(least, Math.min(most, own));
    found.set(key, share);
    return share;
  };
  return estimate;
}
