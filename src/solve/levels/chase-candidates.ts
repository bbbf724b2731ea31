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
import {
  chosen,
  countBelow,
  newSlots,
  ownSlots,
  slotBytes,
  slotRanges,
  type CellSet,
  type CellSets,
  type LevelTask,
  type SlotArray,
} from "./cell-sets.ts";

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

/** Candidates are looked at by ranges of so many slots: a large endgame's have no room all at once. */
const RANGE_SLOTS = 2 ** 20 * SQUARES;
/** So many candidates of a range are looked at at once; of more than these every third, as what fails takes many others out of a pattern. */
const AT_ONCE = 4096;
const PART = 3;

/** What was found for slots of a range, counted from its first and ascending: `WITNESSES` for each. */
interface Findings {
  readonly slots: Uint32Array;
  readonly witnesses: SlotArray;
}

/** What is left of candidates. */
export interface Sieved {
  readonly count: number;
  /** Whether all of them are known to pass. */
  readonly isDone: boolean;
}

export class ChaseCandidates {
  readonly #sets: CellSets;
  readonly #solving: LevelTask;
  readonly #attacker: Colour;
  readonly #rangeSlots: number;
  /** By the number of the range. */
  readonly #known = new Map<number, Findings>();

  constructor(sets: CellSets, solving: LevelTask, attacker: Colour) {
    this.#sets = sets;
    this.#solving = solving;
    this.#attacker = attacker;
    this.#rangeSlots = solving.rangeSlots ?? RANGE_SLOTS;
  }

  /** Whether something is known of candidates: what fails by that is best taken out first, with what follows from it. */
  get areKnown(): boolean {
    return this.#known.size > 0;
  }

  /**
   * Takes candidates that fail out of their set. A slice's border stays.
   * @param most so many there are, its border's included
   * @param asking whether a part of those is looked at of which nothing is known
   */
  async sieve(candidates: CellSet, most: number, asking: boolean): Promise<Sieved> {
    const { index } = this.#solving;
    if (asking) this.#sets.reserve(Math.ceil(most / PART) * (4 + WITNESSES * slotBytes(index.cells)));
    let [count, isDone] = [0, true];
    for (const slots of slotRanges(this.#sets, candidates, index, this.#rangeSlots)) {
      const own = countBelow(slots, ownSlots(index));
      const sieved = await this.#sieveRange(candidates, slots.subarray(0, own), asking);
      count += sieved.count + slots.length - own;
      isDone &&= sieved.isDone;
    }
    return { count, isDone };
  }

  /** @param slots of one range */
  async #sieveRange(candidates: CellSet, slots: SlotArray, asking: boolean): Promise<Sieved> {
    if (slots.length === 0) return { count: 0, isDone: true };
    const range = Math.floor(slots[0]! / this.#rangeSlots);
    const first = range * this.#rangeSlots;
    const known = this.#recall(slots, range);
    const unknown = chosen(slots, (at) => known[at] === UNKNOWN);
    const part = !asking ? Infinity : unknown.length <= AT_ONCE ? 1 : PART;
    const asked = chosen(unknown, (at) => (at + 1) % part === 0);
    if (asked.length > 0) {
      const witnesses = await this.#sets.oneManChased(this.#solving, this.#attacker, asked);
      for (let at = 0, next = 0; at < slots.length; at++) {
        if (slots[at] !== asked[next]) continue;
        known[at] = witnesses[next * WITNESSES] === this.#solving.index.cells + HOLDS ? PASSES : OUT;
        next++;
      }
      const added = { slots: new Uint32Array(asked.length), witnesses };
      for (let at = 0; at < asked.length; at++) added.slots[at] = asked[at]! - first;
      this.#known.set(range, this.#joined(this.#known.get(range), added));
    }
    const out = chosen(slots, (at) => known[at] === OUT);
    this.#sets.remove(candidates, out);
    return { count: slots.length - out.length, isDone: asked.length === unknown.length };
  }

  /** What still stands of what was found for the candidates of a range. */
  #recall(candidates: SlotArray, range: number): Uint8Array {
    const recalled = new Uint8Array(candidates.length);
    const found = this.#known.get(range);
    if (found === undefined) return recalled;
    const { slots, witnesses } = found;
    const { cells } = this.#solving.index;
    const won = this.#sets.whole(this.#sets.won(this.#attacker));
    const isWon = (slot: Slot) => hasSlot(won, slot);
    for (let at = 0, k = 0; at < candidates.length; at++) {
      const slot = candidates[at]! - range * this.#rangeSlots;
      while (k < slots.length && slots[k]! < slot) k++;
      if (slots[k] !== slot) continue;
      const [first, second] = [witnesses[k * WITNESSES]!, witnesses[k * WITNESSES + 1]!];
      if (first === cells + HOLDS) recalled[at] = PASSES; // more moves lose by now, which does not matter
      else if (first < cells && !isWon(first) && (second === cells + NONE || !isWon(second))) recalled[at] = OUT;
    }
    return recalled;
  }

  /** Both, where they say of the same slot something else what the second says. */
  #joined(old: Findings = { slots: new Uint32Array(0), witnesses: new Uint32Array(0) }, added: Findings): Findings {
    const most = old.slots.length + added.slots.length;
    const slots = new Uint32Array(most);
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
