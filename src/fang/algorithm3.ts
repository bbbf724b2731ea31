/**
 * Fang, Algorithm 3 (section 3.4): what is left of a pattern when the positions are taken out in which the attacker can be
 * made to check or chase for ever as well (the inner pattern, the paper's potential draws), and what depends on them.
 */
import { opponent } from "../xiangqi/pieces.ts";
import { prune, type FollowedMan } from "./algorithm1.ts";
import { sideNumber, verticesOf, type PatternGraph, type Subgraph } from "./graph.ts";

/** Takes an inner pattern out of a pattern of chasing the attacker's `piece`. Changes `pattern`. */
export function excludeInner(graph: PatternGraph, pattern: Subgraph, piece: FollowedMan, inner: Subgraph): void {
  prune(graph, pattern, sideNumber(opponent(piece.colour)), verticesOf(inner));
}
