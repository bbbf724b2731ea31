/** Learning estimates: on few endgames, which are known; and how they are drawn, parted and judged. */
import { describe, expect, test } from "vitest";
import { openAtlas } from "../../../src/knowledge/atlas/node/files.ts";
import {
  LEAST_TESTED,
  classOf,
  crossValidate,
  drawHeldOut,
  judge,
  learnEstimates,
} from "../../../src/knowledge/learn/estimates.ts";
import { covarianceMatrix, decompose, findLikeness, invert, solve } from "../../../src/knowledge/learn/likeness.ts";
import { wilson } from "../../../src/knowledge/learn/held-out.ts";
import { bothSides } from "../../../src/knowledge/material/model/likeness.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";

const { entries } = await openAtlas();
const armed = [...entries.keys()].filter((name) => classOf(name) !== "0v0");

describe("what is held out", () => {
  const drawn = drawHeldOut(armed);

  test("is a quarter, at least twenty, of each class of forty, and the same whenever it is drawn", () => {
    const counts = (names: Iterable<string>) =>
      new Map([...Map.groupBy(names, classOf)].map(([of, { length }]) => [of, length]));
    const ofDrawn = counts(drawn);
    for (const [name, count] of counts(armed)) {
      expect(ofDrawn.get(name)).toBe(count < LEAST_TESTED ? undefined : Math.max(20, Math.floor(count / 4)));
    }
    expect(drawHeldOut(armed.toReversed())).toEqual(drawn);
    expect(drawHeldOut(armed, "another")).not.toEqual(drawn);
  });
});

describe("linear algebra", () => {
  const matrix = Float64Array.of(4, 2, 2, 2, 5, 3, 2, 3, 6);
  const times = (vector: ArrayLike<number>) =>
    [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, i) => sum + matrix[3 * row + i]! * vector[i]!, 0));

  test("solves and inverts", () => {
    const lower = matrix.slice();
    decompose(lower, 3);
    times(solve(lower, Float64Array.of(1, -2, 3))).forEach((each, i) => expect(each).toBeCloseTo([1, -2, 3][i]!, 10));
    const inverse = invert(lower, 3);
    times(inverse.subarray(0, 3)).forEach((each, i) => expect(each).toBeCloseTo(i === 0 ? 1 : 0, 10));
  });
});

test("a likeness is found that makes what is observed more probable", () => {
  const names = ["KRK", "KRKA", "KRKAABB", "KNK", "KNKA", "KNKAABB", "KCK", "KPK", "KRKN", "KRKC", "KNKP", "KCKP"];
  const observed = names.map((name, i) => {
    const { red, black } = parseEndgame(name);
    return { sides: bothSides({ red, black })[0], logOdds: [5, 5, -2, 1, -1, -5, -6, 3, 2, 0, -1, -3][i]! };
  });
  const unlikelihood = (rounds: number) => {
    const likeness = findLikeness(observed, rounds);
    const matrix = covarianceMatrix(
      likeness,
      observed.map(({ sides }) => sides),
    );
    decompose(matrix, observed.length);
    const unexplained = Float64Array.from(observed, ({ logOdds }) => logOdds - likeness.mean);
    const weights = solve(matrix, unexplained);
    return observed.reduce(
      (sum, _, i) => sum + (unexplained[i]! * weights[i]!) / 2 + Math.log(matrix[i * observed.length + i]!),
      0,
    );
  };
  expect(unlikelihood(40)).toBeLessThan(unlikelihood(0));
});

test("what is learned from a few endgames tells others, and itself exactly", () => {
  const few = new Map([...entries].filter(([name]) => /^K[RNP]K[AB]*$/.test(name)));
  const known = new Map([...few].filter(([name]) => name !== "KRKAB"));
  const model = learnEstimates(known);
  const [judged] = judge(model, known, new Map([["KRKAB", few.get("KRKAB")!]]));
  expect(judged).toMatchObject({ endgame: "KRKAB", exact: judged!.said });
  for (const each of judge(model, known, known)) expect(each.said).toBe(each.exact);
  expect(
    crossValidate(model, known, "a fifth of the endgames")
      .map(({ endgame }) => endgame)
      .toSorted(),
  ).toEqual([...known.keys()].toSorted());
});

test("Wilson's interval of 8 of 10 is that of books", () => {
  const [least, most] = wilson(8, 10);
  expect(least).toBeCloseTo(0.4902, 3);
  expect(most).toBeCloseTo(0.9433, 3);
  expect(wilson(20, 20)[1]).toBeCloseTo(1, 12);
});
