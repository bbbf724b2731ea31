import { expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import {
  ROLES,
  COLOURS,
  colourOf,
  opponent,
  pieceLetter,
  pieceOf,
  roleOf,
  roleOfLetter,
  swapPieceColour,
} from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, samePosition, swapColours } from "../../src/xiangqi/position.ts";
import { START_FEN, parseFen } from "../../src/xiangqi/fen.ts";
import { canStand, squaresOf } from "../../src/xiangqi/steps.ts";
import {
  SQUARES,
  fileOf,
  flipSquare,
  mirrorSquare,
  parseSquare,
  rankOf,
  squareAt,
  squareName,
} from "../../src/xiangqi/squares.ts";

const ALL = Array.from({ length: SQUARES }, (_, square) => square);

test("a square is rank times nine plus file and its name reads back", () => {
  expect(squareAt(4, 0)).toBe(4);
  expect(squareName(0)).toBe("a0");
  expect(squareName(89)).toBe("i9");
  expect(parseSquare("E9")).toBe(85);
  for (const square of ALL) {
    expect(squareAt(fileOf(square), rankOf(square))).toBe(square);
    expect(parseSquare(squareName(square))).toBe(square);
  }
});

test.each(["", "a", "j0", "a10", "00", "e-1"])("%o is refused as a square", (text) => {
  expect(() => parseSquare(text)).toThrow(InputError);
});

test("mirroring keeps the rank, flipping keeps the file, and both undo themselves", () => {
  expect(squareName(mirrorSquare(parseSquare("b2")))).toBe("h2");
  expect(squareName(flipSquare(parseSquare("b2")))).toBe("b7");
  for (const square of ALL) {
    expect(mirrorSquare(mirrorSquare(square))).toBe(square);
    expect(flipSquare(flipSquare(square))).toBe(square);
  }
});

test("pieces are numbered 1 to 7 for Red and 9 to 15 for Black", () => {
  expect(ROLES.map((role) => pieceOf("red", role))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(ROLES.map((role) => pieceOf("black", role))).toEqual([9, 10, 11, 12, 13, 14, 15]);
  expect(ROLES.map((role) => pieceLetter(pieceOf("red", role))).join("")).toBe("KABRNCP");
  for (const colour of COLOURS) {
    for (const role of ROLES) {
      const piece = pieceOf(colour, role);
      expect([colourOf(piece), roleOf(piece)]).toEqual([colour, role]);
      expect(roleOfLetter(pieceLetter(piece))).toBe(role);
      expect(swapPieceColour(piece)).toBe(pieceOf(opponent(colour), role));
    }
  }
});

test("kings reach 9 squares, advisors 5, elephants 7, soldiers 55, the others all", () => {
  const counts = { king: 9, advisor: 5, elephant: 7, chariot: 90, horse: 90, cannon: 90, soldier: 55 };
  for (const role of ROLES) {
    for (const colour of COLOURS) expect(squaresOf(pieceOf(colour, role))).toHaveLength(counts[role]);
  }
  expect(squaresOf(pieceOf("red", "elephant")).map(squareName)).toEqual(["c0", "g0", "a2", "e2", "i2", "c4", "g4"]);
  expect(squaresOf(pieceOf("black", "advisor")).map(squareName)).toEqual(["d7", "f7", "e8", "d9", "f9"]);
});

test("what one colour reaches is what the other reaches over the river", () => {
  for (const role of ROLES) {
    for (const square of ALL) {
      const reached = canStand(pieceOf("red", role), square);
      expect(canStand(pieceOf("black", role), flipSquare(square))).toBe(reached);
      expect(canStand(pieceOf("red", role), mirrorSquare(square))).toBe(reached);
    }
  }
});

test("the start is its own mirror image and, with the colours swapped, the same for Black", () => {
  const start = parseFen(START_FEN);
  expect(samePosition(mirrorPosition(start), start)).toBe(true);
  expect(samePosition(swapColours(start), { board: start.board, turn: "black" })).toBe(true);
});
