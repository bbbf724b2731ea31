import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { countOutcomes } from "../../src/knowledge/learn/exact/count.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { openOrMissing } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { countSlowly } from "../oracle/material-counts.ts";

const NAMES = ["KRKN", "KRKC", "KNKC", "KCKC", "KNKP", "KNNK", "KCKAB", "KNAKA"];
let folder: string;
let catalog: FolderCatalog;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-material-"));
  await buildClosure(NAMES.map(parseEndgame), { folder, metric: "dtc", rules: "asian", threads: 1 });
  catalog = new FolderCatalog(folder);
});

afterAll(async () => {
  await catalog.close();
  await rm(folder, { recursive: true });
});

describe("outcomes by soldier zones", () => {
  test.each(NAMES)("%s has the counts that a look at every position finds", async (name) => {
    const counted = await countOutcomes(await openOrMissing(catalog, name));
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(await countSlowly(catalog, name)));
  });
});
