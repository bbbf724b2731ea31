/**
 * The first condition of a loss in a pattern of chasing (Fang, Algorithm 1): some one man is chased by every move that does
 * not lose. It leaves few candidates, and is asked for on all threads (`OneManChased`).
 *
 * The condition depends on which moves lose, and from one level to the next few more do: a candidate that passed passes
 * again, and one that failed is looked at again only when a witness against it is won (`ChaseCandidates`).
 */
import { moveFrom, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../xiangqi/rules/chase-scanner.ts";
import { hasSlot } from "../outcomes.ts";
import { cellOfSlot, slotOfCell, type Slot } from "../planes.ts";
import type { CellSets, Solving } from "./cell-sets.ts";

/** What the search finds for a position: the condition holds, or two slots that witness against it. */
export const WITNESSES = 2;
/** For the first witness: the condition holds. */
const HOLDS = 0xffff_ffff;
/** For the first: it fails, by more moves than there is room for. */
const FAILS = 0xffff_fffe;
/** For a second witness that is not needed. */
export const NONE = 0xffff_fffd;

export class OneManChased {
  readonly #solving: Solving;
  readonly #attacker: Colour;
  readonly #won: Uint32Array;
  readonly #scanner: ChaseScanner;
  readonly #moves = new Uint16Array(128);
  /** The move that witnessed against the last position: tried first, as neighbours have much in common. */
  #witness = 0;

  /**
   * @param attacker whose man is chased
   * @param won bit vectors of what is won for him
   */
  constructor(solving: Solving, attacker: Colour, won: Uint32Array) {
    this.#solving = solving;
    this.#attacker = attacker;
    this.#won = won;
    this.#scanner = new ChaseScanner(solving.options);
  }

  /**
   * Looks at a position with the defender to move, given by its slot, and writes what it finds to
   * `witnesses` from `at` on: as long as the positions of the witnesses, which quiet moves lead to, are not won, no man is
   * chased by all moves.
   */
  find(slot: Slot, witnesses: Uint32Array, at: number): void {
    const { index } = this.#solving;
    const board = index.boardAt(cellOfSlot(index, slot))!;
    const turn = opponent(this.#attacker);
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
      if (hasSlot(this.#won, child)) continue; // leaving so loses
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

export class ChaseCandidates {
  readonly #sets: CellSets;
  readonly #solving: Solving;
  readonly #attacker: Colour;
  /** The last candidates, ascending slots, and what was found for each. */
  #known: { readonly cells: Uint32Array; readonly witnesses: Uint32Array } = {
    cells: new Uint32Array(),
    witnesses: new Uint32Array(),
  };

  constructor(sets: CellSets, solving: Solving, attacker: Colour) {
    this.#sets = sets;
    this.#solving = solving;
    this.#attacker = attacker;
  }

  /** Those of the candidates (ascending slots) that pass. */
  async passing(candidates: Uint32Array): Promise<number[]> {
    const witnesses = new Uint32Array(candidates.length * WITNESSES);
    const asked = this.#recall(candidates, witnesses);
    const found = await this.#sets.oneManChased(
      this.#solving,
      this.#attacker,
      asked.map((at) => candidates[at]!),
    );
    asked.forEach((at, i) => witnesses.set(found.subarray(i * WITNESSES, (i + 1) * WITNESSES), at * WITNESSES));
    this.#known = { cells: candidates, witnesses };
    return [...candidates].filter((_, at) => witnesses[at * WITNESSES] === HOLDS);
  }

  /** Fills in what still stands; returns which of the candidates have to be looked at. */
  #recall(candidates: Uint32Array, witnesses: Uint32Array): Uint32Array {
    const { cells: known, witnesses: against } = this.#known;
    const won = this.#sets.won(this.#attacker);
    const isWon = (slot: Slot) => this.#sets.has(won, slot);
    const asked = new Uint32Array(candidates.length);
    let count = 0;
    let k = 0;
    candidates.forEach((cell, at) => {
      while (k < known.length && known[k]! < cell) k++;
      const [first, second] = [against[k * WITNESSES]!, against[k * WITNESSES + 1]!];
      const stands =
        known[k] === cell &&
        (first === HOLDS || // more moves lose by now, which does not matter
          (first < NONE && !isWon(first) && (second === NONE || !isWon(second))));
      if (stands) {
        witnesses[at * WITNESSES] = first;
        witnesses[at * WITNESSES + 1] = second;
      } else asked[count++] = at;
    });
    return asked.subarray(0, count);
  }
}
