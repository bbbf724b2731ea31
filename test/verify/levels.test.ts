import { describe, expect, test } from "vitest";
import { solveOnGraph, type GraphSolution } from "../oracle/algorithm8.ts";
import type { PatternGraph } from "../../src/fang/graph.ts";
import { LevelFinder, type LevelLosses } from "../../src/verify/asian/levels.ts";
import { UNDECIDED } from "../../src/verify/asian/positions.ts";
import { solveInfiniteGame } from "../oracle/infinite-game.ts";
import { GRAPH_KINDS, randomGraph, randomNumbers, type GraphKind } from "../oracle/random-graphs.ts";
import { keyOfVertex, positionGraphOf } from "./labelled-graphs.ts";

// The patterns recomputed for a proof, on small graphs, where the whole game can be solved exactly.

const GRAPHS = 150;

function* solvedGraphs(kind: GraphKind): Generator<{ graph: PatternGraph; solution: GraphSolution; seed: number }> {
  for (let seed = 1; seed <= GRAPHS; seed++) {
    const graph = randomGraph(kind, randomNumbers(seed));
    yield { graph, solution: solveOnGraph(graph, "lazy"), seed };
  }
}

function seedsStored(graph: PatternGraph, { orders, distances }: GraphSolution, order: number): number[] {
  const vertices = [...orders.keys()].filter((v) => orders[v] === order && distances[v] === 0);
  return vertices.map((v) => keyOfVertex(graph, v));
}

const keysOf = ({ losses }: LevelLosses) => [...losses];

describe.each(GRAPH_KINDS)("on random graphs (%s)", (kind) => {
  test("the seeds of every level are found again, and its kind", () => {
    for (const { graph, solution, seed } of solvedGraphs(kind)) {
      const levels = new LevelFinder(positionGraphOf(graph, solution), null, null);
      solution.kinds.forEach((stated, order) => {
        if (order === 0) return;
        const seeds = levels.seedsOf(order);
        expect([seed, order, seeds.kind, keysOf(seeds)]).toEqual([
          seed,
          order,
          stated,
          seedsStored(graph, solution, order),
        ]);
      });
    }
  });

  test("nothing is left after the last level, and the certificate is the same", () => {
    for (const { graph, solution, seed } of solvedGraphs(kind)) {
      const levels = new LevelFinder(positionGraphOf(graph, solution), null, null);
      const corrected = solution.kinds.map((_, order) => order > 0 && levels.seedsOf(order).corrected);
      const { innerPatterns, correctedLosses } = solution.certificate;
      const left = levels.seedsOf(UNDECIDED);
      expect({ seed, kind: left.kind, innerMen: left.innerMen, corrected: corrected.includes(true) }).toEqual({
        seed,
        kind: null,
        innerMen: innerPatterns > 0,
        corrected: correctedLosses > 0,
      });
    }
  });

  test("a pattern is left wherever the printed algorithm misses a win", () => {
    for (const { graph, seed } of solvedGraphs(kind)) {
      const printed = solveOnGraph(graph, "none");
      const exact = solveInfiniteGame(graph);
      const missed = exact.some((outcome, v) => outcome !== "draw" && printed.orders[v]! < 0);
      const left = new LevelFinder(positionGraphOf(graph, printed), null, null).seedsOf(UNDECIDED);
      expect([seed, left.kind !== null]).toEqual([seed, missed]);
      for (const key of left.losses) {
        const v = Math.floor(key / 2);
        expect(exact[v]).toBe(graph.mover[v] === 0 ? "black" : "red");
      }
    }
  });
});
