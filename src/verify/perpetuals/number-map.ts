/**
 * Numbers things 0, 1, 2, ... in the order in which they are first met, by open addressing: a Map of as many millions
 * takes several times the memory.
 */
import { NumberList } from "./number-list.ts";

const ABSENT = -1;

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
