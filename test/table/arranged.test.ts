import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { arrange, arrangedContent } from "../../src/table/write/arrange.ts";
import { checkOf, DerivedSide, markIllegal, rowsOf } from "../../src/table/rows/derived.ts";
import { bytesPerCodeOf, type Band, type TableContent } from "../../src/table/write/encode.ts";
import type { Codes } from "../../src/table/format/header.ts";
import { crc32 } from "../../src/base/crc32.ts";
import { describeIndex } from "../../src/table/format/index-parameters.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { LegalRows } from "../../src/table/rows/legal-rows.ts";
import { newCodes, noneOf } from "../../src/table/rows/quiet-rows.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable, type Table } from "../../src/table/read/table.ts";
import { compareValues, DRAW, makeValue } from "../../src/table/value.ts";
import { COLOURS, opponent } from "../../src/xiangqi/pieces.ts";
import { info, noise, tableBytes, valuesUpTo } from "./fixtures.ts";

const PER_BLOCK = 512;

describe.each([
  ["KRK", 4, "black", 1],
  ["KRK", 255, "black", 1],
  ["KRK", 256, "black", 2],
  ["KPPK", 4, "red", 1],
] as const)("a file of %s with %i values a side", (name, values, derived, bytesPerCode) => {
  const index = endgameIndex(parseEndgame(name));
  const none = noneOf(bytesPerCode);
  const codes: Record<"red" | "black", Codes> = { red: newCodes(1, 0), black: newCodes(1, 0) };
  let what: TableContent;
  let table: Table;

  /** Any codes at all, by place: the values need not be those of the game. */
  beforeAll(async () => {
    const arrangement = arrange(index, { red: valuesUpTo(values), black: valuesUpTo(values).toReversed() });
    expect(arrangement).toEqual({
      lists: { red: valuesUpTo(values).sort(compareValues), black: valuesUpTo(values).sort(compareValues) },
      derived,
      layout: "placements",
      bytesPerCode,
    });
    for (const turn of COLOURS) {
      codes[turn] = newCodes(bytesPerCode, index.cells).map((_, place) => (noise(turn, place) * 9) % values) as Codes;
      markIllegal(new LegalRows(index, turn), bytesPerCode, codes[turn], 0, index.cells);
    }
    const about = { ...info, endgame: name, index: describeIndex(index) };
    what = arrangedContent(index, arrangement, about, { red: [], black: [] }, codes);
    const bytes = await tableBytes(what, { cellsPerBlock: PER_BLOCK });
    table = await openTable(memorySource(bytes), NODE_CODECS);
  });

  /** Places of legal positions, a few of them. */
  const places = (turn: "red" | "black", step: number): number[] =>
    [...codes[turn].keys()].filter((place) => place % step === 0 && codes[turn][place] !== none);

  test("is sound, and gives back the code of every place, of all at once or of a few", async () => {
    await table.verifyChecksums(() => createHash("sha256"));
    for (const turn of COLOURS) {
      expect(Buffer.compare(bytesOf(await table.readPlaces(turn)), bytesOf(codes[turn]))).toBe(0);
      for (const [first, count] of [
        [0, 1],
        [PER_BLOCK - 3, 5],
        [index.cells - 300, 300],
        [index.cells / 3, index.cells / 2],
        [index.cells, 0],
      ].map((pair) => pair.map(Math.floor)) as [number, number][]) {
        const found = await table.readCodes(turn, first, count);
        const wanted = codes[turn].subarray(first, first + count);
        expect(found.length).toBe(count);
        const wrong = wanted.findIndex((code: number, i: number) => code !== none && found[i] !== code);
        expect([turn, first, wrong]).toEqual([turn, first, -1]);
      }
    }
  });

  test("gives them by the numbers of the cells, too", async () => {
    for (const turn of COLOURS) {
      const side = await table.readSide(turn);
      for (const place of places(turn, 41)) expect(side[table.cellAt(place)]).toBe(codes[turn][place]);
    }
    const differences = newCodes(bytesPerCode, index.cells);
    await table.readStored(derived, 0, differences);
    const found = places(derived, 41).map((place) => [codes[derived][place], differences[place]!]);
    expect(found.filter(([code, difference]) => difference !== 0 && difference !== code! + 1)).toEqual([]);
    if (values < 10) expect(found.some(([, difference]) => difference === 0)).toBe(true);
    expect(found.some(([, difference]) => difference !== 0)).toBe(true);
  });

  test("gives a side in pieces, whether they end within blocks or not", async () => {
    for (const turn of COLOURS) {
      for (const length of [PER_BLOCK, 700, index.cells]) {
        const firsts = Array.from({ length: Math.ceil(index.cells / length) }, (_, piece) => piece * length);
        const pieces = firsts.map((first) => ({ first, count: Math.min(length, index.cells - first) }));
        let first = 0;
        for await (const found of table.readPieces(turn, pieces)) {
          const wanted = codes[turn].subarray(first, first + found.length);
          const wrong = wanted.findIndex((code: number, i: number) => code !== none && found[i] !== code);
          expect([turn, length, first, wrong]).toEqual([turn, length, first, -1]);
          first += found.length;
        }
        expect(first).toBe(index.cells);
      }
    }
  });

  test("stores one side as it is, where cells that nobody looks up repeat the code before them", async () => {
    const turn = opponent(derived);
    for (const first of [0, 1_000, index.cells - 500]) {
      const { codes: band, check } = await bandOf(what, turn, first, 500);
      const stored = codes[turn].subarray(first, first + 500);
      let last = stored.find((code: number) => code !== none) ?? 0;
      expect([...band]).toEqual(Array.from(stored, (code) => (code === none ? last : (last = code))));
      expect(check).toBeUndefined();
    }
    const nothing = { ...codes, [turn]: newCodes(bytesPerCode, 9).fill(none) };
    const empty = arrangedContent(index, { ...what, derived, bytesPerCode }, info, what.histogram, nothing);
    expect([...(await bandOf(empty, turn, 0, 9)).codes]).toEqual(Array(9).fill(0));
  });

  test("is found to be damaged when its values are not those of its checks", async () => {
    const band: TableContent["band"] = async (turn, first, count) => {
      const found = await bandOf(what, turn, first, count);
      return turn === derived && first > 0 ? { ...found, check: found.check! ^ 1 } : found;
    };
    const bytes = await tableBytes({ ...what, band }, { cellsPerBlock: PER_BLOCK });
    const wrong = await openTable(memorySource(bytes), NODE_CODECS);
    await wrong.readPlaces(opponent(derived));
    const damage = {
      message: expect.stringContaining("its values are not those that were written"),
      block: { turn: derived, number: 1 },
    };
    await expect(wrong.readPlaces(derived)).rejects.toMatchObject(damage);
    const all = wrong.readPieces(derived, [{ first: 0, count: index.cells }]);
    await all.next();
    await expect(all.next()).rejects.toMatchObject(damage);
  });

  test("has a check for each block of the other side", async () => {
    expect((await table.readChecks()).length).toBe(Math.ceil(index.cells / PER_BLOCK));
    for (const turn of COLOURS) await table.checkBlock(turn, Math.floor(index.cells / PER_BLOCK));
  });

  test.skipIf(index.twins > 1)("answers a question with the value of its place, read or kept", async () => {
    for (const turn of COLOURS) {
      for (const place of places(turn, 41)) {
        const value = table.header.lists[turn][codes[turn][place]!];
        const cell = table.cellAt(place);
        expect([place, await table.valueAt(turn, cell)]).toEqual([place, value]);
        expect([place, table.valueIfCached(turn, cell)]).toEqual([place, value]);
      }
    }
  });
});

const bandOf = async (what: TableContent, turn: "red" | "black", first: number, count: number) =>
  (await what.band(turn, first, count, 0)) as Band;

const bytesOf = (codes: Codes) => Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength);

test("a side without any position has the draw in its list", () => {
  const index = endgameIndex(parseEndgame("KRK"));
  const { lists } = arrange(index, { red: [makeValue(0, 1)], black: [] });
  expect(lists).toEqual({ red: [makeValue(0, 1)], black: [DRAW] });
});

test("a code takes two bytes where one number more than a byte's must be told apart", () => {
  const lists = (red: number, black: number) => ({ red: valuesUpTo(red), black: valuesUpTo(black) });
  const widths = [256, 257].map((count) => bytesPerCodeOf({ lists: lists(count, 3), derived: null }));
  expect(widths).toEqual([1, 2]);
  expect([255, 256].map((count) => bytesPerCodeOf({ lists: lists(3, count), derived: "red" }))).toEqual([1, 2]);
});

test("a difference that says what no code stands for is found", () => {
  const index = endgameIndex(parseEndgame("KRK"));
  const resolve = (black: number[]) => {
    const side = new DerivedSide(index, "black", 1, { red: [DRAW], black });
    return side.resolve(rowsOf(index, newCodes(1, index.cells)), newCodes(1, index.cells), 0, index.cells);
  };
  expect(resolve([DRAW, makeValue(0, 0)])).toBe(-1);
  expect(resolve([makeValue(0, 0)])).toBeGreaterThanOrEqual(0);
});

test("a check is the CRC-32 of the numbers of the codes, the lower byte first, and of 0 where there is no position", () => {
  expect(checkOf(Uint8Array.of(0, 255, 7))).toBe(crc32(Uint8Array.of(1, 0, 8)));
  expect(checkOf(Uint16Array.of(0, 65_535, 0x1234, 255))).toBe(crc32(Uint8Array.of(1, 0, 0, 0, 0x35, 0x12, 0, 1)));
});
