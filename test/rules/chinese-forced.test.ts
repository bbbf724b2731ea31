import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../src/base/pausing.ts";
import { forcesByChecks, ForcedSearches } from "../../src/rules/chinese/forced.ts";
import { endgamePositions } from "../xiangqi/positions.ts";

test.each(["mate", "capture"] as const)(
  "searches for a %s that remember find what those that begin anew find",
  (goal) => {
    const most = 5000;
    const searches = [new ForcedSearches(goal, most, 100_000), new ForcedSearches(goal, most, 50)];
    const counts = { true: 0, false: 0 };
    fc.assert(
      fc.property(endgamePositions, ({ board, turn }) => {
        const wanted = finish(forcesByChecks(board, turn, { goal, spared: new Set() }, most));
        if (wanted === null) return;
        for (const search of searches) {
          // Twice: the second answer is a remembered one.
          expect([finish(search.of(board, turn)), finish(search.of(board, turn))]).toEqual([wanted, wanted]);
        }
        counts[`${wanted}`]++;
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(Math.min(counts.true, counts.false)).toBeGreaterThan(goal === "mate" ? 3 : 30);
  },
);
