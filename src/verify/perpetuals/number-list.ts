/** A list of numbers that grows without boxing them: some proofs collect millions. */

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

  at(place: number): number {
    return this.#numbers[place]!;
  }

  /** A copy. */
  toArray(): N {
    return this.#numbers.slice(0, this.#length) as N;
  }
}
