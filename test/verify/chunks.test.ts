import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { fileOrder } from "../../src/endgame/file-order.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { chunkAt, makeChunks } from "../../src/verify/chunks.ts";
import { openInputs } from "../../src/verify/inputs.ts";
import { proveByKernel } from "../../src/verify/node/kernel-proof.ts";
import { buildTablesUnder } from "./tables.ts";

const SIZES = [1, 5_000, 100_000, Infinity];

describe.each(["KPKA", "KRKR", "KNNKA", "KRCKA"])("chunks of %s", (name) => {
  const index = endgameIndex(parseEndgame(name));
  const { start, formationsOf } = fileOrder(index);
  const placeOf = (placement: number, square: number) =>
    start[placement]! + square * (formationsOf(placement)?.length ?? 0) * index.black.count;

  test.each(SIZES)("of %d cells hold every place once, in whole rows", (cells) => {
    const chunks = makeChunks(index, cells);
    let next = 0;
    for (const { number, placement, square, toPlacement, toSquare, first, count } of chunks) {
      expect(first).toBe(next);
      next = first + count;
      const most = Math.max(cells, index.red.count * index.black.count);
      expect(count).toBeLessThanOrEqual(most);
      expect(first).toBe(placeOf(placement, square));
      expect(next).toBe(toSquare === 0 ? start[toPlacement] : placeOf(toPlacement, toSquare));
      expect([chunkAt(chunks, first), chunkAt(chunks, next - 1)]).toEqual([number, number]);
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
    const prove = async (chunkCells?: number) => {
      const request = {
        table,
        index: table.index,
        inputs,
        threads: 1,
        signal: undefined,
        report: () => undefined,
      };
      const { kept: _, tally, ...found } = await proveByKernel({ ...request, ...(chunkCells && { chunkCells }) });
      // Suspects and seeds come in the order of the chunks.
      const seeds = Array.from(tally.seeds.keys).sort((a, b) => a - b);
      const suspects = Array.from(tally.suspects.keys).sort((a, b) => a - b);
      return { ...found, tally: { ...tally, seeds, suspects } };
    };
    const usual = await prove();
    expect(usual.tally.checked).toBeGreaterThan(0);
    expect(usual.checks).toEqual(await table.readChecks());
    for (const chunkCells of SIZES) expect(await prove(chunkCells)).toEqual(usual);
  });
});
