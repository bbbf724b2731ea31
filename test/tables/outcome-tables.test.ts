// Tables of outcomes of two hundred endgames of the atlas: each says of every cell what the values say, and has the sum that the atlas knows.
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { closureOfTables } from "../../src/endgame/graph.ts";
import { openAtlas } from "../../src/knowledge/atlas/node/files.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import { OutcomeReader, sumOf } from "../../src/outcomes/read.ts";
import { DEFAULT_COLLECTION, openOrMissing } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { outcomeValue } from "../../src/table/value.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { newFolder } from "../c/driver.ts";
import { buildTables } from "../play/sampled-games.ts";

/** Endgames and all they lead to, until there are so many tables. */
const TABLES = 200;
const folder = newFolder();
let names: string[];

beforeAll(async () => {
  const { entries } = await openAtlas();
  const bySize = [...entries.values()].filter(({ cells }) => cells <= 3_000_000).toSorted((a, b) => a.cells - b.cells);
  names = [];
  for (const { endgame } of bySize) {
    if (names.length >= TABLES) break;
    names = closureOfTables([...names, endgame].map(parseEndgame)).map(({ name }) => name);
  }
  await buildTables(names, DEFAULT_COLLECTION, folder);
}, 3_600_000);

afterAll(() => rm(folder, { recursive: true }));

test(`of ${TABLES} tables are those of the values, in every cell`, { timeout: 3_600_000 }, async () => {
  const catalog = new FolderCatalog(folder);
  const atlas = await openAtlas();
  await buildOutcomes(names.map(parseEndgame), catalog);
  for (const name of names) {
    const [read, values] = [await new OutcomeReader(catalog).of(name), await openOrMissing(catalog, name)];
    expect(read.header.info.outcomes, name).toBeDefined();
    for (const turn of COLOURS) {
      const [told, own] = [new Int32Array(65_536).fill(-1), new Int32Array(65_536).fill(-1)];
      values.header.lists[turn].forEach((value, code) => (told[code] = outcomeValue(value)));
      read.lists[turn].forEach((value, code) => (own[code] = value));
      const codes = await values.readCells(turn);
      expect(codes.findIndex((code: number, cell: number) => told[code] !== own[read[turn][cell]!])).toBe(-1);
    }
    const record = await atlas.find(parseEndgame(name));
    if (record?.outcomeSum !== undefined) {
      expect(
        sumOf(read, () => createHash("sha256")),
        name,
      ).toBe(record.outcomeSum);
    }
  }
  await catalog.close();
});
