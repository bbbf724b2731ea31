import { expect, test } from "vitest";
import type { ProbedMove, ProbeResult } from "../../src/table/probe.ts";
import { formatFen, parseFen } from "../../src/xiangqi/fen.ts";
import { groupMoves, lengthOf } from "../../web/explorer/valued-moves.ts";

const POSITION = parseFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w");

function probed(moves: readonly Partial<ProbedMove>[], metric: "dtc" | "dtm" = "dtc"): ProbeResult {
  const value = { category: "win", order: 0, distance: 1 } as const;
  const names = { wxf: "", chinese: "", capture: false, check: false, best: false, kind: null, ...value };
  return {
    fen: formatFen(POSITION),
    endgame: "KRKA",
    rules: "none",
    metric,
    ...value,
    kind: "conversion",
    moves: moves.map((move) => ({ uci: "e1d1", ...names, ...move })),
  };
}

test("what the opponent loses the mover wins, one ply later", () => {
  const groups = groupMoves(
    POSITION,
    probed([
      { uci: "e1d1", category: "loss", distance: 4 },
      { uci: "e1e2", category: "draw", order: null, distance: null },
      { uci: "e1e3", category: "win", distance: 7 },
    ]),
  );
  expect(groups.win.map(({ plies }) => plies)).toEqual([5]);
  expect(groups.draw.map(({ plies }) => plies)).toEqual([null]);
  expect(groups.loss.map(({ plies }) => plies)).toEqual([8]);
});

test("a capture converts: what follows is counted in the new endgame, except to mate", () => {
  const capture = { uci: "e1e8", capture: true, category: "loss", distance: 6 } as const;
  expect(groupMoves(POSITION, probed([capture])).win[0]).toMatchObject({ converts: true, plies: 6 });
  expect(groupMoves(POSITION, probed([capture], "dtm")).win[0]).toMatchObject({ converts: false, plies: 7 });
});

test("a move that ends the game says how", () => {
  const [move] = groupMoves(POSITION, probed([{ uci: "e1e8", capture: true, category: "loss", distance: 0 }])).win;
  expect(move!.ending).toBe("stalemate");
});

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [7, 4],
  [189, 95],
])("in %i plies the winner makes %i moves", (plies, moves) => {
  expect(lengthOf(plies)).toEqual({ plies, moves });
});
