/**
 * Which positions a level's seeds must be (Fang, Algorithm 8): the losses of all largest patterns in what is undecided
 * when the lower levels are known, checking before chasing. What is undecided is taken from the stored values: everything
 * of this order or a higher one, and the draws.
 *
 * In the order form `chessdb` a level has the losses that can recur only, of the patterns of checking and chasing together
 * wherever there are any of checking.
 */
import { followMen } from "./followed.ts";
import { keySet, union, UNDECIDED, type KeySet } from "./positions.ts";
import { lossPattern, type FollowedGraph } from "./loss-patterns.ts";
import type { VertexSet } from "./move-graph.ts";
import { NumberList } from "./numbers.ts";
import type { Candidates, PositionGraph } from "./position-graph.ts";
import type { CanRecur } from "./recurrence.ts";
import type { Colour } from "../../xiangqi/pieces.ts";

export interface LevelLosses {
  /** Null: no pattern is left. */
  readonly kind: "check" | "chase" | null;
  readonly losses: KeySet;
  /** More losses that are known to be stored as the level's seeds. */
  readonly agreed: Readonly<Record<Colour, number>>;
  /** They are found by Algorithm 5' only. */
  readonly corrected: boolean;
  /** There were inner patterns of a man other than the king (the certificate). */
  readonly innerMen: boolean;
}

/**
 * What the pattern of checks of one side has to do with the seeds stored for a level. Who is both is only counted, unless all are
 * asked for: these are by far the most, and mostly all.
 */
export interface CheckedLevel {
  /** The pattern's losses. */
  readonly losses: KeySet;
  /** Stored seeds that are suspects of checks. */
  readonly seeds: KeySet;
  /** How many are both, beside those listed. */
  readonly agreed: number;
}

/** A chase graph with the first level at which each of its losses is a candidate; 0 for the wins. */
interface LevelGraph extends FollowedGraph {
  readonly from: Uint16Array;
}

/** Losses of the patterns of checks at a level; UNDECIDED: of what is left behind the last. */
export type CheckLosses = (level: number) => Pick<LevelLosses, "losses" | "agreed">;

const NONE_AGREED = { red: 0, black: 0 };

function isEmpty({ losses, agreed }: Pick<LevelLosses, "losses" | "agreed">): boolean {
  return losses.length + agreed.red + agreed.black === 0;
}

export class LevelFinder {
  readonly #positions: PositionGraph;
  readonly #checks: readonly LevelGraph[];
  readonly #chases: readonly LevelGraph[];
  readonly #canRecur: CanRecur | null;
  readonly #checkLosses: CheckLosses | null;

  /**
   * @param canRecur the orders are of the form `chessdb`; null: `fang`
   * @param checkLosses finds the losses of patterns of checks by other means; null: on the graph, as those of chases
   */
  constructor(positions: PositionGraph, canRecur: CanRecur | null, checkLosses: CheckLosses | null) {
    this.#positions = positions;
    this.#canRecur = canRecur;
    this.#checkLosses = checkLosses;
    const chaseGraphs = (kings: boolean) => [0, 1].map((defender) => makeLevelGraph(positions, defender, kings));
    this.#checks = chaseGraphs(true);
    this.#chases = chaseGraphs(false);
  }

  /** The seeds that a level must have. Level 1 and up; UNDECIDED: after the last level, when there must be none. */
  seedsOf(level: number): LevelLosses {
    const checks = this.#seeds("check", level, false);
    if (!isEmpty(checks)) {
      if (this.#canRecur === null) return checks;
      const { losses } = this.#seeds("chase", level, false);
      return { ...checks, losses: union(checks.losses, losses) };
    }
    const chases = this.#seeds("chase", level, false);
    if (chases.losses.length > 0) return chases;
    if (!chases.innerMen) return { ...chases, kind: null };
    const corrected = this.#seeds("chase", level, true);
    return corrected.losses.length > 0 ? corrected : { ...chases, kind: null };
  }

  #seeds(kind: "check" | "chase", level: number, corrected: boolean) {
    const known = kind === "check" ? this.#checkLosses?.(level) : undefined;
    const { losses, innerMen } = known
      ? { losses: known.losses, innerMen: false }
      : this.#losses(kind === "check" ? this.#checks : this.#chases, level, corrected);
    const canRecur = this.#canRecur;
    // After the last level no pattern may be left, whether it recurs or not.
    const all = canRecur === null || level === UNDECIDED;
    const seeds = all ? losses : losses.filter((loss) => canRecur(loss, kind));
    return { kind, losses: seeds, agreed: known?.agreed ?? NONE_AGREED, innerMen, corrected };
  }

  #losses(chaseGraphs: readonly LevelGraph[], level: number, corrected: boolean) {
    const losses = new NumberList(Float64Array);
    let innerMen = false;
    for (const chaseGraph of chaseGraphs) {
      const found = lossPattern(chaseGraph, this.#active(chaseGraph, level), corrected);
      innerMen ||= found.innerMen;
      found.pattern.forEach((inside, vertex) => {
        if (inside === 0 || chaseGraph.graph.mover[vertex] !== chaseGraph.defender) return;
        losses.push(this.#positions.keys[chaseGraph.graph.position[vertex]!]!);
      });
    }
    return { losses: keySet(losses.toArray()), innerMen };
  }

  #active({ graph, from }: LevelGraph, level: number): VertexSet {
    const { levels } = this.#positions;
    const active = new Uint8Array(graph.size);
    for (let v = 0; v < graph.size; v++) active[v] = from[v]! <= level && levels[graph.position[v]!]! >= level ? 1 : 0;
    return active;
  }
}

function makeLevelGraph(positions: PositionGraph, defender: number, kings: boolean): LevelGraph {
  const { graph, moves, candidates, levels, squaresOf } = positions;
  const mine = candidatesOf(candidates, graph.mover, defender, kings);
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
  return { graph: followed.graph, moves, defender, kings, squaresOf, from };
}

function candidatesOf(candidates: Candidates, mover: Uint8Array, defender: number, kings: boolean) {
  const mine = new NumberList(Uint32Array);
  for (let i = 0; i < candidates.suspect.length; i++) {
    const king = candidates.king[i] === 1;
    if (king === kings && mover[candidates.suspect[i]!] === defender) mine.push(i);
  }
  return mine;
}
