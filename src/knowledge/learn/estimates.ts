/**
 * Learns estimates from solved endgames, and tries them on solved endgames that they were not learned from: by how much they miss
 * is learned as well.
 */
import { endgameOfPair, parsePair } from "../material/paper/space.ts";
import { rolesOf } from "../material/paper/knowledge.ts";
import { STATES, type Score, scoreOf } from "../material/paper/basic.ts";
import { type SolvedSide, logOddsOf } from "../material/model/estimates.ts";
import { type Likeness, type Sides, attackersOf } from "../material/model/likeness.ts";
import {
  type EstimateModel,
  type ProvenEndgames,
  RINGS,
  makeEstimates,
  makeShares,
  ringOf,
  solvedSides,
} from "../material/model/model.ts";
import { covarianceMatrix, decompose, findLikeness, solve } from "./likeness.ts";
import { attackingMen, parseEndgame } from "../../endgame/endgame.ts";
import { hexadecimal } from "../../table/format/format.ts";
import { sha256 } from "../../base/sha256.ts";

/** How alike endgames are is found from so many of each class: time grows with the third power. */
const SAMPLED = 90;

/** Ways to leave out a part of what is solved, which is predicted from all the rest: by name the part. */
const PARTINGS = {
  "a fifth of the endgames": (names: readonly string[]) => deal(names, 5),
  "an eighth of the sets of attacking men": (names: readonly string[]) => {
    const parts = deal([...new Set(names.map(attackingSet))], 8);
    return (name: string) => parts(attackingSet(name));
  },
  "a class": () => classOf,
} as const satisfies Record<string, (names: readonly string[]) => (name: string) => string>;

export type Parting = keyof typeof PARTINGS;
export const PARTING_NAMES = Object.keys(PARTINGS) as Parting[];

function deal(names: readonly string[], parts: number): (name: string) => string {
  const dealt = new Map(shuffled(names, "parts").map((name, i) => [name, String(i % parts)]));
  return (name) => dealt.get(name)!;
}

function attackingSet(name: string): string {
  return name.replaceAll(/[AB]/g, "");
}

/** Learns from all of these. Some of nobody's attacking men tell nothing, and are left out. */
export function learnEstimates(endgames: ProvenEndgames): EstimateModel {
  const likeness = likenessIn(endgames);
  return weigh(endgames, likeness, missedBy(endgames, likeness));
}

function armed(endgames: ProvenEndgames): string[] {
  return [...endgames.keys()].filter((name) => classOf(name) !== "0v0");
}

/** Both sides of some endgames, but for those without attacking men. */
function armedSides(endgames: ProvenEndgames, names: readonly string[]): SolvedSide[] {
  return names.flatMap((name) => solvedSides(name, endgames.get(name)!)).filter(({ sides }) => attackersOf(sides) > 0);
}

function likenessIn(endgames: ProvenEndgames): Likeness {
  const classes = [...Map.groupBy(armed(endgames), classOf).values()];
  const sample = classes.flatMap((members) => shuffled(members, "sample").slice(0, SAMPLED));
  const observed = armedSides(endgames, sample);
  return findLikeness(observed.map(({ sides, share }) => ({ sides, logOdds: logOddsOf(share) })));
}

function weigh(endgames: ProvenEndgames, likeness: Likeness, missed: readonly number[]): EstimateModel {
  const names = armed(endgames);
  // Where both sides have the same men they are one observation.
  const observed = new Map(armedSides(endgames, names).map((each) => [each.sides.join(), each]));
  const sides = Array.from(observed.values(), (each) => each.sides);
  const matrix = covarianceMatrix(likeness, sides);
  decompose(matrix, sides.length);
  const unexplained = Float64Array.from(observed.values(), ({ share }) => logOddsOf(share) - likeness.mean);
  const weights = solve(matrix, unexplained);
  const weightOf = new Map(Array.from(observed.keys(), (key, i) => [key, Math.round(weights[i]! * 1e5) / 1e5]));
  const takeWeight = (of: Sides): number => {
    const weight = weightOf.get(of.join()) ?? 0;
    weightOf.delete(of.join());
    return weight;
  };
  return {
    kind: "canju-material-model",
    ...likeness,
    endgames: names,
    weights: names.map((name) => {
      const [red, black] = solvedSides(name, endgames.get(name)!);
      return [takeWeight(red!.sides), takeWeight(black!.sides)];
    }),
    missed,
  };
}

/** What is left of these, and what is left out, for each part. */
function* parted(
  endgames: ProvenEndgames,
  parting: Parting,
): Generator<{ readonly rest: ProvenEndgames; readonly part: ProvenEndgames }> {
  const names = armed(endgames);
  const partOf = PARTINGS[parting](names);
  for (const part of new Set(names.map(partOf))) {
    const isIn = ([name]: readonly [string, unknown]) => classOf(name) !== "0v0" && partOf(name) === part;
    yield {
      rest: new Map([...endgames].filter((each) => !isIn(each))),
      part: new Map([...endgames].filter(isIn)),
    };
  }
}

/** By ring, over all partings; never less than nearer by. */
function missedBy(endgames: ProvenEndgames, likeness: Likeness): number[] {
  const rings = RINGS.map(() => ({ sum: 0, count: 0 }));
  for (const { rest, part } of PARTING_NAMES.flatMap((parting) => [...parted(endgames, parting)])) {
    const { shareOf, distanceTo } = makeShares(weigh(rest, likeness, []), rest);
    for (const { sides, share } of armedSides(part, [...part.keys()])) {
      const ring = rings[ringOf(distanceTo(sides))];
      if (ring === undefined) continue;
      ring.sum += (logOddsOf(shareOf(sides)) - logOddsOf(share)) ** 2;
      ring.count++;
    }
  }
  let most = 0;
  return rings.map(({ sum, count }) => {
    if (count > 0) most = Math.max(most, Math.sqrt(sum / count));
    return Math.round(1000 * most) / 1000;
  });
}

/** What was said of a solved endgame that was not learned from. */
export interface TriedEndgame {
  readonly endgame: string;
  readonly exact: Score;
  readonly said: Score;
  /** How probable that was said to be. */
  readonly probability: number;
}

/** @param solved what bounds the estimates @param tested solved as well, but not told */
export function judge(model: EstimateModel, solved: ProvenEndgames, tested: ProvenEndgames): TriedEndgame[] {
  const estimate = makeEstimates(model, solved);
  return Array.from(tested, ([endgame, outcomes]) => {
    const { first, second } = parsePair(endgame);
    const { attack, defence } = rolesOf(first, second);
    const exact = solvedSides(endgame, outcomes).map(({ share }) => share);
    const [won, lost] = attack === first ? exact : exact.toReversed();
    const { state, shares } = estimate(endgameOfPair({ first: attack, second: defence }));
    const said = STATES.indexOf(state!) as Score;
    return { endgame, exact: scoreOf(won!, lost!), said, probability: shares!.probabilities[said]! };
  });
}

/** Every endgame, said by the rest of each parting. The likeness is that of all: it has few parameters. */
export function crossValidate(model: EstimateModel, endgames: ProvenEndgames, parting: Parting): TriedEndgame[] {
  return [...parted(endgames, parting)].flatMap(({ rest, part }) =>
    judge(weigh(rest, model, model.missed), rest, part),
  );
}

/*
 * Which endgames of the atlas test its estimates: drawn by seed, of each class on its own, so that a class with few endgames is
 * tested as well. A class is how many attacking men either side has, that with the stronger ones first: `2v1`.
 */

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
