import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { GRAPH_KINDS } from "../oracle/random-graphs.ts";
import { buildTables, playSampled } from "../play/sampled-games.ts";
import { playTasks } from "../play/tasks.ts";

const FANG: Collection = { rules: "asian", metric: "dtc", orders: "fang" };
const CHESSDB: Collection = { rules: "asian", metric: "dtm", orders: "chessdb" };
let folder: string;

beforeAll(async () => {
  folder = await buildTables(["KRKNP", "KRNKR"], FANG);
  await buildTables(["KRKNP", "KRKPP"], CHESSDB, folder);
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  { name: "KRKNP", collection: FANG, orders: 4 },
  { name: "KRNKR", collection: FANG, orders: 11 },
  { name: "KRKPP", collection: CHESSDB, orders: 2 },
  { name: "KRKNP", collection: CHESSDB, orders: 3 },
])("the player wins and holds sampled games of $name by $collection", async ({ name, collection, orders }) => {
  const provider = new FolderCatalog(folder, collection);
  const sample = await playSampled(provider, name, 50, 200);
  await provider.close();
  expect(sample.failures).toEqual([]);
  expect(sample.orders).toHaveLength(orders);
  expect(sample.games).toBeGreaterThan(orders * 100);
});

test.each(GRAPH_KINDS)("tasks succeed though they explore little by little, on 1,000 graphs: %s", async (kind) => {
  for (const limit of [1, 4]) expect(await playTasks(kind, 1000, limit, 1_000_000)).toEqual([]);
});
