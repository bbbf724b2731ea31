/** Decoded blocks of any number of tables, least recently used out first. */
export class BlockCache {
  readonly maxBytes: number;
  #bytes = 0;
  #owners = 0;
  #hits = 0;
  #loads = 0;
  // A Map iterates in order of insertion: the first key is the least recently used.
  readonly #blocks = new Map<number, Uint8Array>();
  readonly #pending = new Map<number, Promise<Uint8Array>>();

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How often a block was here, and how many were loaded because they were not. */
  get counts(): { readonly hits: number; readonly loads: number } {
    return { hits: this.#hits, loads: this.#loads };
  }

  /** A number that keeps the blocks of one table apart from those of others: add a block's number (< 2^32) to it. */
  newOwner(): number {
    return this.#owners++ * 2 ** 32;
  }

  /** The block if it is here, and makes it the most recently used. */
  peek(key: number): Uint8Array | undefined {
    const block = this.#blocks.get(key);
    if (block === undefined) return undefined;
    this.#hits++;
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    return block;
  }

  /** The block, loaded at most once at a time. A failed load is not remembered. */
  get(key: number, load: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const block = this.peek(key);
    if (block !== undefined) return Promise.resolve(block);
    let pending = this.#pending.get(key);
    if (pending === undefined) {
      pending = load()
        .then((loaded) => this.#put(key, loaded))
        .finally(() => this.#pending.delete(key));
      this.#pending.set(key, pending);
    }
    return pending;
  }

  #put(key: number, block: Uint8Array): Uint8Array {
    this.#loads++;
    this.#blocks.set(key, block);
    this.#bytes += block.length;
    for (const [oldest, { length }] of this.#blocks) {
      if (this.#bytes <= this.maxBytes) break;
      this.#blocks.delete(oldest);
      this.#bytes -= length;
    }
    return block;
  }
}
