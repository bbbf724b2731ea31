// A few games by pipe; test/nightly plays a thousand.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect } from "vitest";
import { testEach } from "../../long.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { buildTables } from "../../play/sampled-games.ts";
import { runEngine } from "./client.ts";
import { playByPipe } from "./games.ts";

let data: string;

beforeAll(async () => {
  data = await buildTables(["KRKN", "KNKP"], DEFAULT_COLLECTION);
});

afterAll(() => rm(data, { recursive: true }));

testEach(1, ["KRKN", "KNKP"])("games of %s by pipe end as the tables promise", async (name) => {
  const engine = runEngine(data, "uci");
  const catalog = new FolderCatalog(data);
  const { games, failures } = await playByPipe(engine, catalog, name, 4);
  expect(failures).toEqual([]);
  expect(games).toBeGreaterThanOrEqual(12);
  await catalog.close();
  await engine.end();
});
