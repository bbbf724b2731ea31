/**
 * Which positions a level's seeds must be (Fang, Algorithm 8): the losses of all largest patterns in what is undecided
 * when the lower levels are known, checking before chasing. What is undecided is taken from the stored values: everything
 * of this order or a higher one, and the draws.
 */
import { followMen } from "./followed.ts";
import { lossPattern, type Arena } from "./loss-patterns.ts";
import type { VertexSet } from "./move-graph.ts";
import { NumberList } from "./number-list.ts";
import type { PositionKey } from "./orders.ts";
import type { Candidates, PositionGraph } from "./position-graph.ts";

export interface LevelSeeds {
  /** Null: no pattern is left. */
  readonly kind: "check" | "chase" | null;
  readonly losses: ReadonlySet<PositionKey>;
  /** They are found by Algorithm 5' only. */
  readonly corrected: boolean;
  /** There were inner patterns of a man other than the king (the certificate). */
  readonly innerMen: boolean;
}

/** An arena with the first level at which each of its losses is a candidate; 0 for the wins. */
interface LevelArena extends Arena {
  readonly from: Uint16Array;
}

export class Levels {
  readonly #positions: PositionGraph;
  readonly #checks: readonly LevelArena[];
  readonly #chases: readonly LevelArena[];

  constructor(positions: PositionGraph) {
    this.#positions = positions;
    const arenas = (kings: boolean) => [0, 1].map((chaser) => makeArena(positions, chaser, kings));
    this.#checks = arenas(true);
    this.#chases = arenas(false);
  }

  /** The seeds that a level must have. Level 1 and up; UNDECIDED: after the last level, when there must be none. */
  seedsOf(level: number): LevelSeeds {
    const checks = this.#losses(this.#checks, level, false);
    if (checks.losses.size > 0) return { ...checks, kind: "check", corrected: false };
    const chases = this.#losses(this.#chases, level, false);
    if (chases.losses.size > 0) return { ...chases, kind: "chase", corrected: false };
    if (!chases.innerMen) return { ...chases, kind: null, corrected: false };
    const { losses } = this.#losses(this.#chases, level, true);
    return { losses, kind: losses.size > 0 ? "chase" : null, corrected: losses.size > 0, innerMen: true };
  }

  #losses(arenas: readonly LevelArena[], level: number, corrected: boolean) {
    const losses = new Set<PositionKey>();
    let innerMen = false;
    for (const arena of arenas) {
      const found = lossPattern(arena, this.#active(arena, level), corrected);
      innerMen ||= found.innerMen;
      found.pattern.forEach((inside, vertex) => {
        if (inside === 0 || arena.graph.mover[vertex] !== arena.chaser) return;
        losses.add(this.#positions.keys[arena.graph.position[vertex]!]!);
      });
    }
    return { losses, innerMen };
  }

  #active({ graph, from }: LevelArena, level: number): VertexSet {
    const { levels } = this.#positions;
    const active = new Uint8Array(graph.size);
    for (let v = 0; v < graph.size; v++) active[v] = from[v]! <= level && levels[graph.position[v]!]! >= level ? 1 : 0;
    return active;
  }
}

function makeArena(positions: PositionGraph, chaser: number, kings: boolean): LevelArena {
  const { graph, moves, candidates, levels, squaresOf } = positions;
  const mine = candidatesOf(candidates, graph.mover, chaser, kings);
  const starts = {
    length: mine.length,
    vertex: (start: number) => candidates.suspect[mine.at(start)]!,
    square: (start: number) => candidates.square[mine.at(start)]!,
  };
  const followed = followMen(
    graph,
    moves,
    starts,
    (start, edge) => levels[graph.to[edge]!]! >= candidates.from[mine.at(start)]!,
    () => true,
  );
  const from = new Uint16Array(followed.graph.size);
  for (let start = 0; start < mine.length; start++) from[start] = candidates.from[mine.at(start)]!;
  return { graph: followed.graph, moves, chaser, kings, squaresOf, from };
}

function candidatesOf(candidates: Candidates, mover: Uint8Array, chaser: number, kings: boolean) {
  const mine = new NumberList(Uint32Array);
  for (let i = 0; i < candidates.suspect.length; i++) {
    const king = candidates.king[i] === 1;
    if (king === kings && mover[candidates.suspect[i]!] === chaser) mine.push(i);
  }
  return mine;
}
