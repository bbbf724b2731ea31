/**
 * Fang, Algorithms 6 and 8 on a small explicit graph: levels, each with its distances. The solver of endgames does the same
 * on sets of cells (src/solve/levels/algorithm8.ts).
 */
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import {
  nonMutualPattern,
  correctedPattern,
  totallyNonMutualPattern,
  type InnerPatterns,
} from "../../src/fang/algorithms.ts";
import { sideNumber, type PatternGraph, type Subgraph } from "../../src/fang/graph.ts";

/** Algorithm 5 as printed; Algorithm 5' always; or 5' only when 5 finds nothing more (the certificate). */
export type Correction = "none" | "always" | "lazy";

export interface GraphSolution {
  /** The order of each vertex, -1 for a draw. */
  readonly orders: Int32Array;
  /** Plies within the order; odd: the side to move wins. Meaningless for a draw. */
  readonly distances: Int32Array;
  /** The kind of each order. */
  readonly kinds: readonly ("mate" | "check" | "chase")[];
  /** Inner patterns that put Algorithm 5 in doubt in its last round, and the losses that only Algorithm 5' found. */
  readonly certificate: { readonly innerPatterns: number; readonly correctedLosses: number };
}

/** Solves a graph in which a side without a move has lost. */
export function solveOnGraph(graph: PatternGraph, correction: Correction): GraphSolution {
  const levels = new GraphLevels(graph);
  const kinds: GraphSolution["kinds"][number][] = ["mate"];
  const mated = [...graph.mover.keys()].filter((v) => graph.firstEdge[v] === graph.firstEdge[v + 1]);
  levels.add(mated);
  let correctedLosses = 0;
  for (;;) {
    const unknown = levels.unknown();
    const checks = lossesOf(graph, checkPatterns(graph, unknown));
    if (checks.length > 0) {
      kinds.push("check");
      levels.add(checks);
      continue;
    }
    const seen: InnerPatterns = { count: 0 };
    const chase = (corrected: boolean) => lossesOf(graph, chasePatterns(graph, unknown, corrected, seen));
    let chases = chase(correction === "always");
    const innerPatterns = seen.count;
    if (chases.length === 0 && innerPatterns > 0 && correction === "lazy") {
      chases = chase(true);
      correctedLosses += chases.length;
    }
    if (chases.length === 0) {
      return { ...levels.values(), kinds, certificate: { innerPatterns, correctedLosses } };
    }
    kinds.push("chase");
    levels.add(chases);
  }
}

/** A pattern and its attacker. */
type Found = readonly [attacker: number, pattern: Subgraph];

function* checkPatterns(graph: PatternGraph, arena: Subgraph): Generator<Found> {
  for (const colour of COLOURS) {
    const other = colour === "red" ? "black" : "red";
    yield [sideNumber(colour), nonMutualPattern(graph, arena, { colour, man: 0 }, { colour: other, man: 0 })];
  }
}

function* chasePatterns(
  graph: PatternGraph,
  arena: Subgraph,
  corrected: boolean,
  seen: InnerPatterns,
): Generator<Found> {
  for (const colour of COLOURS) {
    for (let man = 1; man < graph.men[colour]; man++) {
      yield [
        sideNumber(colour),
        (corrected ? correctedPattern : totallyNonMutualPattern)(graph, arena, { colour, man }, seen),
      ];
    }
  }
}

function lossesOf(graph: PatternGraph, patterns: Iterable<Found>): number[] {
  const losses = new Set<number>();
  for (const [attacker, pattern] of patterns) {
    pattern.forEach((inside, v) => {
      if (inside === 1 && graph.mover[v] !== attacker) losses.add(v);
    });
  }
  return [...losses];
}

/** Values found so far; adds one level after the other. */
class GraphLevels {
  readonly #graph: PatternGraph;
  readonly #orders: Int32Array;
  readonly #distances: Int32Array;
  /** Moves of each vertex that are not known to lose. */
  readonly #movesLeft: Uint32Array;
  #order = 0;

  constructor(graph: PatternGraph) {
    this.#graph = graph;
    this.#orders = new Int32Array(graph.vertices).fill(-1);
    this.#distances = new Int32Array(graph.vertices);
    this.#movesLeft = Uint32Array.from(graph.mover, (_, v) => graph.firstEdge[v + 1]! - graph.firstEdge[v]!);
  }

  unknown(): Subgraph {
    return Uint8Array.from(this.#orders, (order) => (order < 0 ? 1 : 0));
  }

  values(): Pick<GraphSolution, "orders" | "distances"> {
    return { orders: this.#orders, distances: this.#distances };
  }

  /** Marks the losses that a level starts from and what follows from them, distance by distance. */
  add(seeds: readonly number[]): void {
    const order = this.#order++;
    const queue: number[] = [];
    const mark = (v: number, distance: number): void => {
      this.#orders[v] = order;
      this.#distances[v] = distance;
      queue.push(v);
    };
    for (const v of seeds) mark(v, 0);
    for (const v of queue) {
      const distance = this.#distances[v]!;
      for (let i = this.#graph.firstInto[v]!; i < this.#graph.firstInto[v + 1]!; i++) {
        const before = this.#graph.from[i]!;
        const decided = distance % 2 === 0 || --this.#movesLeft[before]! === 0;
        if (decided && this.#orders[before]! < 0) mark(before, distance + 1);
      }
    }
  }
}
