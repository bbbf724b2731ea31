/**
 * Random graphs in parts between which play only goes forward, as between soldiers' ranks; the cone of each part; and how the
 * levels of cones make those of the whole.
 */
import { CHECK, makeMoveGraph, type Edge, type PatternGraph } from "../../src/fang/graph.ts";
import { randomGraph, type GraphKind, type Random } from "./random-graphs.ts";

export interface PartedGraph {
  readonly graph: PatternGraph;
  readonly edges: readonly Edge[];
  /** The part of each vertex. Edges lead within a part or to a later one. */
  readonly partOf: readonly number[];
  readonly parts: number;
}

/** Two to five random graphs with some edges from earlier to later ones. */
export function randomPartedGraph(kind: GraphKind, random: Random): PartedGraph {
  const below = (n: number) => Math.floor(random() * n);
  const graphs = Array.from({ length: 2 + below(4) }, () => randomGraph(kind, random));
  const men = {
    red: Math.max(...graphs.map((graph) => graph.men.red)),
    black: Math.max(...graphs.map((graph) => graph.men.black)),
  };
  const partOf = graphs.flatMap(({ vertices }, part) => Array<number>(vertices).fill(part));
  const mover = Uint8Array.from(graphs.flatMap((graph) => [...graph.mover]));
  const edges: Edge[] = graphs.flatMap((graph, part) => {
    const first = partOf.indexOf(part);
    return [...edgesOf(graph)].map(({ from, to, labels }) => ({ from: from + first, to: to + first, labels }));
  });
  const share = random() * 0.6;
  for (const [from, part] of partOf.entries()) {
    if (random() > share) continue;
    for (let tries = 1 + below(2); tries > 0; tries--) {
      const to = below(partOf.length);
      const isForward = partOf[to]! > part && mover[to] !== mover[from];
      if (!isForward || edges.some((edge) => edge.from === from && edge.to === to)) continue;
      const into = edges.find((edge) => edge.to === to)?.labels;
      const chased = 2 ** (mover[from] === 0 ? men.black : men.red) - 1;
      edges.push({ from, to, labels: labelsForward(kind, into, below(chased + 1)) });
    }
  }
  return { graph: { ...makeMoveGraph(mover, edges), men }, edges, partOf, parts: graphs.length };
}

/** Labels such as the graph's kind allows. @param into those of another move to the same vertex */
function labelsForward(kind: GraphKind, into: number | undefined, free: number): number {
  switch (kind) {
    case "chess-like":
      return into ?? free;
    case "check by position":
      return into === undefined ? free : (free & ~CHECK) | (into & CHECK);
    case "chases only":
      return free & ~CHECK;
    case "checks only":
      return free & CHECK;
    case "checks never chase":
      return (free & CHECK) === CHECK ? CHECK : free;
    case "free labels":
      return free;
  }
}

function* edgesOf({ vertices, firstEdge, to, labels }: PatternGraph): Generator<Edge> {
  for (let from = 0; from < vertices; from++) {
    for (let e = firstEdge[from]!; e < firstEdge[from + 1]!; e++) yield { from, to: to[e]!, labels: labels[e]! };
  }
}

/** What can be reached from a part: whole parts. */
export function coneOfPart(
  { graph, edges, partOf }: PartedGraph,
  part: number,
): { readonly graph: PatternGraph; readonly vertices: readonly number[] } {
  const parts = new Set([part]);
  for (const each of parts) for (const { from, to } of edges) if (partOf[from] === each) parts.add(partOf[to]!);
  const vertices = [...partOf.keys()].filter((v) => parts.has(partOf[v]!));
  const number = new Map(vertices.map((v, i) => [v, i]));
  const inside = edges.flatMap(({ from, to, labels }) =>
    number.has(from) ? [{ from: number.get(from)!, to: number.get(to)!, labels }] : [],
  );
  const mover = Uint8Array.from(vertices, (v) => graph.mover[v]!);
  return { graph: { ...makeMoveGraph(mover, inside), men: graph.men }, vertices };
}

export type LevelKind = "check" | "chase";

/**
 * The levels of a whole from those of its cones, level 0 left out: where the next of any is of checks, all those whose is take it; else
 * all take theirs, of chases.
 * @returns the kinds, and for each cone the level of the whole of each of its own, 0 included
 */
export function mergeLevels(cones: readonly (readonly LevelKind[])[]): {
  readonly kinds: readonly LevelKind[];
  readonly levels: readonly (readonly number[])[];
} {
  const kinds: LevelKind[] = [];
  const levels = cones.map(() => [0]);
  const nextOf = (cone: number) => cones[cone]![levels[cone]!.length - 1];
  for (;;) {
    const next = cones.map((_, cone) => nextOf(cone));
    const kind = (["check", "chase"] as const).find((each) => next.includes(each));
    if (kind === undefined) return { kinds, levels };
    kinds.push(kind);
    next.forEach((each, cone) => each === kind && levels[cone]!.push(kinds.length));
  }
}
