/** An open table: looks up values by cell. */
import type { Colour } from "../xiangqi/pieces.ts";
import { BlockReader, type ReadBlock } from "./blocks.ts";
import { BlockCache, type Shelf } from "./cache.ts";
import { findCodec, type Codec } from "./codec.ts";
import { crc32 } from "./crc32.ts";
import { DamagedTableError } from "./errors.ts";
import { decodeHeader } from "./format.ts";
import { fileBytes, type TableHeader } from "./header.ts";
import { parseHistogram, type Histogram } from "./histogram.ts";
import { memorySource, type Source } from "./source.ts";
import type { Value } from "./value.ts";
import { checkBytes, checkWholeFile, type NewHash } from "./checksums.ts";

/** The first read of a file: the header, and with it the whole directory of tables up to some 20,000 blocks. */
const HEAD_BYTES = 65_536;
const DEFAULT_CACHE_BYTES = 32 * 2 ** 20;

/** Codes of one side, one for each cell: indices into `header.values`. */
export type Codes = Uint8Array | Uint16Array;

export interface OpenOptions {
  /** Shared by many tables to bound their memory together. Default: one of its own, 32 MiB. */
  readonly cache?: BlockCache;
  /** Gives the opening up. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a table. Reads at most the first 64 KiB, and checks what it read.
 * @throws DamagedTableError, UnsupportedTableError, SourceError; `signal.reason` when aborted
 */
export async function openTable(source: Source, codecs: readonly Codec[], options: OpenOptions = {}): Promise<Table> {
  const head = await source.read(0, HEAD_BYTES, options.signal, (bytes) => isSoundHead(bytes, source.key));
  const header = decodeHeader(head, source.key);
  const codec = findCodec(codecs, header.codec, source.key);
  const size = await source.size();
  const wanted = fileBytes(header);
  if (size !== wanted) {
    const what = size < wanted ? "it is cut short" : "something was added to it";
    throw new DamagedTableError(source.key, `${what}: ${size} bytes instead of ${wanted}`);
  }
  const whole = size === head.length;
  const blocks = new BlockReader(whole ? memorySource(head, source.key) : source, codec, header, head);
  return new Table(source, header, blocks, options.cache ?? new BlockCache(DEFAULT_CACHE_BYTES));
}

/** Whether a file's first bytes are a header with directory pages that match their checksums. */
function isSoundHead(head: Uint8Array, file: string): boolean {
  try {
    const { pages } = decodeHeader(head, file);
    return pages.every(({ offset, length, crc }) => {
      return offset + length > head.length || crc32(head.subarray(offset, offset + length)) === crc;
    });
  } catch {
    return false;
  }
}

/** Made by `openTable`. Methods that read throw DamagedTableError or SourceError; they never give a wrong value. */
export class Table {
  /** Path or address. */
  readonly file: string;
  readonly header: TableHeader;
  readonly #source: Source;
  readonly #blocks: BlockReader;
  readonly #shelf: Shelf;

  constructor(source: Source, header: TableHeader, blocks: BlockReader, cache: BlockCache) {
    this.file = source.key;
    this.header = header;
    this.#source = source;
    this.#blocks = blocks;
    this.#shelf = cache.newShelf();
  }

  /** Whether something read so far was damaged. What is sound is answered nevertheless. */
  get isDamaged(): boolean {
    return this.#blocks.isDamaged;
  }

  /**
   * The value of a cell for the side to move. A cell that is no legal position has a meaningless value.
   * @throws RangeError when there is no such cell; `signal.reason` when aborted
   */
  async valueAt(turn: Colour, cell: number, signal?: AbortSignal): Promise<Value> {
    const known = this.valueIfCached(turn, cell);
    if (known !== undefined) return known;
    const number = this.#blockOf(turn, cell);
    const fill = await this.#blocks.fillOf(number, signal);
    if (fill >= 0) return this.header.values[fill]!;
    const raw = await this.#shelf.get(number, (all) => this.#blocks.read(number, all), signal);
    return this.#valueIn(raw, cell);
  }

  /** The same without waiting; undefined when something would have to be read. */
  valueIfCached(turn: Colour, cell: number): Value | undefined {
    const number = this.#blockOf(turn, cell);
    const fill = this.#blocks.fillIfLoaded(number);
    if (fill === undefined) return undefined;
    if (fill >= 0) return this.header.values[fill]!;
    const raw = this.#shelf.peek(number);
    return raw && this.#valueIn(raw, cell);
  }

  /**
   * Decodes the codes of `count` cells from `first` on, past the cache.
   * @param into where to: at least `count` long; new memory of the table's code size by default
   */
  async readCodes<T extends Codes = Codes>(turn: Colour, first: number, count: number, into?: T): Promise<T> {
    const { bytesPerCode, cellsPerBlock, cells, blocksPerSide } = this.header;
    if (first < 0 || count < 0 || first + count > cells) throw new RangeError(`cells ${first} + ${count} of ${cells}`);
    const codes = into ?? (bytesPerCode === 1 ? new Uint8Array(count) : new Uint16Array(count));
    if (count > 0) {
      const side = turn === "red" ? 0 : blocksPerSide;
      const last = first + count;
      const from = side + Math.floor(first / cellsPerBlock);
      const to = side + Math.ceil(last / cellsPerBlock);
      for await (const block of this.#blocks.readRange(from, to)) {
        const start = (block.number - side) * cellsPerBlock;
        const begin = Math.max(first, start);
        const end = Math.min(last, start + cellsPerBlock);
        copyCodes(block, begin - start, end - start, codes, begin - first, bytesPerCode);
      }
    }
    return codes as T;
  }

  /** Decodes the codes of all cells of a side. */
  readSide<T extends Codes = Codes>(turn: Colour, into?: T): Promise<T> {
    return this.readCodes(turn, 0, this.header.cells, into);
  }

  /** How many legal positions of the whole board have each code. */
  async readHistogram(): Promise<Histogram> {
    const bytes = await this.#readDetails();
    const histogram = parseHistogram(new TextDecoder().decode(bytes));
    if (histogram === null) throw this.#blocks.damaged("the histogram makes no sense");
    return histogram;
  }

  /**
   * Reads the whole file and compares every checksum, the SHA-256 of the file included.
   * @param newHash makes a streaming SHA-256, such as node:crypto's
   * @throws DamagedTableError for the first thing that is wrong
   */
  async verifyChecksums(newHash: NewHash): Promise<void> {
    await checkWholeFile(this.#source, this.#blocks, await this.#readDetails(), newHash());
  }

  /**
   * Compares the file's bytes with its SHA-256, which is quicker than every checksum; see `checkBytes`.
   * @throws DamagedTableError
   */
  async verifyBytes(newHash: NewHash, pace?: (bytes: number) => Promise<void>): Promise<void> {
    await checkBytes(this.#source, this.#blocks, newHash(), pace);
  }

  close(): Promise<void> {
    this.#shelf.clear();
    return this.#source.close();
  }

  async #readDetails(): Promise<Uint8Array> {
    const bytes = await this.#blocks.readSection(this.header.details, "the histogram");
    if (crc32(bytes) !== this.header.details.crc) {
      throw this.#blocks.damaged("the histogram does not match its checksum");
    }
    return bytes;
  }

  #blockOf(turn: Colour, cell: number): number {
    const { cells, cellsPerBlock, blocksPerSide } = this.header;
    if (!(cell >= 0 && cell < cells)) throw new RangeError(`cell ${cell} of ${cells}`);
    return Math.floor(cell / cellsPerBlock) + (turn === "red" ? 0 : blocksPerSide);
  }

  #valueIn(raw: Uint8Array, cell: number): Value {
    const { cellsPerBlock, bytesPerCode, values } = this.header;
    const i = cell % cellsPerBlock;
    return values[bytesPerCode === 1 ? raw[i]! : raw[i]! + 256 * raw[i + raw.length / 2]!]!;
  }
}

function copyCodes(block: ReadBlock, begin: number, end: number, codes: Codes, at: number, bytesPerCode: 1 | 2): void {
  if ("fill" in block) codes.fill(block.fill, at, at + end - begin);
  else if (bytesPerCode === 1) codes.set(block.raw.subarray(begin, end), at);
  else {
    const high = block.raw.length / 2;
    for (let i = begin; i < end; i++) codes[at + i - begin] = block.raw[i]! + 256 * block.raw[high + i]!;
  }
}
