/**
 * How a draw is held (docs/decisions/0006): among positions where the opponent has no winning pattern, for each of his men
 * there is a plan not to chase it for ever, or to make the opponent check or chase for ever meanwhile. The holder follows
 * them in turn.
 */
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { maximumPattern, type Piece } from "./algorithm1.ts";
import { keepForcedChecks } from "./algorithm5.ts";
import { planAvoiding, stayInside, type FindHaven, type Haven, type Plan } from "./avoidance.ts";
import { isEmptyGraph, type PatternGraph, type Subgraph } from "./graph.ts";

/** How a side spares one of the opponent's men inside an arena of drawn positions. */
export function planHolding(graph: PatternGraph, arena: Subgraph, holder: Colour, man: number): Plan {
  const spared: Piece = { colour: opponent(holder), man };
  const checkedForEver = checkedHaven(graph, holder);
  if (man === 0) return planAvoiding(graph, arena, spared, checkedForEver);
  return planAvoiding(graph, arena, spared, (stuck) => checkedForEver(stuck) ?? chasedHaven(graph, stuck, spared));
}

/** The opponent must check for ever. */
function checkedHaven(graph: PatternGraph, holder: Colour): FindHaven {
  return (arena) => {
    const vertices = maximumPattern(graph, arena, { colour: holder, man: 0 });
    return isEmptyGraph(vertices) ? null : stayInside(graph, vertices);
  };
}

/** The opponent must chase some man for ever, and the holder need not check for ever, unless the opponent does as well. */
function chasedHaven(graph: PatternGraph, arena: Subgraph, spared: Piece): Haven | null {
  const holder = opponent(spared.colour);
  const opponentsKing: Piece = { colour: spared.colour, man: 0 };
  for (let man = 1; man < graph.men[holder]; man++) {
    const vertices = maximumPattern(graph, arena, { colour: holder, man });
    if (isEmptyGraph(vertices)) continue;
    keepForcedChecks(graph, vertices, spared);
    if (isEmptyGraph(vertices)) continue;
    return { vertices, moves: planAvoiding(graph, vertices, opponentsKing, checkedHaven(graph, holder)).moves };
  }
  return null;
}
