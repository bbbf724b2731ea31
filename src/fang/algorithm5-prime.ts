/**
 * Algorithm 5', our correction of Algorithm 5 for moves that check and chase at once (docs/rules.md): an inner pattern in
 * which the defender can stay only by checking for ever himself is no draw, and is not taken out.
 */
import { opponent } from "../xiangqi/pieces.ts";
import type { FollowedMan } from "./algorithm1.ts";
import { nonMutualPattern } from "./algorithm4.ts";
import { totallyNonMutualPattern, type InnerPatterns } from "./algorithm5.ts";
import { isEmptyGraph, sideNumber, verticesOf, type PatternGraph, type Subgraph } from "./graph.ts";

/** As `totallyNonMutualPattern`, corrected. */
export function correctedPattern(graph: PatternGraph, arena: Subgraph, p: FollowedMan, seen: InnerPatterns): Subgraph {
  return totallyNonMutualPattern(graph, arena, p, seen, (inner) => excludeForcedChecks(graph, inner, p));
}

/** Takes out of an inner pattern everything from which the attacker, the owner of p, can force non-mutual checking inside it. */
export function excludeForcedChecks(graph: PatternGraph, inner: Subgraph, p: FollowedMan): void {
  const attackersKing: FollowedMan = { colour: p.colour, man: 0 };
  const defendersKing: FollowedMan = { colour: opponent(p.colour), man: 0 };
  for (;;) {
    const checking = nonMutualPattern(graph, inner, attackersKing, defendersKing);
    if (isEmptyGraph(checking)) return;
    for (const vertex of verticesOf(attractor(graph, inner, checking, p))) inner[vertex] = 0;
  }
}

/** Where the owner of p can force the game into a goal, inside an arena; the other side's moves out of it help him. */
function attractor(graph: PatternGraph, arena: Subgraph, goal: Subgraph, p: FollowedMan): Subgraph {
  const attacker = sideNumber(p.colour);
  const reached = goal.slice();
  for (let grown = true; grown;) {
    grown = false;
    for (let v = 0; v < graph.vertices; v++) {
      if (arena[v] === 0 || reached[v] === 1) continue;
      let some = false;
      let all = true;
      for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]!; e++) {
        if (arena[graph.to[e]!] === 0) continue;
        if (reached[graph.to[e]!] === 1) some = true;
        else all = false;
      }
      if (graph.mover[v] === attacker ? some : all) {
        reached[v] = 1;
        grown = true;
      }
    }
  }
  return reached;
}
