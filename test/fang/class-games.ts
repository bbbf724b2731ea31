/** The game of classes solved in orders, against the definition and against every strategy. */
import { solveClassGame, type ClassGraph } from "../oracle/class-game.ts";
import { tryAllStrategies } from "../oracle/all-strategies.ts";
import { solveInfiniteClassGame, type Outcome } from "../oracle/infinite-game.ts";
import { randomClassGraph, randomNumbers } from "../oracle/random-graphs.ts";

export function outcomesByOrders(graph: ClassGraph): Outcome[] {
  const { orders, distances } = solveClassGame(graph);
  return Array.from(orders, (order, v) => {
    if (order < 0) return "draw";
    return (distances[v]! % 2 === 1) === (graph.mover[v] === 0) ? "red" : "black";
  });
}

export interface Comparison {
  readonly positions: number;
  /** Won or lost by an order above 0, and drawn. */
  readonly forced: number;
  readonly draws: number;
  /** Orders by the class that they force: `counts[c]`. */
  readonly kinds: readonly number[];
  /** Anything that must not be, in words. */
  readonly wrong: readonly string[];
}

/** Compares on so many random graphs with classes up to a highest one, from a seed on. */
export function compareClassGames(highest: number, graphs: number, seed: number): Comparison {
  const sum = {
    positions: 0,
    forced: 0,
    draws: 0,
    kinds: new Array<number>(highest + 1).fill(0),
    wrong: [] as string[],
  };
  for (let i = 0; i < graphs; i++) {
    const graph = randomClassGraph(highest, randomNumbers(seed + i));
    const exact = solveInfiniteClassGame(graph);
    const tried = tryAllStrategies(graph);
    const found = outcomesByOrders(graph);
    const { orders, kinds } = solveClassGame(graph);
    for (const kind of kinds) if (kind !== null) sum.kinds[kind]!++;
    exact.forEach((outcome, v) => {
      sum.positions++;
      if (outcome === "draw") sum.draws++;
      else if (orders[v]! > 0) sum.forced++;
      if (found[v] === outcome && tried[v] === outcome) return;
      sum.wrong.push(`${seed + i}, vertex ${v}: exactly ${outcome}, by orders ${found[v]!}, of all ${tried[v]!}`);
    });
  }
  return sum;
}
