/**
 * Fang, Algorithm 5: the maximum pattern of totally non-mutual chasing, in which the defender must chase p for ever and
 * cannot force the attacker to check, or chase any one piece, for ever. And Algorithm 5', which corrects it for moves that
 * check and chase at once (docs/rules.md): an inner pattern in which the defender can stay only by checking for ever
 * himself is no draw, and is not taken out.
 */
import { opponent } from "../xiangqi/pieces.ts";
import { maximumPattern, type Piece } from "./algorithm1.ts";
import { excludeInner, nonMutualPattern } from "./algorithm3.ts";
import { isEmptyGraph, sideNumber, type PatternGraph, type Subgraph } from "./graph.ts";

/** What the certificate of exactness counts. */
export interface InnerPatterns {
  /** Inner patterns of a piece other than the king that were not empty. None: Algorithm 5 is exact here. */
  count: number;
}

/** Algorithm 5, or 5' when `corrected`, for a piece that is no king. */
export function totallyNonMutualPattern(
  graph: PatternGraph,
  arena: Subgraph,
  p: Piece,
  corrected: boolean,
  seen: InnerPatterns,
): Subgraph {
  const defender = opponent(p.colour);
  const pattern = maximumPattern(graph, arena, p);
  for (let changed = true; changed && !isEmptyGraph(pattern);) {
    changed = false;
    for (let man = 0; man < graph.men[defender]; man++) {
      const inner = maximumPattern(graph, pattern, { colour: defender, man });
      if (isEmptyGraph(inner)) continue;
      if (man > 0) seen.count++;
      if (man > 0 && corrected) keepForcedChecks(graph, inner, p);
      if (isEmptyGraph(inner)) continue;
      excludeInner(graph, pattern, p, inner);
      changed = true;
    }
  }
  return pattern;
}

/** Takes out of an inner pattern everything from which the attacker can force non-mutual checking inside it. */
export function keepForcedChecks(graph: PatternGraph, inner: Subgraph, p: Piece): void {
  const attackersKing: Piece = { colour: p.colour, man: 0 };
  const defendersKing: Piece = { colour: opponent(p.colour), man: 0 };
  for (;;) {
    const checking = nonMutualPattern(graph, inner, attackersKing, defendersKing);
    if (isEmptyGraph(checking)) return;
    const forced = attractor(graph, inner, checking, p);
    forced.forEach((inside, vertex) => {
      if (inside === 1) inner[vertex] = 0;
    });
  }
}

/** Where the owner of p can force the game into a goal, inside an arena; the other side's moves out of it help him. */
function attractor(graph: PatternGraph, arena: Subgraph, goal: Subgraph, p: Piece): Subgraph {
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
