/**
 * The first condition of a loss in a pattern of chasing (Fang, Algorithm 1): some one man is chased by every move that does
 * not lose. It leaves few candidates, and is asked for on all threads.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { moveFrom, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../xiangqi/rules/chase-scanner.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import { cellOfSlot, marksOf, slotOfCell, type Plane, type Slot } from "../kernel.ts";

/** An endgame whose lower levels are known. */
export interface Solving {
  readonly index: EndgameIndex;
  readonly planes: Readonly<Record<Colour, Plane>>;
  readonly options: RuleOptions;
}

/** What the search finds for a position: the condition holds, or two slots that witness against it. */
export const WITNESSES = 2;
/** For the first witness: the condition holds. */
export const HOLDS = 0xffff_ffff;
/** For the first: it fails, by more moves than there is room for. */
const FAILS = 0xffff_fffe;
/** For a second witness that is not needed. */
export const NONE = 0xffff_fffd;

export class OneManChased {
  readonly #solving: Solving;
  readonly #attacker: Colour;
  readonly #scanner: ChaseScanner;
  readonly #moves = new Uint16Array(128);
  /** The move that witnessed against the last position: tried first, as neighbours have much in common. */
  #witness = 0;

  /** @param attacker whose man is chased */
  constructor(solving: Solving, attacker: Colour) {
    this.#solving = solving;
    this.#attacker = attacker;
    this.#scanner = new ChaseScanner(solving.options);
  }

  /**
   * Looks at a position with the defender to move, given by its slot, and writes what it finds to
   * `witnesses` from `at` on: as long as the positions of the witnesses, which quiet moves lead to, have no value, no man
   * is chased by all moves.
   */
  find(slot: Slot, witnesses: Uint32Array, at: number): void {
    const { index, planes } = this.#solving;
    const board = index.boardAt(cellOfSlot(index, slot))!;
    const turn = opponent(this.#attacker);
    const plane = planes[this.#attacker];
    const { unknown } = marksOf(plane);
    this.#scanner.load(board, turn);
    let men = -2; // all but the king
    let found = 0;
    witnesses[at + 1] = NONE;
    const count = writeLegalMoves(board, turn, this.#moves);
    const before = this.#moves.subarray(0, count).indexOf(this.#witness);
    if (before > 0) {
      this.#moves[before] = this.#moves[0]!;
      this.#moves[0] = this.#witness;
    }
    for (let i = 0; i < count; i++) {
      const move = this.#moves[i]!;
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const chased = this.#scanner.chases(move);
      if ((men & ~chased) === 0) continue;
      board[to] = board[from]!;
      board[from] = EMPTY;
      const child = slotOfCell(index, index.indexOf(board));
      board[from] = board[to]!;
      board[to] = EMPTY;
      if (plane[child] !== unknown) continue; // won for the attacker: leaving so loses
      if ((chased & -2) === 0) {
        witnesses[at] = child;
        witnesses[at + 1] = NONE;
        this.#witness = move;
        return;
      }
      men &= chased;
      if (found < WITNESSES) witnesses[at + found] = child;
      found++;
      if (men === 0) {
        if (found > WITNESSES) witnesses[at] = FAILS;
        return;
      }
    }
    witnesses[at] = HOLDS;
  }
}
