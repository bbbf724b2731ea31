import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { rawCodec } from "../../src/table/codec.ts";
import { crc32 } from "../../src/table/crc32.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/source.ts";
import { openTable } from "../../src/table/table.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { naiveSolver } from "../oracle/naive.ts";
import { readSpecTable } from "../oracle/spec-table.ts";
import { content, smoothCode, tableBytes, valuesUpTo } from "./fixtures.ts";

const folder = new URL("../../docs/spec/samples/", import.meta.url);
const sample = async (name: string) => new Uint8Array(await readFile(new URL(`${name}.canju`, folder)));
const answersOf = async (name: string): Promise<{ fen: string; cell: number; place?: number; value: number }[]> =>
  JSON.parse(await readFile(new URL(`${name}.json`, folder), "utf8"));

describe.each(["KPK", "KRKN", "KPPK", "version-1/KRK", "version-1/KPK"])("the sample %s", (name) => {
  it("is sound and says what its answers say", async () => {
    const table = await openTable(memorySource(await sample(name)), NODE_CODECS);
    await table.verifyChecksums(() => createHash("sha256"));
    const answers = await answersOf(name);
    expect(answers.length).toBeGreaterThan(30);
    const index = endgameIndex(parseEndgame(table.header.info.endgame));
    for (const { fen, cell, place = cell, value } of answers) {
      const { board, turn } = parseFen(fen);
      expect([index.indexOf(board), table.cellAt(place)]).toEqual([cell, cell]);
      expect(await table.valueAt(turn, cell)).toBe(value);
    }
  });
});

describe.each(["KPK", "KRKN", "KPPK"])("a reader made from the specification reads the sample %s", (name) => {
  it("as its answers say", async () => {
    const read = readSpecTable(await sample(name));
    for (const { fen, place, value } of await answersOf(name)) {
      const position = parseFen(fen);
      expect([read.placeOf(position), read.valueOf(position)]).toEqual([place, value]);
    }
  });
});

it.each(["version-1/KRK", "version-1/KPK", "KPK"])(
  "every value of the sample %s is the naive solver's",
  async (name) => {
    const table = await openTable(memorySource(await sample(name)), NODE_CODECS);
    const { values } = naiveSolver("dtc")(table.header.info.endgame);
    for (const turn of ["red", "black"] as const) {
      const codes = await table.readSide(turn);
      expect(Array.from(codes, (code, cell) => values[turn][cell] && table.header.values[code])).toEqual(values[turn]);
    }
  },
);

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

it("the specification covers two-byte codes, filled blocks, several pages and the raw codec", async () => {
  for (const [values, codec] of [
    [1000, undefined],
    [1000, rawCodec],
    [40, rawCodec],
  ] as const) {
    const code = (turn: "red" | "black", cell: number) =>
      cell % 900 < 300 ? values - 1 : smoothCode(turn, cell, values);
    const bytes = await tableBytes(content(3_000, values, code), { cellsPerBlock: 70, blocksPerPage: 11, codec });
    const expected = (["red", "black"] as const).flatMap((turn) =>
      Array.from({ length: 3_000 }, (_, cell) => code(turn, cell)),
    );
    const { codes, lists } = readSpecTable(bytes);
    expect(codes).toEqual(expected);
    expect(lists).toEqual({ red: valuesUpTo(values), black: valuesUpTo(values) });
  }
});
