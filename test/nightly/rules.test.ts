// Properties of test/xiangqi, for as many positions as a night allows; each run takes others.
import fc from "fast-check";
import { test } from "vitest";
import { anyOptions, checkVerdict, cycles } from "../rules/cycles.ts";

test("the verdict on a repetition is fair, and the one that the scanner's bits and a name for every man give", () => {
  fc.assert(
    fc.property(cycles, anyOptions, (cycle, options) => {
      checkVerdict(cycle, options);
    }),
    { numRuns: 5000 },
  );
});
