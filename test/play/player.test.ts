import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testEach } from "../long.ts";
import { Player } from "../../src/play/player.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { buildTables, playSampled } from "./sampled-games.ts";

const FANG: Collection = { rules: "asian", metric: "dtc", orders: "fang" };
const CHESSDB: Collection = { rules: "asian", metric: "dtm", orders: "chessdb" };
let folder: string;

beforeAll(async () => {
  folder = await buildTables(["KRKN"], CHESSDB);
  await buildTables(["KRKN", "KRKPP"], FANG, folder);
});
afterAll(() => rm(folder, { recursive: true }));

testEach(2, [
  { name: "KRKN", collection: FANG, orders: [1] },
  { name: "KRKN", collection: CHESSDB, orders: [1] },
  { name: "KRKPP", collection: FANG, orders: [1, 2] },
])("the player wins and holds sampled games of $name by $collection", async ({ name, collection, orders }) => {
  const provider = new FolderCatalog(folder, collection);
  const sample = await playSampled(provider, name, 6, 60);
  await provider.close();
  expect(sample.failures).toEqual([]);
  expect(sample.orders).toEqual(orders);
});

test("a lost side prefers where the game was least often among its best moves", async () => {
  const provider = new FolderCatalog(folder, FANG);
  const start = parseLegalFen("9/9/5k3/9/9/9/4p4/3K4R/2p6/9 b");
  const player = new Player("red", start, provider);
  const seen: string[] = [];
  for (const black of ["f7e7", "e7e8", "e8e9"]) {
    player.play(parseUci(player.position, black));
    const { move, value, before } = await player.choose();
    expect([before % 2, value % 2]).toEqual([1, 1]);
    player.play(move);
    seen.push(String(move));
  }
  expect(new Set(seen).size).toBe(3);
  await provider.close();
});
