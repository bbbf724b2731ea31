import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { EXTENT_BYTES, EXTENT_HEADER, TAPE_BYTES } from "../../src/solve/kernel/assembly/layout.ts";
import type { Solution } from "../../src/solve/kernel.ts";
import { subOfSolution } from "../../src/solve/build/content.ts";
import { hasSlot, outcomesOfTape, type Outcomes } from "../../src/solve/outcomes.ts";
import { planesOfTape } from "../../src/solve/planes.ts";
import { tallyOf } from "../../src/solve/tally.ts";
import { Tape } from "../../src/solve/tape.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { teamOfOne } from "../../src/solve/host/team.ts";
import { solveWith } from "../../src/solve/host/vector-kernel.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { shelveOutcomes } from "../../src/solve/node/kept-subs.ts";
import { makeShelf } from "./shelves.ts";

const module = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));

/** KPK, in bands of one block. */
async function solveSmall(): Promise<Solution> {
  const index = endgameIndex(parseEndgame("KPK"));
  const none = { red: new Uint32Array(), black: new Uint32Array() };
  const load = async () => ({ index: endgameIndex(parseEndgame("KK")), won: none, lost: none });
  const request = { index, metric: "dtc", rules: "none", threads: 1, load } as const;
  return solveWith(module, teamOfOne(), new KernelMemory(), request, { small: true });
}

describe("a tape", async () => {
  const solution = await solveSmall();
  const { index, levels } = solution;
  const { extents, shape } = solution.tape;

  test("says the same in any order of its extents, however it is cut between them, in memory and on a shelf", () => {
    const planes = planesOfTape(index, solution.tape, levels);
    const { statistics } = tallyOf(solution);
    const order = fc.shuffledSubarray([...extents.keys()], { minLength: extents.length });
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 40 }), fc.boolean(), (shuffled, pieceExtents, isAside) => {
        const tape = new Tape(shape, makeShelf, isAside ? 0 : Infinity);
        for (let first = 0; first < shuffled.length; first += pieceExtents) {
          const piece = shuffled.slice(first, first + pieceExtents).flatMap((number) => {
            const { piece: words, first: from, end } = extents[number]!;
            return [...solution.tape.read(words, from, end)];
          });
          tape.add(Uint32Array.from(piece));
        }
        expect(planesOfTape(index, tape, levels)).toEqual(planes);
        expect(tallyOf({ ...solution, tape }).statistics).toEqual(statistics);
        tape.close();
      }),
      { numRuns: 10 },
    );
  });

  test("has no extent that is longer than the room that it is played in, or than its piece", () => {
    const ofBytes = (bytes: number, held = bytes): Uint32Array => {
      const extent = new Uint32Array((EXTENT_HEADER + held) / 4);
      extent[EXTENT_BYTES / 4] = bytes;
      return extent;
    };
    const tape = new Tape(shape);
    tape.add(ofBytes(TAPE_BYTES));
    for (const extent of [ofBytes(TAPE_BYTES + 4), ofBytes(TAPE_BYTES, 20), ofBytes(6, 20), new Uint32Array(3)]) {
      expect(() => tape.add(extent)).toThrow(/^an extent of /);
    }
    expect(tape.extents.length).toBe(1);
    expect(tape.bytes).toBe(EXTENT_HEADER + TAPE_BYTES);
  });

  test("says who wins, in memory as on a shelf", () => {
    const outcomes = subOfSolution(solution, "dtc") as Outcomes;
    const shelved = shelveOutcomes(solution, makeShelf);
    expect(shelved.load()).toEqual(outcomes);
    expect(shelved.load()).toEqual(outcomes);
    shelved.close();
    for (const only of COLOURS) {
      const one = subOfSolution(solution, "dtc", only) as Outcomes;
      expect([one.won[only], one.lost[only]]).toEqual([outcomes.won[only], outcomes.lost[only]]);
      const shelf = shelveOutcomes(solution, makeShelf, only);
      expect(shelf.load()).toEqual(one);
      shelf.close();
    }
  });

  test("has each of its cells once, never an illegal one, and in its band", () => {
    const illegal = solution.illegal();
    const { won, lost } = outcomesOfTape(solution.index, solution.tape);
    for (const turn of COLOURS) {
      let cells = 0;
      for (let slot = 0; slot < solution.index.cells; slot++) {
        const found = [won, lost, illegal].filter((sets) => hasSlot(sets[turn], slot)).length;
        expect(found).toBeLessThanOrEqual(1);
        if (!hasSlot(illegal[turn], slot) && found === 1) cells++;
      }
      const weights = solution.tape.weights()[turn].reduce((sum, weight) => sum + weight, 0);
      expect(cells).toBeLessThanOrEqual(weights); // a cell stands for one position or two
      expect(2 * cells).toBeGreaterThanOrEqual(weights);
    }
    expect(new Set(extents.map(({ band }) => band)).size).toBe(solution.tape.bands);
  });
});
