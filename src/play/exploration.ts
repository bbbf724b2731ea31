/**
 * Positions explored around a game, as a graph on which the patterns are found again (docs/decisions/0006). An
 * exploration only grows. What lies beyond counts as good for the player: to come there is progress, which ends when all is explored.
 */
import { makeMoveGraph, sideNumber, type Edge, type MoveGraph, type Subgraph } from "../fang/graph.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { Move } from "../xiangqi/moves.ts";

/** A move that stays among the positions in question. */
export interface TerrainMove<P> {
  readonly move: Move;
  /** Bit 0: check; bit i: the opponent's man i is chased. Under the Chinese rules the move's class. */
  readonly labels: number;
  /** Null: it leaves them for good, to the player's liking. */
  readonly to: P | null;
}

/** The positions in question, such as all drawn ones of an endgame. */
export interface Terrain<P> {
  keyOf(position: P): string;
  turnOf(position: P): Colour;
  /** The moves of a position that stay; of the player's, also those that leave to his liking. */
  movesOf(position: P): Promise<readonly TerrainMove<P>[]>;
}

/** An exploration at some moment. */
export interface ExploredGraph<P> {
  readonly graph: MoveGraph;
  readonly all: Subgraph;
  /** The moves, by edge; null for the edges of the outside. */
  readonly moves: readonly (TerrainMove<P> | null)[];
}

interface Explored<P> {
  readonly position: P;
  readonly moves: readonly TerrainMove<P>[];
}

export class Exploration<P> {
  readonly #terrain: Terrain<P>;
  readonly #player: Colour;
  readonly #everything: number;
  readonly #numbers = new Map<string, number>();
  readonly #explored: Explored<P>[] = [];

  /** @param everything the labels of a move of the opponent that does whatever is forbidden */
  constructor(terrain: Terrain<P>, player: Colour, everything: number) {
    this.#terrain = terrain;
    this.#player = player;
    this.#everything = everything;
  }

  get size(): number {
    return this.#explored.length;
  }

  /** The vertex of a position; undefined where it is not explored. */
  vertexOf(position: P): number | undefined {
    return this.#numbers.get(this.#terrain.keyOf(position));
  }

  /** Explores a position and what follows from it, nearest first, up to so many new positions. */
  async explore(start: P, limit: number): Promise<void> {
    const queue = [start];
    const end = this.size + limit;
    for (const position of queue) {
      if (this.size >= end) return;
      const key = this.#terrain.keyOf(position);
      if (this.#numbers.has(key)) continue;
      const moves = await this.#terrain.movesOf(position);
      this.#numbers.set(key, this.#explored.length);
      this.#explored.push({ position, moves });
      for (const { to } of moves) if (to !== null && this.vertexOf(to) === undefined) queue.push(to);
    }
  }

  /**
   * The graph of what is explored. Two more vertices stand for what is not: there the opponent checks and chases everything
   * for ever and the player nothing. A position without a move that stays leads there.
   */
  survey(): ExploredGraph<P> {
    const outside = { opponent: this.size, player: this.size + 1 };
    const everything = this.#everything;
    const edges: Edge[] = [];
    const moves: (TerrainMove<P> | null)[] = [];
    const add = (from: number, to: number, labels: number, move: TerrainMove<P> | null) => {
      edges.push({ from, to, labels });
      moves.push(move);
    };
    const mover = new Uint8Array(this.size + 2);
    this.#explored.forEach(({ position, moves: found }, from) => {
      const turn = this.#terrain.turnOf(position);
      mover[from] = sideNumber(turn);
      if (found.length === 0) add(from, turn === this.#player ? outside.opponent : outside.player, everything, null);
      for (const move of found) {
        const to = move.to === null ? undefined : this.vertexOf(move.to);
        if (to !== undefined) add(from, to, move.labels, move);
        else if (turn === this.#player) add(from, outside.opponent, 0, move);
        else add(from, outside.player, everything, move);
      }
    });
    mover[outside.opponent] = sideNumber(opponent(this.#player));
    mover[outside.player] = sideNumber(this.#player);
    add(outside.opponent, outside.player, everything, null);
    add(outside.player, outside.opponent, 0, null);
    return { graph: makeMoveGraph(mover, edges), all: new Uint8Array(mover.length).fill(1), moves };
  }
}
