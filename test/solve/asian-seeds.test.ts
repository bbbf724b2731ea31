import { rm } from "node:fs/promises";
import { expect } from "vitest";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { testEach } from "../long.ts";
import { buildTables } from "../play/sampled-games.ts";
import { wrongSeeds } from "./asian-seeds.ts";

const FANG = { rules: "asian", metric: "dtc", orders: "fang" } as const;

testEach(1, ["KRKN", "KRKPP"])("the levels of %s start from the patterns of the definitions", async (name) => {
  const folder = await buildTables([name], FANG);
  const provider = new FolderCatalog(folder, FANG);
  expect(await wrongSeeds(provider, name)).toEqual([]);
  await provider.close();
  await rm(folder, { recursive: true });
});
