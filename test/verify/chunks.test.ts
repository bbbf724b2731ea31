import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { fileOrder } from "../../src/endgame/file-order.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { makeChunks } from "../../src/verify/chunks.ts";
import { openInputs } from "../../src/verify/inputs.ts";
import { proveByKernel } from "../../src/verify/node/kernel-proof.ts";
import { chunkCellsOf } from "../../src/verify/node/load.ts";
import { PartFiles } from "../../src/verify/node/proof-parts.ts";
import { MemoryWork } from "../../src/verify/node/proof-work.ts";
import { buildTablesUnder } from "./tables.ts";

const SIZES = [1, 5_000, 100_000, Infinity];

describe.each(["KPKA", "KRKR", "KNNKA", "KRCKA"])("chunks of %s", (name) => {
  const index = endgameIndex(parseEndgame(name));
  const { start, formationsOf } = fileOrder(index);
  const placeOf = (placement: number, square: number) =>
    start[placement]! + square * (formationsOf(placement)?.length ?? 0) * index.black.count;

  test.each(SIZES)("of %d cells hold every place once, in whole placements or ranks of one", (cells) => {
    const chunks = makeChunks(index, cells);
    let next = 0;
    for (const { number, placement, square, toPlacement, toSquare, first, count } of chunks) {
      expect(first).toBe(next);
      next = first + count;
      // A rank of a placement is never divided.
      const most = Math.max(cells, 9 * index.red.count * index.black.count);
      expect(count).toBeLessThanOrEqual(most);
      expect(first).toBe(placeOf(placement, square));
      expect(next).toBe(toSquare === 0 ? start[toPlacement] : placeOf(toPlacement, toSquare));
      expect(chunks[number]!.first).toBe(first);
      expect(toSquare === 0 || (toPlacement === placement && square % 9 === 0 && toSquare % 9 === 0)).toBe(true);
    }
    expect(next).toBe(index.cells);
  });
});

describe("a proof", () => {
  const collection = { metric: "dtc", rules: "asian", orders: "fang" } as const;
  let provider: FolderCatalog;
  beforeAll(async () => {
    provider = new FolderCatalog(await buildTablesUnder(collection, "KNNKA", "KRKN"), collection);
  });
  afterAll(() => provider.close());

  test.each(["KNNKA", "KRKN"])("of %s finds the same in chunks of any size", { timeout: 120_000 }, async (name) => {
    const table = (await provider.open(name))!;
    const newHash = () => createHash("sha256");
    const { inputs } = await openInputs(table.header, provider, newHash, () => Promise.resolve(null));
    const usualCells = chunkCellsOf(table);
    const prove = async (chunkCells: number) => {
      const { tally, ...found } = await proveByKernel({
        table,
        index: table.index,
        inputs,
        threads: 1,
        chunkCells,
        work: new MemoryWork(table.header.cells),
        parts: new PartFiles([], {}),
        checkRoom: () => undefined,
        signal: undefined,
        report: () => undefined,
      });
      // Suspects and seeds come in the order of the chunks.
      const seeds = Array.from(tally.seeds.keys).sort((a, b) => a - b);
      const suspects = Array.from(tally.suspects.keys).sort((a, b) => a - b);
      return { ...found, tally: { ...tally, seeds, suspects } };
    };
    const usual = await prove(usualCells);
    expect(usual.tally.checked).toBeGreaterThan(0);
    expect(usual.checks).toEqual(await table.readChecks());
    for (const chunkCells of SIZES) expect(await prove(chunkCells)).toEqual(usual);
  });
});
