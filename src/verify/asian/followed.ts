/**
 * Follows men through a graph (clause c13): a vertex of the new graph is one of the old and a man, by its square. The man
 * keeps its identity along every move, so that two equal men are never taken for one another.
 */
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { makeMoveGraph, squareAfter, type LabelledGraph, type Moves } from "./move-graph.ts";
import { NumberList, NumberMap } from "./numbers.ts";

export interface Followed {
  readonly graph: LabelledGraph;
  /** For each vertex the one of the graph that was followed through. The starts come first, in their order. */
  readonly below: Uint32Array;
}

/** The starts of the paths: all of them positions with the defender to move. Each pair only once. */
export interface Starts {
  readonly length: number;
  vertex(start: number): number;
  square(start: number): Square;
}

/**
 * The starts, where their moves lead to, and the moves from there that lead to starts again.
 * @param stays whether a move from a start counts, given the edge
 * @param inside the vertices of the old graph that the new one may contain
 */
export function followMen(
  graph: LabelledGraph,
  moves: Moves,
  starts: Starts,
  stays: (start: number, edge: number) => boolean,
  inside: (vertex: number) => boolean,
): Followed {
  const numbers = new NumberMap();
  const pair = (vertex: number, square: Square) => vertex * SQUARES + square;
  for (let i = 0; i < starts.length; i++) numbers.add(pair(starts.vertex(i), starts.square(i)));
  const to = new NumberList(Uint32Array);
  const edge = new NumberList(Uint32Array);
  const ends = new NumberList(Uint32Array);
  for (let vertex = 0; vertex < numbers.size; vertex++) {
    const key = numbers.keys.at(vertex);
    const square = key % SQUARES;
    const old = (key - square) / SQUARES;
    for (let e = graph.first[old]!; e < graph.first[old + 1]!; e++) {
      if (!inside(graph.to[e]!)) continue;
      const start = vertex < starts.length;
      if (start && !stays(vertex, e)) continue;
      const after = pair(graph.to[e]!, squareAfter(moves, graph.edge[e]!, square));
      const end = start ? numbers.add(after) : numbers.find(after);
      if (end < 0 || (!start && end >= starts.length)) continue;
      to.push(end);
      edge.push(graph.edge[e]!);
    }
    ends.push(to.length);
  }
  const keys = numbers.keys.toArray();
  const below = new Uint32Array(keys.length);
  const mover = new Uint8Array(keys.length);
  keys.forEach((key, i) => {
    below[i] = Math.floor(key / SQUARES);
    mover[i] = graph.mover[below[i]!]!;
  });
  const first = new Uint32Array(below.length + 1);
  first.set(ends.toArray(), 1);
  return {
    graph: makeMoveGraph(
      mover,
      below.map((old) => graph.position[old]!),
      { first, to: to.toArray(), edge: edge.toArray() },
    ),
    below,
  };
}
