/** An open table: looks up values by cell. */
import { fileOrder, type FileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { BlockCache, BlockReader, type TableBlocks } from "./blocks.ts";
import { findCodec, type Codec } from "../format/codec.ts";
import { COPIES, copiesCodec } from "../format/copies.ts";
import { crc32 } from "../../base/crc32.ts";
import { BlockChecks, DerivedSide, markIllegal, rowsOf, WITHOUT_MOVE } from "../rows/derived.ts";
import { DamagedTableError } from "../format/errors.ts";
import { decodeHeader } from "../format/format.ts";
import { bytesOfCode, fileBytes, mapCodes, type Codes, type TableHeader } from "../format/header.ts";
import { isComplete, parseDetails, withFigures, type Details, type Histogram } from "../format/histogram.ts";
import { indexOfTable } from "../format/index-parameters.ts";
import { type PlaceRange, StoredCodes, piecesAtOnce, toIndexOrder } from "./stored.ts";
import { QuietMoves } from "./quiet.ts";
import { LegalRows } from "../rows/legal-rows.ts";
import { newCodes, noneOf, type RowsOfCodes } from "../rows/quiet-rows.ts";
import { memorySource, type Source } from "./source.ts";
import { valueBefore, type Value } from "../value.ts";
import { checkBytes, checkWholeFile } from "./checksums.ts";
import type { NewHash } from "../../base/sha256.ts";

/** The first read of a file: the header, and with it the whole directory of tables up to some 20,000 blocks. */
const HEAD_BYTES = 65_536;
const DEFAULT_CACHE_BYTES = 32 * 2 ** 20;

/** How a table is opened. */
export interface OpenOptions {
  /** Shared by many tables to bound their memory together. Default: one of its own, 32 MiB. */
  readonly cache?: BlockCache;
  /** Gives the opening up. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a table. Reads at most the first 64 KiB, and where the header leaves figures to them the details, and checks what it read.
 * @throws DamagedTableError, UnsupportedTableError, SourceError; `signal.reason` when aborted
 */
export async function openTable(source: Source, codecs: readonly Codec[], options: OpenOptions = {}): Promise<Table> {
  const head = await source.read(0, HEAD_BYTES, options.signal, (bytes) => isSoundHead(bytes, source.key));
  const stored = decodeHeader(head, source.key);
  const { outcomes } = stored.info;
  const isPacked = stored.codec === COPIES && outcomes !== undefined;
  const codec = isPacked ? copiesCodec(outcomes.packing) : findCodec(codecs, stored.codec, source.key);
  const size = await source.size();
  const wanted = fileBytes(stored);
  if (size !== wanted) {
    const what = size < wanted ? "it is cut short" : "something was added to it";
    throw new DamagedTableError(source.key, `${what}: ${size} bytes instead of ${wanted}`);
  }
  const whole = size === head.length;
  const blocks = new BlockReader(whole ? memorySource(head, source.key) : source, codec, stored, head);
  const { info, lists } = stored;
  const complete = isComplete(info)
    ? info
    : withFigures(info, lists, (await readDetails(blocks, options.signal)).histogram);
  return new Table(source, { ...stored, info: complete }, blocks, options.cache ?? new BlockCache(DEFAULT_CACHE_BYTES));
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

/** The codes of a block: the one that all its cells have, or their bytes. */
type BlockCodes = number | Uint8Array;

/** Made by `openTable`. Methods that read throw DamagedTableError or SourceError; they never give a wrong value. */
export class Table {
  /** Path or address. */
  readonly file: string;
  readonly header: TableHeader;
  readonly #source: Source;
  readonly #blocks: BlockReader;
  readonly #stored: StoredCodes;
  readonly #cached: TableBlocks;
  #index: EndgameIndex | undefined;
  #order: FileOrder | undefined;
  #quiet: QuietMoves | undefined;
  #derivedSide: DerivedSide | undefined;
  readonly #legal: Partial<Record<Colour, LegalRows>> = {};
  readonly #codesIfCached = (block: number): BlockCodes | undefined => {
    const fill = this.#blocks.fillIfLoaded(block);
    return fill === undefined || fill >= 0 ? fill : this.#cached.peek(block);
  };

  constructor(source: Source, header: TableHeader, blocks: BlockReader, cache: BlockCache) {
    this.file = source.key;
    this.header = header;
    this.#source = source;
    this.#blocks = blocks;
    this.#stored = new StoredCodes(header, blocks);
    this.#cached = cache.newBlocks();
  }

  /** Whether something read so far was damaged. What is sound is answered nevertheless. */
  get isDamaged(): boolean {
    return this.#blocks.isDamaged;
  }

  /** How the table numbers its cells; made when it is first asked for. @throws UnsupportedTableError */
  get index(): EndgameIndex {
    return (this.#index ??= indexOfTable(this.header, this.file));
  }

  /**
   * The value of a cell for the side to move. A cell that is no legal position has a meaningless value.
   * @throws RangeError when there is no such cell; `signal.reason` when aborted
   */
  async valueAt(turn: Colour, cell: number, signal?: AbortSignal): Promise<Value> {
    const known = this.valueIfCached(turn, cell);
    if (known !== undefined) return known;
    // What its moves lead to is read at the same time, though it may not be needed: a request takes longer than bytes.
    const numbers = new Set([this.#blockOf(turn, this.#placeOf(cell))]);
    if (this.header.derived === turn) {
      const { cells, count } = this.#follow(turn, cell);
      for (let i = 0; i < count; i++) numbers.add(this.#blockOf(opponent(turn), this.#placeOf(cells[i]!)));
    }
    const read = [...numbers].map(async (block) => [block, await this.#codesOf(block, signal)] as const);
    const blocks = new Map(await Promise.all(read));
    return this.#valueIn(turn, cell, (block) => blocks.get(block))!;
  }

  /** The same without waiting; undefined when something would have to be read. */
  valueIfCached(turn: Colour, cell: number): Value | undefined {
    return this.#valueIn(turn, cell, this.#codesIfCached);
  }

  /** The value by the blocks that are at hand; undefined when another is needed. */
  #valueIn(turn: Colour, cell: number, codesOf: (block: number) => BlockCodes | undefined): Value | undefined {
    const { derived, lists } = this.header;
    const place = this.#placeOf(cell);
    const own = codesOf(this.#blockOf(turn, place));
    if (own === undefined) return undefined;
    const code = this.#codeIn(own, place);
    if (derived !== turn) return lists[turn][code]!;
    if (code !== 0) return lists[turn][code - 1]!;
    const quiet = this.#follow(turn, cell);
    const other = opponent(turn);
    let least = Infinity;
    // Most lie in the same block: it is looked for once.
    let number = -1;
    let stored: BlockCodes | undefined;
    for (let i = 0; i < quiet.count; i++) {
      const after = this.#placeOf(quiet.cells[i]!);
      const block = this.#blockOf(other, after);
      if (block !== number) stored = codesOf((number = block));
      if (stored === undefined) return undefined;
      const found = this.#codeIn(stored, after);
      if (found < least) least = found;
    }
    return quiet.count === 0 ? WITHOUT_MOVE : valueBefore(lists[other][least]!);
  }

  /** The cell at a place of the file. */
  cellAt(place: number): number {
    return this.header.layout === "index" ? place : fileOrder(this.index).cellAt(place);
  }

  /**
   * The codes, as in `header.values`, of the cells at `count` places of the file from `first` on, past the cache. Cells
   * that are no legal position have any code.
   * @param pause waited for after each millisecond, or so, that a derived side takes
   */
  async readCodes(turn: Colour, first: number, count: number, pause?: () => Promise<void>): Promise<Codes> {
    const { cells, derived } = this.header;
    if (first < 0 || count < 0 || first + count > cells) throw new RangeError(`cells ${first} + ${count} of ${cells}`);
    const codes = newCodes(this.header.bytesPerCode, count);
    await this.#stored.read(turn, first, codes);
    if (derived === turn) await this.#resolve(first, codes, pause);
    return this.#byValues(turn, codes);
  }

  /** Of the cells at `count` places of the file from `first` on: 255 for those that are no legal position, 0 for others. */
  markIllegal(turn: Colour, first: number, count: number): Uint8Array {
    const marks = new Uint8Array(count);
    markIllegal((this.#legal[turn] ??= new LegalRows(this.index, turn)), 1, marks, first, count);
    return marks;
  }

  /**
   * The codes of all cells of a side, by their numbers.
   * @param into where to: one for each cell; new memory by default
   */
  async readSide<T extends Codes = Codes>(turn: Colour, into?: T): Promise<T> {
    const codes = into ?? newCodes(bytesOfCode(this.header), this.header.cells);
    return this.#toIndexOrder(await this.readCodes(turn, 0, this.header.cells), codes) as T;
  }

  /**
   * Reads what is stored for a side at as many places of the file as there is room for, from `first` on: codes of its list,
   * or, of the derived side, differences: 0, or 1 + a code.
   */
  readStored(turn: Colour, first: number, into: Codes): Promise<void> {
    return this.#stored.read(turn, first, into);
  }

  /** What is stored for a side at some pieces of the file, one behind the other; each is valid until the next. */
  readStoredPieces(turn: Colour, pieces: Iterable<PlaceRange>): AsyncGenerator<Codes> {
    return this.#stored.pieces(turn, pieces);
  }

  /**
   * The codes of a side, by its list, at pieces that make up the whole file, one behind the other, each valid until the next.
   * Cells that are no legal position have any code. Memory: of a derived side all codes of the other.
   * @throws `signal.reason` when aborted
   */
  async *readPieces(turn: Colour, pieces: Iterable<PlaceRange>, signal?: AbortSignal): AsyncGenerator<Codes> {
    if (turn !== this.header.derived) {
      yield* this.#stored.pieces(turn, pieces, signal);
      return;
    }
    const { bytesPerCode } = this.header;
    const side = this.#side();
    const rows = await this.#stored.allRows(this.index, opponent(turn), signal);
    const found = new BlockChecks(this.header, noneOf(bytesPerCode));
    let first = 0;
    for await (const codes of this.#stored.pieces(turn, pieces, signal)) {
      const bad = side.resolve(rows, codes, first, codes.length);
      if (bad >= 0) throw this.#damagedPlace(turn, bad, "a value that its moves give is not in the list");
      first += codes.length;
      found.add(codes);
      yield codes;
    }
    await this.#compareChecks(found.checks);
  }

  /** The codes of all cells of both sides, Red's first, by their numbers. */
  async readSides(): Promise<[red: Codes, black: Codes]> {
    const codes = await this.#readBothPlaces();
    const side = (turn: Colour): Codes => {
      return this.#toIndexOrder(
        this.#byValues(turn, codes[turn]),
        newCodes(bytesOfCode(this.header), this.header.cells),
      );
    };
    return [side("red"), side("black")];
  }

  /**
   * The codes of all cells of both sides in the order of the file, as in `header.lists`. Cells that are no legal position have any
   * code, or what `readPlaces` gives them.
   */
  async #readBothPlaces(): Promise<Record<Colour, Codes>> {
    const { cells, bytesPerCode, derived } = this.header;
    const codes = { red: newCodes(bytesPerCode, cells), black: newCodes(bytesPerCode, cells) };
    for (const turn of COLOURS) await this.#stored.read(turn, 0, codes[turn]);
    if (derived === null) return codes;
    const other = opponent(derived);
    markIllegal(new LegalRows(this.index, other), bytesPerCode, codes[other], 0, cells);
    await this.#resolveWith(rowsOf(this.index, codes[other]), 0, codes[derived]);
    return codes;
  }

  /**
   * The codes of all cells of a side in the order of the file, as in `header.lists`: 255, or 65,535 with two bytes a code,
   * for those that are no legal position. Only of files with their cells by placements.
   */
  async readPlaces(turn: Colour): Promise<Codes> {
    const { cells, bytesPerCode, derived } = this.header;
    const codes = newCodes(bytesPerCode, cells);
    await this.#stored.read(turn, 0, codes);
    if (derived === turn) await this.#resolve(0, codes);
    else markIllegal(new LegalRows(this.index, turn), bytesPerCode, codes, 0, cells);
    return codes;
  }

  /**
   * The codes of all cells of a side by their numbers, as in `header.lists`: 255, or 65,535 with two bytes a code, for those
   * that are no legal position.
   */
  async readCells(turn: Colour): Promise<Codes> {
    const { cells, bytesPerCode, layout } = this.header;
    if (layout === "placements") return this.#toIndexOrder(await this.readPlaces(turn), newCodes(bytesPerCode, cells));
    const codes = newCodes(bytesPerCode, cells);
    await this.#stored.read(turn, 0, codes);
    const illegal = new Uint8Array(cells);
    toIndexOrder(this.index, 0, this.markIllegal(turn, 0, cells), illegal);
    for (let cell = 0; cell < cells; cell++) if (illegal[cell] !== 0) codes[cell] = noneOf(bytesPerCode);
    return codes;
  }

  /** Reads a block as it is stored. @throws DamagedTableError when it is not what was written */
  async checkBlock(turn: Colour, block: number): Promise<void> {
    const { cellsPerBlock, cells, bytesPerCode } = this.header;
    const first = block * cellsPerBlock;
    await this.#stored.read(turn, first, newCodes(bytesPerCode, Math.min(cellsPerBlock, cells - first)));
  }

  /** How many legal positions of the whole board have each code. */
  async readHistogram(): Promise<Histogram> {
    const { lists, values } = this.header;
    const { histogram } = await readDetails(this.#blocks);
    if (lists.red === values) return histogram; // both sides have this list
    const counts = (turn: Colour) => {
      const byValue = new Map(lists[turn].map((value, code) => [value, histogram[turn][code] ?? 0]));
      return values.map((value) => byValue.get(value) ?? 0);
    };
    return { red: counts("red"), black: counts("black") };
  }

  /** The checks of the derived side's blocks (docs/spec/table-format.md). */
  async readChecks(): Promise<readonly number[]> {
    return (await readDetails(this.#blocks)).checks;
  }

  /**
   * Reads the whole file and compares every checksum, the SHA-256 of the file included.
   * @param newHash makes a streaming SHA-256, such as node:crypto's
   * @throws DamagedTableError for the first thing that is wrong
   */
  async verifyChecksums(newHash: NewHash): Promise<void> {
    await checkWholeFile(this.#source, this.#blocks, await readDetailBytes(this.#blocks), newHash());
  }

  /**
   * Compares the file's bytes with its SHA-256, which is quicker than every checksum; see `checkBytes`.
   * @throws DamagedTableError
   */
  async verifyBytes(newHash: NewHash, pace?: (bytes: number) => Promise<void>): Promise<void> {
    await checkBytes(this.#source, this.#blocks, newHash(), pace);
  }

  close(): Promise<void> {
    this.#cached.clear();
    return this.#source.close();
  }

  /** From codes of a side's list to those of all values. */
  #byValues(turn: Colour, codes: Codes): Codes {
    const { derived, lists, values } = this.header;
    return derived === null && lists[turn] === values ? codes : translate(codes, lists[turn], values);
  }

  #toIndexOrder(places: Codes, cells: Codes): Codes {
    if (this.header.layout === "index") cells.set(places);
    else toIndexOrder(this.index, 0, places, cells);
    return cells;
  }

  /** Turns differences from place `first` on into codes. */
  async #resolve(first: number, codes: Codes, pause?: () => Promise<void>): Promise<void> {
    const { index } = this;
    const side = this.#side();
    const rows =
      codes.length > this.header.cells / 4
        ? await this.#stored.allRows(index, opponent(side.turn))
        : await this.#stored.rowsFor(side, first, codes.length, pause);
    await this.#resolveWith(rows, first, codes, pause);
  }

  /** The side that is derived. */
  #side(): DerivedSide {
    const { bytesPerCode, derived, lists } = this.header;
    return (this.#derivedSide ??= new DerivedSide(this.index, derived!, bytesPerCode, lists));
  }

  /** @param rows of the stored side */
  async #resolveWith(rows: RowsOfCodes, first: number, codes: Codes, pause?: () => Promise<void>): Promise<void> {
    const { cells, bytesPerCode, derived } = this.header;
    for (const { first: from, count } of piecesAtOnce(this.index, first, codes.length, pause !== undefined)) {
      const at = from - first;
      const bad = this.#side().resolve(rows, codes.subarray(at, at + count), from, count);
      if (bad >= 0) throw this.#damagedPlace(derived!, bad, "a value that its moves give is not in the list");
      await pause?.();
    }
    if (codes.length < cells) return;
    const found = new BlockChecks(this.header, noneOf(bytesPerCode));
    found.add(codes);
    await this.#compareChecks(found.checks);
  }

  /** @param found the checks of the derived side's blocks */
  async #compareChecks(found: readonly number[]): Promise<void> {
    const { checks } = await readDetails(this.#blocks);
    const wrong = found.findIndex((check, block) => check !== checks[block]);
    if (wrong < 0) return;
    const { derived, cellsPerBlock } = this.header;
    throw this.#damagedPlace(derived!, wrong * cellsPerBlock, "its values are not those that were written");
  }

  #damagedPlace(turn: Colour, place: number, what: string): DamagedTableError {
    return this.#blocks.damagedBlock(this.#blockOf(turn, place), what);
  }

  #blockOf(turn: Colour, place: number): number {
    const { cellsPerBlock, blocksPerSide } = this.header;
    return Math.floor(place / cellsPerBlock) + (turn === "red" ? 0 : blocksPerSide);
  }

  #placeOf(cell: number): number {
    const { cells, layout } = this.header;
    if (!(cell >= 0 && cell < cells)) throw new RangeError(`cell ${cell} of ${cells}`);
    return layout === "index" ? cell : (this.#order ??= fileOrder(this.index)).placeOf(cell);
  }

  async #codesOf(block: number, signal?: AbortSignal): Promise<BlockCodes> {
    const known = this.#codesIfCached(block);
    if (known !== undefined) return known;
    const fill = await this.#blocks.fillOf(block, signal);
    return fill >= 0 ? fill : this.#cached.get(block, (all) => this.#blocks.read(block, all), signal);
  }

  #codeIn(raw: BlockCodes, place: number): number {
    if (typeof raw === "number") return raw;
    const { cellsPerBlock, bytesPerCode } = this.header;
    const i = place % cellsPerBlock;
    return bytesPerCode === 1 ? raw[i]! : raw[i]! + 256 * raw[i + raw.length / 2]!;
  }

  /** The cells of the other side that quiet moves lead to; valid until it is called again. */
  #follow(turn: Colour, cell: number): QuietMoves {
    const quiet = (this.#quiet ??= new QuietMoves(this.index));
    quiet.follow(turn, cell);
    return quiet;
  }
}

async function readDetailBytes(blocks: BlockReader, signal?: AbortSignal): Promise<Uint8Array> {
  const { details } = blocks.header;
  const bytes = await blocks.readSection(details, "the histogram", signal);
  if (crc32(bytes) !== details.crc) throw blocks.damaged("the histogram does not match its checksum");
  return bytes;
}

async function readDetails(blocks: BlockReader, signal?: AbortSignal): Promise<Details> {
  const details = parseDetails(new TextDecoder().decode(await readDetailBytes(blocks, signal)));
  if (details === null) throw blocks.damaged("the histogram makes no sense");
  return details;
}

/** From codes of a side to those of all values; what is no code becomes one. */
function translate(codes: Codes, list: readonly Value[], values: readonly Value[]): Codes {
  const codeOf = new Map(values.map((value, code) => [value, code]));
  const into = values.length <= 256 || codes instanceof Uint16Array ? codes : new Uint16Array(codes.length);
  mapCodes(
    codes,
    Uint16Array.from(list, (value) => codeOf.get(value)!),
    into,
  );
  return into;
}
