/** Decoded blocks kept in memory. */
import { SharedWork } from "../../base/shared-work.ts";

/** Decoded blocks of any number of tables, least recently used out first. */
export class BlockCache {
  readonly maxBytes: number;
  #bytes = 0;
  #hits = 0;
  #loads = 0;
  /** A Set iterates in order of insertion: the first is the least recently used. */
  readonly #entries = new Set<Entry>();
  /** The last of them: it is asked for again most often. */
  #newest: Entry | null = null;

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

  /** Room for the blocks of one table. They are told apart from those of others by where they are, not by a number. */
  newBlocks(): TableBlocks {
    const shelf: Blocks = new Map();
    const loading = new SharedWork<number, Uint8Array>();
    const peek = (number: number): Uint8Array | undefined => {
      const entry = shelf.get(number);
      if (entry === undefined) return undefined;
      this.#hits++;
      if (entry !== this.#newest) {
        this.#entries.delete(entry);
        this.#entries.add(entry);
        this.#newest = entry;
      }
      return entry.block;
    };
    return {
      peek,
      get: (number, load, signal) => {
        const block = peek(number);
        if (block !== undefined) return Promise.resolve(block);
        const loadAndPut = async (all: AbortSignal): Promise<Uint8Array> => {
          const loaded = await load(all);
          all.throwIfAborted(); // it may have been loaded again by now
          return this.#put({ shelf, number, block: loaded });
        };
        return loading.run(number, loadAndPut, signal);
      },
      clear: () => {
        for (const entry of shelf.values()) this.#remove(entry);
      },
    };
  }

  #put(entry: Entry): Uint8Array {
    this.#loads++;
    entry.shelf.set(entry.number, entry);
    this.#entries.add(entry);
    this.#newest = entry;
    this.#bytes += entry.block.length;
    for (const oldest of this.#entries) {
      if (this.#bytes <= this.maxBytes) break;
      this.#remove(oldest);
    }
    return entry.block;
  }

  #remove(entry: Entry): void {
    entry.shelf.delete(entry.number);
    this.#entries.delete(entry);
    if (this.#newest === entry) this.#newest = null;
    this.#bytes -= entry.block.length;
  }
}

/** The blocks of one table in a cache, by their numbers. */
export interface TableBlocks {
  /** The block if it is here, and makes it the most recently used. */
  peek(number: number): Uint8Array | undefined;
  /** The block, loaded at most once at a time. A failed load is not remembered. */
  get(number: number, load: (signal: AbortSignal) => Promise<Uint8Array>, signal?: AbortSignal): Promise<Uint8Array>;
  /** Drops all of them. */
  clear(): void;
}

type Blocks = Map<number, Entry>;

interface Entry {
  readonly shelf: Blocks;
  readonly number: number;
  readonly block: Uint8Array;
}
