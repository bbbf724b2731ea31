import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { buildTables } from "../play/sampled-games.ts";
import { wrongSeeds } from "./asian-seeds.ts";

const FANG = { rules: "asian", metric: "dtc", orders: "fang" } as const;
let folder: string;

beforeAll(async () => {
  folder = await buildTables(["KRKN", "KRKPP"], FANG);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(["KRKN", "KRKPP"])("the levels of %s start from the patterns of the definitions", async (name) => {
  const provider = new FolderCatalog(folder, FANG);
  expect(await wrongSeeds(provider, name)).toEqual([]);
  await provider.close();
});
