/**
 * Wins by checks alone 连将杀: the winner checks on every move, or parries a check. Depth-first proof-number search (Nagai 2002) on the
 * game's own moves, with weak proof numbers (Ueda et al. 2008). A position that comes back is no win; a disproof that leans on an
 * ancestor in this way is kept for the same set of ancestors alone (Kishimoto and Müller 2004).
 */
import type { Move } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { Position } from "../xiangqi/position.ts";
import { keyOf, SearchBoard } from "../rules/chinese/search-board.ts";
import type { ProofSearch, SearchState } from "./search.ts";

const DONE = 1_000_000_000;

/** On no ancestor. */
const NOTHING = Infinity;

/** On the limit of plies. */
const LIMIT = -1;

interface Entry {
  /** Random bits that stand for the position in a set of ancestors. */
  readonly low: number;
  readonly high: number;
  /** 0: won, DONE: not won. */
  proof: number;
  disproof: number;
  /** Of a win, in plies. */
  plies: number;
  /** The winner's move, of a win with him to move. */
  move: Move;
  /** How many lines it is part of now: 1 or 0. */
  ply: number;
  /** Disproofs by sets of ancestors: the ply of the nearest to the root that each leans on. */
  byPath: Map<string, number> | null;
}

interface Child {
  readonly move: Move;
  readonly entry: Entry;
  proof: number;
  disproof: number;
  leansOn: number;
}

export interface ByChecksOptions {
  /** Plies. Default 250. */
  readonly mostPlies?: number;
  /** Positions kept, some 300 bytes each. Default 300,000. */
  readonly mostPositions?: number;
}

export class ByChecks implements ProofSearch {
  nodes = 0;
  deepest = 0;
  state: SearchState = "open";
  readonly #winner: Colour;
  readonly #board: SearchBoard;
  readonly #turn: Colour;
  readonly #mostPlies: number;
  readonly #mostPositions: number;
  readonly #entries: Readonly<Record<Colour, Map<string, Entry>>> = { red: new Map(), black: new Map() };
  #kept = 0;
  #budget = 0;
  /** Of the set of ancestors. */
  #low = 0;
  #high = 0;

  constructor(position: Position, winner: Colour, { mostPlies = 250, mostPositions = 300_000 }: ByChecksOptions = {}) {
    this.#winner = winner;
    this.#turn = position.turn;
    this.#board = new SearchBoard(position.board);
    this.#mostPlies = mostPlies;
    this.#mostPositions = mostPositions;
  }

  advance(nodes: number): SearchState {
    if (this.state !== "open") return this.state;
    this.#budget = this.nodes + nodes;
    const root = this.#entry(this.#turn);
    const leansOn = this.#search(root, this.#turn, DONE, DONE, 0);
    if (root.proof === 0) this.state = "won";
    // What leans on the limit of plies is kept for this path alone, which is that of the root.
    else if (root.disproof === 0 || leansOn !== NOTHING) this.state = "not-won";
    else if (this.#kept > this.#mostPositions) this.state = "full";
    return this.state;
  }

  winningMove({ board, turn }: Position): Move | null {
    const entry = this.#entries[turn].get(keyOf(board));
    return turn === this.#winner && entry?.proof === 0 ? entry.move : null;
  }

  #entry(turn: Colour): Entry {
    const key = keyOf(this.#board.board);
    let entry = this.#entries[turn].get(key);
    if (entry === undefined) {
      const [low, high] = [Math.random() * 2 ** 32, Math.random() * 2 ** 32];
      entry = { low: low | 0, high: high | 0, proof: 1, disproof: 1, plies: 0, move: -1, ply: -1, byPath: null };
      this.#entries[turn].set(key, entry);
      this.#kept++;
    }
    return entry;
  }

  get #path(): string {
    return `${this.#low},${this.#high}`;
  }

  /**
   * Searches until the position's numbers reach the limits, and leaves them in its entry.
   * @returns the ply that a disproof leans on
   */
  #search(entry: Entry, turn: Colour, mostProof: number, mostDisproof: number, ply: number): number {
    this.nodes++;
    this.deepest = Math.max(this.deepest, ply);
    if (ply >= this.#mostPlies) return LIMIT;
    entry.ply = ply;
    const path = this.#path;
    this.#low ^= entry.low;
    this.#high ^= entry.high;
    const won = turn === this.#winner;
    const children = this.#children(turn);
    let leansOn: number;
    for (;;) {
      leansOn = won ? this.#choose(entry, children) : this.#require(entry, children);
      const { proof, disproof } = entry;
      if (proof === 0 || disproof === 0 || proof >= mostProof || disproof >= mostDisproof) break;
      if (this.nodes >= this.#budget || this.#kept > this.#mostPositions) break;
      const [best, second, live] = won ? leastBy("proof", children) : leastBy("disproof", children);
      const least = Math.min(DONE, second + Math.floor(second / 4) + 1);
      const limits = won
        ? ([Math.min(mostProof, least), lessen(mostDisproof, live - 1)] as const)
        : ([lessen(mostProof, live - 1), Math.min(mostDisproof, least)] as const);
      const taken = this.#board.play(best.move);
      best.leansOn = this.#search(best.entry, opponent(turn), ...limits, ply + 1);
      this.#board.undo(best.move, taken);
      best.proof = best.entry.proof;
      best.disproof = best.entry.disproof;
      if (best.leansOn !== NOTHING) [best.proof, best.disproof] = [DONE, 0];
    }
    this.#low ^= entry.low;
    this.#high ^= entry.high;
    entry.ply = -1;
    if (entry.disproof !== 0 || leansOn >= ply) return NOTHING;
    // It holds on this path alone.
    entry.proof = 1;
    entry.disproof = 1;
    (entry.byPath ??= new Map()).set(path, leansOn);
    this.#kept++;
    return leansOn;
  }

  #children(turn: Colour): Child[] {
    const won = turn === this.#winner;
    const board = this.#board;
    const other = opponent(turn);
    const parries = won && board.inCheck(turn);
    const children: Child[] = [];
    for (const move of board.legalMoves(turn)) {
      if (won && !parries && board.board[move % 90] === 0 && !board.mayCheck(move, turn)) continue;
      const taken = board.play(move);
      if (!won || parries || board.inCheck(other)) children.push(this.#child(move, other));
      board.undo(move, taken);
    }
    return children;
  }

  #child(move: Move, turn: Colour): Child {
    const before = this.#kept;
    const entry = this.#entry(turn);
    // A new position is the harder to win, the more answers there are.
    if (this.#kept > before && turn !== this.#winner) {
      const answers = this.#board.legalMoves(turn).length;
      [entry.proof, entry.disproof] = answers === 0 ? [0, DONE] : [answers, 1];
    }
    const { proof, disproof } = entry;
    const leansOn = entry.ply >= 0 ? entry.ply : disproof === 0 ? NOTHING : (entry.byPath?.get(this.#path) ?? NOTHING);
    return leansOn === NOTHING
      ? { move, entry, proof, disproof, leansOn }
      : { move, entry, proof: DONE, disproof: 0, leansOn };
  }

  /** The winner is to move: one move is enough. */
  #choose(entry: Entry, children: readonly Child[]): number {
    let leansOn = NOTHING;
    let [most, live] = [0, 0];
    entry.proof = DONE;
    entry.plies = Infinity;
    for (const { move, entry: after, proof, disproof, leansOn: on } of children) {
      if (proof < entry.proof) entry.proof = proof;
      if (proof === 0 && after.plies + 1 < entry.plies) [entry.plies, entry.move] = [after.plies + 1, move];
      if (disproof === 0) leansOn = Math.min(leansOn, on);
      else live++;
      most = Math.max(most, disproof);
    }
    entry.disproof = entry.proof === 0 ? DONE : live === 0 ? 0 : most + live - 1;
    return live === 0 ? leansOn : NOTHING;
  }

  /** The loser is to move: every answer has to lose. */
  #require(entry: Entry, children: readonly Child[]): number {
    let leansOn = LIMIT;
    let [most, live] = [0, 0];
    entry.disproof = DONE;
    entry.plies = 0;
    for (const { entry: after, proof, disproof, leansOn: on } of children) {
      if (disproof < entry.disproof) entry.disproof = disproof;
      if (disproof === 0) leansOn = Math.max(leansOn, on);
      if (proof === 0) entry.plies = Math.max(entry.plies, after.plies + 1);
      else live++;
      most = Math.max(most, proof);
    }
    entry.proof = live === 0 ? 0 : entry.disproof === 0 ? DONE : most + live - 1;
    return entry.disproof === 0 ? leansOn : NOTHING;
  }
}

/** The child with the least number, the least of the others, and how many are undecided. */
function leastBy(
  number: "proof" | "disproof",
  children: readonly Child[],
): [best: Child, second: number, live: number] {
  let best: Child | undefined;
  let second = DONE;
  let live = 0;
  for (const child of children) {
    if (child.proof === 0 || child.disproof === 0) continue;
    live++;
    if (best === undefined || child[number] < best[number]) {
      if (best !== undefined) second = Math.min(second, best[number]);
      best = child;
    } else second = Math.min(second, child[number]);
  }
  return [best!, second, live];
}

function lessen(limit: number, by: number): number {
  return limit === DONE ? DONE : limit - by;
}
