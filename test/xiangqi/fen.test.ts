import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { START_FEN, formatFen, parseFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { samePosition } from "../../src/xiangqi/position.ts";
import { anyPositions } from "./positions.ts";

test("a position written as FEN reads back", () => {
  fc.assert(fc.property(anyPositions, (position) => samePosition(parseFen(formatFen(position)), position)));
});

test.each([
  ["a tail of counters", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"],
  ["two counters and no dashes", "4k4/9/9/9/9/9/9/9/9/3K5 w 0 1"],
  ["dashes and no counters", "4k4/9/9/9/9/9/9/9/9/3K5 w - -"],
  ["one counter", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0"],
  ["a dash before the side", "4k4/9/9/9/9/9/9/9/9/3K5 - w - 0 1"],
  ["the side in full", "4k4/9/9/9/9/9/9/9/9/3K5 Red"],
  ["the side as 红", "4k4/9/9/9/9/9/9/9/9/3K5 红"],
  ["r for Red", "4k4/9/9/9/9/9/9/9/9/3K5 r"],
  ["underscores for blanks", "4k4/9/9/9/9/9/9/9/9/3K5_w_-_-_0_1"],
  ["blanks around", "  4k4/9/9/9/9/9/9/9/9/3K5   w\n"],
  ["split counts", "4k22/9/54/9/9/9/9/9/9/3K5 w"],
])("FEN is read with %s", (_name, text) => {
  expect(formatFen(parseFen(text))).toBe("4k4/9/9/9/9/9/9/9/9/3K5 w");
});

test("the letters E, M, G, H and S are read as B, B, A, N and P", () => {
  expect(formatFen(parseFen("2egkgm2/9/9/9/4h4/S8/9/9/9/3K1H3 b"))).toBe("2bakab2/9/9/9/4n4/P8/9/9/9/3K1N3 b");
});

test.each(["b", "B", "black", "Black", "黑", "- b", "b 0 1"])(
  "%j behind the board says that Black is to move",
  (words) => {
    expect(parseFen(`4k4/9/9/9/9/9/9/9/9/3K5 ${words}`).turn).toBe("black");
  },
);

test.each([
  ["", "malformed FEN: it is empty"],
  ["4k4/9/9/9/9/9/9/9/3K5 w", "malformed FEN: the board has 9 ranks instead of 10"],
  ["4k4/9/9/9/9/9/9/9/9/3K5", "malformed FEN: the side to move is missing: add w or b after the board"],
  ["4k4/9/9/9/9/9/9/9/9/3K5 - - 0 1", 'malformed FEN: the side to move is "-" instead of w or b'],
  ["4k4/9/9/9/9/9/9/9/9/3K5 bk", 'malformed FEN: the side to move is "bk" instead of w or b'],
  ["4k4/9/9/9/9/9/9/9/9/3K5 x", 'malformed FEN: the side to move is "x" instead of w or b'],
  ["4k4/9/9/9/9/9/9/9/9/3K5 constructor", 'malformed FEN: the side to move is "constructor" instead of w or b'],
  ["4k4/9/9/9/9/9/9/9/9/3K6 w", 'malformed FEN: rank 0 ("3K6") has 10 files instead of 9'],
  ["4k4/8/9/9/9/9/9/9/9/3K5 w", 'malformed FEN: rank 8 ("8") has 8 files instead of 9'],
  ["4k4/9//9/9/9/9/9/9/3K5 w", 'malformed FEN: rank 7 ("") has 0 files instead of 9'],
  ["4q4/9/9/9/9/9/9/9/9/3K5 w", 'malformed FEN: "q" on rank 9 is neither a man nor a digit 1-9'],
  ["4k4/9/9/9/9/p8/9/S8/9/3K5 w", "malformed FEN: S and P both stand on the board: write every soldier as P"],
  ["4k4/9/9/9/9/9/9/9/9/3K5 w KQkq", 'malformed FEN: "KQkq" after the side to move: only "- - 0 1" may follow'],
  ["4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 7", 'malformed FEN: "7" after the side to move: only "- - 0 1" may follow'],
])("malformed FEN %o is refused in one line that says what is wrong", (text, message) => {
  expect(() => parseFen(text)).toThrow(expect.objectContaining({ code: "bad-fen", message }));
});

test("a legal FEN is read and an impossible one refused with its first problem", () => {
  expect(parseLegalFen(START_FEN).turn).toBe("red");
  expect(() => parseLegalFen("4k4/9/9/9/9/9/9/9/9/4K4 w")).toThrow(
    new InputError("kings-facing", "impossible position: the kings on e0 and e9 face each other on an open file"),
  );
});
