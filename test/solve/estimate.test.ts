import { describe, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { closure } from "../../src/endgame/graph.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { sizeInBytes } from "../../src/doors/cli/options.ts";
import { programBytes } from "../../src/base/program-memory.ts";
import { checkFits, estimateSolving, planMemory } from "../../src/solve/build/estimate.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { formatBytes, sizeToType } from "../../src/base/sizes.ts";
import { InputError } from "../../src/base/errors.ts";

const MIB = 2 ** 20;
const estimate = (name: string, rules?: Rules) => estimateSolving(parseEndgame(name), rules);

describe("the estimate", () => {
  test.each(["KK", "KAKAB", "KRK", "KRKAABB", "KRAABBK", "KPK", "KRRK", "KPPK", "KRKR", "KNPKA", "KNKP", "KPKPP"])(
    "of %s is exact in cells",
    (name) => {
      expect(estimate(name).cells).toBe(endgameIndex(parseEndgame(name)).cells);
    },
  );

  test("is four bits of memory a cell, and two for the endgames it captures into, twice: loaded and laid out", () => {
    const subs = ["KKAABB", "KRKABB", "KRKAAB"].map((name) => estimate(name).cells);
    const subCells = subs.reduce((sum, cells) => sum + cells, 0);
    const { cells, memoryBytes } = estimate("KRKAABB", "none");
    const bytes = (memoryBytes - MIB - 2 ** 16 - 2 * subCells * (32 / 90)) / cells;
    expect(bytes).toBeCloseTo(64 / 90 + 0.4, 1); // and the tape
  });

  test("is some 2 bytes a pair for a large endgame with attacking men on one side, sub-endgames and tape included", () => {
    const { cells, memoryBytes, sheetBytes } = estimate("KCPABKAABB", "none");
    expect(cells).toBeGreaterThan(9.5e8);
    expect(memoryBytes / cells).toBeLessThan(2.2);
    expect(sheetBytes / cells).toBeCloseTo(2, 1);
  });

  test("is of two bytes a code where many values are to be expected", () => {
    const { cells, sheetBytes } = estimate("KPPKPP");
    expect(sheetBytes / cells).toBeCloseTo(2.25, 0); // of one side, and of an eighth of the other
    expect(sheetBytes).toBeGreaterThan(1.1 * estimate("KPPKPP", "none").sheetBytes);
  });

  test("is more where perpetuals are looked for, under the Asian rules: 2.1 bytes a pair where both sides are armed, 1.8 where one is", () => {
    const extra = (name: string) => estimate(name).solvingBytes - estimate(name, "none").solvingBytes;
    expect(extra("KNPKAABB") / estimate("KNPKAABB").cells).toBeCloseTo(1.8, 1);
    const solving = (rules: "none" | "asian") => estimate("KPPKPP", rules).memoryBytes;
    expect((solving("asian") - solving("none")) / estimate("KPPKPP").cells).toBeCloseTo(2.13, 0);
  });

  test("is more to mate, where distances of captures count", () => {
    const { cells, memoryBytes } = estimateSolving(parseEndgame("KRRK"), "none", "dtm");
    expect(memoryBytes - estimate("KRRK", "none").memoryBytes).toBeGreaterThan(2 * cells);
  });

  test.each([
    ["KRKAABB", 28_000],
    ["KNPKAABB", 504_000],
    ["KRCKR", 1_458_000],
    ["KRNKR", 3_247_000],
    ["KPPKPP", 15_500_000],
    ["KRNKRBB", 55_746_000],
    ["KRNAKRA", 107_300_000],
    ["KCPABKAABB", 107_000_000],
    ["KNPKNP", 118_000_000],
  ])("of the file of %s is within a factor of three", (name, bytes) => {
    expect(Math.abs(Math.log(estimate(name).fileBytes / bytes))).toBeLessThan(Math.log(3));
  });
});

describe("an endgame is refused", () => {
  const check = (name: string, limit: number) => checkFits(parseEndgame(name), "asian", limit);

  test("with more than four attacking men and no soldiers, whosesoever they are", () => {
    const refused = (name: string) =>
      new InputError(
        "too-many-attacking-men",
        `${name} has 5 attacking men (chariots, horses, cannons, soldiers): tables are for at most 4, or 6 with soldiers where one is asked for by name`,
      );
    expect(() => check("KRNCKNC", Infinity)).toThrow(refused("KRNCKNC"));
    expect(() => check("KRRNNCK", Infinity)).toThrow(refused("KRRNNCK"));
    expect(check("KRPKRP", Infinity)).toEqual(estimate("KRPKRP"));
  });

  test("where its memory is more than there is", () => {
    const memoryBytes = estimate("KRRKR").leastBytes;
    expect(check("KRRKR", memoryBytes)).toEqual(estimate("KRRKR"));
    expect(() => check("KRRKR", memoryBytes - 1)).toThrow(
      new InputError(
        "does-not-fit",
        `building KRRKR takes ${formatBytes(memoryBytes)} of memory at least, but may have ${formatBytes(memoryBytes)}`,
      ),
    );
    const program = programBytes(2);
    const needed = memoryBytes + program;
    const within = (bytes: number) => checkFits(parseEndgame("KRRKR"), "asian", bytes - program, "dtc", false, program);
    expect(() => within(1)).toThrow(
      `takes ${formatBytes(needed)} of memory at least, but may have 1 B: give it --memory ${sizeToType(needed)}`,
    );
    expect(within(sizeInBytes(sizeToType(needed)))).toEqual(estimate("KRRKR"));
    expect(() => within(sizeInBytes(sizeToType(needed)) - 2 ** 20)).toThrow("but may have");
    expect(() => check("KRNKRAABB", 2 ** 29)).toThrow("of memory at least, but may have 537 MB");
    expect(() => checkFits(parseEndgame("KRNKRN"), "asian", Infinity, "dtc", true)).toThrow(
      "of memory at least, but may have 4.3 GB",
    );
    expect(() => checkFits(parseEndgame("KPPKPP"), "asian", 2 ** 30, "dtm")).toThrow(
      /^building KPPKPP to mate, which takes far more than to conversion, takes .* at least, but/,
    );
  });
});

test("what the memory has no room for lies on the disk: sets while solving, codes while writing", () => {
  for (const name of ["KRNKRN", "KRCKRC", "KRNKRAABB", "KRCKCPA", "KRCAKRC"]) {
    const each = checkFits(parseEndgame(name), "asian", 24 * 2 ** 30);
    expect(each.solvingBytes).toBeGreaterThan(2 ** 32);
    expect(each.kernelBytes.least).toBeLessThan(3.5 * 2 ** 30);
    const plan = planMemory([parseEndgame(name)], () => each, 24 * 2 ** 30);
    const { kernelBytes, asideBytes, shelfBytes } = plan;
    expect(kernelBytes).toBeLessThanOrEqual(2 ** 32);
    expect(asideBytes(each)).toBeGreaterThan(0.15 * 2 * each.cells); // packed
    expect(asideBytes(estimate("KRCKR"))).toBe(0);
    expect(plan.bytes).toBeLessThanOrEqual(24 * 2 ** 30);
    expect(shelfBytes).toBeGreaterThan(0.25 * (each.solvingBytes - kernelBytes)); // in the process's memory before the disk
    expect(planMemory([parseEndgame("KRCKR")], () => estimate("KRCKR"), 24 * 2 ** 30).shelfBytes).toBe(0);
  }
});

describe("the plan of a build", () => {
  const plan = (name: string, limit: number) => {
    const endgames = closure([parseEndgame(name)]);
    return { endgames, plan: planMemory(endgames, ({ name: each }) => estimate(each), limit) };
  };

  test("has one endgame written while the next is solved where there is room, and what is needed again kept", () => {
    const { plan: planned } = plan("KCPABKAABB", Infinity);
    expect(planned.beside).toBe(true);
    expect(planned.keptBytes).toBeGreaterThan(0);
    expect(planned.sheetBytes(estimate("KCPABKAABB"))).toBe(estimate("KCPABKAABB").sheetBytes);
  });

  test("has an endgame written in the memory that it was solved in where it is the only one, or its sets would have no room", () => {
    const limit = 20 * 2 ** 30;
    const alone = planMemory([parseEndgame("KRCKR")], () => estimate("KRCKR"), limit);
    expect(alone.beside).toBe(false);
    expect(alone.bytes).toBeLessThan(estimate("KRCKR").memoryBytes + estimate("KRCKR").sheetBytes);
    expect(plan("KRNKRN", limit).plan.beside).toBe(true);
    expect(plan("KRCAKRC", limit).plan.beside).toBe(false);
  });

  test.each(["KCPABKAABB", "KPPKPP", "KNPKNP"])("never takes more than there is, as long as %s fits at all", (name) => {
    const least = estimate(name).leastBytes;
    for (const limit of [least, 1.1 * least, 1.5 * least, 2 * least, 4 * least]) {
      const { plan: planned, endgames } = plan(name, limit);
      expect(planned.bytes).toBeLessThanOrEqual(limit);
      for (const each of endgames) {
        const { sheetBytes, besideBytes, kernelBytes } = estimate(each.name);
        const given = planned.sheetBytes(estimate(each.name));
        expect(given).toBeLessThanOrEqual(sheetBytes);
        expect(planned.kernelBytes).toBeGreaterThanOrEqual(kernelBytes.least);
        if (!planned.beside) expect(planned.kernelBytes + besideBytes).toBeLessThanOrEqual(limit);
      }
    }
  });
});
