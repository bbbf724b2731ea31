/** Tables put together of parts, beside those that are built whole. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { LONG } from "../long.ts";
import { estimateSize } from "../../src/endgame/count.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { ahead, slicesOf } from "../../src/endgame/slice.ts";
import { joinParts, PartBuilder } from "../../src/solve/node/build-parts.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { headOfPart } from "../../src/solve/node/part-files.ts";
import { partsOfTable, sidesOf } from "../../src/solve/slices/table-parts.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/collection.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-parts-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(["KPKP", "KPPK", "KNPKP", "KNPKNP", "KPPKPP"])("the parts of %s", (name) => {
  const endgame = parseEndgame(name);
  const parts = partsOfTable(endgame);

  test("are all slices in their order, each after those of its border, and the sides, which need all", () => {
    const solved = parts.flatMap((part) => (part.kind === "slices" ? part.slices : []));
    expect(solved.map((slice) => slice.name)).toEqual(slicesOf(endgame).map((slice) => slice.name));
    parts.forEach((part, i) => {
      for (const needed of part.needs) expect(needed).toBeLessThan(i + 1);
      if (part.kind === "side") return;
      const known = part.needs.flatMap((number) => {
        const needed = parts[number - 1]!;
        return needed.kind === "slices" ? needed.slices.map((slice) => slice.name) : [];
      });
      for (const next of part.slices.flatMap(ahead)) expect(known).toContain(next.name);
    });
    expect(sidesOf(parts).map((number) => parts[number - 1])).toMatchObject([
      { side: "stored", needs: parts.slice(2).map((_, i) => i + 1) },
      { side: "derived", needs: parts.slice(2).map((_, i) => i + 1) },
    ]);
    const pairs = parts.reduce((sum, part) => sum + (part.kind === "slices" ? part.pairs : 0), 0);
    expect(pairs).toBe(estimateSize(endgame).cells);
  });
});

test("an endgame whose soldiers all are inner men has no parts", () => {
  expect(partsOfTable(parseEndgame("KRKN"))).toEqual([]);
});

async function compareParts(name: string, threads: number): Promise<void> {
  const endgame = parseEndgame(name);
  const whole = join(folder, `whole-${name}`);
  const shared = join(folder, `shared-${name}`);
  await buildClosure([endgame], { ...DEFAULT_COLLECTION, folder: whole, threads });
  cpSync(whole, shared, { recursive: true });
  const catalog = new FolderCatalog(shared, DEFAULT_COLLECTION);
  rmSync(catalog.pathOf(name));
  const files = join(shared, "parts");
  mkdirSync(files);
  const options = { ...DEFAULT_COLLECTION, folder: shared, threads };
  const pathOf = (number: number) => join(files, String(number));
  const parts = partsOfTable(endgame);
  const builder = new PartBuilder();
  for (const [i, { needs }] of parts.entries()) {
    const order = { of: name, number: i + 1, path: pathOf(i + 1), head: `part ${i + 1}`, needs: needs.map(pathOf) };
    await builder.build(endgame, order, catalog, options);
    expect(headOfPart(pathOf(i + 1))).toBe(order.head);
  }
  await builder.close();
  const [stored, derived] = sidesOf(parts);
  await joinParts(endgame, [pathOf(stored), pathOf(derived)], catalog, options);
  await catalog.close();
  const [own, other] = [whole, shared].map((each) => readFileSync(join(each, "asian/dtc", `${name}.canju`)));
  expect(own!.equals(other!)).toBe(true);
}

test("KPKP of its parts is, byte for byte, the table that is built whole", () => compareParts("KPKP", 1), 60_000);

test.each(["KPPK", "KNPKP", "KRPKR"])("%s of its parts is the table that is built whole", LONG, (name) =>
  compareParts(name, 2),
);
