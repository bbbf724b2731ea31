/** Lists of numbers and numberings of things that grow without boxing them: some proofs collect millions. */

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
