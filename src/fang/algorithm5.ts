/**
 * Fang, Algorithm 5 (section 3.5): the maximum pattern of totally non-mutual chasing (Definition 7), in which the defender
 * must chase p for ever and cannot force the attacker to check, or chase any one piece, for ever.
 */
import { opponent } from "../xiangqi/pieces.ts";
import { maximumPattern, type FollowedMan } from "./algorithm1.ts";
import { excludeInner } from "./algorithm3.ts";
import { isEmptyGraph, type PatternGraph, type Subgraph } from "./graph.ts";

/** What the certificate of exactness counts. */
export interface InnerPatterns {
  /** Inner patterns of a piece other than the king that were not empty. None: Algorithm 5 is exact here. */
  count: number;
  /** By vertex: whether it was in an inner pattern of any piece, which is a mutual one. Where somebody asks. */
  mutual?: Uint8Array;
}

/**
 * Algorithm 5 for a piece that is no king.
 * @param onlyDraws takes out of the inner pattern of a piece other than the king what is no draw after all (Algorithm 5')
 */
export function totallyNonMutualPattern(
  graph: PatternGraph,
  arena: Subgraph,
  p: FollowedMan,
  seen: InnerPatterns,
  onlyDraws?: (inner: Subgraph) => void,
): Subgraph {
  const defender = opponent(p.colour);
  const pattern = maximumPattern(graph, arena, p);
  for (let changed = true; changed && !isEmptyGraph(pattern);) {
    changed = false;
    for (let man = 0; man < graph.men[defender]; man++) {
      const inner = maximumPattern(graph, pattern, { colour: defender, man });
      if (isEmptyGraph(inner)) continue;
      for (let v = 0; seen.mutual !== undefined && v < inner.length; v++) seen.mutual[v]! |= inner[v]!;
      if (man > 0) {
        seen.count++;
        onlyDraws?.(inner);
        if (isEmptyGraph(inner)) continue;
      }
      excludeInner(graph, pattern, p, inner);
      changed = true;
    }
  }
  return pattern;
}
