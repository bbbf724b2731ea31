import { expect, test } from "vitest";
import { priorityOfClass, oddPlan, oddRegion } from "../../src/fang/parity.ts";
import { makeMoveGraph, sideNumber, type Edge, type MoveGraph } from "../../src/fang/graph.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { randomClassGraph, randomNumbers } from "../oracle/random-graphs.ts";

/** The same graph in which every vertex has a move: one that has none goes on as an idle move to itself and back would. */
function endless(graph: MoveGraph): MoveGraph {
  const edges: Edge[] = [];
  const { vertices } = graph;
  for (let v = 0; v < vertices; v++) {
    const [first, end] = [graph.firstEdge[v]!, graph.firstEdge[v + 1]!];
    for (let e = first; e < end; e++) edges.push({ from: v, to: graph.to[e]!, labels: graph.labels[e]! });
    if (first === end) edges.push({ from: v, to: vertices + 1 - graph.mover[v]!, labels: 0 });
  }
  edges.push({ from: vertices, to: vertices + 1, labels: 0 }, { from: vertices + 1, to: vertices, labels: 0 });
  return makeMoveGraph(Uint8Array.of(...graph.mover, 0, 1), edges);
}

test("one move for each position wins wherever the game can be won, and holds wherever it can be held", () => {
  let [won, held] = [0, 0];
  for (let seed = 0; seed < 500; seed++) {
    const graph = endless(randomClassGraph(3, randomNumbers(seed)));
    const all = new Uint8Array(graph.vertices).fill(1);
    for (const attacker of COLOURS) {
      for (const shift of [0, 1]) {
        const player = shift === 0 ? sideNumber(attacker) : 1 - sideNumber(attacker);
        const by = (of: MoveGraph) => (edge: number) =>
          priorityOfClass(3, of.labels[edge]!, of.mover[of.to[edge]!] !== sideNumber(attacker)) + shift;
        const { region, moves } = oddPlan(graph, all, by(graph), player);
        expect(region).toEqual(oddRegion(graph, all, by(graph), player));
        const kept = edgesOf(graph).filter(
          ({ from }, e) => region[from] === 0 || graph.mover[from] !== player || moves[from] === e,
        );
        const planned = makeMoveGraph(graph.mover, kept);
        expect(oddRegion(planned, all, by(planned), player)).toEqual(region);
        const count = region.reduce((sum, inside) => sum + inside, 0);
        if (shift === 0) won += count;
        else held += count;
      }
    }
  }
  expect(Math.min(won, held)).toBeGreaterThan(500);
});

function edgesOf(graph: MoveGraph): Edge[] {
  const edges: Edge[] = [];
  for (let v = 0; v < graph.vertices; v++) {
    for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]!; e++) {
      edges.push({ from: v, to: graph.to[e]!, labels: graph.labels[e]! });
    }
  }
  return edges;
}
