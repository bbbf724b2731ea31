/**
 * Fang, Algorithm 1 (section 3.2): the maximum pattern of checking or chasing one piece for ever (Definition 4), with the
 * counting of children that section 6 adds.
 */
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { sideNumber, type PatternGraph, type Subgraph } from "./graph.ts";

/** A man that keeps its identity, as the paper's p and q: its colour and number; 0 is the king. Its owner is the attacker. */
export interface FollowedMan {
  readonly colour: Colour;
  readonly man: number;
}

/**
 * The maximum pattern inside `arena` in which the owner of `piece` (the attacker) can keep the other side (the defender)
 * chasing it for ever. Moves that leave the arena do not count.
 */
export function maximumPattern(graph: PatternGraph, arena: Subgraph, piece: FollowedMan): Subgraph {
  const defender = sideNumber(opponent(piece.colour));
  const label = 2 ** piece.man;
  const pattern = new Uint8Array(graph.vertices);
  const rejected: number[] = [];
  // Loss candidates: every move chases the piece.
  for (let u = 0; u < graph.vertices; u++) {
    if (arena[u] === 0 || graph.mover[u] !== defender) continue;
    let moves = 0;
    let all = true;
    for (let e = graph.firstEdge[u]!; e < graph.firstEdge[u + 1]! && all; e++) {
      if (arena[graph.to[e]!] === 0) continue;
      moves++;
      all = (graph.labels[e]! & label) !== 0;
    }
    if (moves > 0 && all) pattern[u] = 1;
  }
  // Win candidates: some move leads to one. Loss candidates with a move to anything else must go.
  for (let v = 0; v < graph.vertices; v++) {
    if (arena[v] === 0 || graph.mover[v] === defender) continue;
    let found = false;
    for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]! && !found; e++) found = pattern[graph.to[e]!] === 1;
    if (found) pattern[v] = 1;
    else rejected.push(v);
  }
  prune(graph, pattern, defender, rejected);
  return pattern;
}

/**
 * Takes vertices out of a pattern, then whatever they leave unqualified: a loss with a move to a vertex taken out, and a
 * win without a move to a loss (the pruning phases of Algorithms 1 and 3). Each edge is looked at once: the moves of wins
 * to losses are counted.
 */
export function prune(graph: PatternGraph, pattern: Subgraph, defender: number, unqualified: readonly number[]): void {
  const lossMoves = new Uint32Array(graph.vertices);
  for (let v = 0; v < graph.vertices; v++) {
    for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]!; e++) lossMoves[v]! += pattern[graph.to[e]!]!;
  }
  const left = [...unqualified];
  for (const vertex of left) pattern[vertex] = 0;
  while (left.length > 0) {
    const vertex = left.pop()!;
    for (let i = graph.firstInto[vertex]!; i < graph.firstInto[vertex + 1]!; i++) {
      const before = graph.from[i]!;
      if (pattern[before] === 0 || (graph.mover[before] !== defender && --lossMoves[before]! > 0)) continue;
      pattern[before] = 0;
      left.push(before);
    }
  }
}
