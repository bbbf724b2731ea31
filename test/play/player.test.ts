import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testEach } from "../long.ts";
import { randomNumbers } from "../../src/play/line.ts";
import { Player, type PlayerOptions } from "../../src/play/player.ts";
import { compareRanked, rankMoves } from "../../src/query/probe.ts";
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

test("of equally good moves any is made by chance, the first without it, and never another", async () => {
  const provider = new FolderCatalog(folder, FANG);
  const start = parseLegalFen("4k4/9/4n4/9/9/9/9/9/3R5/3K5 b");
  const ranked = await rankMoves(start, provider);
  const equal = ranked.filter((each) => compareRanked(each, ranked[0]!) === 0).map(({ move }) => move);
  expect(equal.length).toBeGreaterThan(1);
  const chosen = async (options: PlayerOptions) => (await new Player("black", start, provider, options).choose()).move;
  expect(await chosen({})).toBe(equal[0]);
  const made = new Set<number>();
  for (let seed = 1; seed <= 60; seed++) made.add(await chosen({ random: randomNumbers(104_729 * seed) }));
  expect([...made].toSorted((a, b) => a - b)).toEqual(equal.toSorted((a, b) => a - b));
  await provider.close();
});
