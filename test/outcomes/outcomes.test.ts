// Tables of outcomes: every cell, captures looked at, is what the table of values says.
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import { OutcomeReader, sumOf } from "../../src/outcomes/read.ts";
import { outcomeOf } from "../../src/query/outcome.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { DEFAULT_COLLECTION, openOrMissing, tablePath } from "../../src/table/catalog/catalog.ts";
import { outcomeValue } from "../../src/table/value.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { legalPosition } from "../../src/xiangqi/validate.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { randomPositions } from "../c/agreement.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTablesUnder } from "../verify/tables.ts";

const newHash = () => createHash("sha256");
/** With orders above 0, and with a soldier; test/tables has many more. */
const NAMES = ["KRKN", "KNKP"];

describe("tables of outcomes", () => {
  let catalog: FolderCatalog;

  beforeAll(async () => {
    catalog = new FolderCatalog(await buildTablesUnder(DEFAULT_COLLECTION, ...NAMES));
    await buildOutcomes(NAMES.map(parseEndgame), catalog);
  });

  test.each(NAMES)("tell of every cell what the values say: %s", async (name) => {
    const [read, values] = [await new OutcomeReader(catalog).of(name), await openOrMissing(catalog, name)];
    expect(read.header.info.outcomes).toBeDefined();
    for (const turn of COLOURS) {
      const codes = await values.readCells(turn);
      const told = new Int32Array(65_536).fill(-1);
      values.header.lists[turn].forEach((value, code) => (told[code] = outcomeValue(value)));
      const own = new Int32Array(65_536).fill(-1);
      read.lists[turn].forEach((value, code) => (own[code] = value));
      expect(codes.findIndex((code: number, cell: number) => told[code] !== own[read[turn][cell]!])).toBe(-1);
    }
    expect(sumOf(read, newHash)).toBe(read.header.info.outcomes!.sum);
  });

  test("answer probes of positions in any colours", async () => {
    for (const name of NAMES) {
      for (const position of await randomPositions(catalog, name, 200, randomNumbers(3))) {
        const legal = legalPosition(position);
        expect(await outcomeOf(legal, catalog)).toBe(outcomeValue(await valueOf(legal, catalog)));
      }
    }
  });

  test("are made with the same bytes again", async () => {
    const path = `${catalog.folder}/${tablePath(catalog, "KRKN.outcomes")}`;
    const before = await readFile(path);
    expect(await buildOutcomes([parseEndgame("KRKN")], catalog)).toEqual([]);
    await rm(path);
    catalog.forget("KRKN.outcomes");
    expect(await buildOutcomes([parseEndgame("KRKN")], catalog)).toHaveLength(1);
    expect(await readFile(path)).toEqual(before);
  });
});
