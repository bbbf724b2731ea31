/**
 * Small explicit graphs of undecided positions. On pattern graphs Fang's Algorithms 1, 3, 4 and 5 run as printed (*The
 * Nature of Retrograde Analysis for Chinese Chess*; docs/papers.md); Algorithm 8, which asks for their patterns level after
 * level, is `solve/levels/algorithm8.ts`. Every man has one identity throughout a pattern graph, so that "the piece p" means
 * the same man in every vertex.
 */
import type { Colour } from "../xiangqi/pieces.ts";

/** Positions and the moves between them. */
export interface MoveGraph {
  readonly vertices: number;
  /** Who moves in each vertex: 0 Red, 1 Black. */
  readonly mover: Uint8Array;
  /** Edges of vertex v: from `firstEdge[v]` up to `firstEdge[v + 1]`. */
  readonly firstEdge: Uint32Array;
  readonly to: Uint32Array;
  /** What each move does; the meaning is the kind of graph's. */
  readonly labels: Uint32Array;
  /** The same edges by their end: edges into v are `intoEdge` from `firstInto[v]` on, each an edge's start. */
  readonly firstInto: Uint32Array;
  readonly from: Uint32Array;
}

/** Labels of an edge of a pattern graph: bit 0, the king is checked; bit i, the opponent's man i is chased. */
export const CHECK = 1;

export interface PatternGraph extends MoveGraph {
  /** Number of men of each colour, kings (man 0) included. */
  readonly men: Readonly<Record<Colour, number>>;
}

/** A subgraph induced by its vertices: 1 for each vertex that belongs to it. */
export type Subgraph = Uint8Array;

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly labels: number;
}

export function makeMoveGraph(mover: Uint8Array, edges: readonly Edge[]): MoveGraph {
  const firstEdge = startsOf(
    mover.length,
    edges.map(({ from }) => from),
  );
  const to = new Uint32Array(edges.length);
  const labels = new Uint32Array(edges.length);
  const next = firstEdge.slice();
  for (const edge of edges) {
    const at = next[edge.from]!++;
    to[at] = edge.to;
    labels[at] = edge.labels;
  }
  return graphOfEdges(mover, firstEdge, to, labels);
}

/** A graph whose edges are listed by their starts: adds them by their ends. */
export function graphOfEdges(
  mover: Uint8Array,
  firstEdge: Uint32Array,
  to: Uint32Array,
  labels: Uint32Array,
): MoveGraph {
  const vertices = mover.length;
  const firstInto = startsOf(vertices, to);
  const from = new Uint32Array(to.length);
  const next = firstInto.slice();
  for (let v = 0; v < vertices; v++) {
    for (let e = firstEdge[v]!; e < firstEdge[v + 1]!; e++) from[next[to[e]!]!++] = v;
  }
  return { vertices, mover, firstEdge, to, labels, firstInto, from };
}

/** Where the edges of each vertex begin, if they are listed by these ends. */
function startsOf(vertices: number, ends: ArrayLike<number>): Uint32Array {
  const first = new Uint32Array(vertices + 1);
  for (let e = 0; e < ends.length; e++) first[ends[e]! + 1]!++;
  for (let v = 0; v < vertices; v++) first[v + 1]! += first[v]!;
  return first;
}

export const sideNumber = (colour: Colour): number => (colour === "red" ? 0 : 1);

export function isEmptyGraph(graph: Subgraph): boolean {
  return !graph.includes(1);
}

export function verticesOf(graph: Subgraph): number[] {
  const vertices: number[] = [];
  graph.forEach((inside, vertex) => {
    if (inside === 1) vertices.push(vertex);
  });
  return vertices;
}
