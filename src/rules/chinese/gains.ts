/**
 * Exchanges to their end (clauses K2, K5 and K6): whether a side that takes comes out of all captures and checks that may
 * follow with enough. The taker may stop whenever it has enough and is not in check; the other side may pass, take back,
 * take something else, or check.
 */
import { menGivingCheck } from "../../xiangqi/attacks.ts";
import { type Move, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import {
  CANNON,
  CHARIOT,
  type Colour,
  EMPTY,
  HORSE,
  KING,
  type Piece,
  SOLDIER,
  opponent,
} from "../../xiangqi/pieces.ts";
import type { Square } from "../../xiangqi/squares.ts";
import type { SearchBoard } from "./search-board.ts";
import { isHomeSoldier } from "../../xiangqi/steps.ts";

/** What is left of a search: quiet checks of either side, and captures. */
interface Reach {
  readonly checks: number;
  readonly answeringChecks: number;
  readonly captures: number;
}

const ANSWERING_CHECKS = 4;
const FULL_REACH: Reach = { checks: 3, answeringChecks: ANSWERING_CHECKS, captures: 6 };

/** Positions that a search looks at before it gives up: then nothing is gained. */
const MOST_POSITIONS = 2000;

export interface GainRules {
  /** Captures that are offers of exchange, which the taker does not make. */
  readonly exchanges: ReadonlySet<Move>;
  readonly hiddenRoots: boolean;
  readonly soldierForChariot: boolean;
}

export class GainSearch {
  readonly #search: SearchBoard;
  readonly #side: Colour;
  readonly #rules: GainRules;
  /** The square on which the line began, -1 for none: there a king's or soldier's capture counts. */
  readonly #origin: Square;
  readonly #full: Reach;
  #positions = 0;

  /** The board is the search's own until it has ended, and then as before. */
  constructor(search: SearchBoard, side: Colour, rules: GainRules, origin: Square = -1) {
    this.#search = search;
    this.#side = side;
    this.#rules = rules;
    this.#origin = origin;
    this.#full = { ...FULL_REACH, answeringChecks: rules.hiddenRoots ? ANSWERING_CHECKS : 0 };
  }

  /** Whether the side has enough after a move of its own, the other side to move. */
  afterMove(balance: Balance, need: number): boolean {
    this.#positions = 0;
    return this.#holds(balance, need, this.#full);
  }

  /** The same with the side itself to move. */
  toMove(balance: Balance, need: number): boolean {
    this.#positions = 0;
    return this.#keeps(balance, need, this.#full);
  }

  #keeps(balance: Balance, need: number, reach: Reach): boolean {
    if (++this.#positions > MOST_POSITIONS) return false;
    const search = this.#search;
    const inCheck = search.inCheck(this.#side);
    if (!inCheck && this.#outcomeOf(balance) >= need) return true;
    for (const move of search.legalMoves(this.#side)) {
      const captures = search.board[moveTo(move)] !== EMPTY;
      if (captures ? this.#rules.exchanges.has(move) : !inCheck && !search.mayCheck(move, this.#side)) continue;
      const gain = this.#gainOf(move);
      const taken = search.play(move);
      const checks = search.inCheck(opponent(this.#side));
      const onward = inCheck || (taken !== EMPTY && reach.captures > 0) || (checks && reach.checks > 0);
      const left = {
        checks: checks && taken === EMPTY ? reach.checks - 1 : reach.checks,
        answeringChecks: reach.answeringChecks,
        captures: taken === EMPTY ? reach.captures : reach.captures - 1,
      };
      const enough = onward && this.#holds(balance + gain, need, left);
      search.undo(move, taken);
      if (enough) return true;
    }
    return false;
  }

  #holds(balance: Balance, need: number, reach: Reach): boolean {
    if (++this.#positions > MOST_POSITIONS) return false;
    const search = this.#search;
    const other = opponent(this.#side);
    const moves = search.legalMoves(other);
    if (moves.length === 0) return true;
    const inCheck = search.inCheck(other);
    if (!inCheck && this.#outcomeOf(balance) < need) return false;
    for (const move of moves) {
      const isQuiet = search.board[moveTo(move)] === EMPTY && !search.mayCheck(move, other);
      if (!inCheck && isQuiet) continue;
      const loss = worthOf(search.board[moveTo(move)]!, moveTo(move));
      const taken = search.play(move);
      const checks = reach.answeringChecks > 0 && search.inCheck(this.#side);
      const onward = inCheck || (taken !== EMPTY && reach.captures > 0) || checks;
      const left = {
        checks: reach.checks,
        answeringChecks: checks ? reach.answeringChecks - 1 : reach.answeringChecks,
        captures: taken === EMPTY ? reach.captures : reach.captures - 1,
      };
      const enough = !onward || this.#keeps(balance - loss, need, left);
      search.undo(move, taken);
      if (!enough) return false;
    }
    return true;
  }

  #outcomeOf(balance: Balance): number {
    return outcomeOf(balance, this.#rules.soldierForChariot);
  }

  /** K9: kings and soldiers take for nothing, but where the line began and where they discover another man's check. */
  #gainOf(move: Move): Balance {
    const search = this.#search;
    const to = moveTo(move);
    const worth = worthOf(search.board[to]!, to);
    const role = search.board[moveFrom(move)]! & 7;
    if (worth === 0 || to === this.#origin || (role !== KING && role !== SOLDIER)) return worth;
    const taken = search.play(move);
    const discovers = menGivingCheck(search.board, opponent(this.#side)).some((square) => square !== to);
    search.undo(move, taken);
    return discovers ? worth : 0;
  }
}

/* What men are worth in an exchange (clause K2). */

/** Men taken minus men lost, all in one number: sums of balances are balances. */
export type Balance = number;

/** More than there are men of one worth. */
const UNIT = 64;
const SOLDIER_WORTH = 1;
const WEAK_WORTH = UNIT;
const STRONG_WORTH = UNIT ** 2;
const CHARIOT_WORTH = UNIT ** 3;

/** Kings, and soldiers that have not crossed the river, count nothing. */
export function worthOf(piece: Piece, square: Square): Balance {
  switch (piece & 7) {
    case CHARIOT:
      return CHARIOT_WORTH;
    case HORSE:
    case CANNON:
      return STRONG_WORTH;
    case SOLDIER:
      return isHomeSoldier(piece, square) ? 0 : SOLDIER_WORTH;
    case KING:
    case EMPTY:
      return 0;
    default:
      return WEAK_WORTH;
  }
}

/**
 * Gain (1), even (0) or loss (-1). A chariot is two horses or cannons, and only between equal numbers of these advisors and
 * elephants count. Soldiers have no fixed worth: against other men they are even, but a soldier for a chariot is a gain.
 * @param soldierForChariot false: it is even as well
 */
export function outcomeOf(balance: Balance, soldierForChariot = true): number {
  const chariots = Math.round(balance / CHARIOT_WORTH);
  let rest = balance - chariots * CHARIOT_WORTH;
  const strong = Math.round(rest / STRONG_WORTH);
  rest -= strong * STRONG_WORTH;
  const weak = Math.round(rest / WEAK_WORTH);
  const soldiers = rest - weak * WEAK_WORTH;
  const men = Math.sign(2 * chariots + strong) || Math.sign(weak);
  if (soldiers === 0 || men === Math.sign(soldiers)) return men;
  if (men === 0) return Math.sign(soldiers);
  return soldierForChariot && men > 0 && chariots > 0 ? 1 : 0;
}
