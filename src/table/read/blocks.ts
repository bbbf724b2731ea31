/** Reads blocks by their number, Red's first, then Black's, and keeps decoded ones in memory. Everything read is checked before use. */
import type { Codec } from "../format/codec.ts";
import { crc32 } from "../../base/crc32.ts";
import { type DirectoryPage, decodePage } from "../format/directory.ts";
import { DamagedTableError } from "../format/errors.ts";
import { BLOCK_CRC_BYTES, mostStored } from "../format/format.ts";
import { type Section, type StoredHeader, codesOf } from "../format/header.ts";
import { SharedWork } from "../../base/shared-work.ts";
import type { Source } from "./source.ts";

/** The most that one read of neighbouring blocks asks for. */
const MAX_READ_BYTES = 4 * 2 ** 20;

/** One block on its way through a sequential read: its number and its bytes, or the code that fills it. */
export type ReadBlock = { readonly number: number } & ({ readonly raw: Uint8Array } | { readonly fill: number });

export class BlockReader {
  readonly header: StoredHeader;
  readonly #source: Source;
  readonly #codec: Codec;
  readonly #pages: (DirectoryPage | undefined)[];
  readonly #loading = new SharedWork<number, DirectoryPage>();
  #isDamaged = false;

  /** @param head the start of the file: directory pages that lie in it need no further read */
  constructor(source: Source, codec: Codec, header: StoredHeader, head: Uint8Array) {
    this.#source = source;
    this.#codec = codec;
    this.header = header;
    this.#pages = header.pages.map(({ offset, length }, number) =>
      offset + length <= head.length ? this.#decodePage(number, head.subarray(offset, offset + length)) : undefined,
    );
  }

  /** Whether something read so far was damaged. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** The code that fills a block, -1 when it is stored, undefined while its directory page is not here. */
  fillIfLoaded(number: number): number | undefined {
    const { blocksPerPage } = this.header;
    return this.#pages[Math.floor(number / blocksPerPage)]?.fills[number % blocksPerPage];
  }

  /** The same, reading the page if need be. */
  async fillOf(number: number, signal?: AbortSignal): Promise<number> {
    return (await this.#page(number, signal)).fills[number % this.header.blocksPerPage]!;
  }

  /** The decoded bytes of a stored block. */
  async read(number: number, signal?: AbortSignal): Promise<Uint8Array> {
    const { start, length } = this.#place(await this.#page(number, signal), number);
    const isSound = (bytes: Uint8Array): boolean => this.#isSoundBlock(number, bytes);
    return this.#decode(number, await this.#source.read(this.header.data.offset + start, length, signal, isSound));
  }

  /**
   * Reads blocks `from`..`to` (exclusive) in order with few large reads.
   * @param onStored gets the stored bytes of these blocks, in order
   */
  async *readRange(from: number, to: number, onStored?: (bytes: Uint8Array) => void): AsyncGenerator<ReadBlock> {
    const { blocksPerPage, data } = this.header;
    for (let number = from; number < to;) {
      const page = await this.#page(number);
      const first = number;
      const { start } = this.#place(page, first);
      const lastOfPage = Math.min(to, first - (first % blocksPerPage) + blocksPerPage);
      let end = start;
      while (number < lastOfPage) {
        const next = this.#place(page, number);
        if (number > first && next.start + next.length - start > MAX_READ_BYTES) break;
        end = next.start + next.length;
        number++;
      }
      const bytes = end > start ? await this.#source.read(data.offset + start, end - start) : new Uint8Array();
      onStored?.(bytes);
      for (let block = first; block < number; block++) {
        const fill = page.fills[block % blocksPerPage]!;
        if (fill >= 0) {
          yield { number: block, fill };
          continue;
        }
        const place = this.#place(page, block);
        const at = place.start - start;
        yield { number: block, raw: await this.#decode(block, bytes.subarray(at, at + place.length)) };
      }
    }
  }

  /** The stored bytes of a section outside the blocks. */
  async readSection(
    { offset, length, crc }: Section & { readonly crc: number },
    what: string,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const isSound = (bytes: Uint8Array): boolean => crc32(bytes) === crc;
    const bytes = await this.#source.read(offset, length, signal, isSound);
    if (bytes.length !== length) throw this.damaged(`${what} is cut short`);
    return bytes;
  }

  /** To be thrown: notes the damage as well. */
  damaged(reason: string): DamagedTableError {
    this.#isDamaged = true;
    return new DamagedTableError(this.#source.key, reason);
  }

  damagedBlock(number: number, reason: string, cause?: unknown): DamagedTableError {
    this.#isDamaged = true;
    const { blocksPerSide } = this.header;
    const black = number >= blocksPerSide;
    const block = { turn: black ? "black" : "red", number: black ? number - blocksPerSide : number } as const;
    return new DamagedTableError(this.#source.key, reason, block, { cause });
  }

  async #page(block: number, signal?: AbortSignal): Promise<DirectoryPage> {
    const number = Math.floor(block / this.header.blocksPerPage);
    const load = async (all: AbortSignal): Promise<DirectoryPage> => {
      const bytes = await this.readSection(this.header.pages[number]!, "the block directory", all);
      return (this.#pages[number] = this.#decodePage(number, bytes));
    };
    return this.#pages[number] ?? this.#loading.run(number, load, signal);
  }

  #decodePage(number: number, bytes: Uint8Array): DirectoryPage {
    const { blocksPerPage, blocksPerSide, pages, data } = this.header;
    const { crc, dataStart } = pages[number]!;
    const damaged = (reason: string) => this.damaged(`the block directory ${reason}`);
    if (crc32(bytes) !== crc) throw damaged("does not match its checksum");
    const count = Math.min(blocksPerPage, 2 * blocksPerSide - number * blocksPerPage);
    const page = decodePage(bytes, count, mostStored(this.header));
    if (page === null) throw damaged("makes no sense");
    const end = pages[number + 1]?.dataStart ?? data.length;
    if (dataStart + page.starts[count]! !== end) throw damaged("does not fit the data");
    const ofRed = blocksPerSide - number * blocksPerPage;
    const codes = [codesOf(this.header, "red"), codesOf(this.header, "black")] as const;
    if (page.fills.some((fill, i) => fill >= codes[i < ofRed ? 0 : 1])) throw damaged("holds an unknown code");
    return page;
  }

  #place(page: DirectoryPage, block: number): { start: number; length: number } {
    const { blocksPerPage, pages } = this.header;
    const i = block % blocksPerPage;
    const start = pages[Math.floor(block / blocksPerPage)]!.dataStart + page.starts[i]!;
    return { start, length: page.starts[i + 1]! - page.starts[i]! };
  }

  #isSoundBlock(number: number, stored: Uint8Array): boolean {
    if (stored.length <= BLOCK_CRC_BYTES) return false;
    const crc = new DataView(stored.buffer, stored.byteOffset).getUint32(0, true);
    return blockCrc(number, stored.subarray(BLOCK_CRC_BYTES)) === crc;
  }

  async #decode(number: number, stored: Uint8Array): Promise<Uint8Array> {
    const { cells, cellsPerBlock, blocksPerSide, bytesPerCode } = this.header;
    const inSide = number % blocksPerSide;
    const rawLength = Math.min(cellsPerBlock, cells - inSide * cellsPerBlock) * bytesPerCode;
    if (stored.length <= BLOCK_CRC_BYTES) throw this.damagedBlock(number, "it is cut short");
    const payload = stored.subarray(BLOCK_CRC_BYTES);
    if (!this.#isSoundBlock(number, stored)) throw this.damagedBlock(number, "it does not match its checksum");
    const raw = payload.length === rawLength ? payload : await this.#decompress(number, payload, rawLength);
    const codes = codesOf(this.header, number < blocksPerSide ? "red" : "black");
    if (isAbove(raw, bytesPerCode, codes - 1)) throw this.damagedBlock(number, "it holds an unknown code");
    return raw;
  }

  async #decompress(number: number, payload: Uint8Array, rawLength: number): Promise<Uint8Array> {
    try {
      return await this.#codec.decompress(payload, rawLength);
    } catch (cause) {
      throw this.damagedBlock(number, `it does not decompress (${(cause as Error).message})`, cause);
    }
  }
}

/** Whether some code is greater: then a difference is negative, and so is what all of them have in common. Every code read passes here. */
function isAbove(raw: Uint8Array, bytesPerCode: 1 | 2, most: number): boolean {
  const cells = raw.length / bytesPerCode;
  let differences = 0;
  if (bytesPerCode === 1) for (let i = 0; i < cells; i++) differences |= most - raw[i]!;
  else for (let i = 0; i < cells; i++) differences |= most - raw[i]! - 256 * raw[i + cells]!;
  return differences < 0;
}

/** What stands in front of a block: the CRC-32 of its number, as four bytes, and its stored bytes. */
export function blockCrc(number: number, payload: Uint8Array): number {
  return crc32(payload, crc32(Uint8Array.of(number, number >>> 8, number >>> 16, number >>> 24)));
}

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
