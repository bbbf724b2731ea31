/**
 * What the reduction model sees of a pair: what both sides have, and what the pairs one man smaller are worth: without
 * one of its own men, against one man less, after an exchange. These are the reductions a human makes (Chen et al., 3.1).
 */
import type { ManLetter } from "../paper/basic.ts";
import { exchangeShare, type ExchangeTable } from "../paper/exchange-table.ts";
import { COUNTS, POWER, REMOVED, type Material } from "../paper/space.ts";

/** Log-odds of a win, kept within these. */
export const MOST_LOG_ODDS = 6;
/** In place of a worth that does not exist, because there is no such man. */
const NONE = 7;

/** Log-odds of a share, within MOST_LOG_ODDS. */
export function logOddsOf(share: number): number {
  return Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, Math.log(share / (1 - share))));
}

export type Worth = (side: Material, other: Material) => number;

/** +1: more of it never makes a win less likely; -1: never more likely; 0: anything. */
export const FEATURES: readonly (readonly [name: string, monotone: -1 | 0 | 1])[] = [
  ["best without one attacking man", 1],
  ["second best without one attacking man", 1],
  ["best without one defending man", 1],
  ["against one attacking man less", 1],
  ["against one defending man less", 1],
  ["after the best exchange of attacking men", 1],
  ["after the worst exchange of attacking men", 1],
  ["after exchanges by their probability", 1],
  ["after giving an attacking man for a defending man", 1],
  ["least by what one man more on each side changes", 1],
  ["mean by what one man more on each side changes", 1],
  ["most by what one man more on each side changes", 1],
  ["the other side's best without one attacking man", -1],
  ["power", 1],
  ...["own", "other"].flatMap((side) =>
    ["chariots", "horses", "cannons", "top", "low", "bottom", "advisors", "elephants"].map(
      (kind) => [`${side} ${kind}`, 0] as const,
    ),
  ),
];

const ATTACKING_KINDS = 6;
const KIND_COUNT = 8;
const LETTERS: readonly ManLetter[] = ["R", "N", "C", "P", "P", "P", "A", "B"];

/** Probabilities of the exchange of any kind for any other, without helpers, by kind * 8 + kind. */
export function exchangeWeights(table: ExchangeTable): Float64Array {
  const weights = new Float64Array(KIND_COUNT * KIND_COUNT);
  for (let x = 0; x < KIND_COUNT; x++) {
    for (let y = 0; y < KIND_COUNT; y++) weights[x * KIND_COUNT + y] = exchangeShare(table, LETTERS[x]!, LETTERS[y]!);
  }
  return weights;
}

/** Writes the features of `side` winning against `other`. */
export function writeFeatures(
  into: Float64Array,
  side: Material,
  other: Material,
  worth: Worth,
  weights: Float64Array,
): void {
  // Local: `worth` may predict smaller pairs, which comes back here.
  const against = new Float64Array(KIND_COUNT);
  let [lessAttacking, lessDefending, threat] = [NONE, NONE, -NONE];
  for (let y = 0; y < KIND_COUNT; y++) {
    const left = REMOVED[8 * other + y]!;
    if (left < 0) continue;
    const value = worth(side, left);
    against[y] = value;
    if (y >= ATTACKING_KINDS) lessDefending = Math.min(lessDefending, value);
    else {
      lessAttacking = Math.min(lessAttacking, value);
      threat = Math.max(threat, worth(left, side));
    }
  }
  let [best, second, bestDefender] = [-NONE, -NONE, -NONE];
  let [bestExchange, worstExchange, given] = [-NONE, NONE, -NONE];
  let [expected, weightSum] = [0, 0];
  // If a man more on each side changed each as much as it does without the other: f(s, o - y) + f(s - x, o) - f(s - x, o - y).
  let [least, mean, most, pairs] = [NONE, 0, -NONE, 0];
  for (let x = 0; x < KIND_COUNT; x++) {
    const less = REMOVED[8 * side + x]!;
    if (less < 0) continue;
    const value = worth(less, other);
    const attacks = x < ATTACKING_KINDS;
    if (!attacks) bestDefender = Math.max(bestDefender, value);
    else if (value > best) [best, second] = [value, COUNTS[8 * side + x]! > 1 ? value : best];
    else if (value > second) second = value;
    for (let y = 0; y < KIND_COUNT; y++) {
      const left = REMOVED[8 * other + y]!;
      if (left < 0) continue;
      const after = worth(less, left);
      const both = Math.max(-NONE, Math.min(NONE, against[y]! + value - after));
      least = Math.min(least, both);
      most = Math.max(most, both);
      mean += both;
      pairs++;
      if (!attacks) continue;
      if (y >= ATTACKING_KINDS) {
        given = Math.max(given, after);
        continue;
      }
      bestExchange = Math.max(bestExchange, after);
      worstExchange = Math.min(worstExchange, after);
      const weight = weights[x * KIND_COUNT + y]! + weights[y * KIND_COUNT + x]! + 0.01;
      expected += weight * after;
      weightSum += weight;
    }
  }
  into[0] = best;
  into[1] = second;
  into[2] = bestDefender;
  into[3] = lessAttacking;
  into[4] = lessDefending;
  into[5] = bestExchange;
  into[6] = worstExchange;
  into[7] = weightSum === 0 ? NONE : expected / weightSum;
  into[8] = given;
  into[9] = least;
  into[10] = pairs === 0 ? NONE : mean / pairs;
  into[11] = most;
  into[12] = threat;
  into[13] = POWER[side]! - POWER[other]!;
  for (let kind = 0; kind < KIND_COUNT; kind++) {
    into[14 + kind] = COUNTS[8 * side + kind]!;
    into[14 + KIND_COUNT + kind] = COUNTS[8 * other + kind]!;
  }
}
