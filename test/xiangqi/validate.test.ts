import fc from "fast-check";
import { expect, test } from "vitest";
import { START_FEN, parseFen } from "../../src/xiangqi/fen.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";
import { playedPositions } from "./positions.ts";

test("positions reached by play have no problems", () => {
  expect(findProblems(parseFen(START_FEN))).toEqual([]);
  fc.assert(fc.property(playedPositions, (position) => findProblems(position).length === 0));
});

test.each([
  ["no black king", "9/9/9/9/9/9/9/9/9/4K4 w", ["no-king: Black has no king"]],
  ["no king at all", "9/9/9/9/9/9/9/9/9/9 b", ["no-king: Red has no king", "no-king: Black has no king"]],
  ["two red kings", "4k4/9/9/9/9/9/9/9/9/3K1K3 w", ["too-many-men f0: Red has 2 kings, at most 1 is possible"]],
  [
    "three chariots",
    "3k5/9/9/9/r1r1r4/9/9/9/9/5K3 b",
    ["too-many-men e5: Black has 3 chariots, at most 2 are possible"],
  ],
  [
    "an elephant over the river and an advisor outside the palace",
    "4k4/9/2B6/9/9/9/9/9/9/2A2K3 w",
    [
      "unreachable-square c0: Red's advisor can never stand on c0",
      "unreachable-square c7: Red's elephant can never stand on c7",
    ],
  ],
  [
    "a king outside the palace",
    "4k4/9/9/9/9/9/9/9/9/2K6 w",
    ["unreachable-square c0: Red's king can never stand on c0"],
  ],
  [
    "soldiers behind their starting rank and between the files",
    "4k4/9/9/9/9/1P7/9/P8/9/3K5 w",
    [
      "unreachable-square a2: Red's soldier can never stand on a2",
      "unreachable-square b4: Red's soldier can never stand on b4",
    ],
  ],
  [
    "two soldiers of each colour behind the river on one file",
    "3k5/9/9/p8/p8/P8/P8/9/9/5K3 w",
    [
      "doubled-soldiers a4: Red has soldiers on both a3 and a4, behind the river on one file",
      "doubled-soldiers a6: Black has soldiers on both a5 and a6, behind the river on one file",
    ],
  ],
  [
    "kings facing",
    "4k4/9/9/9/9/9/9/9/9/4K4 w",
    ["kings-facing e9: the kings on e0 and e9 face each other on an open file"],
  ],
  [
    "the side not to move in check",
    "4k4/9/9/9/4R4/9/9/9/9/3K5 w",
    ["opponent-in-check e9: Black is in check from the chariot on e5 while Red is to move"],
  ],
])("%s is named", (_name, fen, expected) => {
  const problems = findProblems(parseFen(fen));
  const lines = problems.map(({ code, message, square }) => {
    return `${code}${square === undefined ? "" : ` ${squareName(square)}`}: ${message}`;
  });
  expect(lines).toEqual(expected);
});

test("every fault is named, not only the first", () => {
  const codes = findProblems(parseFen("3kk4/9/2N6/9/4B4/P8/P8/9/9/3K5 w")).map((problem) => problem.code);
  expect(codes).toEqual([
    "too-many-men",
    "unreachable-square",
    "doubled-soldiers",
    "kings-facing",
    "opponent-in-check",
  ]);
});
