/** What a side could take if it had the move (clauses K1 to K6 and K11). */
import { attacks, kingSquare, menAttacking } from "../../attacks.ts";
import { makeMove, moveFrom, moveTo, type Move } from "../../moves.ts";
import { CHARIOT, EMPTY, KING, SOLDIER, colourOf, opponent, type Colour } from "../../pieces.ts";
import { isHomeSoldier } from "../../reach.ts";
import { SQUARES, type Square } from "../../squares.ts";
import { worthOf } from "./balance.ts";
import { matesByChecks } from "./forced.ts";
import { GainSearch, type GainRules } from "./gains.ts";
import type { ChaseClauses } from "./options.ts";
import { SearchBoard } from "./search-board.ts";

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

/**
 * K3: the captures of a man by its like that are offers of exchange: the other man may take first, and whoever takes so is
 * neither mated by checks nor, unless `mateOnly`, short of material in the end.
 */
export function findExchanges(board: Uint8Array, side: Colour, mateOnly: boolean): Set<Move> {
  const found = new Set<Move>();
  for (let own = 0; own < SQUARES; own++) {
    const piece = board[own]!;
    if (piece === EMPTY || colourOf(piece) !== side || (piece & 7) === KING) continue;
    for (let other = 0; other < SQUARES; other++) {
      if (board[other] !== (piece ^ 8) || !attacks(board, own, other) || !attacks(board, other, own)) continue;
      const search = new SearchBoard(board);
      search.play(makeMove(other, own));
      if (search.inCheck(opponent(side)) || matesByChecks(search.board, side) === true) continue;
      const rules = { exchanges: new Set<Move>(), hiddenRoots: true };
      if (!mateOnly && new GainSearch(search, side, rules).toMove(-worthOf(piece, own), 1)) continue;
      found.add(makeMove(own, other));
    }
  }
  return found;
}

/** All that a side could win in a position in which it is taken to have the move. */
export class Threats {
  readonly #search: SearchBoard;
  readonly #side: Colour;
  readonly #clauses: ChaseClauses;
  readonly #rules: GainRules;
  #prey: ReadonlyMap<Square, Prey> | null = null;
  #winningChecks: readonly Move[] | null = null;

  constructor(board: Uint8Array, side: Colour, clauses: ChaseClauses) {
    this.#search = new SearchBoard(board);
    this.#side = side;
    this.#clauses = clauses;
    const exchanges = clauses.exchange ? findExchanges(board, side, false) : new Set<Move>();
    this.#rules = { exchanges, hiddenRoots: clauses.hiddenRoots };
  }

  /** By square. */
  get prey(): ReadonlyMap<Square, Prey> {
    this.#prey ??= this.#findPrey();
    return this.#prey;
  }

  /** K6: checks that win a man by force. */
  get winningChecks(): readonly Move[] {
    this.#winningChecks ??= this.#moves().filter((move) => this.#wins(move, true));
    return this.#winningChecks;
  }

  /** Whether there is anything to gain. */
  anyGain(): boolean {
    return [...this.prey.values()].some(({ gain }) => gain) || this.#moves().some((move) => this.#wins(move, false));
  }

  /** The legal moves but for offers of exchange. */
  #moves(): Move[] {
    return this.#search.legalMoves(this.#side).filter((move) => !this.#rules.exchanges.has(move));
  }

  /** Whether a check, or any capture, wins something. */
  #wins(move: Move, onlyChecks: boolean): boolean {
    const search = this.#search;
    const worth = worthOf(search.board[moveTo(move)]!, moveTo(move));
    const taken = search.play(move);
    const counts = search.inCheck(opponent(this.#side)) || (!onlyChecks && taken !== EMPTY);
    const wins = counts && new GainSearch(search, this.#side, this.#rules).afterMove(worth, 1);
    search.undo(move, taken);
    return wins;
  }

  #findPrey(): Map<Square, Prey> {
    const found = new Map<Square, Prey>();
    for (const move of this.#moves()) {
      const to = moveTo(move);
      const target = this.#search.board[to]!;
      if (target === EMPTY || isHomeSoldier(target, to) || !this.#mayAttack(move)) continue;
      const one = this.#assess(move);
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

  /** K9: a king or soldier takes where another man attacks as well. */
  #mayAttack(move: Move): boolean {
    const { board } = this.#search;
    if (!this.#clauses.kingsAndSoldiers || !isKingOrSoldier(board, moveFrom(move))) return true;
    return menAttacking(board, moveTo(move), this.#side).some((square) => !isKingOrSoldier(board, square));
  }

  #assess(move: Move): { gain: boolean; weak: boolean } | null {
    const search = this.#search;
    const to = moveTo(move);
    const capturer = search.board[moveFrom(move)]! & 7;
    const taken = search.play(move);
    const worth = worthOf(taken, to);
    const other = opponent(this.#side);
    const retaken = search.legalMoves(other).some((answer) => moveTo(answer) === to);
    const jointly = attacks(search.board, kingSquare(search.board, other), to);
    const gains = new GainSearch(search, this.#side, this.#rules, to);
    const gain = gains.afterMove(worth, 1);
    const counts = gain || (this.#clauses.even && !retaken && gains.afterMove(worth, 0));
    search.undo(move, taken);
    if (!counts) return null;
    const lesser = (taken & 7) === CHARIOT && capturer !== CHARIOT && capturer !== KING && capturer !== SOLDIER;
    return { gain, weak: this.#clauses.weak && (retaken || jointly) && !lesser };
  }
}
