import fc from "fast-check";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEach } from "../../long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { endgameIndex } from "../../../src/endgame/index.ts";
import {
  NOTHING_MEASURED,
  countOutcomes,
  formatMeasured,
  updateDistributions,
  zonesOfIndex,
} from "../../../src/knowledge/learn/exact/count.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { openOrMissing } from "../../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { boardsOf, countSlowly, nobodyAttacks, nobodyCaptures } from "../../oracle/material-counts.ts";

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
  testEach(1, ["KCKB", "KPPK", "KPKP"])("%s has the counts that a look at every position finds", async (name) => {
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

test("soldiers are named by the squares they stand on, as many of one category as there are", () => {
  const letter = (square: number) => (square < 63 ? "Pt" : square < 81 ? "Pl" : "Pb");
  for (const name of ["KPPPPK", "KPPKPP", "KRPKPP"]) {
    const index = endgameIndex(parseEndgame(name));
    const { placements } = index;
    const zones = zonesOfIndex(index);
    const pick = fc.tuple(fc.nat(placements.count - 1), fc.integer({ min: 27, max: 89 }));
    fc.assert(
      fc.property(pick, ([placement, inner]) => {
        const outer = placements.men.map((_, man) => placements.squareOf(placement, man));
        const reds = index.inner === "soldier" ? [inner] : [];
        const blacks: number[] = [];
        placements.men.forEach(({ role, colour }, man) => {
          if (role === "soldier")
            (colour === "red" ? reds : blacks).push(colour === "red" ? outer[man]! : 89 - outer[man]!);
        });
        const side = (squares: number[]) =>
          squares
            .toSorted((a, b) => a - b)
            .map(letter)
            .join("");
        const others = name.startsWith("KR") ? "R" : "";
        expect(zones.names[zones.zonesOf(outer)[inner]!]).toBe(`K${others}${side(reds)}K${side(blacks)}`);
      }),
    );
  }
});
