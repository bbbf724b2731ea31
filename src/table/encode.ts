/** The bytes of a table: blocks compressed several at a time, then the directory and the header that lie before them. */
import type { Colour } from "../xiangqi/pieces.ts";
import { COLOURS } from "../xiangqi/pieces.ts";
import { blockCrc } from "./blocks.ts";
import { hashFront, type NewHash } from "./checksums.ts";
import type { Codec } from "./codec.ts";
import { crc32 } from "./crc32.ts";
import { encodePage, type BlockEntry } from "./directory.ts";
import {
  BLOCK_CRC_BYTES,
  BLOCKS_PER_PAGE,
  encodeHeader,
  FORMAT_VERSION,
  headerBytes,
  hexadecimal,
  MAX_BLOCK_BYTES,
  MAX_HEADER_BYTES,
  setSha256,
} from "./format.ts";
import type { PageEntry, TableHeader, TableInfo } from "./header.ts";
import type { Histogram } from "./histogram.ts";
import { appender, type Output } from "./output.ts";
import type { Codes } from "./table.ts";
import type { Value } from "./value.ts";

/** The most bytes a block can take in the directory: a length up to 65,540, or 0, a code and a run of one. */
const ENTRY_BYTES = 5;

/** Fills `out` with the codes of `count` cells from `first` on. `out` is a Uint8Array up to 256 values, else 16 bits. */
export type CodeProvider = (turn: Colour, first: number, count: number, out: Codes) => void | Promise<void>;

export interface TableContent {
  readonly info: TableInfo;
  /** Cells of each side to move. */
  readonly cells: number;
  /** The value of each code; runs of values that grow by one take the least room. At most 65,536. */
  readonly values: readonly Value[];
  /** Asked for Red's cells in order, then Black's. */
  readonly codes: CodeProvider;
  readonly histogram: Histogram;
}

export interface EncodeOptions {
  /** Must compress. */
  readonly codec: Codec;
  /** Makes a streaming SHA-256. */
  readonly newHash: NewHash;
  /**
   * The codec's own scale. Default 14. KRKAABB, bits a position and MB/s a thread: 9: 0.80, 44; 12: 0.78, 16;
   * 14: 0.70, 10; 15: 0.68, 7; 19: 0.67, 2.
   */
  readonly level?: number;
  /** How many blocks compress at a time. Default 2. */
  readonly threads?: number;
  /** Default: as many as make 64 KiB. */
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
 * @throws `signal.reason` when aborted
 */
export async function encodeTable(
  output: Output,
  content: TableContent,
  options: EncodeOptions,
): Promise<EncodedTable> {
  const { info, cells, values, histogram } = content;
  const bytesPerCode = values.length <= 256 ? 1 : 2;
  const { cellsPerBlock = MAX_BLOCK_BYTES / bytesPerCode, blocksPerPage = BLOCKS_PER_PAGE } = options;
  if (values.length === 0 || values.length > 65_536) throw new RangeError(`${values.length} values`);
  if (cellsPerBlock * bytesPerCode > MAX_BLOCK_BYTES) throw new RangeError(`blocks of ${cellsPerBlock} cells`);
  const blocksPerSide = Math.ceil(cells / cellsPerBlock);
  const pageCount = Math.ceil((2 * blocksPerSide) / blocksPerPage);
  const headerLength = headerBytes(info, values, pageCount);
  if (headerLength > MAX_HEADER_BYTES) throw new RangeError(`a header of ${headerLength} bytes`);

  // The directory stands in front of the blocks but is known after them: leave it the room it can take at most.
  const reserved = headerLength + 2 * blocksPerSide * ENTRY_BYTES;
  const hash = options.newHash();
  const { append, flush, end: appended } = appender(output, reserved, hash);
  const entries = await writeBlocks(content, { ...options, cellsPerBlock, blocksPerSide, bytesPerCode }, append);
  const dataLength = appended() - reserved;
  const details = new TextEncoder().encode(JSON.stringify({ histogram }));
  await append(details);
  await flush();

  const { pages, pageBytes } = makePages(entries, blocksPerPage, headerLength);
  let dataOffset = headerLength + pageBytes.reduce((sum, { length }) => sum + length, 0);
  // Most tables leave a byte or so unused for each block. Where that would show, move the blocks down.
  if (reserved - dataOffset > dataLength / 256) await output.moveDown(reserved, appended(), dataOffset);
  else dataOffset = reserved;

  const header: TableHeader = {
    version: FORMAT_VERSION,
    codec: options.codec.id,
    cells,
    cellsPerBlock,
    blocksPerSide,
    bytesPerCode,
    values,
    blocksPerPage,
    pages,
    data: { offset: dataOffset, length: dataLength },
    details: { offset: dataOffset + dataLength, length: details.length, crc: crc32(details) },
    sha256: "0".repeat(64),
    info,
  };
  const front = new Uint8Array(dataOffset);
  front.set(encodeHeader(header));
  pageBytes.forEach((bytes, i) => front.set(bytes, pages[i]!.offset));
  hashFront(hash, front);
  const sha256 = hexadecimal(hash.digest());
  setSha256(front.subarray(0, headerLength), sha256);
  await output.write(front, 0);
  const fileBytes = dataOffset + dataLength + details.length;
  const positions = info.red.positions + info.black.positions;
  return {
    header: { ...header, sha256 },
    fileBytes,
    rawBytes: 2 * cells * bytesPerCode,
    bitsPerPosition: (8 * fileBytes) / positions,
    blocks: entries.length,
    filledBlocks: entries.filter((entry) => "fill" in entry).length,
  };
}

interface BlockOptions extends EncodeOptions {
  readonly cellsPerBlock: number;
  readonly blocksPerSide: number;
  readonly bytesPerCode: 1 | 2;
}

async function writeBlocks(
  content: TableContent,
  options: BlockOptions,
  append: (bytes: Uint8Array) => Promise<void>,
): Promise<BlockEntry[]> {
  const { codec, level = 14, threads = 2, cellsPerBlock, blocksPerSide, bytesPerCode } = options;
  const { signal, onProgress } = options;
  if (codec.compress === undefined) throw new RangeError(`codec ${codec.name} does not compress`);
  const compress = codec.compress.bind(codec);
  const entries: BlockEntry[] = [];
  const compressing: Promise<{ entry: BlockEntry; stored: Uint8Array }>[] = [];
  let done = 0;
  const finishOne = async (): Promise<void> => {
    const { entry, stored } = await compressing.shift()!;
    entries.push(entry);
    if (stored.length > 0) await append(stored);
    signal?.throwIfAborted();
    onProgress?.((done = Math.min(done + cellsPerBlock, 2 * content.cells)));
  };
  try {
    for (const turn of COLOURS) {
      for (let first = 0; first < content.cells; first += cellsPerBlock) {
        const count = Math.min(cellsPerBlock, content.cells - first);
        const codes = bytesPerCode === 1 ? new Uint8Array(count) : new Uint16Array(count);
        await content.codes(turn, first, count, codes);
        const number = first / cellsPerBlock + (turn === "red" ? 0 : blocksPerSide);
        compressing.push(encodeBlock(number, codes, (raw) => compress(raw, level)));
        // Twice as many as threads, so that none waits while this one writes.
        while (compressing.length >= 2 * threads) await finishOne();
      }
    }
    while (compressing.length > 0) await finishOne();
  } finally {
    await Promise.allSettled(compressing);
  }
  return entries;
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
function splitBytes(codes: Uint16Array): Uint8Array {
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
