import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import { canonicalEndgame, endgameOf, parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { rawCodec } from "../../src/table/format/codec.ts";
import { crc32 } from "../../src/base/crc32.ts";
import { decodePage } from "../../src/table/format/directory.ts";
import { NODE_CODECS, zstdCodec } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { categoryOf, isDependent, isDraw, orderOf } from "../../src/table/value.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { swapColours, type Position } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { slowContentSum } from "../oracle/content-sum.ts";
import { naiveSolver } from "../oracle/naive.ts";
import { readSpecTable } from "../oracle/spec-table.ts";
import { content, smoothCode, tableBytes, valuesUpTo } from "./fixtures.ts";
import { testEach } from "../long.ts";

const folder = new URL("../../docs/spec/samples/", import.meta.url);
const sample = async (name: string) => new Uint8Array(await readFile(new URL(`${name}.canju`, folder)));
const answersOf = async (name: string): Promise<{ fen: string; cell: number; place: number; value: number }[]> =>
  JSON.parse(await readFile(new URL(`${name}.json`, folder), "utf8"));

const NAMES = [
  "KK",
  "KPK",
  "KRKN",
  "KPPK",
  "KPPPK",
  "KPABKAB",
  "KPKP-dtm",
  "KRKN-chessdb",
  "KPAKP-chinese",
  "KNKCA-chinese",
  "KPK-plain",
  "KPK-two-bytes",
  "KPPPPK-sparse",
];

test("every sample is known here", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".canju"));
  expect(files.sort()).toEqual(NAMES.map((name) => `${name}.canju`).sort());
});

describe.each(NAMES)("the sample %s", (name) => {
  it("is sound and says what its answers say", async () => {
    const table = await openTable(memorySource(await sample(name)), NODE_CODECS);
    await table.verifyChecksums(() => createHash("sha256"));
    const answers = await answersOf(name);
    expect(answers.length).toBeGreaterThan(30);
    if (name === "KPK-plain") expect(answers.every(({ cell, place }) => cell === place)).toBe(true);
    const index = endgameIndex(parseEndgame(table.header.info.endgame));
    for (const { fen, cell, place, value } of answers) {
      const { board, turn } = canonical(parseFen(fen));
      expect([index.indexOf(board), table.cellAt(place)]).toEqual([cell, cell]);
      expect(await table.valueAt(turn, cell)).toBe(value);
    }
  });
});

/** In the colours of its table. */
const canonical = (position: Position): Position =>
  canonicalEndgame(endgameOf(position.board)).swapped ? swapColours(position) : position;

describe.each(NAMES)("a reader made from the specification reads the sample %s", (name) => {
  it("as its answers say", async () => {
    const read = readSpecTable(await sample(name));
    for (const { fen, place, value } of await answersOf(name)) {
      const position = canonical(parseFen(fen));
      expect([read.placeOf(position), read.valueOf(position)]).toEqual([place, value]);
    }
  });
});

it.each(["KPK", "KPK-plain"])("every value of the sample %s is the naive solver's", async (name) => {
  const table = await openTable(memorySource(await sample(name)), NODE_CODECS);
  const { values } = naiveSolver("dtc")(table.header.info.endgame);
  for (const turn of ["red", "black"] as const) {
    const codes = await table.readSide(turn);
    expect(Array.from(codes, (code, cell) => values[turn][cell] && table.header.values[code])).toEqual(values[turn]);
  }
});

it("the checks of a derived side are those of the specification", async () => {
  const read = readSpecTable(await sample("KPK"));
  const index = endgameIndex(parseEndgame("KPK"));
  const turn = read.derived!;
  const numbers = new Uint8Array(read.cells);
  for (let cell = 0; cell < read.cells; cell++) {
    const board = index.boardAt(cell);
    if (board === null || !isLegalPosition({ board, turn })) continue;
    numbers[read.placeOf({ board, turn })] = 1 + read.lists[turn].indexOf(read.valueOf({ board, turn }));
  }
  expect(read.checks).toEqual([crc32(numbers)]);
});

it("the samples have orders, in all mirror images and colours", async () => {
  const ofOrder = (await answersOf("KRKN")).filter(({ value }) => value > 65_536);
  expect(ofOrder.length).toBeGreaterThanOrEqual(40);
  const index = endgameIndex(parseEndgame("KRKN"));
  const forms = new Set<string>();
  for (const { fen, cell, value } of ofOrder) {
    const position = parseFen(fen);
    const { board, turn } = canonical(position);
    const mirrored = index.boardAt(cell)!.some((piece, square) => piece !== board[square]);
    forms.add([cell, turn, value, position.turn === turn, mirrored].join(" "));
  }
  expect(forms.size).toBe(ofOrder.length);
});

testEach(3, ["KK", "KPK", "KPK-plain", "KPPK", "KRKN"])(
  "the sample %s has the content sum that it states",
  async (name) => {
    const table = await openTable(memorySource(await sample(name)), NODE_CODECS);
    expect(table.header.info.contentSum).toBe(await slowContentSum(table));
  },
);

it("the samples have both draws, dependent wins and losses, and orders of every kind but the rarest", async () => {
  const seen = new Set<string>();
  for (const name of NAMES) {
    const { info } = (await openTable(memorySource(await sample(name)), NODE_CODECS)).header;
    for (const { value } of await answersOf(name)) {
      const depends = isDependent(value);
      const order = isDraw(value) ? 0 : orderOf(value);
      const kinds = depends ? info.dependentOrders : info.orders;
      const kind = isDraw(value) ? "draw" : kinds?.find((each) => each.order === order)?.kind;
      seen.add(`${info.rules} ${depends ? "depends " : ""}${kind} ${categoryOf(value)}`);
    }
  }
  for (const one of [
    "asian conversion win",
    "asian conversion loss",
    "asian check win",
    "asian check loss",
    "chinese draw draw",
    "chinese depends draw draw",
    "chinese depends attack win",
    "chinese depends attack loss",
  ])
    expect(seen).toContain(one);
});

it("a small sample has two bytes a code, several pages, and blocks of every kind", async () => {
  const bytes = await sample("KPK-two-bytes");
  const { header } = await openTable(memorySource(bytes), NODE_CODECS);
  expect([header.bytesPerCode, header.pages.length, header.derived]).toEqual([2, 5, "black"]);
  const kinds = { filled: 0, raw: 0, compressed: 0 };
  const { blocksPerPage, blocksPerSide, cellsPerBlock, cells } = header;
  header.pages.forEach(({ offset, length }, page) => {
    const count = Math.min(blocksPerPage, 2 * blocksPerSide - page * blocksPerPage);
    const { starts, fills } = decodePage(bytes.subarray(offset, offset + length), count, 300)!;
    for (let i = 0; i < count; i++) {
      const inSide = (page * blocksPerPage + i) % blocksPerSide;
      const stored = starts[i + 1]! - starts[i]!;
      const raw = 2 * Math.min(cellsPerBlock, cells - cellsPerBlock * inSide);
      if (fills[i]! >= 0) kinds.filled++;
      else if (stored === 4 + raw) kinds.raw++;
      else kinds.compressed++;
    }
  });
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(2);
});

/** The window of a zstd frame (RFC 8878, section 3.1.1.1), in bytes. */
function windowOf(frame: Uint8Array): number {
  const isSingleSegment = (frame[4]! & 0x20) !== 0;
  expect([frame[4]! & 3, isSingleSegment]).toEqual([0, false]);
  const base = 2 ** (10 + (frame[5]! >> 3));
  return base + (base / 8) * (frame[5]! & 7);
}

it.each(["fast", "small"] as const)("frames of a %s file have windows of at most 256 KiB", async (effort) => {
  for (const size of [100, 5_000, 70_000, 262_144]) {
    const raw = Uint8Array.from({ length: size }, (_, i) => smoothCode("red", i, 40));
    expect(windowOf(await zstdCodec.compress!(raw, effort))).toBeLessThanOrEqual(262_144);
  }
});

it("the specification covers two-byte codes, filled blocks, several pages and the raw codec", async () => {
  for (const [values, codec] of [
    [1000, undefined],
    [1000, rawCodec],
    [40, rawCodec],
  ] as const) {
    const code = (turn: "red" | "black", cell: number) =>
      cell % 900 < 300 ? values - 1 : smoothCode(turn, cell, values);
    const bytes = await tableBytes(content(3_000, values, code), { cellsPerBlock: 64, blocksPerPage: 11, codec });
    const expected = (["red", "black"] as const).flatMap((turn) =>
      Array.from({ length: 3_000 }, (_, cell) => code(turn, cell)),
    );
    const { codeAt, lists } = readSpecTable(bytes);
    const found = (["red", "black"] as const).flatMap((turn) =>
      Array.from({ length: 3_000 }, (_, place) => codeAt(turn, place)),
    );
    expect(found).toEqual(expected);
    expect(lists).toEqual({ red: valuesUpTo(values), black: valuesUpTo(values) });
  }
});
