/**
 * The first condition of a loss in a pattern of chasing (Fang, Algorithm 1): some one man is chased by every move that does
 * not lose. It leaves few candidates, and is asked for on all threads (`OneManChased`).
 *
 * The condition depends on which moves lose, and from one level to the next few more do: a candidate that passed passes
 * again, and one that failed is looked at again only when a witness against it is won (`ChaseCandidates`). And as what fails takes
 * others out of the pattern that need not be looked at then, they are looked at part by part.
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

/** What is known of a candidate. */
const UNKNOWN = 0;
const PASSES = 1;
const OUT = 2;

/** So many candidates are looked at at once; of more than these every third, as what fails takes many others out of a pattern. */
const AT_ONCE = 4096;
const PART = 3;

/** What was found for slots, ascending: `WITNESSES` for each. */
interface Findings {
  readonly slots: SlotArray;
  readonly witnesses: SlotArray;
}

export class ChaseCandidates {
  readonly #sets: CellSets;
  readonly #solving: LevelTask;
  readonly #attacker: Colour;
  #known: Findings;

  constructor(sets: CellSets, solving: LevelTask, attacker: Colour) {
    this.#sets = sets;
    this.#solving = solving;
    this.#attacker = attacker;
    this.#known = { slots: newSlots(solving.index, 0), witnesses: newSlots(solving.index, 0) };
  }

  /**
   * Looks at a part of the candidates, ascending slots, of which nothing is known.
   * @returns those that do not fail, and whether all of them are known to pass
   */
  async sieve(candidates: SlotArray): Promise<{ readonly left: SlotArray; readonly isDone: boolean }> {
    const { index } = this.#solving;
    const known = this.#recall(candidates);
    const unknown = candidates.filter((_, at) => known[at] === UNKNOWN);
    const asked = unknown.length <= AT_ONCE ? unknown : unknown.filter((_, i) => i % PART === 0);
    const witnesses = await this.#sets.oneManChased(this.#solving, this.#attacker, asked);
    let next = 0;
    candidates.forEach((slot, at) => {
      if (slot !== asked[next]) return;
      known[at] = witnesses[next * WITNESSES] === index.cells + HOLDS ? PASSES : OUT;
      next++;
    });
    this.#known = this.#joined(this.#known, { slots: asked, witnesses });
    return { left: candidates.filter((_, at) => known[at] !== OUT), isDone: asked.length === unknown.length };
  }

  /** What still stands of what was found for the candidates. */
  #recall(candidates: SlotArray): Uint8Array {
    const { slots, witnesses } = this.#known;
    const { cells } = this.#solving.index;
    const won = this.#sets.whole(this.#sets.won(this.#attacker));
    const isWon = (slot: Slot) => hasSlot(won, slot);
    const recalled = new Uint8Array(candidates.length);
    let k = 0;
    candidates.forEach((slot, at) => {
      while (k < slots.length && slots[k]! < slot) k++;
      if (slots[k] !== slot) return;
      const [first, second] = [witnesses[k * WITNESSES]!, witnesses[k * WITNESSES + 1]!];
      if (first === cells + HOLDS) recalled[at] = PASSES; // more moves lose by now, which does not matter
      else if (first < cells && !isWon(first) && (second === cells + NONE || !isWon(second))) recalled[at] = OUT;
    });
    return recalled;
  }

  /** Both, where they say of the same slot something else what the second says. */
  #joined(old: Findings, added: Findings): Findings {
    const most = old.slots.length + added.slots.length;
    const slots = newSlots(this.#solving.index, most);
    const witnesses = newSlots(this.#solving.index, most * WITNESSES);
    let [count, o, a] = [0, 0, 0];
    while (o < old.slots.length || a < added.slots.length) {
      const isAdded = o === old.slots.length || added.slots[a]! <= old.slots[o]!;
      const [from, at] = isAdded ? [added, a++] : [old, o++];
      const slot = from.slots[at]!;
      if (isAdded && slot === old.slots[o]) o++;
      slots[count] = slot;
      for (let i = 0; i < WITNESSES; i++) witnesses[count * WITNESSES + i] = from.witnesses[at * WITNESSES + i]!;
      count++;
    }
    return { slots: slots.subarray(0, count), witnesses: witnesses.subarray(0, count * WITNESSES) };
  }
}
