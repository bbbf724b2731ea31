/** Algorithm 6 in its forms against the exact solution of the infinite game. */
import { solveOnGraph, type GraphSolution } from "../oracle/algorithm8.ts";
import type { PatternGraph } from "../../src/fang/graph.ts";
import { solveInfiniteGame, type Outcome } from "../oracle/infinite-game.ts";
import { randomGraph, randomNumbers, type GraphKind } from "../oracle/random-graphs.ts";

export function outcomesOf(graph: PatternGraph, { orders, distances }: GraphSolution): Outcome[] {
  return Array.from(orders, (order, v) => {
    if (order < 0) return "draw";
    const moverWins = distances[v]! % 2 === 1;
    return moverWins === (graph.mover[v] === 0) ? "red" : "black";
  });
}

export interface Comparison {
  readonly positions: number;
  /** Won and lost by a perpetual, and drawn. */
  readonly perpetuals: number;
  readonly draws: number;
  /** Exact non-draws that Algorithm 5 as printed leaves drawn. */
  readonly missed: number;
  /** Anything that must not be, in words. */
  readonly wrong: readonly string[];
}

/** Compares on so many random graphs, from a seed on. */
export function compareWithExact(kind: GraphKind, graphs: number, seed: number): Comparison {
  const sum = { positions: 0, perpetuals: 0, draws: 0, missed: 0, wrong: [] as string[] };
  for (let i = 0; i < graphs; i++) {
    const graph = randomGraph(kind, randomNumbers(seed + i));
    const exact = solveInfiniteGame(graph);
    const printed = solveOnGraph(graph, "none");
    const corrected = solveOnGraph(graph, "always");
    const lazy = solveOnGraph(graph, "lazy");
    const [asPrinted, asCorrected, asLazy] = [printed, corrected, lazy].map((found) => outcomesOf(graph, found));
    let missed = 0;
    exact.forEach((outcome, v) => {
      const note = (what: string) => sum.wrong.push(`${kind} ${seed + i}, vertex ${v}: ${what}`);
      sum.positions++;
      if (outcome === "draw") sum.draws++;
      else if (corrected.orders[v]! > 0) sum.perpetuals++;
      if (asCorrected![v] !== outcome) note(`corrected ${asCorrected![v]!}, exactly ${outcome}`);
      if (asLazy![v] !== outcome) note(`lazily corrected ${asLazy![v]!}, exactly ${outcome}`);
      if (asPrinted![v] !== outcome) {
        missed++;
        if (asPrinted![v] !== "draw") note(`as printed ${asPrinted![v]!}, exactly ${outcome}`);
      }
    });
    sum.missed += missed;
    const note = (what: string) => sum.wrong.push(`${kind} ${seed + i}: ${what}`);
    const { correctedLosses } = lazy.certificate;
    if (missed > 0 !== correctedLosses > 0) note(`${missed} missed, ${correctedLosses} losses corrected`);
    if (missed > 0 && printed.certificate.innerPatterns === 0) note("certified though inexact");
  }
  return sum;
}
