/**
 * The first condition of a loss in a pattern of chasing (Fang, Algorithm 1): some one man is chased by every move that does
 * not lose. It leaves few candidates, and is asked for on all threads (`OneManChased`).
 *
 * The condition depends on which moves lose, and from one level to the next few more do: a candidate that passed passes
 * again, and one that failed is looked at again only when a witness against it is won (`ChaseCandidates`).
 */
import { moveFrom, moveTo, ScannedBoard, writeLegalMoves } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { hasSlot } from "../outcomes.ts";
import { cellOfSlot, slotOfCell, type Slot } from "../planes.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { newSlots, type CellSets, type SlotArray, type LevelTask } from "./cell-sets.ts";

/** What the search finds for a position: the condition holds, or two slots that witness against it. */
export const WITNESSES = 2;
/** Instead of a slot, the endgame's number of cells and one of these. Of a first witness: the condition holds. */
const HOLDS = 0;
/** Of the first: it fails, by more moves than there is room for. */
const FAILS = 1;
/** Of a second witness that is not needed. */
const NONE = 2;

export class OneManChased {
  readonly #solving: LevelTask;
  readonly #attacker: Colour;
  readonly #won: Uint32Array;
  readonly #scanner: ChaseScanner;
  readonly #board = new Uint8Array(SQUARES);
  readonly #scanned = new ScannedBoard();
  readonly #moves = new Uint16Array(128);
  /** The move that witnessed against the last position: tried first, as neighbours have much in common. */
  #witness = 0;

  /**
   * @param attacker whose man is chased
   * @param won bit vectors of what is won for him
   */
  constructor(solving: LevelTask, attacker: Colour, won: Uint32Array) {
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
  find(slot: Slot, witnesses: SlotArray, at: number): void {
    const { index } = this.#solving;
    const { cells } = index;
    const standing = this.#scanned.load(index.boardAt(cellOfSlot(index, slot), this.#board)!);
    const { board } = this.#scanned;
    const turn = opponent(this.#attacker);
    this.#scanner.load(board, turn);
    let men = -2; // all but the king
    let found = 0;
    witnesses[at + 1] = cells + NONE;
    const count = writeLegalMoves(board, turn, this.#moves);
    this.#tryWitnessFirst(count);
    for (let i = 0; i < count; i++) {
      const move = this.#moves[i]!;
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const chased = this.#scanner.chases(move);
      if ((men & ~chased) === 0) continue;
      const child = this.#slotAfter(from, to, standing);
      if (hasSlot(this.#won, child)) continue; // leaving so loses
      if ((chased & -2) === 0) {
        witnesses[at] = child;
        witnesses[at + 1] = cells + NONE;
        this.#witness = move;
        return;
      }
      men &= chased;
      if (found < WITNESSES) witnesses[at + found] = child;
      found++;
      if (men === 0) {
        if (found > WITNESSES) witnesses[at] = cells + FAILS;
        return;
      }
    }
    witnesses[at] = cells + HOLDS;
  }

  #tryWitnessFirst(count: number): void {
    const moves = this.#moves;
    for (let i = 1; i < count; i++) {
      if (moves[i] !== this.#witness) continue;
      moves[i] = moves[0]!;
      moves[0] = this.#witness;
      return;
    }
  }

  /** The slot that a quiet move of the position at hand leads to. @param standing how many men there are */
  #slotAfter(from: Square, to: Square, standing: number): Slot {
    const { board, squares } = this.#scanned;
    const { index } = this.#solving;
    let man = 0;
    while (squares[man] !== from) man++;
    squares[man] = to;
    board[to] = board[from]!;
    board[from] = EMPTY;
    const cell = index.indexOfMen(board, squares, standing);
    squares[man] = from;
    board[from] = board[to]!;
    board[to] = EMPTY;
    return slotOfCell(index, cell);
  }
}

export class ChaseCandidates {
  readonly #sets: CellSets;
  readonly #solving: LevelTask;
  readonly #attacker: Colour;
  /** The last candidates, ascending, and what was found for each. */
  #known: { readonly slots: SlotArray; readonly witnesses: SlotArray };

  constructor(sets: CellSets, solving: LevelTask, attacker: Colour) {
    this.#sets = sets;
    this.#solving = solving;
    this.#attacker = attacker;
    this.#known = { slots: newSlots(solving.index, 0), witnesses: newSlots(solving.index, 0) };
  }

  /** Those of the candidates, ascending slots, that pass. */
  async passing(candidates: SlotArray): Promise<SlotArray> {
    const { index } = this.#solving;
    const witnesses = newSlots(index, candidates.length * WITNESSES);
    const asked = this.#recall(candidates, witnesses);
    const found = await this.#sets.oneManChased(
      this.#solving,
      this.#attacker,
      asked.map((at) => candidates[at]!),
    );
    asked.forEach((at, i) => witnesses.set(found.subarray(i * WITNESSES, (i + 1) * WITNESSES), at * WITNESSES));
    this.#known = { slots: candidates, witnesses };
    return candidates.filter((_, at) => witnesses[at * WITNESSES] === index.cells + HOLDS);
  }

  /** Fills in what still stands; returns which of the candidates have to be looked at. */
  #recall(candidates: SlotArray, witnesses: SlotArray): SlotArray {
    const { slots: known, witnesses: against } = this.#known;
    const { cells } = this.#solving.index;
    const won = this.#sets.whole(this.#sets.won(this.#attacker));
    const isWon = (slot: Slot) => hasSlot(won, slot);
    const asked = newSlots(this.#solving.index, candidates.length);
    let count = 0;
    let k = 0;
    candidates.forEach((slot, at) => {
      while (k < known.length && known[k]! < slot) k++;
      const [first, second] = [against[k * WITNESSES]!, against[k * WITNESSES + 1]!];
      const stands =
        known[k] === slot &&
        (first === cells + HOLDS || // more moves lose by now, which does not matter
          (first < cells && !isWon(first) && (second === cells + NONE || !isWon(second))));
      if (stands) {
        witnesses[at * WITNESSES] = first;
        witnesses[at * WITNESSES + 1] = second;
      } else asked[count++] = at;
    });
    return asked.subarray(0, count);
  }
}
