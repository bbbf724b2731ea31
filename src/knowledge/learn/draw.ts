/**
 * Which endgames of the atlas test its estimates: drawn by seed, of each class on its own, so that a class with few endgames is
 * tested as well. A class is how many attacking men either side has, that with the stronger ones first: `2v1`.
 */
import { attackingMen, parseEndgame } from "../../endgame/endgame.ts";
import { hexadecimal } from "../../table/format/format.ts";
import { sha256 } from "../../base/sha256.ts";

/** Fixed before anything was learned (docs/decisions/0025-estimates.md); who looks at its results needs another one for what comes next. */
export const SEED = "canju estimates 1";

/** A class with fewer endgames is not tested: what it has is needed to learn from. */
export const LEAST_TESTED = 40;

/** Of a class that is tested, one in so many is drawn, but no fewer than this. */
const ONE_IN = 4;
const LEAST_DRAWN = 20;

/** @param name canonical */
export function classOf(name: string): string {
  const { red, black } = parseEndgame(name);
  return [red, black].map((men) => attackingMen(men).length).join("v");
}

/** @param names of all solved endgames in which somebody has an attacking man, canonical */
export function drawHeldOut(names: Iterable<string>, seed = SEED): Set<string> {
  const classes = [...Map.groupBy(names, classOf).values()].filter((members) => members.length >= LEAST_TESTED);
  return new Set(
    classes.flatMap((members) =>
      shuffled(members, seed).slice(0, Math.max(LEAST_DRAWN, Math.floor(members.length / ONE_IN))),
    ),
  );
}

/** By a hash of seed and name: who else is there does not matter. */
export function shuffled(names: readonly string[], seed: string): string[] {
  return names
    .map((name) => ({ name, place: placeOf(`${seed} ${name}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ name }) => name);
}

function placeOf(text: string): string {
  const hash = sha256();
  hash.update(new TextEncoder().encode(text));
  return hexadecimal(hash.digest());
}
