/**
 * How alike two pairs of sides are, as far as the share that the first side wins is concerned: the covariance of a Gaussian process
 * (Rasmussen, Williams 2006). It is a sum of two. Pairs of the same *strength*, a sum over all men, are alike, whatever men they have: that
 * holds far from all that is solved. And pairs are alike of which few men differ, the less the more these matter: what single men
 * do, such as guards that are a cannon's mounts, holds near by.
 */
import { ATTACKING_ROLES, MEN, type MenCount } from "../../../endgame/endgame.ts";

/** How many of each of `MEN` the side asked about has, then the other. */
export type Sides = Uint8Array;
export const KINDS_OF_BOTH = 2 * MEN.length;

export function swapped(sides: Sides): Sides {
  return Uint8Array.from([...sides.subarray(MEN.length), ...sides.subarray(0, MEN.length)]);
}

/** Red's side of an endgame, then Black's. */
export function bothSides({ red, black }: { readonly red: MenCount; readonly black: MenCount }): [Sides, Sides] {
  const sides = Uint8Array.from([red, black].flatMap((men) => MEN.map((man) => men[man])));
  return [sides, swapped(sides)];
}

/** Chariots, horses, cannons and soldiers of the side asked about. */
export function attackersOf(sides: Sides): number {
  return sides.subarray(0, ATTACKING_ROLES.length).reduce((sum, count) => sum + count, 0);
}

export interface Likeness {
  /** Of the log-odds: their mean, and the variances of what strength, the men and neither of them explain. */
  readonly mean: number;
  readonly ofStrength: number;
  readonly ofMen: number;
  readonly noise: number;
  /** By kind of men of both sides: what one adds to the strength, and how much unlike one more of it makes a pair. */
  readonly strength: readonly number[];
  readonly unlike: readonly number[];
}

export function strengthOf(sides: Sides, { strength }: Likeness): number {
  let sum = 0;
  for (let kind = 0; kind < KINDS_OF_BOTH; kind++) sum += strength[kind]! * sides[kind]!;
  return sum;
}

/** How far two pairs are apart, by the men that differ. */
export function distanceOf(a: Sides, b: Sides, { unlike }: Likeness): number {
  let sum = 0;
  for (let kind = 0; kind < KINDS_OF_BOTH; kind++) sum += unlike[kind]! * Math.abs(a[kind]! - b[kind]!);
  return sum;
}

/** The covariance, of two distances: between the strengths and of the men. */
export function covarianceOf(strengths: number, men: number, { ofStrength, ofMen }: Likeness): number {
  return ofStrength * Math.exp(-(strengths ** 2) / 2) + ofMen * Math.exp(-men);
}
