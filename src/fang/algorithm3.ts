/** Fang, Algorithms 3 and 4: patterns in which the attacker is not forced to check or chase for ever himself. */
import { opponent } from "../xiangqi/pieces.ts";
import { maximumPattern, prune, type Piece } from "./algorithm1.ts";
import { isEmptyGraph, sideNumber, type PatternGraph, type Subgraph } from "./graph.ts";

/** The vertices of a subgraph. */
export function verticesOf(subgraph: Subgraph): number[] {
  const vertices: number[] = [];
  subgraph.forEach((inside, vertex) => {
    if (inside === 1) vertices.push(vertex);
  });
  return vertices;
}

/**
 * Algorithm 3: takes out of a pattern of chasing the attacker's `piece` an inner pattern ("potential draws"), and what
 * depends on it. Changes `pattern`.
 */
export function excludeInner(graph: PatternGraph, pattern: Subgraph, piece: Piece, inner: Subgraph): void {
  prune(graph, pattern, sideNumber(opponent(piece.colour)), verticesOf(inner));
}

/**
 * Algorithm 4: the maximum pattern inside `arena` of chasing the attacker's piece p for ever in which the defender cannot
 * force him to chase q for ever.
 */
export function nonMutualPattern(graph: PatternGraph, arena: Subgraph, p: Piece, q: Piece): Subgraph {
  const pattern = maximumPattern(graph, arena, p);
  for (;;) {
    const inner = maximumPattern(graph, pattern, q);
    if (isEmptyGraph(inner)) return pattern;
    excludeInner(graph, pattern, p, inner);
  }
}
