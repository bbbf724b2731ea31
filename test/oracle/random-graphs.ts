/** Random small games with labelled moves, the same for the same seed. */
import type { ClassGraph } from "./class-game.ts";
import { CHECK, makeMoveGraph, type Edge, type PatternGraph } from "../../src/fang/graph.ts";

export type GraphKind =
  | "free labels"
  | "check by position"
  | "chess-like"
  | "chases only"
  | "checks only"
  | "checks never chase";

export const GRAPH_KINDS: readonly GraphKind[] = [
  "free labels",
  "check by position",
  "chess-like",
  "chases only",
  "checks only",
  "checks never chase",
];

export type Random = () => number;

/** Mulberry32: numbers from 0 up to 1. */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A bipartite graph of 4 to 10 vertices with one to three moves each, now and then none. */
export function randomGraph(kind: GraphKind, random: Random): PatternGraph {
  const below = (n: number) => Math.floor(random() * n);
  const red = 2 + below(4);
  const black = 2 + below(4);
  const men = { red: 2 + below(2), black: 2 + below(2) };
  const ends = kind !== "chess-like" && random() < 0.3 ? 0.1 : 0;
  const density = 0.3 + 0.6 * random();
  const checkDensity = random() * 0.8;
  const mover = Uint8Array.from({ length: red + black }, (_, v) => (v < red ? 0 : 1));
  const randomLabels = (side: number): number => {
    let labels = random() < checkDensity && kind !== "chases only" ? CHECK : 0;
    if (kind === "checks only" || (kind === "checks never chase" && labels === CHECK)) return labels;
    const others = side === 0 ? men.black : men.red;
    for (let man = 1; man < others; man++) if (random() < density) labels |= 2 ** man;
    return labels;
  };
  const byPosition = Array.from(mover, (side) => randomLabels(1 - side));
  const edges = randomEdges(red, black, ends, kind !== "chess-like", random, (from, to) =>
    labelsOf(kind, byPosition[to]!, randomLabels(mover[from]!)),
  );
  return { ...makeMoveGraph(mover, edges), men };
}

/**
 * A bipartite graph of 4 to 8 vertices whose moves have classes from 0 to a highest one, of which some are rare. Half of the
 * graphs have no way back at once, as in chess.
 */
export function randomClassGraph(highest: number, random: Random): ClassGraph {
  const below = (n: number) => Math.floor(random() * n);
  const red = 2 + below(3);
  const black = 2 + below(3);
  const ends = random() < 0.3 ? 0.1 : 0;
  const thereAndBack = random() < 0.5;
  const bias = 0.3 + random();
  const mover = Uint8Array.from({ length: red + black }, (_, v) => (v < red ? 0 : 1));
  const randomClass = () => Math.floor((highest + 1) * random() ** bias);
  return { ...makeMoveGraph(mover, randomEdges(red, black, ends, thereAndBack, random, randomClass)), highest };
}

/** One to three moves from each vertex, but for a share of ends. The red vertices come first. */
function randomEdges(
  red: number,
  black: number,
  ends: number,
  thereAndBack: boolean,
  random: Random,
  labels: (from: number, to: number) => number,
): Edge[] {
  const below = (n: number) => Math.floor(random() * n);
  const edges: Edge[] = [];
  const pairs = new Set<number>();
  for (let from = 0; from < red + black; from++) {
    if (random() < ends) continue;
    let count = 1 + below(3);
    for (let tries = 0; count > 0 && tries < 9; tries++) {
      const to = from < red ? red + below(black) : below(red);
      if (pairs.has(from * 64 + to)) continue;
      if (!thereAndBack && pairs.has(to * 64 + from)) continue;
      pairs.add(from * 64 + to);
      count--;
      edges.push({ from, to, labels: labels(from, to) });
    }
  }
  return edges;
}

function labelsOf(kind: GraphKind, byPosition: number, free: number): number {
  if (kind === "chess-like") return byPosition;
  if (kind !== "check by position") return free;
  return (free & ~CHECK) | (byPosition & CHECK);
}
