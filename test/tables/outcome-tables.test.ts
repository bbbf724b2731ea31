// Tables of outcomes of two hundred endgames of the atlas: each says of every cell what the values say, and has the sum that the atlas knows.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { closureOfTables } from "../../src/endgame/graph.ts";
import { openAtlas } from "../../src/knowledge/atlas/node/files.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import { OutcomeReader } from "../../src/outcomes/read.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { newFolder } from "../c/driver.ts";
import { expectAlike } from "../outcomes/alike.ts";
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

test(`of ${TABLES} tables are those of the values, in every cell`, { timeout: 3_600_000 }, async ({ annotate }) => {
  const catalog = new FolderCatalog(folder);
  const atlas = await openAtlas();
  await buildOutcomes(names.map(parseEndgame), catalog);
  const reader = new OutcomeReader(catalog);
  let [cells, sums] = [0, 0];
  for (const name of names) {
    const alike = await expectAlike(catalog, name, reader);
    const record = await atlas.find(parseEndgame(name));
    cells += alike.cells;
    if (record?.outcomeSum === undefined) continue;
    expect(alike.sum, name).toBe(record.outcomeSum);
    sums++;
  }
  await catalog.close();
  expect(names.length).toBeGreaterThanOrEqual(TABLES);
  await annotate(`${names.length} tables, ${cells} cells, ${sums} sums of the atlas: all alike`);
});
