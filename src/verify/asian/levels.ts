/**
 * Which positions a level's seeds must be (Fang, Algorithm 8): the losses of all largest patterns in what is undecided
 * when the lower levels are known, checking before chasing. What is undecided is taken from the stored values: everything
 * of this order or a higher one, and the draws.
 *
 * In the order form `chessdb` a level has the losses that can recur only, of the patterns of checking and chasing together
 * wherever there are any of checking.
 */
import { type VertexSet, followMen } from "./move-graph.ts";
import {
  type KeySet,
  NumberList,
  type PositionKey,
  UNDECIDED,
  cellOfKey,
  keySet,
  levelOf,
  turnOfKey,
  union,
} from "./positions.ts";
import { type FollowedGraph, lossPattern } from "./patterns.ts";
import type { Candidates, PositionGraph, Stored } from "./position-graph.ts";
import { type Colour, EMPTY, colourOf, opponent, pieceOf, roleOf } from "../../xiangqi/pieces.ts";
import { attacks, inCheck } from "../../xiangqi/attacks.ts";
import { canStand } from "../../xiangqi/steps.ts";
import { menOf } from "../../rules/men.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { realThreats } from "../../rules/asian/threats.ts";
import { SQUARES, type Square, fileOf, rankOf } from "../../xiangqi/squares.ts";

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

/*
 * Which losses of a pattern can recur, the seeds of the order form `chessdb`: those that a position of the winner's, not
 * decided at order 0, can lead to by a quiet move that answers the perpetual: any move out of check; or without check one
 * after which some enemy man no longer threatens what it threatened. A threatened man answers by moving, too, unless it
 * stays on the line of a threat that remains one.
 */

/** Whether a loss can follow an answer to a perpetual of this kind. */
export type CanRecur = (loss: PositionKey, kind: "check" | "chase") => boolean;

export function recurrence(stored: Stored, options: RuleOptions): CanRecur {
  return (loss, kind) => {
    const loser = turnOfKey(loss);
    const winner = opponent(loser);
    const after = stored.index.boardAt(cellOfKey(loss))!;
    for (const retraction of retractions(after, winner)) {
      const { before } = retraction;
      if (inCheck(before, loser) || inCheck(before, winner) !== (kind === "check")) continue;
      const cell = stored.index.indexOf(before);
      if (cell < 0 || levelOf(stored.valueAt(winner, cell)) === 0) continue;
      if (kind === "check" || parries(retraction, after, winner, options)) return true;
    }
    return false;
  };
}

interface Retraction {
  /** The board before it. */
  readonly before: Uint8Array;
  readonly from: Square;
  readonly to: Square;
}

/** The quiet moves of a side by which a board can have come about. */
function* retractions(after: Uint8Array, colour: Colour): Generator<Retraction> {
  for (const { square: to } of menOf(after, colour)) {
    const piece = after[to]!;
    for (let from = 0; from < SQUARES; from++) {
      if (after[from] !== EMPTY || !canStand(piece, from)) continue;
      const before = after.slice();
      before[from] = piece;
      before[to] = EMPTY;
      if (canStep(before, from, to)) yield { before, from, to };
    }
  }
}

/** Whether a man may go to an empty square, its king's safety left aside. */
function canStep(board: Uint8Array, from: Square, to: Square): boolean {
  // A cannon attacks over a screen, but moves like a chariot.
  const man = board[from]!;
  if (roleOf(man) === "cannon") board[from] = pieceOf(colourOf(man), "chariot");
  const reached = attacks(board, from, to);
  board[from] = man;
  return reached;
}

/** Whether a quiet move answers one of the real threats to its side's men. */
function parries({ before, from, to }: Retraction, after: Uint8Array, winner: Colour, options: RuleOptions): boolean {
  for (const { square, role } of menOf(before, winner)) {
    if (role === "king") continue;
    for (const { capturer } of realThreats(before, square, options, false)) {
      const line = lineOf(capturer.square, square);
      const leaves = square === from && (line === null || line !== lineOf(from, to));
      const target = square === from ? to : square;
      const still = realThreats(after, target, options, false).some(
        (threat) => threat.capturer.square === capturer.square,
      );
      if (leaves || !still) return true;
    }
  }
  return false;
}

/** What two squares have in common: null when neither file nor rank. */
function lineOf(a: Square, b: Square): "file" | "rank" | null {
  return fileOf(a) === fileOf(b) ? "file" : rankOf(a) === rankOf(b) ? "rank" : null;
}
