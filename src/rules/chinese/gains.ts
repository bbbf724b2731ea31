/**
 * Exchanges to their end (clauses K2, K5 and K6): whether a side that takes comes out of all captures and checks that may
 * follow with enough. The taker may stop whenever it has enough and is not in check; the other side may pass, take back,
 * take something else, or check.
 */
import { menGivingCheck } from "../../xiangqi/attacks.ts";
import { moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, KING, SOLDIER, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Square } from "../../xiangqi/squares.ts";
import { outcomeOf, worthOf, type Balance } from "./balance.ts";
import type { SearchBoard } from "./search-board.ts";

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
