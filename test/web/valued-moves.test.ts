import { expect, test } from "vitest";
import type { ProbedMove, ProbeResult } from "../../src/query/probe.ts";
import { formatFen, parseFen } from "../../src/xiangqi/fen.ts";
import { formatPaiMarks, formatPaiValue, groupMoves, lengthOf, valueMoves } from "../../web/state/valued-moves.ts";

const POSITION = parseFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w");

function probed(moves: readonly Partial<ProbedMove>[], metric: "dtc" | "dtm" = "dtc"): ProbeResult {
  const value = { category: "win", order: 0, distance: 1, checkmate: false, stalemate: false } as const;
  const names = {
    wxf: "",
    chinese: "",
    capture: false,
    check: false,
    best: false,
    kind: null,
    ...value,
  };
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

const grouped = (result: ProbeResult) => groupMoves(valueMoves(POSITION, result));

test("what the opponent loses the mover wins, one ply later", () => {
  const groups = grouped(
    probed([
      { uci: "e1d1", category: "loss", distance: 4, kind: "conversion" },
      { uci: "e1e2", category: "draw", order: null, distance: null },
      { uci: "e1e3", category: "win", distance: 7, kind: "conversion" },
    ]),
  );
  expect(groups.map(({ outcome, reason, moves }) => [outcome, reason, moves.map(({ plies }) => plies)])).toEqual([
    ["win", "conversion", [5]],
    ["draw", null, [null]],
    ["loss", "conversion", [8]],
  ]);
});

test("moves of one outcome are told apart by what decides, perpetuals by their order", () => {
  const groups = grouped(
    probed([
      { uci: "e1e8", capture: true, category: "loss", distance: 6, order: 3, kind: "chase" },
      { uci: "e1d1", category: "loss", distance: 4, order: 1, kind: "check" },
      { uci: "e1e2", category: "loss", distance: 0, order: 2, kind: "chase" },
      { uci: "e1e3", category: "loss", distance: 2, order: 2, kind: "chase" },
    ]),
  );
  expect(groups.map(({ reason, order, moves }) => [reason, order, moves.length])).toEqual([
    ["ending", 3, 1], // it stalemates
    ["check", 1, 1],
    ["chase", 2, 2],
  ]);
});

test("a capture converts: what follows is counted in the new endgame, except to mate", () => {
  const start = parseFen("3k5/4a4/9/9/4p4/9/9/9/4R4/4K4 w");
  const capture = { uci: "e1e5", capture: true, category: "loss", distance: 6, kind: "conversion" } as const;
  expect(valueMoves(start, probed([capture]))[0]).toMatchObject({ reason: "capture", plies: 6 });
  expect(valueMoves(start, probed([capture], "dtm"))[0]).toMatchObject({ reason: "conversion", plies: 7 });
});

test("what depends on how the rules are read never stands among what is certain", () => {
  const groups = grouped(
    probed([
      { uci: "e1d1", category: "draw", distance: null, order: null, depends: true },
      { uci: "e1f1", category: "draw", distance: null, order: null },
      { uci: "e1g1", category: "loss", distance: 2, kind: "attack", order: 1 },
      { uci: "e1h1", category: "loss", distance: 2, kind: "attack", order: 1, depends: true },
    ]),
  );
  expect(groups.map(({ outcome, depends, moves }) => [outcome, depends, moves.length])).toEqual([
    ["win", false, 1],
    ["win", true, 1],
    ["draw", true, 1],
    ["draw", false, 1],
  ]);
});

test("a move that ends the game says how", () => {
  const [move] = valueMoves(POSITION, probed([{ uci: "e1e8", capture: true, category: "loss", distance: 0 }]));
  expect(move).toMatchObject({ ending: "stalemate", reason: "ending" });
});

test("a move says whom it chases", () => {
  const start = parseFen("3k5/9/9/9/4n4/9/9/9/3R5/4K4 w"); // the horse stands alone
  const [move] = valueMoves(start, probed([{ uci: "d1e1", category: "draw" }]));
  expect(move!.chased.map(({ role }) => role)).toEqual(["horse"]);
});

test.each([
  [{ order: 0, distance: 7 }, { best: true, capture: false }, "00-007* "],
  [{ order: null, distance: null }, { best: false, capture: true }, "00-255 c"],
  [{ order: 2, distance: 0 }, { best: true, capture: true }, "02-000*c"],
  [{ order: 12, distance: 189 }, { best: false, capture: false }, "12-189  "],
  [{ order: 1, distance: 3 }, { best: true, capture: false, depends: true }, "01-003* ?"],
])("Pai prints %o, %o as %s", (value, marks, text) => {
  expect(formatPaiValue(value) + formatPaiMarks(marks)).toBe(text);
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
