import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testEach } from "../../../test/long.ts";
import { backward, forward } from "../src/as-run.ts";
import { explicitGame, openGame, type GameSpec } from "../src/explicit.ts";
import type { Game } from "../src/game.ts";
import { solvePacked } from "../src/packed/solve.ts";
import type { Algorithm } from "../src/packed/job.ts";
import type { Parameters, Solution } from "../src/solution.ts";
import { BACKWARD_ROWS, FORWARD_ROWS, title } from "./parameters.ts";
import { randomGame } from "./random-games.ts";

const RUNS: readonly (readonly [string, Algorithm, Parameters])[] = [
  ...FORWARD_ROWS.map((row) => [`forward ${title(row)}`, "forward", row] as const),
  ...BACKWARD_ROWS.map((row) => [`backward ${title(row)}`, "backward", row] as const),
];
const PLAIN = { forward, backward };

const expectSame = (game: Game, packed: Solution, plain: Solution): void => {
  expect(packed.counts).toEqual(plain.counts);
  expect(packed.solvedBySweep).toEqual(plain.solvedBySweep);
  let different = 0;
  for (let state = 0; state < game.states; state++) {
    if (packed.outcomeOf(state) !== plain.outcomeOf(state)) different++;
  }
  expect(different).toBe(0);
};

describe("A packed solver gives the outcomes and counts of the plain one", () => {
  test.each(RUNS)("on random games: %s", (_, algorithm, parameters) => {
    fc.assert(
      fc.property(randomGame(true), (explicit) => {
        const game = explicitGame(explicit);
        const packed = solvePacked({ kind: "explicit", explicit }, algorithm, parameters, 1);
        expectSame(game, packed, PLAIN[algorithm](game, parameters));
      }),
      { numRuns: 150 },
    );
  });

  testEach(1, RUNS)("on two and three threads: %s", (_, algorithm, parameters) => {
    const specs: GameSpec[] = [
      { kind: "chinese-checkers", size: 4, pieces: 2, symmetry: "none" },
      ...fc
        .sample(randomGame(true, 400), { numRuns: 2, seed: 5 })
        .map((explicit): GameSpec => ({ kind: "explicit", explicit })),
    ];
    for (const spec of specs) {
      const game = openGame(spec);
      const plain = PLAIN[algorithm](game, parameters);
      for (const threads of [2, 3]) expectSame(game, solvePacked(spec, algorithm, parameters, threads), plain);
    }
  });

  test("on several blocks of a forward sweep that is not layered", () => {
    const spec: GameSpec = { kind: "chinese-checkers", size: 5, pieces: 2, symmetry: "none" };
    const row = FORWARD_ROWS[5]!;
    const game = openGame(spec);
    expectSame(game, solvePacked(spec, "forward", row, 2), forward(game, row));
  });
});

test("A packed solver refuses a game whose turns do not alternate", () => {
  const [explicit] = fc.sample(randomGame(false), 1);
  const run = () => solvePacked({ kind: "explicit", explicit: explicit! }, "forward", FORWARD_ROWS[0]!, 1);
  expect(run).toThrow(/alternate/);
});
