import { expect, test } from "vitest";
import { soundOf } from "../../web/board/sounds.ts";
import type { BoardView } from "../../web/board/view.ts";
import { inCheck, kingSquare } from "../../src/xiangqi/attacks.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";

const viewOf = (position: LegalPosition, lastMove: Move | null): BoardView => ({
  position,
  flipped: false,
  use: "play",
  legal: [],
  lastMove,
  checkedKing: inCheck(position.board, position.turn) ? kingSquare(position.board, position.turn) : null,
  arrows: [],
});

test.each([
  ["e1f1", "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w", "move"],
  ["e1e7", "3k1a3/9/4b4/9/9/9/9/9/4R4/4K4 w", "capture"],
  ["e1d1", "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w", "check"],
  ["b1b9", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w", "end"],
])("%s in %s sounds like: %s", (uci, fen, sound) => {
  const start = parseLegalFen(fen);
  const move = parseUci(start, uci);
  const [before, after] = [viewOf(start, null), viewOf(applyMove(start, move), move)];
  expect(soundOf(before, after)).toBe(sound);
  expect(soundOf(after, before)).toBe(null); // taken back
  expect(soundOf(after, after)).toBe(null); // another view of the same
});
