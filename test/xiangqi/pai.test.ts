import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFen, parseFen } from "../../src/xiangqi/fen.ts";
import { formatPaiCode, parsePaiCode } from "../../src/xiangqi/notation/pai.ts";
import { samePosition } from "../../src/xiangqi/position.ts";
import { anyPositions } from "./positions.ts";

const BOARD = "4k4/4a4/9/9/9/4N4/9/5K3/9/9";

test.each([
  ["4K44B49994n495k399", `${BOARD} w`, false],
  ["4K44B49994n495k3990", `${BOARD} b`, false],
  ["4K44B49994n495k399:", `${BOARD} w`, true],
  ["4K44B49994n495k3990:", `${BOARD} b`, true],
  ["9999999999", "9/9/9/9/9/9/9/9/9/9 w", false],
])("Pai's code %s is %s and is written back the same", (code, fen, inverted) => {
  const read = parsePaiCode(code);
  expect(formatFen(read.position)).toBe(fen);
  expect(read.inverted).toBe(inverted);
  expect(formatPaiCode(read.position, read.inverted)).toBe(code);
});

test("Pai's b is the advisor and e the elephant, lower case is Red", () => {
  expect(formatPaiCode(parseFen("2bakab2/9/9/9/r1n1c1p2/R1N1C1P2/9/9/9/2BAKAB2 w"))).toBe(
    "2EBKBE2999R1N1C1P2r1n1c1p29992ebkbe2",
  );
});

test("every position written in Pai's code reads back", () => {
  fc.assert(
    fc.property(anyPositions, fc.boolean(), (position, inverted) => {
      const read = parsePaiCode(formatPaiCode(position, inverted));
      expect(samePosition(read.position, position)).toBe(true);
      expect(read.inverted).toBe(inverted);
    }),
  );
});

test.each([
  ["", "it ends on rank 9 after 0 of 9 files"],
  ["4K44B4", "it ends on rank 7 after 0 of 9 files"],
  ["4K5", "rank 9 has more than 9 files"],
  ["4X4", '"X" on rank 9 is neither a man nor a digit 1-9'],
  ["4K40", '"0" on rank 8 is neither a man nor a digit 1-9'],
  ["99999999991", '"1" after the last rank: only "0" and ":" may follow'],
  ["9999999999:0", '":0" after the last rank: only "0" and ":" may follow'],
])("the code %o is refused in one line that says what is wrong", (code, message) => {
  expect(() => parsePaiCode(code)).toThrow(
    expect.objectContaining({ code: "bad-position-code", message: `malformed position code: ${message}` }),
  );
});
