/**
 * How a perpetual is won (docs/decisions/0006): inside the pattern of one piece p the loser must check or chase for ever;
 * the winner must not do so himself. For each man of the loser there is a plan not to chase it for ever, or to make the
 * loser check for ever meanwhile; the winner follows them in turn.
 */
import { opponent } from "../xiangqi/pieces.ts";
import type { Piece } from "./algorithm1.ts";
import { nonMutualPattern } from "./algorithm3.ts";
import { totallyNonMutualPattern } from "./algorithm5.ts";
import { planAvoiding, type FindHaven, type Plan } from "./avoidance.ts";
import { isEmptyGraph, type PatternGraph, type Subgraph } from "./graph.ts";

/** The largest pattern inside an arena in which the owner of p, which may be his king, wins. */
export function winningPattern(graph: PatternGraph, arena: Subgraph, p: Piece): Subgraph {
  if (p.man === 0) return nonMutualPattern(graph, arena, p, { colour: opponent(p.colour), man: 0 });
  return totallyNonMutualPattern(graph, arena, p, true, { count: 0 });
}

/** The loser's men that the winner must not chase for ever in a pattern of p: for a king only the king. */
export function menToSpare(graph: PatternGraph, p: Piece): number[] {
  return Array.from({ length: p.man === 0 ? 1 : graph.men[opponent(p.colour)] }, (_, man) => man);
}

/** How the owner of p spares one of the loser's men inside a winning pattern. */
export function planWin(graph: PatternGraph, pattern: Subgraph, p: Piece, man: number): Plan {
  const spared: Piece = { colour: opponent(p.colour), man };
  return planAvoiding(graph, pattern, spared, man === 0 ? undefined : forcedChecks(graph, p));
}

/** Havens in which the loser must check for ever, and the owner of p need not: then it does not matter whom he chases. */
function forcedChecks(graph: PatternGraph, p: Piece): FindHaven {
  const winnersKing: Piece = { colour: p.colour, man: 0 };
  const losersKing: Piece = { colour: opponent(p.colour), man: 0 };
  return (arena) => {
    const vertices = nonMutualPattern(graph, arena, winnersKing, losersKing);
    return isEmptyGraph(vertices) ? null : { vertices, moves: planAvoiding(graph, vertices, losersKing).moves };
  };
}
