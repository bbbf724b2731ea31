import fc from "fast-check";
import { expect, test } from "vitest";
import { anyOptions, checkVerdict, cycles } from "./cycles.ts";

test("the verdict on a repetition is fair, and the one that the scanner's bits and a name for every man give", () => {
  const results = new Set<string>();
  fc.assert(
    fc.property(cycles, anyOptions, (cycle, options) => {
      results.add(checkVerdict(cycle, options).result);
    }),
    { numRuns: 100, seed: 3 },
  );
  expect([...results].sort()).toEqual(["black-loss", "draw", "red-loss"]);
});
