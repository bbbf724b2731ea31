/** The bytes of a table: blocks compressed several at a time, then the directory and the header that lie before them. */
import { InputError } from "../../base/errors.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { COLOURS } from "../../xiangqi/pieces.ts";
import { blockCrc } from "../read/blocks.ts";
import { hashFront } from "../read/checksums.ts";
import type { Codec, Effort } from "../format/codec.ts";
import { crc32 } from "../../base/crc32.ts";
import { encodePage, type BlockEntry } from "../format/directory.ts";
import {
  allValues,
  BLOCK_CRC_BYTES,
  BLOCKS_PER_PAGE,
  encodeHeader,
  headerBytes,
  hexadecimal,
  MAX_BLOCK_BYTES,
  MAX_HEADER_BYTES,
  setSha256,
} from "../format/format.ts";
import type { PageEntry, StoredHeader, TableHeader, Codes } from "../format/header.ts";
import { withoutFigures, type Histogram } from "../format/histogram.ts";
import { appender, type Output } from "./output.ts";
import type { NewHash } from "../../base/sha256.ts";

/** The most bytes a block can take in the directory: a length up to 262,148, or 0, a code of two bytes and a run. */
const ENTRY_BYTES = 5;

/** A header that would be longer leaves the figures of its orders to the histogram. */
const MOST_WITH_FIGURES = 16_384;

/** Codes of some places of the file, side by side. */
export interface Band {
  /** As they are stored: of a derived side differences. 16 bits each where `bytesPerCodeOf` the table is 2. */
  readonly codes: Codes;
  /** Of a derived side: `checkOf` what the differences stand for. */
  readonly check?: number;
}

export interface TableContent extends Pick<TableHeader, "info" | "cells" | "lists" | "layout" | "derived"> {
  /** Of both sides, by their lists. */
  readonly histogram: Histogram;
  /**
   * Asked for Red's places in order, a block at a time, then Black's; several may be asked for before one is there. Who has
   * threads gives the block as it is to be stored.
   * @param number of the block
   */
  band(turn: Colour, first: number, count: number, number: number): Band | EncodedBlock | Promise<Band | EncodedBlock>;
  /** Takes the place of what `info` says, where that is known only when the blocks are; `info` has one of this length. */
  readonly contentSum?: Promise<string>;
}

/** A block of the file. */
export interface EncodedBlock {
  readonly entry: BlockEntry;
  /** Its bytes, if any. */
  readonly stored: Uint8Array;
  readonly check?: number | undefined;
}

/** Bytes of a code in the file: with a derived side one number stands for no difference, and one for no legal position. */
export function bytesPerCodeOf({ lists, derived }: Pick<TableHeader, "lists" | "derived">): 1 | 2 {
  const codes = Math.max(lists.red.length, lists.black.length) + (derived === null ? 0 : 1);
  return codes <= 256 ? 1 : 2;
}

export interface EncodeOptions {
  /** Must compress. */
  readonly codec: Codec;
  /** Makes a streaming SHA-256. */
  readonly newHash: NewHash;
  /** How small the blocks are to be. Default `fast`. */
  readonly effort?: Effort;
  /** How many blocks compress at a time. Default 2. */
  readonly threads?: number;
  /** A power of two. Default: as many as make 256 KiB. */
  readonly cellsPerBlock?: number;
  /** Default 4096. */
  readonly blocksPerPage?: number;
  readonly signal?: AbortSignal;
  /** Called now and then with the cells written so far, of both sides together. */
  readonly onProgress?: (cells: number) => void;
}

export interface EncodedTable {
  readonly header: TableHeader;
  readonly fileBytes: number;
  /** Before compression. */
  readonly rawBytes: number;
  /** Of the file, for each legal position of the whole board, both sides together. */
  readonly bitsPerPosition: number;
  readonly blocks: number;
  /** Blocks of one code only, which take no room. */
  readonly filledBlocks: number;
}

/**
 * Writes a table to an empty output. Memory: some 5 MB, and some 50 bytes for each block.
 * @throws InputError `too-many-values` before anything is written; `signal.reason` when aborted
 */
export async function encodeTable(
  output: Output,
  content: TableContent,
  options: EncodeOptions,
): Promise<EncodedTable> {
  const { cells, lists, layout, derived, histogram } = content;
  const bytesPerCode = bytesPerCodeOf(content);
  const { cellsPerBlock = MAX_BLOCK_BYTES / bytesPerCode, blocksPerPage = BLOCKS_PER_PAGE } = options;
  const tooMany = (what: string) =>
    new InputError("too-many-values", `${content.info.endgame} has too many values for a table file: ${what}`);
  for (const { length } of Object.values(lists)) {
    if (length === 0) throw new RangeError("no values");
    if (length > 65_535) throw tooMany(`${length} of one side, where 65,535 fit`);
  }
  if (cellsPerBlock * bytesPerCode > MAX_BLOCK_BYTES || Math.log2(cellsPerBlock) % 1 !== 0)
    throw new RangeError(`blocks of ${cellsPerBlock} cells`);
  const blocksPerSide = Math.ceil(cells / cellsPerBlock);
  const pageCount = Math.ceil((2 * blocksPerSide) / blocksPerPage);
  const stored = headerBytes(content, pageCount) > MOST_WITH_FIGURES ? withoutFigures(content.info) : content.info;
  const headerLength = headerBytes({ info: stored, lists }, pageCount);
  if (headerLength > MAX_HEADER_BYTES) throw tooMany(`a header of ${headerLength} bytes, where 65,536 fit`);

  // The directory stands in front of the blocks but is known after them: leave it the room it can take at most.
  const reserved = headerLength + 2 * blocksPerSide * ENTRY_BYTES;
  const hash = options.newHash();
  const { append, flush, end: appended } = appender(output, reserved, hash);
  const written = await writeBlocks(content, { ...options, cellsPerBlock }, append);
  const entries = written.map(({ entry }) => entry);
  const checks = written.flatMap(({ check }) => check ?? []);
  const summed = content.contentSum && { contentSum: await content.contentSum };
  const dataLength = appended() - reserved;
  const details = new TextEncoder().encode(JSON.stringify(derived === null ? { histogram } : { histogram, checks }));
  await append(details);
  await flush();

  const { pages, pageBytes } = makePages(entries, blocksPerPage, headerLength);
  let dataOffset = headerLength + pageBytes.reduce((sum, { length }) => sum + length, 0);
  // Most tables leave a byte or so unused for each block. Where that would show, move the blocks down.
  if (reserved - dataOffset > dataLength / 256) await output.moveDown(reserved, appended(), dataOffset);
  else dataOffset = reserved;

  const header: StoredHeader = {
    codec: options.codec.id,
    cells,
    cellsPerBlock,
    blocksPerSide,
    bytesPerCode,
    values: allValues(lists),
    lists,
    layout,
    derived,
    blocksPerPage,
    pages,
    data: { offset: dataOffset, length: dataLength },
    details: { offset: dataOffset + dataLength, length: details.length, crc: crc32(details) },
    sha256: "0".repeat(64),
    info: { ...stored, ...summed },
  };
  const front = new Uint8Array(dataOffset);
  front.set(encodeHeader(header));
  pageBytes.forEach((bytes, i) => front.set(bytes, pages[i]!.offset));
  hashFront(hash, front);
  const sha256 = hexadecimal(hash.digest());
  setSha256(front.subarray(0, headerLength), sha256);
  await output.write(front, 0);
  const fileBytes = dataOffset + dataLength + details.length;
  const info = { ...content.info, ...summed };
  const positions = info.red.positions + info.black.positions;
  return {
    header: { ...header, info, sha256 },
    fileBytes,
    rawBytes: 2 * cells * bytesPerCode,
    bitsPerPosition: (8 * fileBytes) / positions,
    blocks: entries.length,
    filledBlocks: entries.filter((entry) => "fill" in entry).length,
  };
}

interface WrittenBlock {
  readonly entry: BlockEntry;
  readonly check: number | undefined;
}

async function writeBlocks(
  content: TableContent,
  options: EncodeOptions & Required<Pick<EncodeOptions, "cellsPerBlock">>,
  append: (bytes: Uint8Array) => Promise<void>,
): Promise<WrittenBlock[]> {
  const { cellsPerBlock, signal, onProgress } = options;
  const blocks: WrittenBlock[] = [];
  let done = 0;
  for await (const { entry, stored, check } of encodedBlocks(content, COLOURS, options)) {
    blocks.push({ entry, check });
    if (stored.length > 0) await append(stored);
    signal?.throwIfAborted();
    onProgress?.((done = Math.min(done + cellsPerBlock, 2 * content.cells)));
  }
  return blocks;
}

/** The blocks of some sides as they are to be stored, in the order of the file; several are made at a time. */
export async function* encodedBlocks(
  content: Pick<TableContent, "cells" | "band" | "lists" | "derived">,
  turns: readonly Colour[],
  options: Pick<EncodeOptions, "codec" | "effort" | "threads" | "cellsPerBlock">,
): AsyncGenerator<EncodedBlock> {
  const { codec, effort = "fast", threads = 2 } = options;
  const { cellsPerBlock = MAX_BLOCK_BYTES / bytesPerCodeOf(content) } = options;
  const blocksPerSide = Math.ceil(content.cells / cellsPerBlock);
  if (codec.compress === undefined) throw new RangeError(`codec ${codec.name} does not compress`);
  const compress = codec.compress.bind(codec);
  const encoding: Promise<EncodedBlock>[] = [];
  const encode = async (turn: Colour, first: number, count: number): Promise<EncodedBlock> => {
    const number = first / cellsPerBlock + (turn === "red" ? 0 : blocksPerSide);
    const band = await content.band(turn, first, count, number);
    if ("entry" in band) return band;
    return { ...(await encodeBlock(number, band.codes, (raw) => compress(raw, effort))), check: band.check };
  };
  try {
    for (const turn of turns) {
      for (let first = 0; first < content.cells; first += cellsPerBlock) {
        const block = encode(turn, first, Math.min(cellsPerBlock, content.cells - first));
        block.catch(() => {}); // is told when its turn comes
        encoding.push(block);
        // Twice as many as threads, so that none waits while another one is written.
        while (encoding.length >= 2 * threads) yield await encoding.shift()!;
      }
    }
    while (encoding.length > 0) yield await encoding.shift()!;
  } finally {
    await Promise.allSettled(encoding);
  }
}

async function encodeBlock(
  number: number,
  codes: Codes,
  compress: (raw: Uint8Array) => Promise<Uint8Array>,
): Promise<{ entry: BlockEntry; stored: Uint8Array }> {
  const fill = codes[0]!;
  if (codes.every((code: number) => code === fill)) return { entry: { fill }, stored: new Uint8Array() };
  const raw = codes instanceof Uint8Array ? codes : splitBytes(codes);
  const compressed = await compress(raw);
  const payload = compressed.length < raw.length ? compressed : raw;
  const stored = new Uint8Array(BLOCK_CRC_BYTES + payload.length);
  new DataView(stored.buffer).setUint32(0, blockCrc(number, payload), true);
  stored.set(payload, BLOCK_CRC_BYTES);
  return { entry: { length: stored.length }, stored };
}

/** Two-byte codes: all low bytes, then all high bytes, which compress better apart. */
export function splitBytes(codes: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(2 * codes.length);
  for (let i = 0; i < codes.length; i++) {
    bytes[i] = codes[i]!;
    bytes[codes.length + i] = codes[i]! >>> 8;
  }
  return bytes;
}

function makePages(
  entries: readonly BlockEntry[],
  blocksPerPage: number,
  start: number,
): { pages: PageEntry[]; pageBytes: Uint8Array[] } {
  const pages: PageEntry[] = [];
  const pageBytes: Uint8Array[] = [];
  let offset = start;
  let dataStart = 0;
  for (let first = 0; first < entries.length; first += blocksPerPage) {
    const inPage = entries.slice(first, first + blocksPerPage);
    const bytes = encodePage(inPage);
    pageBytes.push(bytes);
    pages.push({ offset, length: bytes.length, crc: crc32(bytes), dataStart });
    offset += bytes.length;
    for (const entry of inPage) if ("length" in entry) dataStart += entry.length;
  }
  return { pages, pageBytes };
}
