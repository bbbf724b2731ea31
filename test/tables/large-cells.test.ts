/** The proof kernel's sets of suspects where cells have more than 32 bits, as in KRNKCAABB. */
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { builtPath } from "../../src/base/node/built-path.ts";
import type { TableHeader } from "../../src/table/format/header.ts";
import { layOutLevels, listed, setCell } from "../../src/verify/host/check-patterns.ts";
import * as K from "../../src/verify/kernel/assembly/layout.ts";
import { ProofKernelMemory } from "../../src/verify/host/kernel-memory.ts";
import { startKernel } from "../../src/verify/host/proof-kernel.ts";
import type { ProofLayout } from "../../src/verify/host/proof-layout.ts";

const CELLS = 4_590_777_600;
const LEVEL = 3;

const anyCell = fc.oneof(
  fc.integer({ min: 0, max: CELLS - 1 }),
  fc.integer({ min: 2 ** 32 - 2000, max: 2 ** 32 + 2000 }),
  fc.integer({ min: CELLS - 1000, max: CELLS - 1 }),
);
const anySuspects = fc.uniqueArray(
  fc.record({ cell: anyCell, isSeed: fc.boolean(), checks: fc.array(anyCell, { maxLength: 5 }) }),
  { selector: ({ cell }) => cell, maxLength: 300 },
);

test("suspects are numbered, and the seeds among them listed, by cells beyond 2^32", async () => {
  const module = await WebAssembly.compile(await readFile(await builtPath("proof")));
  const memory = new ProofKernelMemory();
  const table = memory.take(4 * K.TABLE_WORDS);
  memory.words(table, K.TABLE_WORDS)[K.T_RUNS] = Math.ceil(CELLS / K.RUN_CELLS);
  const scratch = memory.take(4 * K.THREAD_WORDS + K.SCRATCH_BYTES + K.R_HALVES);
  const levels = memory.take(4 * K.LEVEL_WORDS);
  const header = { cells: CELLS } as TableHeader;
  const layout = { memory: memory.memory, table, levels, walks: memory.used, header } as ProofLayout;
  const kernel = startKernel(module, memory.memory);
  kernel.begin(table, scratch);
  fc.assert(
    fc.property(anySuspects, (suspects) => {
      const lists = suspects.map(({ cell, isSeed, checks }) => {
        const list = new DataView(new ArrayBuffer(K.SUSPECT_BYTES + K.CHECK_BYTES * checks.length));
        setCell(list, 0, cell);
        [LEVEL, 1, checks.length, isSeed ? 1 : 0].forEach((byte, i) => list.setUint8(K.CELL_BYTES + i, byte));
        checks.forEach((after, i) => setCell(list, K.SUSPECT_BYTES + K.CHECK_BYTES * i, after));
        return new Uint8Array(list.buffer);
      });
      const count = layOutLevels(
        memory,
        layout,
        kernel,
        () => lists,
        false,
        () => undefined,
      );
      expect(count).toBe(suspects.length);
      const ranks = memory.words(levels, K.LEVEL_WORDS)[K.L_CHECKED_RANKS]!;
      const runs = Math.ceil(CELLS / K.RUN_CELLS);
      const checks = new Set(suspects.flatMap((each) => each.checks));
      expect(memory.words(ranks, runs + 1)[runs]).toBe(checks.size);
      kernel.beginLevels(levels);
      kernel.beginListing();
      const length = kernel.listDifferences(LEVEL, true);
      const out = memory.words(levels, K.LEVEL_WORDS)[K.L_LIST]!;
      const seeds = suspects.filter(({ isSeed }) => isSeed).map(({ cell }) => cell);
      expect([...listed(memory.memory, out, length)]).toEqual(
        seeds.toSorted((a, b) => a - b).map((cell) => ({ cell, state: K.SEED })),
      );
    }),
    { numRuns: 20 },
  );
});
