import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { countOutcomes } from "../../src/material/exact/count.ts";
import { formatMeasured, NOTHING_MEASURED, updateDistributions } from "../../src/material/exact/update.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { openOrMissing } from "../../src/table/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { boardsOf, countSlowly, nobodyAttacks, nobodyCaptures } from "../oracle/material-counts.ts";

let folder: string;
let catalog: FolderCatalog;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-material-"));
  const endgames = ["KPPK", "KPKA", "KPKP", "KCKB"].map(parseEndgame);
  await buildClosure(endgames, { folder, metric: "dtc", rules: "asian", threads: 1 });
  catalog = new FolderCatalog(folder);
});

afterAll(async () => {
  await catalog.close();
  await rm(folder, { recursive: true });
});

describe("counting outcomes", () => {
  test.each(["KPPK", "KPKP", "KCKB"])("%s has the counts that a look at every position finds", async (name) => {
    const counted = await countOutcomes(await openOrMissing(catalog, name));
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(await countSlowly(catalog, name)));
  });

  test("attacks instead of legal captures leave out less than a hundredth of the quiet positions of KPKA", () => {
    let [withoutAttacks, withoutCaptures] = [0, 0];
    for (const board of boardsOf("KPKA")) {
      if (nobodyAttacks(board)) withoutAttacks++;
      if (nobodyCaptures(board)) withoutCaptures++;
    }
    expect(withoutAttacks).toBeLessThan(withoutCaptures);
    expect(withoutAttacks).toBeGreaterThan(0.99 * withoutCaptures);
  });

  test("an update counts every table that belongs once, and keeps what it knows", async () => {
    const lines: string[] = [];
    const options = { data: folder, belongs: () => true, tell: (line: string) => lines.push(line) };
    const first = await updateDistributions(NOTHING_MEASURED, { ...options, belongs: ({ name }) => name === "KPPK" });
    expect(Object.keys(first.materials)).toEqual(["KPbPbK", "KPlPbK", "KPlPlK", "KPtPbK", "KPtPlK", "KPtPtK"]);
    const all = await updateDistributions(first, options);
    expect(lines.filter((line) => line.startsWith("KPPK:"))).toHaveLength(1);
    expect(all.materials["KPtPlK"]).toEqual(first.materials["KPtPlK"]);
    expect(Object.keys(all.tables)).toContain("KCKB");
    expect(Object.keys(all.tables)).not.toContain("KAK");
    expect(JSON.parse(formatMeasured(all))).toEqual(all);
    expect(await updateDistributions(all, options)).toEqual(all);
  });
});
