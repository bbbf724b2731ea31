/** What the page shows: its actions, over plain data. */
import { expect, test } from "vitest";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import {
  canRedo,
  canUndo,
  game,
  openPosition,
  play,
  position,
  redo,
  showPly,
  undo,
  view,
} from "../../web/state/page.ts";

const START = "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w";
const shown = () => formatFen(position.value);

test("moves are played, taken back and played again, and illegal ones are not", () => {
  openPosition(parseLegalFen(START));
  expect([shown(), view.value, canUndo.value, canRedo.value]).toEqual([START, "explorer", false, false]);
  undo();
  redo();
  expect(shown()).toBe(START);
  play(parseUci(position.value, "e1e8"));
  const after = shown();
  expect(after).toBe("3k5/4R4/9/9/9/9/9/9/9/4K4 b");
  play(parseUci(parseLegalFen(START), "e1e2")); // no man of Black's is there
  expect([shown(), canUndo.value, canRedo.value]).toEqual([after, true, false]);
  undo();
  expect([shown(), canUndo.value, canRedo.value]).toEqual([START, false, true]);
  redo();
  expect(shown()).toBe(after);
  showPly(0);
  expect([shown(), game.value.moves.length]).toEqual([START, 1]);
});
