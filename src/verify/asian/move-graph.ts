/** Graphs of positions and quiet moves, in which patterns of perpetual checking and chasing are looked for. */
import { SQUARES, type Square, mirrorSquare } from "../../xiangqi/squares.ts";
import { moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { NumberList, NumberMap } from "./positions.ts";

/** What the edges stand for: each is a move. Shared by all graphs made from one another. */
export interface Moves {
  /** The move on the board of the position before it. */
  readonly move: Uint16Array;
  /** 1: the position after it is kept as its mirror image. */
  readonly mirrored: Uint8Array;
  /** The men chased, by their places in `menOf` before the move; bit 0: the king is checked. */
  readonly chased: Uint32Array;
}

export interface LabelledGraph {
  readonly size: number;
  /** The side to move in each vertex: 0 Red, 1 Black. */
  readonly mover: Uint8Array;
  /** For each vertex the number of its position. */
  readonly position: Uint32Array;
  /** Edges of vertex v: from `first[v]` up to `first[v + 1]`. */
  readonly first: Uint32Array;
  readonly to: Uint32Array;
  /** For each edge the number of its move. */
  readonly edge: Uint32Array;
  /** The same edges by their ends: into v from `firstInto[v]` on, each the vertex where it starts. */
  readonly firstInto: Uint32Array;
  readonly from: Uint32Array;
}

/** A set of vertices: 1 for each that is inside. */
export type VertexSet = Uint8Array;

export interface Edges {
  readonly first: Uint32Array;
  readonly to: Uint32Array;
  readonly edge: Uint32Array;
}

/** Adds the edges by their ends. */
export function makeMoveGraph(mover: Uint8Array, position: Uint32Array, { first, to, edge }: Edges): LabelledGraph {
  return { size: mover.length, mover, position, first, to, edge, ...backwards(mover.length, first, to) };
}

/** The starts of edges by their ends: of those into v from `firstInto[v]` on. */
export function backwards(
  size: number,
  first: Uint32Array,
  to: Uint32Array,
): Pick<LabelledGraph, "firstInto" | "from"> {
  const firstInto = new Uint32Array(size + 1);
  for (const end of to) firstInto[end + 1]!++;
  for (let v = 0; v < size; v++) firstInto[v + 1]! += firstInto[v]!;
  const next = firstInto.slice();
  const from = new Uint32Array(to.length);
  for (let v = 0; v < size; v++) {
    for (let e = first[v]!; e < first[v + 1]!; e++) from[next[to[e]!]!++] = v;
  }
  return { firstInto, from };
}

/** 0, 1, 2, ... */
export function range(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; i++) numbers[i] = i;
  return numbers;
}

/** Where a man stands after a move, on the board as it is kept then. */
export function squareAfter({ move, mirrored }: Moves, edge: number, square: Square): Square {
  const moved = square === moveFrom(move[edge]!) ? moveTo(move[edge]!) : square;
  return mirrored[edge] === 1 ? mirrorSquare(moved) : moved;
}

/*
 * Follows men through a graph (clause c13): a vertex of the new graph is one of the old and a man, by its square. The man
 * keeps its identity along every move, so that two equal men are never taken for one another.
 */

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
