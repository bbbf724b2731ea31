/**
 * Positions of a table by one number, their orders, and sets of them, which are sorted arrays: a level can have more than a
 * `Set` has room for.
 */
import { DRAW, type Value } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { EndgameIndex } from "../../endgame/index.ts";

/** The order of a draw: it is still undecided when all levels are done. */
export const UNDECIDED = 0xffff;

/** The level at which a position was decided. Draws: UNDECIDED. (`orderOf` without its divisions.) */
export function levelOf(value: Value): number {
  return value === DRAW ? UNDECIDED : (value - 1) >>> 16;
}

/** A position of a table: its cell and side to move. Ascending with the cell, Red first. */
export type PositionKey = number;

export function keyOf(cell: number, turn: Colour): PositionKey {
  return 2 * cell + (turn === "red" ? 0 : 1);
}

export function cellOfKey(key: PositionKey): number {
  return Math.floor(key / 2);
}

export function turnOfKey(key: PositionKey): Colour {
  return key % 2 === 0 ? "red" : "black";
}

/** Ascending, each key once. */
export type KeySet = Float64Array<ArrayBuffer>;

export function keySet(keys: ArrayLike<PositionKey>): KeySet {
  const sorted = Float64Array.from(keys).sort();
  return sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
}

/** The keys of one set that are not in the other. */
export function without(set: KeySet, other: KeySet): KeySet {
  let at = 0;
  return set.filter((key) => {
    while (at < other.length && other[at]! < key) at++;
    return other[at] !== key;
  });
}

export function intersection(set: KeySet, other: KeySet): KeySet {
  return without(set, without(set, other));
}

export function union(a: KeySet, b: KeySet): KeySet {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return keySet(both);
}

/** Whether a cell keeps a board as its mirror image. One that is its own mirror image is kept as it is. */
export function isMirrored(board: Uint8Array, index: EndgameIndex, cell: number): boolean {
  const kept = index.boardAt(cell)!;
  for (let square = 0; square < board.length; square++) if (kept[square] !== board[square]) return true;
  return false;
}

/* Lists of numbers and numberings of things that grow without boxing them: some proofs collect millions. */

type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

export class NumberList<N extends Numbers> {
  readonly #make: new (length: number) => N;
  #numbers: N;
  #length = 0;

  /** @param make the kind of array that holds such numbers */
  constructor(make: new (length: number) => N) {
    this.#make = make;
    this.#numbers = new make(64);
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new this.#make(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }

  /** Forgets all but the first numbers. */
  cut(length: number): void {
    this.#length = length;
  }

  at(place: number): number {
    return this.#numbers[place]!;
  }

  /** A copy. */
  toArray(): N {
    return this.#numbers.slice(0, this.#length) as N;
  }
}

const ABSENT = -1;

/**
 * Numbers things 0, 1, 2, ... in the order in which they are first met, by open addressing: a Map of as many millions
 * takes several times the memory.
 */
export class NumberMap {
  /** The things, by number. */
  readonly keys = new NumberList(Float64Array);
  #slots: Int32Array = new Int32Array(1024).fill(ABSENT);

  get size(): number {
    return this.keys.length;
  }

  /** The number of a thing; a new one where it has none. */
  add(key: number): number {
    const slot = this.#slotOf(key);
    const known = this.#slots[slot]!;
    if (known !== ABSENT) return known;
    const number = this.keys.length;
    this.keys.push(key);
    this.#slots[slot] = number;
    if (2 * this.keys.length > this.#slots.length) this.#grow();
    return number;
  }

  /** The number of a thing, or -1. */
  find(key: number): number {
    return this.#slots[this.#slotOf(key)]!;
  }

  #slotOf(key: number): number {
    const mask = this.#slots.length - 1;
    const low = (key % 0x1_0000_0000) | 0;
    const high = (key / 0x1_0000_0000) | 0;
    const mixed = Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (this.#slots[slot] !== ABSENT && this.keys.at(this.#slots[slot]!) !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(ABSENT);
    for (let number = 0; number < this.keys.length; number++) this.#slots[this.#slotOf(this.keys.at(number))] = number;
  }
}

/* The positions stored as losses in 0 of an order above 0, in any order. Plain data, as suspects are. */

export interface SeedKeys {
  readonly keys: Float64Array<ArrayBuffer>;
  /** By seed. */
  readonly orders: Uint16Array<ArrayBuffer>;
}

export class SeedList {
  readonly #keys = new NumberList(Float64Array);
  readonly #orders = new NumberList(Uint16Array);

  push(key: PositionKey, order: number): void {
    this.#keys.push(key);
    this.#orders.push(order);
  }

  toSeeds(): SeedKeys {
    return { keys: this.#keys.toArray(), orders: this.#orders.toArray() };
  }
}

export function noSeeds(): SeedKeys {
  return { keys: new Float64Array(), orders: new Uint16Array() };
}

export function joinSeeds(lists: readonly SeedKeys[]): SeedKeys {
  const count = lists.reduce((sum, { keys }) => sum + keys.length, 0);
  const joined = { keys: new Float64Array(count), orders: new Uint16Array(count) };
  let at = 0;
  for (const { keys, orders } of lists) {
    joined.keys.set(keys, at);
    joined.orders.set(orders, at);
    at += keys.length;
  }
  return joined;
}

/** Those of each order. */
export function seedsByOrder({ keys, orders }: SeedKeys): (order: number) => KeySet {
  const lists = new Map<number, NumberList<Float64Array<ArrayBuffer>>>();
  for (let i = 0; i < keys.length; i++) {
    let list = lists.get(orders[i]!);
    if (list === undefined) lists.set(orders[i]!, (list = new NumberList(Float64Array)));
    list.push(keys[i]!);
  }
  return (order) => keySet(lists.get(order)?.toArray() ?? []);
}
