/** What a side could take if it had the move (clauses K1 to K6 and K11). */
import { attacks, kingSquare, menAttacking } from "../../xiangqi/attacks.ts";
import { makeMove, moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import type { Pausing } from "../../base/pausing.ts";
import { CHARIOT, EMPTY, KING, SOLDIER, colourOf, opponent, type Colour, type Piece } from "../../xiangqi/pieces.ts";
import { isHomeSoldier } from "../../xiangqi/steps.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { type GainRules, GainSearch, worthOf } from "./gains.ts";
import { Recent, matesByChecks } from "./forced.ts";
import type { Clauses } from "./edition.ts";
import { isPauseDue, keyOf, SearchBoard } from "./search-board.ts";

/** A man that could be taken with profit, or for nothing. */
export interface Prey {
  readonly square: Square;
  /** The captures that are worth it. */
  readonly captures: readonly Move[];
  /** Whether taking it wins something; otherwise the man is unprotected and the exchange even. */
  readonly gain: boolean;
  /** K11: taken by men together, or retaken at once, and no chariot taken by a lesser man. */
  readonly weak: boolean;
}

export function isKingOrSoldier(board: Uint8Array, square: Square): boolean {
  const role = board[square]! & 7;
  return role === KING || role === SOLDIER;
}

/** K9: whether a king or soldier takes what no other man attacks. */
export function isFreeToTake(board: Uint8Array, capture: Move, side: Colour): boolean {
  if (!isKingOrSoldier(board, moveFrom(capture))) return false;
  return menAttacking(board, moveTo(capture), side).every((square) => isKingOrSoldier(board, square));
}

/**
 * K3: the captures of a man by its like that are offers of exchange: the other man may take first, and whoever takes so is
 * neither mated by checks nor, unless `mateOnly`, short of material in the end.
 */
export function* findExchanges(board: Uint8Array, side: Colour, mateOnly: boolean): Pausing<Set<Move>> {
  const found = new Set<Move>();
  for (let own = 0; own < SQUARES; own++) {
    const piece = board[own]!;
    if (piece === EMPTY || colourOf(piece) !== side || (piece & 7) === KING) continue;
    for (let other = board.indexOf(piece ^ 8); other >= 0; other = board.indexOf(piece ^ 8, other + 1)) {
      if (!attacks(board, own, other) || !attacks(board, other, own)) continue;
      while (isPauseDue()) yield;
      const search = new SearchBoard(board);
      search.play(makeMove(other, own));
      if (search.inCheck(opponent(side)) || (yield* matesByChecks(search.board, side)) === true) continue;
      const rules = { exchanges: new Set<Move>(), hiddenRoots: true, soldierForChariot: true };
      if (!mateOnly && new GainSearch(search, side, rules).toMove(-worthOf(piece, own), 1)) continue;
      found.add(makeMove(own, other));
    }
  }
  return found;
}

/** Whether a side that is to move mates by checks; null when that was not found out. */
export type FindMates = (board: Uint8Array, side: Colour) => Pausing<boolean | null>;

const NO_MOVES: ReadonlySet<Move> = new Set();

/** All that a side could win in a position in which it is taken to have the move. Whenever it pauses its board is as it was. */
export class Threats {
  readonly #search: SearchBoard;
  readonly #side: Colour;
  readonly #clauses: Clauses;
  #rules: GainRules | null = null;
  #prey: ReadonlyMap<Square, Prey> | null = null;
  #winningChecks: readonly Move[] | null = null;
  #anyGain: boolean | null = null;
  #kill: "kill" | "open" | "none" | null = null;

  constructor(board: Uint8Array, side: Colour, clauses: Clauses) {
    this.#search = new SearchBoard(board);
    this.#side = side;
    this.#clauses = clauses;
  }

  /** By square. */
  *prey(): Pausing<ReadonlyMap<Square, Prey>> {
    return (this.#prey ??= yield* this.#findPrey());
  }

  /** K6: checks that win a man by force. */
  *winningChecks(): Pausing<readonly Move[]> {
    return (this.#winningChecks ??= yield* this.#findWinningChecks());
  }

  /** Whether there is anything to gain. */
  *anyGain(): Pausing<boolean> {
    return (this.#anyGain ??= yield* this.#findAnyGain());
  }

  /** Whether it could mate by checks: an offer of exchange is no such threat, though some read it so ("open"). */
  *kill(mates: FindMates): Pausing<"kill" | "open" | "none"> {
    return (this.#kill ??= yield* this.#findKill(mates));
  }

  *#gainRules(): Pausing<GainRules> {
    if (this.#rules !== null) return this.#rules;
    const { exchange, hiddenRoots, soldierForChariot } = this.#clauses;
    const exchanges = exchange ? yield* findExchanges(this.#search.board, this.#side, false) : NO_MOVES;
    return (this.#rules = { exchanges, hiddenRoots, soldierForChariot });
  }

  *#findKill(mates: FindMates): Pausing<"kill" | "open" | "none"> {
    const { board } = this.#search;
    const spared = new Set([...(yield* findExchanges(board, this.#side, true))].map(moveTo));
    if (spared.size === 0) return (yield* mates(board, this.#side)) === true ? "kill" : "none";
    if ((yield* matesByChecks(board, this.#side, spared)) === true) return "kill";
    return (yield* mates(board, this.#side)) !== false ? "open" : "none";
  }

  *#findWinningChecks(): Pausing<Move[]> {
    const rules = yield* this.#gainRules();
    const found: Move[] = [];
    for (const move of this.#moves(rules)) {
      while (isPauseDue()) yield;
      if (this.#wins(move, true, rules)) found.push(move);
    }
    return found;
  }

  *#findAnyGain(): Pausing<boolean> {
    for (const { gain } of (yield* this.prey()).values()) if (gain) return true;
    const rules = yield* this.#gainRules();
    for (const move of this.#moves(rules)) {
      while (isPauseDue()) yield;
      if (this.#wins(move, false, rules)) return true;
    }
    return false;
  }

  /** The legal moves but for offers of exchange. */
  #moves({ exchanges }: GainRules): Move[] {
    return this.#search.legalMoves(this.#side).filter((move) => !exchanges.has(move));
  }

  /** Whether a check, or any capture, wins something. */
  #wins(move: Move, onlyChecks: boolean, rules: GainRules): boolean {
    const search = this.#search;
    if (search.board[moveTo(move)] === EMPTY && !search.mayCheck(move, this.#side)) return false;
    const worth = worthOf(search.board[moveTo(move)]!, moveTo(move));
    const taken = search.play(move);
    const counts = search.inCheck(opponent(this.#side)) || (!onlyChecks && taken !== EMPTY);
    const wins = counts && new GainSearch(search, this.#side, rules).afterMove(worth, 1);
    search.undo(move, taken);
    return wins;
  }

  *#findPrey(): Pausing<Map<Square, Prey>> {
    const rules = yield* this.#gainRules();
    const found = new Map<Square, Prey>();
    for (const move of this.#moves(rules)) {
      const to = moveTo(move);
      const target = this.#search.board[to]!;
      if (target === EMPTY || this.#isSpared(target, to) || !this.#mayAttack(move)) continue;
      const one = yield* this.#assess(move, rules);
      if (one === null) continue;
      const known = found.get(to);
      found.set(to, {
        square: to,
        captures: [...(known?.captures ?? []), move],
        gain: one.gain || known?.gain === true,
        weak: one.weak && known?.weak !== false,
      });
    }
    return found;
  }

  /** K1. */
  #isSpared(target: Piece, square: Square): boolean {
    return this.#clauses.homeSoldiers && isHomeSoldier(target, square);
  }

  #mayAttack(move: Move): boolean {
    return !this.#clauses.kingsAndSoldiers || !isFreeToTake(this.#search.board, move, this.#side);
  }

  *#assess(move: Move, rules: GainRules): Pausing<{ gain: boolean; weak: boolean } | null> {
    const search = new SearchBoard(this.#search.board); // one of its own, as others go on with theirs in the pauses
    const to = moveTo(move);
    const capturer = search.board[moveFrom(move)]! & 7;
    const taken = search.play(move);
    const worth = worthOf(taken, to);
    const other = opponent(this.#side);
    const retaken = search.legalMoves(other).some((answer) => moveTo(answer) === to);
    const jointly = attacks(search.board, kingSquare(search.board, other), to);
    const gains = new GainSearch(search, this.#side, rules, to);
    while (isPauseDue()) yield;
    const gain = gains.afterMove(worth, 1);
    while (isPauseDue()) yield;
    const counts = gain || (this.#clauses.even && !retaken && gains.afterMove(worth, 0));
    if (!counts) return null;
    const lesser = (taken & 7) === CHARIOT && capturer !== CHARIOT && capturer !== KING && capturer !== SOLDIER;
    return { gain, weak: this.#clauses.weak && (retaken || jointly) && !lesser };
  }
}

/** The threats of the positions asked for last, each found once: many moves lead to one position. */
export class RecentThreats {
  readonly #clauses: Clauses;
  readonly #found: Recent<Threats>;

  /** @param most that are kept at least; at most twice as many are */
  constructor(clauses: Clauses, most: number) {
    this.#clauses = clauses;
    this.#found = new Recent(most);
  }

  of(board: Uint8Array, side: Colour): Threats {
    const key = side[0] + keyOf(board);
    let found = this.#found.get(key);
    if (found === undefined) this.#found.set(key, (found = new Threats(board, side, this.#clauses)));
    return found;
  }
}
