/** Fang, Algorithm 4 (section 3.4): the maximum pattern of non-mutual checking or chasing (Definition 6). */
import { maximumPattern, type FollowedMan } from "./algorithm1.ts";
import { excludeInner } from "./algorithm3.ts";
import { isEmptyGraph, type PatternGraph, type Subgraph } from "./graph.ts";

/**
 * The maximum pattern inside `arena` of chasing the attacker's piece p for ever in which the defender cannot force him to
 * chase q for ever.
 */
export function nonMutualPattern(graph: PatternGraph, arena: Subgraph, p: FollowedMan, q: FollowedMan): Subgraph {
  const pattern = maximumPattern(graph, arena, p);
  for (;;) {
    const inner = maximumPattern(graph, pattern, q);
    if (isEmptyGraph(inner)) return pattern;
    excludeInner(graph, pattern, p, inner);
  }
}
