/** Estimates of unsolved endgames, with the files that come with the program: monotone, between what is solved, silent far off. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { makeEndgame, MEN } from "../../../src/endgame/endgame.ts";
import { openAtlas } from "../../../src/knowledge/atlas/node/files.ts";
import { makeEstimator, type SolvedSide } from "../../../src/knowledge/material/model/estimates.ts";
import { KINDS_OF_BOTH, type Sides } from "../../../src/knowledge/material/model/likeness.ts";
import {
  makeEstimates,
  makeShares,
  probabilitiesOf,
  RINGS,
  ringOf,
  solvedSides,
} from "../../../src/knowledge/material/model/model.ts";
import { readMaterialBase } from "../../../src/knowledge/material/node/files.ts";
import { endgameOfPair, parsePair } from "../../../src/knowledge/material/paper/space.ts";

const { model } = readMaterialBase();
const { entries } = await openAtlas();
const estimate = makeEstimates(model, entries);
const shares = makeShares(model, entries);

const estimateOf = (name: string) => estimate(endgameOfPair(parsePair(name)));

/** At most four attacking men on both sides together, any guards. */
const told = fc
  .tuple(
    fc.array(fc.nat(3), { maxLength: 2 }),
    fc.array(fc.nat(3), { maxLength: 2 }),
    fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
  )
  .map(([own, other, guards]) => {
    const sides = new Uint8Array(KINDS_OF_BOTH);
    for (const kind of own) sides[kind]!++;
    for (const kind of other) sides[MEN.length + kind]!++;
    [4, 5, 10, 11].forEach((kind, i) => (sides[kind] = guards[i]!));
    return sides;
  });

/** The pairs that are a man worse for the first side. */
function worse(sides: Sides): Sides[] {
  return Array.from({ length: KINDS_OF_BOTH }, (_, kind) => {
    const change = kind < MEN.length ? -1 : 1;
    const count = sides[kind]! + change;
    return count < 0 || count > 2 ? [] : [sides.with(kind, count)];
  }).flat();
}

describe("the share that a side wins", () => {
  const isMonotone = (sides: Sides) => {
    for (const each of worse(sides)) expect(shares.shareOf(each)).toBeLessThanOrEqual(shares.shareOf(sides));
  };

  test("is never more with a man less, or against a man more", () => {
    fc.assert(fc.property(told, isMonotone), { numRuns: 25 });
  });

  test("is never more with a man less, or against a man more, of a thousand", LONG, () => {
    fc.assert(fc.property(told, isMonotone), { numRuns: 1000 });
  });

  test("lies between the solved endgames with less and those with more", () => {
    fc.assert(
      fc.property(told, (sides) => {
        const { atLeast, atMost } = shares.boundsOf(sides);
        const share = shares.shareOf(sides);
        expect(share).toBeGreaterThanOrEqual(atLeast?.share ?? 0);
        // Where solved endgames speak against each other, those with less decide.
        const below = worse(sides).map((each) => shares.shareOf(each));
        expect(share).toBeLessThanOrEqual(Math.max(atMost?.share ?? 1, atLeast?.share ?? 0, ...below));
      }),
      { numRuns: 25 },
    );
  });

  test("is monotone whatever is predicted and whatever is solved", () => {
    const few = fc.array(fc.nat(1), { minLength: KINDS_OF_BOTH, maxLength: KINDS_OF_BOTH }).map((men) => {
      return Uint8Array.from(men, (count, kind) => (kind % MEN.length < 4 ? count : 0));
    });
    const solved = fc.array(
      fc.record({ endgame: fc.constant(""), sides: few, share: fc.double({ min: 0, max: 1, noNaN: true }) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(few, solved, fc.nat(1000), (sides, known: SolvedSide[], seed) => {
        const predict = (of: Sides) => 4 * Math.sin(of.reduce((sum, count, kind) => sum + count * (kind + seed), seed));
        const shareOf = makeEstimator(predict, known);
        for (const each of worse(sides)) {
          if (each.every((count) => count < 2)) expect(shareOf(each)).toBeLessThanOrEqual(shareOf(sides));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("is at most half against the same men", () => {
    for (const name of ["KRNKRN", "KCPKCP", "KRAABBKRAABB"])
      expect(estimateOf(name).shares!.won).toBeLessThanOrEqual(0.5);
  });
});

describe("an estimate", () => {
  test.each(["KRP", "KNCC", "KNNC"])("falls along a row of guards: %s against a chariot", (name) => {
    const rows = ["", "A", "AA", "AAB", "AABB"].map((guards) => estimateOf(`${name}KR${guards}`).shares!.won);
    expect(rows).toEqual(rows.toSorted((a, b) => b - a));
  });

  test("tells a share within its interval, and probabilities that make one", () => {
    fc.assert(
      fc.property(told, (sides) => {
        const menOf = (from: number) => Object.fromEntries(MEN.map((man, i) => [man, sides[from + i]!]));
        const { shares: found } = estimate(makeEndgame(menOf(0), menOf(MEN.length)));
        if (found === null) return;
        const { least, won, most, probabilities } = found;
        expect([least, won, most]).toEqual([least, won, most].toSorted((a, b) => a - b));
        expect(probabilities.reduce((sum, each) => sum + each)).toBeCloseTo(1, 6);
        for (const each of probabilities) expect(each).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 25 },
    );
  });

  test("is given no more with more than four attacking men, but for what solved endgames leave", () => {
    expect(estimateOf("KRNCPKRNC")).toMatchObject({ state: null, shares: null });
    expect(estimateOf("KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB")).toMatchObject({ state: null, shares: null });
    expect(estimateOf("KRRNCKCA")).toMatchObject({ state: "WIN", isBounded: true, shares: null });
  });

  test("gives next to nothing to a state that solved endgames rule out", () => {
    const { probabilities } = estimateOf("KRPKRAABB").shares!; // KRPKRA wins 39 % of its positions
    expect(probabilities[1]! + probabilities[2]!).toBeLessThan(0.01);
  });
});

test("the probabilities of states are those of shares beyond the thresholds", () => {
  const sure = (won: number, lost: number) => probabilitiesOf(won, lost, 0.01).map((each) => Math.round(each));
  expect(sure(0.99, 0)).toEqual([0, 1, 0, 0, 0]);
  expect(sure(0.7, 0.1)).toEqual([0, 0, 1, 0, 0]);
  expect(sure(0.3, 0.1)).toEqual([0, 0, 0, 1, 0]);
  expect(sure(0.01, 0.1)).toEqual([0, 0, 0, 0, 1]);
  expect(sure(0.4, 0.3)).toEqual([1, 0, 0, 0, 0]);
  expect(probabilitiesOf(0.5, 0, 1)[2]).toBeCloseTo(0.5 - probabilitiesOf(0.5, 0, 1)[1]!, 4);
});

test("solved endgames weigh both sides to move alike", () => {
  const [red, black] = solvedSides("KRKP", { red: [8, 1, 1], black: [0, 4, 6] });
  expect(red!.share).toBeCloseTo(0.7, 12);
  expect(black!.share).toBeCloseTo(0.05, 12);
});

test("the model is learned from all of the atlas in which somebody attacks, and missed more the farther off", () => {
  const attacking = [...entries.keys()].filter((name) => /[RNCP]/.test(name));
  expect(model.endgames.toSorted()).toEqual(attacking.toSorted());
  expect(model.missed.length).toBe(RINGS.length);
  expect(model.missed).toEqual(model.missed.toSorted((a, b) => a - b));
  expect([0, 0.3, 1.5, 3].map(ringOf)).toEqual([0, 1, 3, -1]);
});
