import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endgamesUpTo } from "../../../src/knowledge/atlas/endgames.ts";
import { openAtlas, saveAtlas } from "../../../src/knowledge/atlas/node/files.ts";
import { type Packed, pack, unpack } from "../../../src/knowledge/atlas/atlas.ts";
import { recordOf, type AtlasRecord } from "../../../src/knowledge/atlas/record.ts";
import { countCells } from "../../../src/endgame/count.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { valueOf } from "../../../src/query/lookup.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { categoryOf, distanceOf, orderOf } from "../../../src/table/value.ts";
import { proofRecordOf } from "../../../src/verify/report.ts";
import { verifyEndgame } from "../../../src/verify/node/verify.ts";
import { parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { COLOURS } from "../../../src/xiangqi/pieces.ts";
import { buildTablesUnder } from "../../verify/tables.ts";

const newHash = () => createHash("sha256");

describe("the endgames of a census", () => {
  test("are canonical, have at most four attacking men, and lie by size", () => {
    const endgames = endgamesUpTo(2_000_000);
    const names = endgames.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["KK", "KAAK", "KRKN"]));
    expect(names).not.toContain("KNKR");
    const sizes = endgames.map(countCells);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes.at(-1)).toBeLessThanOrEqual(2_000_000);
  });
});

test("what is packed comes back, its members in their order, and names each once", () => {
  const values = [
    { a: 1, b: [{ c: null }, "x", []] },
    { b: [], a: -1 },
    { a: 2, b: [{ c: true }] },
  ];
  const packed = pack(values);
  expect(packed.shapes).toEqual([["a", "b"], ["c"], ["b", "a"]]);
  expect(JSON.stringify(unpack(JSON.parse(JSON.stringify(packed)) as Packed))).toBe(JSON.stringify(values));
});

describe("an atlas", () => {
  const collection = { rules: "asian", metric: "dtc", orders: "fang" } as const;
  const folders: string[] = [];
  const records: AtlasRecord[] = [];
  let catalog: FolderCatalog;
  const newFolder = async () => {
    folders.push(await mkdtemp(join(tmpdir(), "canju-atlas-")));
    return folders.at(-1)!;
  };
  beforeAll(async () => {
    catalog = new FolderCatalog(await buildTablesUnder(collection, "KRKN", "KPKAB"), collection);
    for (const name of ["KRKN", "KPKAB", "KPKA"]) {
      const report = await verifyEndgame(name, { provider: catalog, threads: 1 });
      records.push((await recordOf((await catalog.open(name))!, proofRecordOf(report, new Date(), "0")!, newHash))!);
    }
  }, 120_000);
  afterAll(async () => {
    await catalog.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  });

  test("names a position of each order's longest win and loss", async () => {
    const krkn = records[0]!;
    expect(krkn.orders.length).toBeGreaterThan(1);
    for (const { order, longest, ...sides } of krkn.orders) {
      for (const turn of COLOURS) {
        const stated = sides[turn];
        for (const [fen, category, plies] of [
          [longest[turn].winFen, "win", stated.longestWin],
          [longest[turn].lossFen, "loss", stated.longestLoss],
        ] as const) {
          expect(fen === null).toBe(plies < 0);
          if (fen === null) continue;
          const position = parseLegalFen(fen);
          const value = await valueOf(position, catalog);
          expect([position.turn, categoryOf(value), orderOf(value), distanceOf(value)]).toEqual([
            turn,
            category,
            order,
            plies,
          ]);
        }
      }
    }
  });

  test("gives back what was written, by name in any colours", async () => {
    const folder = await newFolder();
    const sizes = await saveAtlas(folder, records);
    expect([...sizes.keys()].toSorted()).toEqual(["KPK.json.gz", "KRKN.json.gz", "index.json"]);
    const atlas = await openAtlas(folder);
    expect([...atlas.entries.keys()]).toEqual(["KPKA", "KPKAB", "KRKN"]);
    expect(atlas.entries.get("KRKN")).toMatchObject({
      cells: records[0]!.cells,
      highestOrder: records[0]!.orders.at(-1)!.order,
    });
    expect(await atlas.find(parseEndgame("KRKN"))).toEqual(records[0]);
    expect(await atlas.find(parseEndgame("KNKR"))).toEqual(records[0]);
    expect(await atlas.find(parseEndgame("KRKN"), { rules: "none", metric: "dtc" })).toBeNull();
    expect(await atlas.find(parseEndgame("KCKP"))).toBeNull();
  });

  test("that comes with the program has outcomes of the values that each table had", async () => {
    const without: string[] = [];
    for await (const { endgame, outcomeSum, typical, red, black } of (await openAtlas()).records()) {
      if (outcomeSum === undefined || typical === undefined) without.push(endgame);
      else {
        for (const [turn, { wins, draws, losses }] of [
          ["red", red],
          ["black", black],
        ] as const) {
          const { win, draw, loss } = typical[turn];
          expect([endgame, win !== null, draw !== null, loss !== null]).toEqual([
            endgame,
            wins > 0,
            draws > 0,
            losses > 0,
          ]);
          for (const fen of [win, draw, loss]) if (fen !== null) expect(parseLegalFen(fen).turn).toBe(turn);
        }
      }
    }
    expect(without).toEqual([]);
  });

  test("written in any order has the same bytes, and leaves nothing of an older one", async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    await saveAtlas(one, records);
    await saveAtlas(other, [records[1]!]);
    await saveAtlas(other, records.toReversed());
    for (const file of (await saveAtlas(one, records)).keys()) {
      expect(await readFile(join(other, file))).toEqual(await readFile(join(one, file)));
    }
  });

  test("of another version, or put together from two, is named and not believed", async () => {
    const folder = await newFolder();
    await saveAtlas(folder, records);
    const index = await readFile(join(folder, "index.json"), "utf8");
    await writeFile(
      join(folder, "KRKN.json.gz"),
      gzipSync(JSON.stringify({ kind: "canju-atlas", version: 2, shapes: [], values: [] })),
    );
    const mixed = await openAtlas(folder);
    await expect(mixed.find(parseEndgame("KRKN"))).rejects.toThrow(
      /KRKN\.json: it is not the one that the index names/,
    );
    await rm(join(folder, "KRKN.json.gz"));
    await expect(mixed.find(parseEndgame("KRKN"))).rejects.toThrow(/KRKN\.json\.gz cannot be read/);
    await writeFile(join(folder, "index.json"), index.replace('"version":2', '"version":3'));
    await expect(openAtlas(folder)).rejects.toThrow(/it has version 3, this program knows 2/);
    await writeFile(join(folder, "index.json"), index.slice(0, -10));
    await expect(openAtlas(folder)).rejects.toThrow(/no file of an atlas, or damaged/);
    await rm(join(folder, "index.json"));
    await expect(openAtlas(folder)).rejects.toMatchObject({ code: "other-atlas" });
  });
});
