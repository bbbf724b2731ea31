/** Endgames solved slice by slice beside whole ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { closure } from "../../src/endgame/graph.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { solveEndgame, subOfSolution } from "../../src/solve/build/content.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { vectorKernel } from "../../src/solve/host/vector-kernel.ts";
import type { Solution } from "../../src/solve/kernel.ts";
import { startTeam } from "../../src/solve/node/thread-team.ts";
import type { Sub } from "../../src/solve/outcomes.ts";
import { slicedKernel } from "../../src/solve/slices/sliced-kernel.ts";
import { tallyOf } from "../../src/solve/tally.ts";
import { valueOfMark, visitRecords, type Tape } from "../../src/solve/tape.ts";
import { squareOfBit } from "../../src/solve/planes.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { makeShelf } from "./shelves.ts";

const SQUARE_OF_BIT = squareOfBit();

/** Calls back for each slot of a side that has a value. */
function visitValues(
  { tape, levels }: Solution,
  turn: (typeof COLOURS)[number],
  visit: (slot: number, value: number) => void,
): void {
  for (const extent of (tape as Tape).extents.filter((each) => each.turn === turn)) {
    const value = valueOfMark(levels, extent.mark);
    visitRecords(tape.recordsOf(extent), tape.firstVector(extent.band), {
      onSquares(vector, squares, at, count) {
        for (let i = at; i < at + count; i++) visit(vector * SQUARES + squares[i]!, value);
      },
      onBits(vector, words, at) {
        for (let bit = 0; bit < 128; bit++) {
          if ((words[at + (bit >> 5)]! >>> (bit & 31)) & 1) visit(vector * SQUARES + SQUARE_OF_BIT[bit]!, value);
        }
      },
    });
  }
}

/** The first slot whose values differ, or null. One side's values are kept: a thousand million cells take 4 GB. */
function firstDifference(a: Solution, b: Solution, turn: (typeof COLOURS)[number]): number | null {
  const values = new Uint32Array(a.index.cells);
  visitValues(a, turn, (slot, value) => {
    values[slot] = value + 1;
  });
  let different = Infinity;
  visitValues(b, turn, (slot, value) => {
    if (values[slot] !== value + 1) different = Math.min(different, slot);
    values[slot] = 0;
  });
  const left = values.findIndex((value) => value !== 0);
  if (left >= 0) different = Math.min(different, left);
  return different === Infinity ? null : different;
}

/**
 * Expects the same solution: values of all cells, and all that is counted.
 * @returns the levels
 */
export async function compareSlices(name: string, rules: Rules, threads: number): Promise<Solution["levels"]> {
  const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../../build/kernel.wasm")));
  const team = startTeam(threads);
  const [whole, sliced] = [vectorKernel, slicedKernel].map((make) => make(module, team, new KernelMemory()));
  const subs = new Map<string, Sub>();
  const solving = {
    metric: "dtc",
    rules,
    threads,
    makeShelf,
    load: async (endgame: { readonly name: string }) => subs.get(endgame.name)!,
  } as const;
  let levels: Solution["levels"] = [];
  const wanted = closure([parseEndgame(name)]);
  for (const endgame of wanted) {
    const expected = await solveEndgame(endgame, { ...solving, kernel: whole! });
    if (endgame.name === wanted.at(-1)!.name) {
      const found = await solveEndgame(endgame, { ...solving, kernel: sliced! });
      for (const turn of COLOURS) expect(firstDifference(found, expected, turn)).toBeNull();
      const { statistics, histogram } = tallyOf(expected);
      expect(tallyOf(found)).toMatchObject({ statistics, histogram });
      expect(found.certificate).toEqual(expected.certificate);
      expect(found.levels.map(({ kind }) => kind)).toEqual(expected.levels.map(({ kind }) => kind));
      levels = found.levels;
      found.tape.close();
    }
    subs.set(endgame.name, subOfSolution(expected, "dtc"));
    expected.tape.close();
  }
  await team.close();
  return levels;
}
