/**
 * The bytes of a header (docs/spec/table-format.md): 128 bytes of fixed fields, the runs of the value dictionary, the
 * page table of the block directory, then the JSON part. Little-endian throughout.
 */
import { crc32 } from "../../base/crc32.ts";
import { isConeName } from "../../endgame/cone.ts";
import { DamagedTableError, UnsupportedTableError } from "./errors.ts";
import { isTableInfo, unknownWord } from "./info.ts";
import type { PageEntry, StoredHeader, StoredInfo, TableHeader } from "./header.ts";
import { opponent } from "../../xiangqi/pieces.ts";
import { compareValues, DRAW, isDependent, isOutcomeList, isValue, valueBefore, type Value } from "../value.ts";

/** Like PNG's: not text, and line-ending conversion or a stop at Ctrl-Z shows. */
export const MAGIC: readonly number[] = Array.from("CANJU\r\n\x1a", (letter) => letter.charCodeAt(0));
export const FORMAT_VERSION = 2;

/** No header has more bytes: the first read of a file has all of it. */
export const MAX_HEADER_BYTES = 65_536;
/** No block decodes to more bytes than this. */
export const MAX_BLOCK_BYTES = 262_144;
export const BLOCKS_PER_PAGE = 4_096;
/** No page of the directory tells of more blocks. */
const MAX_BLOCKS_PER_PAGE = 8_192;
/** In front of each stored block: the CRC-32 of its number (u32) and its bytes. */
export const BLOCK_CRC_BYTES = 4;

/** The most bytes that a block takes in the directory: a length, or 0, a code and a run, of three bytes each at most. */
const MAX_ENTRY_BYTES = 7;
/** The most bytes of a count in the histogram, with what stands around it. */
const MAX_COUNT_BYTES = 64;

const FIXED_BYTES = 128;
const RUN_BYTES = 8;
const PAGE_ENTRY_BYTES = 16;
/** The CRC-32 of the header, then the file's SHA-256. Neither checksum covers these bytes. */
export const CHECKSUMS_AT = 92;
export const CHECKSUMS_BYTES = 36;

/** The most bytes that a block of a table is stored in: no more than its codes take as they are. */
export function mostStored({
  cellsPerBlock,
  bytesPerCode,
}: Pick<TableHeader, "cellsPerBlock" | "bytesPerCode">): number {
  return BLOCK_CRC_BYTES + cellsPerBlock * bytesPerCode;
}

/** Values of one side to move, by their codes, as a header has them: the first, how many, and from each to the next. */
interface Run {
  readonly first: Value;
  readonly count: number;
  readonly step: number;
}

const MAX_STEP = 0x7fff;

/** Splits a list into runs of values that grow or fall by the same step. */
function runsOf(values: readonly Value[]): Run[] {
  const runs: Run[] = [];
  const stepAt = (at: number) => values[at + 1]! - values[at]!;
  for (let at = 0; at < values.length;) {
    const first = values[at]!;
    const step = stepAt(at);
    let count = 1;
    // A value alone is better than one that takes the next run its first.
    const alone = stepAt(at + 1) !== step && stepAt(at + 1) === stepAt(at + 2);
    if (Math.abs(step) <= MAX_STEP && !alone)
      while (count < 0xffff && values[at + count] === first + count * step) count++;
    runs.push({ first, count, step: count === 1 ? 0 : step });
    at += count;
  }
  return runs;
}

/** The parts of a header that decide how long it is. */
type Sized = Pick<StoredHeader, "info" | "lists">;

/** How many bytes a header with these parts takes. */
export function headerBytes({ info, lists }: Sized, pages: number): number {
  const json = new TextEncoder().encode(JSON.stringify(info)).length;
  const runs = runsOf(lists.red).length + runsOf(lists.black).length;
  return FIXED_BYTES + RUN_BYTES * runs + PAGE_ENTRY_BYTES * pages + json;
}

/** Encodes a header. `header.sha256` may be blank: see `setSha256`. */
export function encodeHeader(header: StoredHeader): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header.info));
  const [red, black] = [runsOf(header.lists.red), runsOf(header.lists.black)];
  const bytes = new Uint8Array(headerBytes(header, header.pages.length));
  const view = new DataView(bytes.buffer);
  const u32 = (at: number, value: number) => view.setUint32(at, value, true);
  const u64 = (at: number, value: number) => view.setBigUint64(at, BigInt(value), true);
  bytes.set(MAGIC, 0);
  view.setUint16(8, FORMAT_VERSION, true);
  view.setUint16(10, header.codec, true);
  u32(12, bytes.length);
  u32(16, json.length);
  u32(20, header.cellsPerBlock);
  u32(24, header.bytesPerCode);
  u32(28, red.length);
  u64(32, header.cells);
  u64(40, header.data.offset);
  u64(48, header.data.length);
  u64(56, header.details.offset);
  u32(64, header.details.length);
  u32(68, header.details.crc);
  u32(72, header.blocksPerSide);
  u32(76, header.blocksPerPage);
  u32(80, header.pages.length);
  u32(84, black.length);
  bytes[88] = LAYOUTS.indexOf(header.layout);
  bytes[89] = DERIVED.indexOf(header.derived);
  view.setUint16(90, needsOf(header.info), true);
  let at = FIXED_BYTES;
  for (const { first, count, step } of [...red, ...black]) {
    u32(at, first);
    view.setUint16(at + 4, count, true);
    view.setInt16(at + 6, step, true);
    at += RUN_BYTES;
  }
  for (const page of header.pages) {
    u64(at, page.dataStart);
    u32(at + 8, page.length);
    u32(at + 12, page.crc);
    at += PAGE_ENTRY_BYTES;
  }
  bytes.set(json, at);
  setSha256(bytes, header.sha256);
  return bytes;
}

/** Writes the SHA-256 (hexadecimal) and the CRC-32 into an encoded header. */
export function setSha256(header: Uint8Array, sha256: string): void {
  for (let i = 0; i < 32; i++) header[CHECKSUMS_AT + 4 + i] = Number.parseInt(sha256.slice(2 * i, 2 * i + 2), 16);
  new DataView(header.buffer, header.byteOffset).setUint32(CHECKSUMS_AT, headerCrc(header), true);
}

export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function headerCrc(header: Uint8Array): number {
  return crc32(header.subarray(CHECKSUMS_AT + 4), crc32(header.subarray(0, CHECKSUMS_AT)));
}

/**
 * Decodes and checks a header.
 * @param bytes the start of the file, at least the header
 * @throws DamagedTableError, or UnsupportedTableError for another version of the format
 */
export function decodeHeader(bytes: Uint8Array, file: string): StoredHeader {
  const header = wholeHeader(bytes, file);
  const fields = decodeFields(header, file);
  const lists = decodeLists(header, fields, file);
  const pages = decodePages(header, fields, lists, file);
  const info = decodeInfo(header.bytes.subarray(fields.jsonAt), file);
  checkRules(info, lists, file);
  if (header.view.getUint16(90, true) !== needsOf(info)) {
    throw new DamagedTableError(file, `what it needs is not what ${info.endgame} does`);
  }
  const { cells, cellsPerBlock, blocksPerSide, bytesPerCode, layout, derived, blocksPerPage, data, details } = fields;
  return {
    codec: header.view.getUint16(10, true),
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
    data,
    details,
    sha256: hexadecimal(header.bytes.subarray(CHECKSUMS_AT + 4, FIXED_BYTES)),
    info,
  };
}

/** A header that fits its checksum. */
interface WholeHeader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Cuts the header out of the start of a file. */
function wholeHeader(start: Uint8Array, file: string): WholeHeader {
  const damaged = (reason: string) => new DamagedTableError(file, reason);
  if (start.length === 0) throw damaged("the file is empty");
  if (MAGIC.some((byte, i) => i < start.length && start[i] !== byte))
    throw damaged("it does not start as a table does");
  if (start.length < FIXED_BYTES) throw damaged("the header is cut short");
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  const version = view.getUint16(8, true);
  if (version !== 0 && version !== FORMAT_VERSION) {
    throw new UnsupportedTableError(
      file,
      `its format is version ${version}, this program knows version ${FORMAT_VERSION}`,
    );
  }
  const length = view.getUint32(12, true);
  if (version === 0 || length < FIXED_BYTES || length > MAX_HEADER_BYTES) throw damaged("the header makes no sense");
  if (length > start.length) throw damaged("the header is cut short");
  const bytes = start.subarray(0, length);
  if (headerCrc(bytes) !== view.getUint32(CHECKSUMS_AT, true)) throw damaged("the header does not match its checksum");
  return { bytes, view };
}

/** The fixed fields, and what follows from them. */
interface Fields extends Pick<
  StoredHeader,
  | "cells"
  | "cellsPerBlock"
  | "blocksPerSide"
  | "bytesPerCode"
  | "layout"
  | "derived"
  | "blocksPerPage"
  | "data"
  | "details"
> {
  /** How many runs tell Red's list, and how many Black's. */
  readonly redRuns: number;
  readonly blackRuns: number;
  readonly pagesAt: number;
  readonly jsonAt: number;
}

function decodeFields({ bytes, view }: WholeHeader, file: string): Fields {
  const u32 = (at: number) => view.getUint32(at, true);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  const bytesPerCode = u32(24);
  const [jsonLength, cellsPerBlock, redRuns, cells] = [u32(16), u32(20), u32(28), u64(32)];
  const data = { offset: u64(40), length: u64(48) };
  const details = { offset: u64(56), length: u32(64), crc: u32(68) };
  const [blocksPerSide, blocksPerPage, pageCount] = [u32(72), u32(76), u32(80)];
  const blackRuns = u32(84);
  checkNeeds(view, file);
  const layout = LAYOUTS[bytes[88]!]!;
  const derived = DERIVED[bytes[89]!]!;
  const pagesAt = FIXED_BYTES + RUN_BYTES * (redRuns + blackRuns);
  const jsonAt = pagesAt + PAGE_ENTRY_BYTES * pageCount;
  const consistent =
    [cells, data.offset, data.length, details.offset].every(Number.isSafeInteger) &&
    jsonAt + jsonLength === bytes.length &&
    (bytesPerCode === 1 || bytesPerCode === 2) &&
    cellsPerBlock > 0 &&
    Math.log2(cellsPerBlock) % 1 === 0 &&
    cellsPerBlock * bytesPerCode <= MAX_BLOCK_BYTES &&
    blocksPerSide === Math.ceil(cells / cellsPerBlock) &&
    blocksPerPage > 0 &&
    blocksPerPage <= MAX_BLOCKS_PER_PAGE &&
    pageCount === Math.ceil((2 * blocksPerSide) / blocksPerPage) &&
    details.offset === data.offset + data.length &&
    (derived === null || layout === "placements");
  if (!consistent) throw contradiction(file);
  return {
    cells,
    cellsPerBlock,
    blocksPerSide,
    bytesPerCode,
    layout,
    derived,
    blocksPerPage,
    data,
    details,
    redRuns,
    blackRuns,
    pagesAt,
    jsonAt,
  };
}

function contradiction(file: string): DamagedTableError {
  return new DamagedTableError(file, "the fields of the header contradict one another");
}

/** The values of each side, from the runs behind the fixed fields. */
function decodeLists({ view }: WholeHeader, fields: Fields, file: string): StoredHeader["lists"] {
  const { redRuns, blackRuns, bytesPerCode, derived } = fields;
  const damaged = (reason: string) => new DamagedTableError(file, reason);
  const mostValues = 256 ** bytesPerCode - (derived === null ? 0 : 1);
  const listAt = (start: number, runs: number): Value[] => {
    const values: Value[] = [];
    for (let run = start; run < start + RUN_BYTES * runs; run += RUN_BYTES) {
      const first = view.getUint32(run, true);
      const count = view.getUint16(run + 4, true);
      const step = view.getInt16(run + 6, true);
      if (count === 0) throw damaged("the header has a run of no values");
      if (values.length + count > mostValues) throw damaged("the header has more values than codes");
      for (let i = 0; i < count; i++) values.push(first + i * step);
    }
    if (values.length === 0 || !values.every((value) => value >= 0 && isValue(value))) {
      throw damaged("the header has values that are none");
    }
    if (new Set(values).size < values.length) throw damaged("the header has a value twice");
    return values;
  };
  const red = listAt(FIXED_BYTES, redRuns);
  const lists = { red, black: listAt(FIXED_BYTES + RUN_BYTES * redRuns, blackRuns) };
  if (derived !== null) {
    const stored = lists[opponent(derived)];
    if (!isInOrder(stored)) throw damaged("its values are not in their order");
    if (stored.some((value) => !isValue(valueBefore(value))))
      throw damaged("a distance is too long to have one before it");
  }
  return lists;
}

/** The pages of the block directory. No part of the file may be longer than what it holds can make it. */
function decodePages(
  { bytes, view }: WholeHeader,
  fields: Fields,
  lists: StoredHeader["lists"],
  file: string,
): PageEntry[] {
  const { blocksPerSide, blocksPerPage, pagesAt, jsonAt, derived, data, details } = fields;
  const counts = lists.red.length + lists.black.length + (derived === null ? 0 : blocksPerSide);
  if (details.length > MAX_COUNT_BYTES * (counts + 1)) throw contradiction(file);
  const most = mostStored(fields);
  const pages: PageEntry[] = [];
  let offset = bytes.length;
  for (let at = pagesAt; at < jsonAt; at += PAGE_ENTRY_BYTES) {
    const dataStart = Number(view.getBigUint64(at, true));
    const length = view.getUint32(at + 8, true);
    if (length > blocksPerPage * MAX_ENTRY_BYTES) throw contradiction(file);
    const before = pages.at(-1);
    const grown = dataStart - (before?.dataStart ?? 0);
    if (!(grown >= 0 && grown <= (before === undefined ? 0 : blocksPerPage * most))) throw contradiction(file);
    pages.push({ offset, length, crc: view.getUint32(at + 12, true), dataStart });
    offset += length;
  }
  if (offset > data.offset || data.length > 2 * blocksPerSide * most) throw contradiction(file);
  return pages;
}

/** What the description says of the rules must fit the values. */
function checkRules(info: StoredInfo, lists: StoredHeader["lists"], file: string): void {
  const damaged = (reason: string) => new DamagedTableError(file, reason);
  if ((info.orderForm !== null) !== (info.rules === "asian")) throw damaged("its orderForm does not fit its rules");
  if (info.rules === "chinese" && info.bracket === undefined) throw damaged("it does not say how its rules were read");
  if (info.rules !== "chinese" && [...lists.red, ...lists.black].some(isDependent)) {
    throw new UnsupportedTableError(file, "it holds values of a kind that is unknown here");
  }
  if (info.outcomes !== undefined && !(isOutcomeList(lists.red) && isOutcomeList(lists.black))) {
    throw damaged("its outcomes are not in their order");
  }
}

/** A reader that does not know what a file needs must say so. */
function checkNeeds(view: DataView, file: string): void {
  const [layout, derived, needs] = [view.getUint8(88), view.getUint8(89), view.getUint16(90, true)];
  const unknown = (what: string) => new UnsupportedTableError(file, `${what} unknown here`);
  if (layout >= LAYOUTS.length) throw unknown(`the layout of its cells (${layout}) is`);
  if (derived >= DERIVED.length) throw unknown(`the way one side follows from the other (${derived}) is`);
  if ((needs & ~(CONE_NEED | OUTCOMES_NEED)) !== 0) throw unknown(`it needs something (${needs}) that is`);
}

/** The bit of what is of a cone (docs/spec/names.md). */
const CONE_NEED = 1;
/** The bit of what holds outcomes alone. */
const OUTCOMES_NEED = 4;

/** What a reader must know, as the name tells it. */
function needsOf({ endgame, outcomes }: Pick<StoredInfo, "endgame" | "outcomes">): number {
  return (isConeName(endgame) ? CONE_NEED : 0) | (outcomes === undefined ? 0 : OUTCOMES_NEED);
}

/** What the byte of the header stands for. */
const LAYOUTS = ["index", "placements"] as const;
const DERIVED = [null, "red", "black"] as const;

/** The values of both sides, each once: one list as it is where both are the same, else the draw, then ascending. */
export function allValues({ red, black }: TableHeader["lists"]): readonly Value[] {
  if (red.length === black.length && red.every((value, code) => value === black[code])) return red;
  return [...new Set([DRAW, ...red, ...black])].sort((a, b) => a - b);
}

/** Whether a list begins with what the other side likes best: losses ascending, the draw, wins descending. */
function isInOrder(values: readonly Value[]): boolean {
  return values.every((value, code) => code === 0 || compareValues(values[code - 1]!, value) < 0);
}

function decodeInfo(json: Uint8Array, file: string): StoredInfo {
  let info: unknown;
  try {
    info = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch (cause) {
    throw new DamagedTableError(file, "the description in its header is not JSON", null, { cause });
  }
  const unknown = unknownWord(info);
  if (unknown !== null) throw new UnsupportedTableError(file, `${unknown} unknown here`);
  if (!isTableInfo(info)) throw new DamagedTableError(file, "the description in its header lacks something");
  return info;
}
