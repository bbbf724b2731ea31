/**
 * Writes files with something wrong beside the specification, for readers in other languages to try: each is the sample KPK with one
 * thing changed, and every checksum right but where that is the thing.
 *
 *     node scripts/make-bad-files.ts
 */
import { zstdDecompressSync } from "node:zlib";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { blockCrc } from "../src/table/read/blocks.ts";
import { crc32 } from "../src/base/crc32.ts";
import { decodePage } from "../src/table/format/directory.ts";

/** Refused as damaged, refused as something that the reader does not know, or answered as `KPK.json` says. */
export type Verdict = "damaged" | "unknown" | "sound";

/** Who can tell: whoever opens the file, asks Red's values, reads the details (or all of Black's values), reads all bytes. */
export type Stage = "open" | "red" | "details" | "all";

export interface BadFile {
  readonly file: string;
  readonly what: string;
  readonly verdict: Verdict;
  /** Of what is refused. */
  readonly stage?: Stage;
}

type Json = Record<string, unknown>;
type Run = readonly [first: number, count: number, step: number];

/** The sample in pieces. What tells of their lengths and sums is made when they are put together. */
interface Parts {
  /** The fixed fields. */
  fields: DataView;
  runs: { red: Run[]; black: Run[] };
  json: Json;
  /** Instead of `json`. */
  text?: Uint8Array;
  dataStart: number;
  page: Uint8Array;
  /** Zero bytes before the data. */
  padding: number;
  data: Uint8Array;
  details: Json;
}

type Change = (parts: Parts) => void;
type Spoil = (bytes: Uint8Array, view: DataView) => Uint8Array | void;

const FIXED = 128;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const join = (...pieces: readonly ArrayLike<number>[]): Uint8Array =>
  Uint8Array.from(pieces.flatMap((piece) => Array.from(piece)));

function takeApart(file: Uint8Array): Parts {
  const bytes = file.slice();
  const view = new DataView(bytes.buffer);
  const u32 = (at: number) => view.getUint32(at, true);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  const run = (at: number): Run => [u32(at), view.getUint16(at + 4, true), view.getInt16(at + 6, true)];
  const [redRuns, blackRuns, headerLength] = [u32(28), u32(84), u32(12)];
  const runs = Array.from({ length: redRuns + blackRuns }, (_, i) => run(FIXED + 8 * i));
  const read = (from: number, to?: number): Json =>
    JSON.parse(new TextDecoder().decode(bytes.subarray(from, to))) as Json;
  const pageLength = u32(FIXED + 8 * runs.length + 8);
  return {
    fields: new DataView(bytes.slice(0, FIXED).buffer),
    runs: { red: runs.slice(0, redRuns), black: runs.slice(redRuns) },
    json: read(headerLength - u32(16), headerLength),
    dataStart: 0,
    page: bytes.slice(headerLength, headerLength + pageLength),
    padding: u64(40) - headerLength - pageLength,
    data: bytes.slice(u64(40), u64(56)),
    details: read(u64(56)),
  };
}

function putTogether(parts: Parts, before: Change, spoil: Spoil): Uint8Array {
  const { fields, page, data } = parts;
  const runs = [...parts.runs.red, ...parts.runs.black];
  const text = parts.text ?? bytesOf(JSON.stringify(parts.json));
  const details = bytesOf(JSON.stringify(parts.details));
  const headerLength = FIXED + 8 * runs.length + 16 + text.length;
  const dataOffset = headerLength + page.length + parts.padding;
  const words: [at: number, value: number][] = [
    [12, headerLength],
    [16, text.length],
    [28, parts.runs.red.length],
    [84, parts.runs.black.length],
    [40, dataOffset],
    [48, data.length],
    [56, dataOffset + data.length],
    [64, details.length],
    [68, crc32(details)],
  ];
  for (const [at, value] of words) fields.setUint32(at, value, true);
  before(parts);
  const table = new DataView(new ArrayBuffer(8 * runs.length + 16));
  runs.forEach(([first, count, step], i) => {
    table.setUint32(8 * i, first, true);
    table.setUint16(8 * i + 4, count, true);
    table.setInt16(8 * i + 6, step, true);
  });
  table.setUint32(8 * runs.length, parts.dataStart, true);
  table.setUint32(8 * runs.length + 8, page.length, true);
  table.setUint32(8 * runs.length + 12, crc32(page), true);
  const start = join(new Uint8Array(fields.buffer), new Uint8Array(table.buffer), text);
  const bytes = join(start, page, new Uint8Array(parts.padding), data, details);
  const view = new DataView(bytes.buffer);
  const sum = createHash("sha256").update(bytes.subarray(dataOffset)).update(bytes.subarray(0, 92));
  bytes.set(sum.update(bytes.subarray(FIXED, dataOffset)).digest(), 96);
  signHeader(bytes, view);
  return spoil(bytes, view) ?? bytes;
}

/** Makes the checksum of the header right. */
function signHeader(bytes: Uint8Array, view: DataView): void {
  const length = view.getUint32(12, true);
  view.setUint32(92, crc32(bytes.subarray(96, length), crc32(bytes.subarray(0, 92))), true);
}

function leb128(value: number, atLeast = 1): number[] {
  const more = value > 127 || atLeast > 1;
  return more ? [(value % 128) + 128, ...leb128(Math.floor(value / 128), atLeast - 1)] : [value];
}

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const SKIPPABLE = [0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 0x78];
const CELLS = 4_860;
/** A zstd frame that repeats a byte. @param header behind the magic; by default a window of 8 KiB */
const repeated = (byte: number, count: number, header: readonly number[] = [0, 0x18], kind = 1): Uint8Array => {
  const block = (count << 3) | (kind << 1) | 1;
  return join(MAGIC, header, [block & 255, (block >> 8) & 255, block >> 16, byte]);
};
/** XXH64 of Red's codes, the low four bytes: the checksum that a frame of them may end with. */
const FRAME_CHECKSUM = [83, 109, 196, 70];

/** The payloads of the two blocks. */
function payloadsOf({ page, data }: Parts): [red: Uint8Array, black: Uint8Array] {
  const { starts } = decodePage(page, 2, 2 ** 18)!;
  return [data.slice(4, starts[1]), data.slice(starts[1]! + 4)];
}

/** Puts other payloads into the file. */
function setPayloads(parts: Parts, red: Uint8Array, black: Uint8Array): void {
  const stored = [red, black].map((payload, number) => {
    const crc = new DataView(new ArrayBuffer(4));
    crc.setUint32(0, blockCrc(number, payload), true);
    return join(new Uint8Array(crc.buffer), payload);
  });
  parts.page = Uint8Array.from(stored.flatMap(({ length }) => leb128(length)));
  parts.data = join(...stored);
}

/** Changes the payload of Red's block. */
const payload =
  (change: (red: Uint8Array) => Uint8Array): Change =>
  (parts) => {
    const [red, black] = payloadsOf(parts);
    setPayloads(parts, change(red), black);
  };
const page =
  (...bytes: readonly number[]): Change =>
  (parts) => {
    parts.page = Uint8Array.from(bytes);
    parts.data = new Uint8Array();
  };
const describe =
  (change: (json: Record<string, any>) => void): Change =>
  ({ json }) =>
    change(json);
const text =
  (change: (text: Uint8Array) => Uint8Array): Change =>
  (parts) =>
    (parts.text = change(bytesOf(JSON.stringify(parts.json))));
const keep: Change = () => {};

/** Fixed fields, set after what belongs to them was reckoned. */
const u8 = (at: number, value: number): Change => ({ fields }) => fields.setUint8(at, value); // prettier-ignore
const u16 = (at: number, value: number): Change => ({ fields }) => fields.setUint16(at, value, true); // prettier-ignore
const u32 = (at: number, value: number): Change => ({ fields }) => fields.setUint32(at, value, true); // prettier-ignore

interface Case {
  readonly what: string;
  readonly change?: Change;
  /** After lengths and offsets are known, before checksums are. */
  readonly fields?: Change;
  /** After all is done. */
  readonly spoil?: Spoil;
  readonly stage?: Stage;
}

const DAMAGED: Readonly<Record<string, Case>> = {
  magic: { what: "the magic after a conversion of line ends", spoil: (bytes) => join(bytes.subarray(0, 5), bytes.subarray(6)) }, // prettier-ignore
  "version-0": { what: "version 0", fields: u16(8, 0) },
  "header-crc": { what: "a bit of the header flipped", spoil: (bytes) => void (bytes[300]! ^= 1) },
  "header-length-100": { what: "a header shorter than its fixed fields", fields: u32(12, 100) },
  "header-length-65537": { what: "a header of more than 65,536 bytes", fields: u32(12, 65_537) },
  "header-cut": { what: "the file ends within the header", spoil: (bytes) => bytes.slice(0, 500) },
  cut: { what: "the last byte is missing", spoil: (bytes) => bytes.slice(0, -1) },
  longer: { what: "a byte behind the end", spoil: (bytes) => join(bytes, [0]) },
  "json-length": { what: "a description one byte shorter than the header has room for", fields: (parts) => parts.fields.setUint32(16, parts.fields.getUint32(16, true) - 1, true) }, // prettier-ignore
  "block-not-a-power-of-2": { what: "blocks of 262,143 cells", fields: u32(20, 262_143) },
  "block-too-large": { what: "blocks of 524,288 cells", fields: u32(20, 524_288) },
  "block-of-no-cells": { what: "blocks of 0 cells", fields: u32(20, 0) },
  "three-bytes-a-code": { what: "3 bytes a code", fields: u32(24, 3) },
  cells: { what: "one cell more than KPK has", fields: u32(32, CELLS + 1) },
  "cells-beyond-2-53": { what: "more than 2^53 cells", fields: u32(36, 2 ** 22) },
  "details-offset": { what: "details that do not begin where the data end", fields: (parts) => parts.fields.setUint32(56, parts.fields.getUint32(56, true) + 1, true) }, // prettier-ignore
  "details-too-long": { what: "details of 4 GiB", fields: u32(64, 2 ** 32 - 1) },
  "blocks-per-side": { what: "2 blocks a side", fields: u32(72, 2) },
  "page-of-no-blocks": { what: "pages of 0 blocks", fields: u32(76, 0) },
  "page-of-8193-blocks": { what: "pages of 8,193 blocks", fields: u32(76, 8_193) },
  "page-count": { what: "two pages for two blocks", fields: u32(80, 2) },
  "derived-by-number": { what: "a derived side in a file whose cells lie by number", fields: u8(88, 0) },

  "run-of-none": { what: "a value run with count 0", change: ({ runs }) => runs.red.unshift([0, 0, 0]) },
  "no-values": { what: "a side without values", change: ({ runs }) => (runs.black = []) },
  "too-many-values": { what: "256 values of a side, one byte a code, with a derived side", change: ({ runs }) => (runs.black = [[1, 256, 1]]) }, // prettier-ignore
  "value-twice": { what: "a value twice in a list", change: ({ runs }) => runs.black.push([3, 1, 0]) },
  "value-65536": { what: "the value 65,536, order 0 with distance 65,535", change: ({ runs }) => runs.black.push([65_536, 1, 0]) }, // prettier-ignore
  "value-below-0": { what: "a run that falls below 0", change: ({ runs }) => runs.black.push([40_001, 3, -32_768]) },
  "stored-order": { what: "the list of the stored side not in its order", change: ({ runs }) => runs.red.reverse() },
  "stored-distance": { what: "the distance 65,534 in the list of the stored side", change: ({ runs }) => runs.red.unshift([65_535, 1, 0]) }, // prettier-ignore

  "not-json": { what: "a description that is no JSON", change: text((bytes) => bytes.fill(0x20, bytes.length - 1)) },
  "not-utf-8": { what: "a description that is no UTF-8", change: text((bytes) => bytes.fill(0xff, bytes.indexOf(0x6e), bytes.indexOf(0x6e) + 1)) }, // prettier-ignore
  "no-metric": { what: "a description without `metric`", change: describe((json) => delete json.metric) },
  "no-orders": { what: "a description without `orders`", change: describe((json) => delete json.orders) },
  "not-canonical": { what: "the endgame KKP", change: describe((json) => (json.endgame = "KKP")) },
  "another-endgame": {
    what: "the endgame KNK, under the name KPK",
    change: describe((json) => (json.endgame = "KNK")),
  },
  "order-form-missing": { what: "`orderForm` null under the rules `asian`", change: describe((json) => (json.orderForm = null)) }, // prettier-ignore
  "order-form-without-rules": { what: "`orderForm` `fang` under the rules `none`", change: describe((json) => (json.rules = "none")) }, // prettier-ignore

  "page-crc": { what: "a bit of the page flipped", spoil: (bytes, view) => void (bytes[view.getUint32(12, true)]! ^= 1) }, // prettier-ignore
  "page-starts-late": { what: "the first page's data do not start at 0", change: (parts) => (parts.dataStart = 1) },
  "page-goes-on": { what: "a number behind the page's last entry", change: (parts) => (parts.page = join(parts.page, [5])) }, // prettier-ignore
  "page-ends-early": { what: "an entry too few", change: (parts) => (parts.page = parts.page.slice(0, 2)) },
  "page-before-data": {
    what: "data that begin within the page, and end as much sooner",
    fields: ({ fields }) => {
      for (const at of [40, 56]) fields.setUint32(at, fields.getUint32(at, true) - 1, true);
    },
    spoil: (bytes) => bytes.slice(0, -1),
  },
  "entry-4": { what: "a block stored in 4 bytes", change: page(4, 4) },
  "entry-too-long": { what: "a block stored in more bytes than it may", change: page(...leb128(262_149), 5) },
  "leb128-of-six-bytes": { what: "a number of six bytes", change: (parts) => (parts.page = join(leb128(parts.data.length - 62, 6), leb128(62))) }, // prettier-ignore
  "run-of-no-blocks": { what: "a filled run of 0 blocks", change: page(0, 0, 0) },
  "run-beyond-its-page": { what: "a filled run of 3 of 2 blocks", change: page(0, 0, 3) },
  "fill-unknown": { what: "blocks filled with a code that stands for nothing", change: page(0, ...leb128(200), 2) },
  "fill-unknown-on-one-side": { what: "a filled run over both sides, of a code that only the derived side has", change: page(0, 12, 2) }, // prettier-ignore
  "data-too-long": { what: "a byte behind the last block", change: (parts) => (parts.data = join(parts.data, [0])) },

  "block-crc": { stage: "red", what: "a bit of Red's block flipped", spoil: (bytes, view) => void (bytes[view.getUint32(40, true) + 50]! ^= 1) }, // prettier-ignore
  "blocks-exchanged": {
    stage: "red",
    what: "each side's block in the other's place",
    change: (parts) => {
      const [red] = decodePage(parts.page, 2, 2 ** 18)!.starts.subarray(1);
      parts.page = join(leb128(parts.data.length - red!), leb128(red!));
      parts.data = join(parts.data.subarray(red), parts.data.subarray(0, red));
    },
  },
  "code-unknown": { stage: "red", what: "codes that stand for nothing", change: payload(() => repeated(200, CELLS)) },
  "frame-and-a-byte": { stage: "red", what: "a byte behind the zstd frame", change: payload((red) => join(red, [0])) },
  "frame-and-skippable": { stage: "red", what: "a skippable frame behind the zstd frame", change: payload((red) => join(red, SKIPPABLE)) }, // prettier-ignore
  "skippable-and-frame": { stage: "red", what: "a skippable frame before the zstd frame", change: payload((red) => join(SKIPPABLE, red)) }, // prettier-ignore
  "two-frames": { stage: "red", what: "two zstd frames", change: payload(() => join(repeated(0, 2_000), repeated(0, 2_860))) }, // prettier-ignore
  "no-frame": { stage: "red", what: "no zstd frame", change: payload(() => bytesOf("no zstd frame")) },
  "frame-cut": { stage: "red", what: "a zstd frame without its last byte", change: payload((red) => red.slice(0, -1)) },
  "frame-one-cell-short": { stage: "red", what: "a zstd frame of one byte less", change: payload(() => repeated(0, CELLS - 1)) }, // prettier-ignore
  "frame-one-cell-long": { stage: "red", what: "a zstd frame of one byte more", change: payload(() => repeated(0, CELLS + 1)) }, // prettier-ignore
  "frame-with-window": { stage: "red", what: "a zstd frame with a window of 512 KiB", change: payload(() => repeated(0, CELLS, [0, 0x48])) }, // prettier-ignore
  "frame-with-dictionary": { stage: "red", what: "a zstd frame that wants dictionary 7", change: payload(() => repeated(0, CELLS, [1, 0x18, 7])) }, // prettier-ignore
  "frame-with-reserved-block": { stage: "red", what: "a zstd frame with a block of the reserved type", change: payload(() => repeated(0, CELLS, [0, 0x18], 3)) }, // prettier-ignore

  "details-crc": { stage: "details", what: "a bit of the details flipped", spoil: (bytes) => void (bytes[bytes.length - 9]! ^= 1) }, // prettier-ignore
  checks: { stage: "details", what: "another check of Black's block than its values have", change: ({ details }) => (details.checks = [7]) }, // prettier-ignore
  sha256: {
    stage: "all",
    what: "another SHA-256",
    spoil: (bytes, view) => {
      bytes[100]! ^= 1;
      signHeader(bytes, view);
    },
  },
};

const UNKNOWN: Readonly<Record<string, Case>> = {
  "version-1": { what: "version 1", fields: u16(8, 1) },
  "version-3": { what: "version 3", fields: u16(8, 3) },
  "codec-2": { what: "codec 2", fields: u16(10, 2) },
  "layout-2": { what: "layout 2", fields: u8(88, 2) },
  "derived-3": { what: "derived 3", fields: u8(89, 3) },
  "needs-2": { what: "a need, bit 1", fields: u16(90, 2) },
  "needs-32768": { what: "a need, bit 15", fields: u16(90, 0x8000) },
  "value-depends": { what: "a value with bit 31 under the rules `asian`", change: ({ runs }) => runs.black.push([2 ** 31, 1, 0]) }, // prettier-ignore
  metric: { what: "the metric `dtz`", change: describe((json) => (json.metric = "dtz")) },
  rules: { what: "the rules `martian`", change: describe((json) => (json.rules = "martian")) },
  "order-form": { what: "`orderForm` `pai`", change: describe((json) => (json.orderForm = "pai")) },
  kind: { what: "an order of the kind `kill`", change: describe((json) => (json.orders[0].kind = "kill")) },
  "index-scheme": { what: "the index `rows`", change: describe((json) => (json.index.scheme = "rows")) },
  "index-version": { what: "version 2 of the index", change: describe((json) => (json.index.version = 2)) },
  "index-inner": { what: "the inner man `R`", change: describe((json) => (json.index.parameters.inner = "R")) },
};

const SOUND: Readonly<Record<string, Case>> = {
  "member-unknown": { what: "a member of the description that nobody knows", change: describe((json) => (json.later = [{}, "\u6b8b"])) }, // prettier-ignore
  "switch-unknown": { what: "a switch that nobody knows, which is on", change: describe((json) => (json.switches.later = true)) }, // prettier-ignore
  "no-figures": { what: "orders without their figures", change: describe(({ orders: [order] }) => { delete order.red; delete order.black; }) }, // prettier-ignore
  "header-long": {
    what: "a header of some 18,000 bytes",
    change: describe((json) => (json.later = "x".repeat(17_000))),
  },
  padding: { what: "5,000 zero bytes before the data", change: (parts) => (parts.padding = 5_000) },
  "leb128-longer": { what: "numbers of the directory in more bytes than they need", change: (parts) => (parts.page = join(leb128(parts.data.length - 62, 5), leb128(62, 3))) }, // prettier-ignore
  "step-of-one-value": { what: "a run of one value with a step", change: ({ runs }) => (runs.red[0] = [0, 1, -9]) },
  "frame-with-size": { what: "a zstd frame that states its size", change: payload((red) => join(MAGIC, [0x60, (CELLS - 256) & 255, (CELLS - 256) >> 8], red.subarray(6))) }, // prettier-ignore
  "frame-with-checksum": { what: "a zstd frame with a checksum", change: payload((red) => join(MAGIC, [4], red.subarray(5), FRAME_CHECKSUM)) }, // prettier-ignore
  "blocks-not-compressed": {
    what: "blocks that are not compressed",
    change: (parts) => {
      const [red, black] = payloadsOf(parts).map((each) => zstdDecompressSync(each));
      setPayloads(parts, red!, black!);
    },
  },
};

/** The files, by what is said of them. */
export function badFiles(sample: Uint8Array): Map<BadFile, Uint8Array> {
  const files = new Map<BadFile, Uint8Array>();
  const add = (verdict: Verdict, cases: Readonly<Record<string, Case>>): void => {
    for (const [name, { what, change = keep, fields = keep, spoil = () => {}, stage = "open" }] of Object.entries(
      cases,
    )) {
      const parts = takeApart(sample);
      change(parts);
      const file = `${name}.canju`;
      files.set({ file, what, verdict, ...(verdict === "sound" ? {} : { stage }) }, putTogether(parts, fields, spoil));
    }
  };
  add("damaged", DAMAGED);
  add("unknown", UNKNOWN);
  add("sound", SOUND);
  return files;
}

if (import.meta.main) {
  const folder = new URL("../docs/spec/bad/", import.meta.url);
  const files = badFiles(new Uint8Array(await readFile(new URL("../samples/KPK.canju", folder))));
  for (const old of await readdir(folder)) if (old.endsWith(".canju")) await rm(new URL(old, folder));
  for (const [{ file }, bytes] of files) await writeFile(new URL(file, folder), bytes);
  const lines = [...files.keys()].map((each) => `  ${JSON.stringify(each)}`);
  await writeFile(new URL("files.json", folder), `[\n${lines.join(",\n")}\n]\n`);
}
