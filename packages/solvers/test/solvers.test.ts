import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { backward, forward } from "../src/as-run.ts";
import { backward as publishedBackward, forward as publishedForward } from "../src/as-published.ts";
import { explicitGame } from "../src/explicit.ts";
import type { Game } from "../src/game.ts";
import { naive } from "../src/naive.ts";
import type { Parameters, Solution } from "../src/solution.ts";
import { truthOf } from "./definition.ts";
import { BACKWARD_ROWS, FORWARD_ROWS, title } from "./parameters.ts";
import { randomGame } from "./random-games.ts";

const WITH_DUPLICATES = BACKWARD_ROWS.map((row) => ({ ...row, noDup: false }));

const expectTruth = (game: Game, solution: Solution, { winOnly }: { winOnly: boolean }, exactDepths: boolean): void => {
  truthOf(game).forEach(({ outcome, height }, state) => {
    if (winOnly && outcome < 0 && height > 0) expect(solution.outcomeOf(state)).toBe(0);
    else if (!winOnly || outcome >= 0) expect(solution.outcomeOf(state)).toBe(outcome);
    if (exactDepths && solution.outcomeOf(state) !== 0) expect(solution.depthOf(state)).toBe(height);
  });
};

for (const alternating of [true, false]) {
  const turns = alternating ? "alternate" : "come in any order";
  const check = (solve: (game: Game) => Solution, parameters: { winOnly: boolean }, exactDepths: boolean): void => {
    fc.assert(
      fc.property(randomGame(alternating), (explicit) => {
        const game = explicitGame(explicit);
        expectTruth(game, solve(game), parameters, exactDepths);
      }),
      { numRuns: 150 },
    );
  };

  describe(`On random games whose turns ${turns}`, () => {
    test.each([true, false])("the naive solver finds every outcome and height (win-only %s)", (winOnly) => {
      check((game) => naive(game, winOnly), { winOnly }, true);
    });
    test.each(FORWARD_ROWS.map((row) => [title(row), row] as const))("forward as run is right: %s", (_, row) => {
      check((game) => forward(game, row), row, row.layered);
    });
    test.each([...BACKWARD_ROWS, ...WITH_DUPLICATES].map((row) => [title(row), row] as const))(
      "backward as run is right and layered: %s",
      (_, row) => check((game) => backward(game, row), row, true),
    );
    test.each(FORWARD_ROWS.map((row) => [title(row), row] as const))("forward as published is right: %s", (_, row) => {
      check((game) => publishedForward(game, row), row, false);
    });
    test.each([...BACKWARD_ROWS, ...WITH_DUPLICATES].map((row) => [title(row), row] as const))(
      "backward as published is right: %s",
      (_, row) => check((game) => publishedBackward(game, row), row, false),
    );
  });
}

describe("Counting conventions", () => {
  const chain = (): Game => {
    // 3 -> 2 -> 1 -> 0, max to move at 1 and 3; 0 is lost for min, who cannot move.
    const starts = Int32Array.of(0, 0, 1, 2, 3);
    const targets = Int32Array.of(0, 1, 2);
    return explicitGame({
      name: "chain",
      alternating: true,
      maxTurns: Uint8Array.of(0, 1, 0, 1),
      outcomes: Int8Array.of(1, 0, 0, 0),
      forward: { starts, targets },
      backward: { starts: Int32Array.of(0, 1, 2, 3, 3), targets: Int32Array.of(1, 2, 3) },
    });
  };
  const counts = (solve: (game: Game, parameters: Parameters) => Solution, row: Parameters) =>
    solve(chain(), row).counts;

  test("a layered forward run takes a sweep per distance, and the last sweep is no iteration", () => {
    expect(counts(forward, FORWARD_ROWS[1]!)).toEqual({ forwardExpansions: 6, backwardExpansions: 0, iterations: 3 });
  });
  test("a forward run in a perfect order takes one sweep", () => {
    expect(counts(forward, FORWARD_ROWS[3]!)).toEqual({ forwardExpansions: 3, backwardExpansions: 0, iterations: 1 });
  });
  test("a direct forward run pays one backward expansion per universal proof", () => {
    expect(counts(forward, FORWARD_ROWS[5]!)).toEqual({ forwardExpansions: 2, backwardExpansions: 1, iterations: 1 });
  });
  test("a backward run expands every solved state once and checks parents that need it", () => {
    expect(counts(backward, BACKWARD_ROWS[1]!)).toEqual({ forwardExpansions: 3, backwardExpansions: 4, iterations: 3 });
    expect(counts(backward, BACKWARD_ROWS[3]!)).toEqual({ forwardExpansions: 1, backwardExpansions: 4, iterations: 3 });
  });
});
