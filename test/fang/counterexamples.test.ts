import { expect, test } from "vitest";
import { totallyNonMutualPattern } from "../../src/fang/algorithms.ts";
import { solveOnGraph } from "../oracle/algorithm8.ts";
import { solveInfiniteGame } from "../oracle/infinite-game.ts";
import { outcomesOf } from "./exactness.ts";
import { graphOf } from "./named-graph.ts";

test.each([
  {
    name: "three positions",
    rows: ["b r0 check 1", "b r1 1", "r0 b 1", "r1 b"],
  },
  {
    // From b2 Red chases on his way to the checks, and could go astray at r3.
    name: "a way to the checks",
    rows: [
      "b0 r0 check 1",
      "r0 b0 1",
      "b0 r1 1",
      "r1 b2",
      "b2 r3 1",
      "r3 b1 1",
      "r3 b4 1",
      "b4 r3 1",
      "b1 r2 1",
      "r2 b0 1",
    ],
  },
  {
    name: "the structure of chess",
    rows: ["b3 r0 check 1", "r0 b5 1", "b5 r2 check 1", "r2 b3 1", "b5 r1 1", "r1 b4", "b4 r2 check 1"],
  },
])("$name: a win by checks in a mutual chase is missed by Algorithm 5 and found by 5'", ({ rows }) => {
  const { graph } = graphOf(...rows);
  const everywhere = (outcome: string) => Array.from(graph.mover, () => outcome);
  expect(solveInfiniteGame(graph)).toEqual(everywhere("red"));
  const printed = solveOnGraph(graph, "none");
  expect(outcomesOf(graph, printed)).toEqual(everywhere("draw"));
  expect(printed.certificate.innerPatterns).toBeGreaterThan(0);
  for (const correction of ["always", "lazy"] as const) {
    const solution = solveOnGraph(graph, correction);
    expect(outcomesOf(graph, solution)).toEqual(everywhere("red"));
    expect(solution.kinds).toEqual(["mate", "chase"]);
  }
});

test("a checker who is answered by checks draws, one who is not loses in the order of checks", () => {
  const mutual = graphOf("b r check", "r b check").graph;
  expect(outcomesOf(mutual, solveOnGraph(mutual, "always"))).toEqual(["draw", "draw"]);
  const single = graphOf("b r check", "r b 1").graph;
  const solution = solveOnGraph(single, "always");
  expect(outcomesOf(single, solution)).toEqual(["red", "red"]);
  expect(solution.kinds).toEqual(["mate", "check"]);
});

test("a chaser who checks as well and is answered by checks draws, which makes no pattern doubtful", () => {
  const { graph } = graphOf("b r check 1", "r b check");
  const solution = solveOnGraph(graph, "none");
  expect(outcomesOf(graph, solution)).toEqual(["draw", "draw"]);
  expect(solution.certificate.innerPatterns).toBe(0);
});

test("who must chase and is chased by all answers stands in a mutual pattern, which is told", () => {
  const mutualOf = (...rows: string[]): number[] => {
    const { graph } = graphOf(...rows);
    const seen = { count: 0, mutual: new Uint8Array(graph.vertices) };
    totallyNonMutualPattern(graph, new Uint8Array(graph.vertices).fill(1), { colour: "red", man: 1 }, seen);
    return [...seen.mutual];
  };
  expect(mutualOf("b r 1", "r b 1")).toEqual([1, 1]);
  expect(mutualOf("b r 1", "r b check")).toEqual([1, 1]);
  expect(mutualOf("b r 1", "r b")).toEqual([0, 0]);
});

test("distances count plies to the losses of a pattern, and levels build on each other", () => {
  const { graph, names } = graphOf(
    "b0 r0 1",
    "r0 b0",
    "r1 b0",
    "b1 r1",
    "r2 b1",
    "b2 r2 check",
    "b2 r3 check",
    "r3 b2",
  );
  const { orders, distances, kinds } = solveOnGraph(graph, "always");
  const value = (name: string) => [orders[names.indexOf(name)], distances[names.indexOf(name)]];
  expect(kinds).toEqual(["mate", "chase", "check"]);
  expect(["b0", "r0", "r1", "b1", "r2"].map(value)).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 2],
    [1, 3],
  ]);
  expect(["b2", "r3"].map(value)).toEqual([
    [2, 0],
    [2, 1],
  ]);
});
