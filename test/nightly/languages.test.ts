// The readers in C, Python, Rust and TypeScript over the same 140,000 positions.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildOutcomes } from "../../src/outcomes/node/build.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { newFolder } from "../c/driver.ts";
import { expectLanguagesAgree, questions } from "../languages/readers.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTables } from "../play/sampled-games.ts";

const SETS: [collection: Collection, names: string[]][] = [
  [{ rules: "asian", metric: "dtc" }, ["KRCKR", "KNPKAAB", "KPPKP", "KRKNAA", "KNKCB", "KCCKAB", "KRKAABB"]],
  [{ rules: "asian", metric: "dtm" }, ["KRKN", "KPPKA"]],
  [{ rules: "none", metric: "dtc" }, ["KRKR"]],
  [{ rules: "asian", metric: "dtc" }, ["KNPKP.from8-7", "KPPKPP.from88-78"]],
  [{ rules: "chinese", metric: "dtc" }, ["KRKN", "KNKP"]],
];

test("C, Python, Rust and TypeScript answer alike to 140,000 positions, some of cones, and to all of them by tables of outcomes", async () => {
  const folder = newFolder();
  const seed = Number(process.env.CANJU_SEED ?? Date.now() % 1_000_000);
  let positions = 0;
  for (const [collection, names] of SETS) {
    const data = await buildTables(names, collection, join(folder, "data"));
    const catalog = new FolderCatalog(data, collection);
    await buildOutcomes(names.map(parseEndgame), catalog);
    await catalog.close();
    const asked = await questions(data, collection, names, 10_000, randomNumbers(seed));
    positions += asked.fens.length;
    expect(await expectLanguagesAgree(folder, data, collection, asked, ["c", "python", "rust"])).toBe(3);
  }
  expect(positions, `CANJU_SEED=${seed}`).toBe(140_000);
  rmSync(folder, { recursive: true });
});
