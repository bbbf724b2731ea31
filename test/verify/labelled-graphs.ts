/** Small labelled graphs in the form in which the proof of levels takes endgames. */
import type { GraphSolution } from "../oracle/algorithm8.ts";
import type { PatternGraph } from "../../src/fang/graph.ts";
import { makeMoveGraph, range } from "../../src/verify/asian/move-graph.ts";
import { keyOf, UNDECIDED } from "../../src/verify/asian/positions.ts";
import type { PositionGraph } from "../../src/verify/asian/position-graph.ts";
import { COLOURS, opponent } from "../../src/xiangqi/pieces.ts";

/** The position of a vertex. */
export function keyOfVertex(graph: PatternGraph, vertex: number): number {
  return keyOf(vertex, COLOURS[graph.mover[vertex]!]!);
}

/** The graph with the levels that it is said to have. Man i of either side stands on square i throughout. */
export function positionGraphOf(graph: PatternGraph, { orders, distances }: GraphSolution): PositionGraph {
  const { vertices, mover, firstEdge: first, to, labels, men } = graph;
  const levels = Uint16Array.from(orders, (order) => (order < 0 ? UNDECIDED : order));
  const candidates: { suspect: number; square: number; king: number; from: number }[] = [];
  for (let v = 0; v < vertices; v++) {
    const edges = range(first[v + 1]! - first[v]!).map((i) => first[v]! + i);
    for (let man = 0; man < men[opponent(COLOURS[mover[v]!]!)]; man++) {
      const others = Array.from(edges.filter((e) => ((labels[e]! >> man) & 1) === 0));
      const isWin = (e: number) => orders[to[e]!]! >= 0 && distances[to[e]!]! % 2 === 1;
      const highest = Math.max(0, ...others.map((e) => (isWin(e) ? levels[to[e]!]! : UNDECIDED)));
      if (highest >= levels[v]!) continue;
      candidates.push({ suspect: v, square: man, king: man === 0 ? 1 : 0, from: highest + 1 });
    }
  }
  return {
    graph: makeMoveGraph(mover, range(vertices), { first, to, edge: range(to.length) }),
    moves: { move: new Uint16Array(to.length), mirrored: new Uint8Array(to.length), chased: labels },
    keys: Float64Array.from(mover, (_, v) => keyOfVertex(graph, v)),
    levels,
    candidates: {
      suspect: Uint32Array.from(candidates, ({ suspect }) => suspect),
      square: Uint8Array.from(candidates, ({ square }) => square),
      king: Uint8Array.from(candidates, ({ king }) => king),
      from: Uint16Array.from(candidates, ({ from }) => from),
    },
    squaresOf: (_, colour) => Array.from({ length: men[colour] }, (__, man) => man),
  };
}
