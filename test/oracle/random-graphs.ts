/** Random small games with labelled moves, the same for the same seed. */
import { CHECK, makePatternGraph, type Edge, type PatternGraph } from "../../src/fang/graph.ts";

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
  const edges: Edge[] = [];
  const pairs = new Set<number>();
  for (let from = 0; from < mover.length; from++) {
    if (random() < ends) continue;
    let count = 1 + below(3);
    for (let tries = 0; count > 0 && tries < 9; tries++) {
      const to = mover[from] === 0 ? red + below(black) : below(red);
      if (pairs.has(from * 64 + to)) continue;
      if (kind === "chess-like" && pairs.has(to * 64 + from)) continue;
      pairs.add(from * 64 + to);
      count--;
      edges.push({ from, to, labels: labelsOf(kind, byPosition[to]!, randomLabels(mover[from]!)) });
    }
  }
  return makePatternGraph(mover, edges, men);
}

function labelsOf(kind: GraphKind, byPosition: number, free: number): number {
  if (kind === "chess-like") return byPosition;
  if (kind !== "check by position") return free;
  return (free & ~CHECK) | (byPosition & CHECK);
}
