// The limit of moves that a reader plays by, as the page tells of it.
import { afterEach, expect, test } from "vitest";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { limitOfMove, limitOfPosition } from "../../web/shown/move-limit.ts";
import { newGame, pliesSinceCapture, playMove } from "../../web/state/game.ts";
import { game, show } from "../../web/state/page.ts";
import { moveLimit } from "../../web/state/preferences.ts";
import type { ValuedMove } from "../../web/state/valued-moves.ts";

afterEach(() => (moveLimit.value = "none"));

/** Red's chariot takes a horse with its second move. */
function playTo(...moves: readonly string[]): void {
  show(newGame(parseLegalFen("3k5/9/9/9/9/4n4/9/9/9/R3K4 w")));
  for (const uci of moves) show(playMove(game.value, parseUci(game.value.positions.at(-1)!, uci)));
}

test("counts from the last capture of the game shown, and without a choice says nothing", () => {
  playTo("a0a4", "d9d8", "a4e4", "d8d9");
  expect(pliesSinceCapture(game.value)).toBe(1);
  expect(limitOfPosition({ order: 0, distance: 99, metric: "dtc" })).toBeNull();
  moveLimit.value = "50";
  expect(limitOfPosition({ order: 0, distance: 99, metric: "dtc" })).toBe("next");
  expect(limitOfPosition({ order: 0, distance: 100, metric: "dtc" })).toBe("beyond");
  expect(limitOfPosition({ order: 1, distance: 3, metric: "dtc" })).toBe("unknown");
  expect(limitOfPosition({ order: null, distance: null, metric: "dtc" })).toBeNull();
  const move = (capture: boolean, distance: number) => ({ capture, after: { order: 0, distance } }) as ValuedMove;
  const by = (valued: ValuedMove) => limitOfMove(valued, { metric: "dtc" });
  expect([by(move(false, 98)), by(move(false, 99)), by(move(true, 100))]).toEqual(["next", "beyond", "next"]);
});
