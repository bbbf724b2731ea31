/** What is kept of tables between builds: never other than what is read, and no more than there is room for. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { closure } from "../../src/endgame/graph.ts";
import { buildClosure, buildTable } from "../../src/solve/node/build.ts";
import { KnownOutcomes, bytesOf } from "../../src/solve/node/kept-subs.ts";
import { subOfTable } from "../../src/solve/build/content.ts";
import { checkSide, outcomesOfTable, type Outcomes } from "../../src/solve/outcomes.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/collection.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import type { Table } from "../../src/table/read/table.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-known-"));
const wanted = closure([parseEndgame("KRKN"), parseEndgame("KNKA")]);
const reference = new FolderCatalog(join(folder, "reference"));
/** Of this process, with all that other tests have left in it. */
const MEMORY = 2 ** 34;

beforeAll(async () => {
  await buildClosure(wanted, { ...DEFAULT_COLLECTION, folder: reference.folder, threads: 1 });
});
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true });
});

async function built(name: string): Promise<Table> {
  return (await reference.open(name))!;
}

test.each(["dtc", "dtm"] as const)("tables built from what is known are those of one build (%s)", async (metric) => {
  const collection = { ...DEFAULT_COLLECTION, metric, ...(metric === "dtm" && { rules: "none" as const }) };
  const one = new FolderCatalog(join(folder, metric, "one"), collection);
  await buildClosure(wanted, { ...collection, folder: one.folder, threads: 1 });
  const each = new FolderCatalog(join(folder, metric, "each"), collection);
  const known = new KnownOutcomes();
  for (const endgame of wanted) {
    await buildTable(endgame, each, { ...collection, folder: each.folder, threads: 1, memoryBytes: MEMORY, known });
  }
  for (const { name } of wanted)
    expect(readFileSync(each.pathOf(name)).equals(readFileSync(one.pathOf(name)))).toBe(true);
  await Promise.all([one.close(), each.close()]);
});

// Of positions that have two cells by twins, tables have one.
test("tables built from what others have solved are those built from their tables, with twins", async () => {
  const twins = closure(["KNNKA", "KPPKA"].map(parseEndgame));
  const [one, each] = ["one", "each"].map((name) => new FolderCatalog(join(folder, "twins", name))) as [
    FolderCatalog,
    FolderCatalog,
  ];
  await buildClosure(twins, { ...DEFAULT_COLLECTION, folder: one.folder, threads: 1 });
  for (const endgame of twins) {
    await buildTable(endgame, each, { ...DEFAULT_COLLECTION, folder: each.folder, threads: 1, memoryBytes: MEMORY });
  }
  for (const { name } of twins)
    expect(readFileSync(each.pathOf(name)).equals(readFileSync(one.pathOf(name)))).toBe(true);
  await Promise.all([one.close(), each.close()]);
});

test("what was built need not be read, and is what its table says", async () => {
  const each = new FolderCatalog(join(folder, "each"));
  const known = new KnownOutcomes();
  for (const endgame of wanted) {
    const options = { ...DEFAULT_COLLECTION, folder: each.folder, threads: 1, memoryBytes: MEMORY, known };
    await buildTable(endgame, each, options);
    const table = (await each.open(endgame.name))!;
    const reading = vi.spyOn(table, "readPieces");
    const [sub] = await Promise.all(COLOURS.map((turn) => known.of(table, "dtc", turn)));
    expect(reading).not.toHaveBeenCalled();
    expect(sub!.index.endgame.name).toBe(endgame.name);
  }
  await each.close();
});

test("what was not asked for longest goes first, and a table that there is no room for is read each time", async () => {
  const [first, second, third] = [await built("KRK"), await built("KNK"), await built("KRKN")];
  const readings = [first, second, third].map((table) => vi.spyOn(table, "readPieces"));
  const counts = (): number[] => readings.map(({ mock }) => mock.calls.length);
  const known = new KnownOutcomes();
  known.mostBytes = bytesOf(await subOfTable(first, "dtc", "red")) + bytesOf(await subOfTable(second, "dtc", "red"));
  readings.forEach((reading) => reading.mockClear());
  await known.of(first, "dtc", "red");
  await known.of(second, "dtc", "red");
  await known.of(first, "dtc", "red");
  expect(counts()).toEqual([1, 1, 0]);
  known.mostBytes -= 1; // the second one goes
  await known.of(first, "dtc", "red");
  expect(counts()).toEqual([1, 1, 0]);
  await known.of(second, "dtc", "red");
  expect(counts()).toEqual([1, 2, 0]);
  await known.of(third, "dtc", "red");
  await known.of(third, "dtc", "red");
  await known.of(second, "dtc", "red");
  expect(counts()).toEqual([1, 2, 2]);
});

test("of a table one side is read, and both when the other one is asked for as well", async () => {
  const table = await built("KRKN");
  const both = await outcomesOfTable(table);
  const known = new KnownOutcomes();
  const one = (await known.of(table, "dtc", "black")) as Outcomes;
  expect(one).toEqual({ ...both, only: "black", won: { ...both.won, red: NONE }, lost: { ...both.lost, red: NONE } });
  expect(() => checkSide(one, "black")).not.toThrow();
  expect(() => checkSide(one, "red")).toThrow(/^of KRKN only black to move is known$/);
  expect(await known.of(table, "dtc", "red")).toEqual(both);
  const reading = vi.spyOn(table, "readPieces").mockClear();
  expect(await known.of(table, "dtc", "black")).toEqual(both);
  expect(reading).not.toHaveBeenCalled();
});

const NONE = new Uint32Array();
