/**
 * The game of classes by trying everything: every way of choosing one move for each vertex of one side against every way of
 * the other, and the cycle that this comes to. That one move for each vertex is enough is a theorem on parity games;
 * `infinite-game.ts` does not rely on it.
 */
import type { ClassGraph } from "./class-game.ts";
import type { Outcome } from "./infinite-game.ts";

/** By vertex the edge that its side plays; -1 where there is none, and for the other side. */
type Strategy = Int32Array;

function* strategiesOf(graph: ClassGraph, side: number): Generator<Strategy> {
  const vertices = [...graph.mover.keys()].filter(
    (v) => graph.mover[v] === side && graph.firstEdge[v]! < graph.firstEdge[v + 1]!,
  );
  const strategy = new Int32Array(graph.vertices).fill(-1);
  for (const v of vertices) strategy[v] = graph.firstEdge[v]!;
  for (;;) {
    yield strategy.slice();
    let place = 0;
    while (place < vertices.length && ++strategy[vertices[place]!]! === graph.firstEdge[vertices[place]! + 1]!) {
      strategy[vertices[place]!] = graph.firstEdge[vertices[place]!]!;
      place++;
    }
    if (place === vertices.length) return;
  }
}

/** Who wins from each vertex when both sides have chosen. */
function outcomesOf(graph: ClassGraph, red: Strategy, black: Strategy): Outcome[] {
  return Array.from(graph.mover, (_, start) => {
    const path = [start];
    const edges: number[] = [];
    for (;;) {
      const v = path.at(-1)!;
      const edge = (graph.mover[v] === 0 ? red : black)[v]!;
      if (edge < 0) return graph.mover[v] === 0 ? "black" : "red";
      edges.push(edge);
      const since = path.indexOf(graph.to[edge]!);
      if (since >= 0) return judge(graph, path.slice(since), edges.slice(since));
      path.push(graph.to[edge]!);
    }
  });
}

function judge(graph: ClassGraph, vertices: readonly number[], edges: readonly number[]): Outcome {
  const gradeOf = (side: number) =>
    Math.min(...edges.filter((_, i) => graph.mover[vertices[i]!] === side).map((edge) => graph.labels[edge]!));
  const [red, black] = [gradeOf(0), gradeOf(1)];
  return red === black ? "draw" : red > black ? "black" : "red";
}

/** Who wins from each vertex with best play. */
export function tryAllStrategies(graph: ClassGraph): Outcome[] {
  const blacks = [...strategiesOf(graph, 1)];
  const reds = [...strategiesOf(graph, 0)];
  const results = reds.map((red) => blacks.map((black) => outcomesOf(graph, red, black)));
  return Array.from(graph.mover, (_, v): Outcome => {
    if (results.some((row) => row.every((outcomes) => outcomes[v] === "red"))) return "red";
    if (blacks.some((_black, j) => results.every((row) => row[j]![v] === "black"))) return "black";
    return "draw";
  });
}
