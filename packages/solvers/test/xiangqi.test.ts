import { describe, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { openGame } from "../src/explicit.ts";
import { study } from "../src/study.ts";
import { xiangqiGame } from "../bench/xiangqi.ts";

const NONE = { layered: false, direct: false, winOnly: false, noDup: true };

describe("KRK as a game of the study", () => {
  const { explicit, first } = xiangqiGame(parseEndgame("KRK"));
  const spec = { kind: "explicit", explicit } as const;
  const game = openGame(spec);

  test("holds the legal positions of the whole board, those after a capture first", () => {
    expect(first).toBeGreaterThan(0);
    // Two kings on 9 squares each that do not face each other, either side to move.
    expect(first).toBe(2 * (9 * 9 - 3 * 3 * 3));
  });

  test.each(["forward", "backward", "hybrid", "naive"] as const)("is won for Red or drawn by capture: %s", (solver) => {
    const { wins, losses, draws } = study(spec, { solver, parameters: NONE, mode: "as-run", threads: 1 });
    expect(wins + losses! + draws!).toBe(game.states);
    expect(losses).toBe(0);
    const reference = study(spec, { solver: "naive", parameters: NONE, mode: "as-run", threads: 1 });
    expect(wins).toBe(reference.wins);
  });
});

test("An endgame with too many positions to store is refused", () => {
  expect(() => xiangqiGame(parseEndgame("KRNCKAABB"))).toThrow(/up to 4000000 places/);
});
