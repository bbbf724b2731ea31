import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { testEach } from "../long.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { fileOrder } from "../../src/endgame/file-order.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import type { Table } from "../../src/table/read/table.ts";
import { makeChunks } from "../../src/verify/host/chunks.ts";
import { openInputs } from "../../src/verify/inputs.ts";
import { ProofKernelMemory } from "../../src/verify/host/kernel-memory.ts";
import * as K from "../../src/verify/kernel/assembly/layout.ts";
import { proveByKernel } from "../../src/verify/node/kernel-proof.ts";
import { chunkCellsOf } from "../../src/verify/node/load.ts";
import { PartFiles } from "../../src/verify/node/proof-parts.ts";
import { MemoryWork } from "../../src/verify/node/proof-work.ts";
import { Windows, memoryPlane } from "../../src/verify/host/stored-planes.ts";
import { layOut } from "../../src/verify/host/proof-layout.ts";
import { buildTablesUnder } from "./tables.ts";

const newHash = () => createHash("sha256");
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

  async function prove(table: Table, chunkCells = chunkCellsOf(table)) {
    const { inputs } = await openInputs(table.header, provider, newHash, () => Promise.resolve(null));
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
  }

  testEach(1, ["KRKN", "KNNKA"])(
    "of %s finds the same in chunks of any size",
    async (name) => {
      const table = (await provider.open(name))!;
      const usual = await prove(table);
      expect(usual.tally.checked).toBeGreaterThan(0);
      expect(usual.checks).toEqual(await table.readChecks());
      for (const chunkCells of SIZES) expect(await prove(table, chunkCells)).toEqual(usual);
    },
    120_000,
  );

  test("finds the same in the upper half of the kernel's memory", { timeout: 120_000 }, async () => {
    const table = (await provider.open("KRKN"))!;
    const usual = await prove(table);
    expect(usual.checking!.suspects).toBeGreaterThan(0);
    const take = vi.spyOn(ProofKernelMemory.prototype, "take");
    take.mockImplementationOnce(function (this: ProofKernelMemory, bytes) {
      this.take(2 ** 31);
      return this.take(bytes);
    });
    onTestFinished(() => take.mockRestore());
    expect(await prove(table)).toEqual(usual);
    expect(take.mock.results[0]!.value).toBeGreaterThan(2 ** 31);
  });

  test("ends where a chunk needs more than there is room for", async () => {
    const { header, index } = (await provider.open("KRKN"))!;
    const [chunk] = makeChunks(index, 5000);
    const { inputs } = await openInputs(header, provider, newHash, () => Promise.resolve(null));
    const laid = new Map(inputs.map(({ name, table, turns }) => [name, { header: table.header, turns }]));
    const { layout } = layOut(header, laid, { threads: 1, chunks: [chunk!], suspects: false });
    const windows = new Windows(layout, index, 0);
    const { needs, asked } = layout.desks[0]!;
    const all = index.blocks.length;
    new Uint32Array(layout.memory.buffer, asked, all).set(Array.from({ length: all }, (_, block) => block));
    const plane = memoryPlane(new SharedArrayBuffer(index.cells));
    for (const need of [K.NEED_OWN, K.NEED_WHOLE]) {
      new Uint8Array(layout.memory.buffer, needs, all).fill(need);
      expect(() => windows.open(chunk!, 0, plane)).not.toThrow();
      expect(() => windows.open(chunk!, all, plane)).toThrow("more than there is room for");
    }
  });
});
