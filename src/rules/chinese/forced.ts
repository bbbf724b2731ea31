/**
 * What a side can force by nothing but checks: the least set of positions with it to move that reach the goal, or in which it
 * has a legal checking move after which every legal answer leads into the set; no answer is mate. There is no limit to the
 * number of checks. All positions that checks can lead to are explored, nearest first, until the first one is decided.
 */
import { type Move, moveTo } from "../../xiangqi/moves.ts";
import type { Pausing } from "../../base/pausing.ts";
import { type Colour, EMPTY, opponent } from "../../xiangqi/pieces.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { SearchBoard, isPauseDue, keyOf } from "./search-board.ts";

/** What was found last, by name, and forgotten when there is too much of it. */
export class Recent<T> {
  readonly #most: number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  /** @param most that are kept at least; at most twice as many are */
  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    const found = this.#young.get(name);
    if (found !== undefined) return found;
    const old = this.#old.get(name);
    if (old !== undefined) this.set(name, old);
    return old;
  }

  set(name: string, found: T): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, found);
  }
}

/** Positions that a search explores before it gives up, by goal: not to know of a capture costs the wide reading little. */
const MOST_POSITIONS = { mate: 10_000, capture: 1000 };

export interface Forcing {
  /** What the side wants besides mate: nothing, or a capture, be it whatever man that is not `spared`. */
  readonly goal: "mate" | "capture";
  /** Squares on which it does not capture. */
  readonly spared: ReadonlySet<Square>;
}

/** With the side to move that forces. */
interface Node {
  /** Part of an array that many boards share: arrays of their own would cost more than all else. */
  readonly boards: Uint8Array;
  readonly at: number;
  forced: boolean;
  /** The checks that have this position among their answers. */
  readonly askedBy: Check[];
}

interface Check {
  readonly from: Node;
  /** Answers from which nothing is known to be forced. */
  left: number;
}

/**
 * Whether a side that is to move can force its goal by checks alone.
 * @returns null when that was not found out within the limit of positions
 */
export function forcesByChecks(
  board: Uint8Array,
  side: Colour,
  forcing: Forcing,
  mostPositions = MOST_POSITIONS[forcing.goal],
): Pausing<boolean | null> {
  return new Exploration(board, side, forcing, null).explore(mostPositions);
}

/** Mate by any series of checks. */
export function matesByChecks(
  board: Uint8Array,
  side: Colour,
  spared: ReadonlySet<Square> = new Set(),
): Pausing<boolean | null> {
  return forcesByChecks(board, side, { goal: "mate", spared });
}

/** Searches for one goal that remember what they found out of every position on their way: those after them begin with it. */
export class ForcedSearches {
  readonly #forcing: Forcing;
  readonly #mostPositions: number;
  readonly #known: Readonly<Record<Colour, KnownForced>>;

  /** @param mostRemembered positions of either side, some 150 bytes each; at most twice as many are */
  constructor(goal: Forcing["goal"], mostPositions: number, mostRemembered: number) {
    this.#forcing = { goal, spared: new Set() };
    this.#mostPositions = mostPositions;
    this.#known = { red: new Recent(mostRemembered), black: new Recent(mostRemembered) };
  }

  /** What `forcesByChecks` says; less often null. */
  of(board: Uint8Array, side: Colour): Pausing<boolean | null> {
    return new Exploration(board, side, this.#forcing, this.#known[side]).explore(this.#mostPositions);
  }
}

/** By the board. */
type KnownForced = Recent<boolean>;

const BOARDS_AN_ARRAY = 64;

class Exploration {
  readonly #side: Colour;
  readonly #forcing: Forcing;
  readonly #known: KnownForced | null;
  readonly #nodes = new Map<string, Node>();
  readonly #queue: Node[] = [];
  readonly #search: SearchBoard;
  readonly #root: Node;
  #boards = new Uint8Array(BOARDS_AN_ARRAY * SQUARES);
  /** How much of them is used. */
  #used = 0;

  constructor(board: Uint8Array, side: Colour, forcing: Forcing, known: KnownForced | null) {
    this.#side = side;
    this.#forcing = forcing;
    this.#known = known;
    this.#search = new SearchBoard(board);
    this.#root = this.#nodeOf();
  }

  *explore(mostPositions: number): Pausing<boolean | null> {
    for (const node of this.#queue) {
      while (isPauseDue()) yield;
      if (this.#root.forced) break;
      if (this.#nodes.size > mostPositions) return null;
      if (!node.forced) this.#expand(node);
    }
    const { forced } = this.#root;
    // What is not forced is known not to be only when all has been explored.
    if (this.#known !== null)
      for (const [key, node] of this.#nodes) if (node.forced || !forced) this.#known.set(key, node.forced);
    return forced;
  }

  /** Of the position on the board of the search. */
  #nodeOf(): Node {
    const { board } = this.#search;
    const key = keyOf(board);
    let node = this.#nodes.get(key);
    if (node === undefined) {
      const known = this.#known?.get(key);
      if (this.#used === this.#boards.length) {
        this.#boards = new Uint8Array(BOARDS_AN_ARRAY * SQUARES);
        this.#used = 0;
      }
      this.#boards.set(board, this.#used);
      node = { boards: this.#boards, at: this.#used, forced: known === true, askedBy: [] };
      this.#used += SQUARES;
      this.#nodes.set(key, node);
      if (known === undefined) this.#queue.push(node);
    }
    return node;
  }

  #expand(node: Node): void {
    const search = this.#search;
    search.load(node.boards.subarray(node.at, node.at + SQUARES));
    const moves = search.legalMoves(this.#side).filter((move) => !this.#isSpared(search.board, move));
    if (this.#forcing.goal === "capture" && moves.some((move) => search.board[moveTo(move)] !== EMPTY)) {
      spread(node);
      return;
    }
    // Where it stands in check from the start, though not to move, any move goes on checking it.
    const stands = search.inCheck(opponent(this.#side));
    for (const move of moves) {
      if (!stands && search.board[moveTo(move)] === EMPTY && !search.mayCheck(move, this.#side)) continue;
      const taken = search.play(move);
      if (search.inCheck(opponent(this.#side))) this.#addCheck(node);
      search.undo(move, taken);
      if (node.forced) return;
    }
  }

  #isSpared(board: Uint8Array, move: Move): boolean {
    return board[moveTo(move)] !== EMPTY && this.#forcing.spared.has(moveTo(move));
  }

  #addCheck(from: Node): void {
    const search = this.#search;
    const open: Node[] = [];
    for (const answer of search.legalMoves(opponent(this.#side))) {
      const taken = search.play(answer);
      const node = this.#nodeOf();
      search.undo(answer, taken);
      if (!node.forced) open.push(node);
    }
    if (open.length === 0) spread(from);
    const check: Check = { from, left: open.length };
    for (const node of open) node.askedBy.push(check);
  }
}

/** Marks a position from which the goal is forced, and what follows from that. */
function spread(first: Node): void {
  if (first.forced) return;
  first.forced = true;
  const queue = [first];
  for (const node of queue) {
    for (const check of node.askedBy) {
      if (--check.left > 0 || check.from.forced) continue;
      check.from.forced = true;
      queue.push(check.from);
    }
  }
}
