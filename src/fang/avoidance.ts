/**
 * Strategies for not chasing a man for ever (docs/decisions/0006): for each position of an arena the moves that bring
 * the player nearer to a move that does not chase it, or into a haven, where he need not mind. They come from the order
 * in which Algorithm 1 rejects positions.
 */
import { opponent } from "../xiangqi/pieces.ts";
import type { Piece } from "./algorithm1.ts";
import { isEmptyGraph, sideNumber, type PatternGraph, type Subgraph } from "./graph.ts";

/** By vertex, the moves (edges) that follow a plan: one is as good as another. Empty where the opponent is to move. */
export type PlannedMoves = readonly (readonly number[])[];

/** Where the player may stay though he chases for ever, and how he does. */
export interface Haven {
  readonly vertices: Subgraph;
  readonly moves: PlannedMoves;
}

export interface Plan {
  readonly moves: PlannedMoves;
  /** From where the opponent can force the player to chase the man for ever: the plan says nothing there. */
  readonly stuck: Subgraph;
}

/** Finds a haven inside an arena that the player cannot leave without chasing; null if there is none. */
export type FindHaven = (arena: Subgraph) => Haven | null;

/**
 * Plans how the opponent of a piece's owner avoids chasing it for ever. Moves that leave the arena are the owner's to
 * make, and then the arena's business is over.
 */
export function planAvoiding(
  graph: PatternGraph,
  arena: Subgraph,
  piece: Piece,
  findHaven: FindHaven = () => null,
): Plan {
  const builder = new PlanBuilder(graph, arena, piece);
  for (;;) {
    const stuck = builder.stuck();
    const haven = isEmptyGraph(stuck) ? null : findHaven(stuck);
    if (haven === null) return { moves: builder.moves, stuck };
    builder.add(haven);
  }
}

/** A haven in which every move that stays is as good as another. */
export function stayInside(graph: PatternGraph, vertices: Subgraph): Haven {
  const moves = Array.from(vertices, (inside, v) => (inside === 1 ? edgesWithin(graph, vertices, v) : []));
  return { vertices, moves };
}

function edgesWithin(graph: PatternGraph, arena: Subgraph, v: number): number[] {
  const edges: number[] = [];
  for (let e = graph.firstEdge[v]!; e < graph.firstEdge[v + 1]!; e++) if (arena[graph.to[e]!] === 1) edges.push(e);
  return edges;
}

class PlanBuilder {
  readonly moves: (readonly number[])[];
  readonly #graph: PatternGraph;
  readonly #arena: Subgraph;
  readonly #player: number;
  readonly #reached: Subgraph;
  /** The opponent's moves within the arena to vertices not reached. */
  readonly #movesLeft: Uint32Array;

  constructor(graph: PatternGraph, arena: Subgraph, piece: Piece) {
    this.#graph = graph;
    this.#arena = arena;
    this.#player = sideNumber(opponent(piece.colour));
    this.#reached = new Uint8Array(graph.vertices);
    this.#movesLeft = new Uint32Array(graph.vertices);
    this.moves = Array.from({ length: graph.vertices }, () => []);
    const label = 2 ** piece.man;
    const fresh: number[] = [];
    for (let v = 0; v < graph.vertices; v++) {
      if (arena[v] === 0) continue;
      const edges = edgesWithin(graph, arena, v);
      this.#movesLeft[v] = edges.length;
      const free = edges.filter((e) => (graph.labels[e]! & label) === 0);
      if (graph.mover[v] === this.#player ? free.length === 0 : edges.length > 0) continue;
      if (graph.mover[v] === this.#player) this.moves[v] = free;
      fresh.push(v);
    }
    this.#spread(fresh);
  }

  stuck(): Subgraph {
    return this.#arena.map((inside, v) => (this.#reached[v] === 1 ? 0 : inside));
  }

  add({ vertices, moves }: Haven): void {
    const fresh: number[] = [];
    vertices.forEach((inside, v) => {
      if (inside === 0) return;
      if (this.#graph.mover[v] === this.#player) this.moves[v] = moves[v]!;
      fresh.push(v);
    });
    this.#spread(fresh);
  }

  /** From where the player can force his way to these vertices, nearest first. */
  #spread(fresh: number[]): void {
    const { mover, firstInto, from, to } = this.#graph;
    for (const v of fresh) this.#reached[v] = 1;
    for (const v of fresh) {
      for (let i = firstInto[v]!; i < firstInto[v + 1]!; i++) {
        const before = from[i]!;
        if (this.#arena[before] === 0 || this.#reached[before] === 1) continue;
        if (mover[before] === this.#player) {
          const nearer = edgesWithin(this.#graph, this.#arena, before).filter((e) => this.#reached[to[e]!] === 1);
          this.moves[before] = nearer;
        } else if (--this.#movesLeft[before]! > 0) continue;
        this.#reached[before] = 1;
        fresh.push(before);
      }
    }
  }
}
