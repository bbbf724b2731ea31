import fc from "fast-check";
import { expect, test } from "vitest";
import { menAttacking, inCheck, isAttacked, kingSquare } from "../../src/xiangqi/attacks.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import {
  applyMove,
  isCapture,
  isLegalMove,
  legalMoves,
  makeMove,
  moveFrom,
  moveTo,
  writeLegalMoves,
  endingOf,
} from "../../src/xiangqi/moves.ts";
import { formatUci } from "../../src/xiangqi/notation/coordinates.ts";
import { COLOURS, opponent } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { mirrorPosition, swapColours } from "../../src/xiangqi/position.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { SQUARES, flipSquare, mirrorSquare, parseSquare } from "../../src/xiangqi/squares.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";
import { anyPositions } from "./positions.ts";
import { testEach } from "../long.ts";

function movesFrom(fen: string, square: string): string[] {
  const position = parseFen(fen);
  const from = parseSquare(square);
  const moves = legalMoves(position).filter((move) => moveFrom(move) === from);
  return moves.map((move) => formatUci(position, move).slice(2)).sort();
}

function legalMovesThrough(position: Position, map: (square: Square) => Square): number[] {
  return legalMoves(position)
    .map((move) => makeMove(map(moveFrom(move)), map(moveTo(move))))
    .sort((a, b) => a - b);
}

function sortedMoves(position: Position): number[] {
  return legalMoves(position).sort((a, b) => a - b);
}

test.each([
  ["a horse is hobbled by a man beside it", "4k4/9/9/9/9/9/3PN4/9/9/3K5 w", "e3", "d1 d5 f1 f5 g2 g4"],
  ["an elephant needs an empty eye and its own side", "4k4/9/9/9/9/2B6/3P5/9/9/3K5 w", "c4", "a2"],
  [
    "a cannon captures over exactly one man",
    "4k4/9/9/1r7/1p7/9/9/1C7/9/1n1K5 w",
    "b2",
    "a2 b1 b3 b4 b6 c2 d2 e2 f2 g2 h2 i2",
  ],
  ["a soldier only advances before the river", "4k4/9/9/9/9/P8/9/9/9/3K5 w", "a4", "a5"],
  ["a soldier goes sideways beyond the river", "4k4/9/9/9/P8/9/9/9/9/3K5 w", "a5", "a6 b5"],
  ["a black soldier advances towards rank 0", "4k4/9/9/9/9/4p4/9/9/9/3K5 b", "e4", "d4 e3 f4"],
  ["a king may not step onto the other king's open file", "4k4/9/9/9/9/9/9/9/9/3K5 w", "d0", "d1"],
  [
    "a man between the kings may only move along their file",
    "4k4/9/9/9/9/9/4R4/9/9/4K4 w",
    "e3",
    "e1 e2 e4 e5 e6 e7 e8 e9",
  ],
  ["an advisor steps diagonally inside the palace", "4k4/9/9/9/9/9/9/9/4A4/4K4 w", "e1", ""],
])("%s", (_name, fen, square, expected) => {
  expect(movesFrom(fen, square).join(" ")).toBe(expected);
});

test.each([
  ["checkmate", "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b"],
  ["stalemate", "3k5/2P6/9/9/9/9/9/9/9/4K4 b"],
  ["stalemate", "3k5/9/1N7/9/9/9/9/9/9/4K4 b"],
  [null, "3k5/9/9/9/9/9/9/9/9/4K4 b"],
])("no legal move is %s, which is lost", (ending, fen) => {
  expect(endingOf(parseFen(fen))).toBe(ending);
});

test("an open file between the kings is check for both", () => {
  const { board } = parseFen("4k4/9/9/9/9/9/9/9/9/4K4 w");
  expect(inCheck(board, "red")).toBe(true);
  expect(inCheck(board, "black")).toBe(true);
});

testEach(1, [150, 500])("legal moves mirror with the board and swap with the colours: %i runs", (numRuns) => {
  fc.assert(
    fc.property(anyPositions, (position) => {
      expect(sortedMoves(mirrorPosition(position))).toEqual(legalMovesThrough(position, mirrorSquare));
      expect(sortedMoves(swapColours(position))).toEqual(legalMovesThrough(position, flipSquare));
    }),
    { numRuns },
  );
});

test("no legal move leads to an impossible position", () => {
  fc.assert(
    fc.property(anyPositions, (position) => {
      for (const move of legalMoves(position)) expect(findProblems(applyMove(position, move))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("a move is legal exactly when it is in the list", () => {
  fc.assert(
    fc.property(anyPositions, (position) => {
      const legal = new Set(legalMoves(position));
      for (let from = 0; from < SQUARES; from++) {
        for (let to = 0; to < SQUARES; to++) {
          const move = makeMove(from, to);
          expect(isLegalMove(position, move)).toBe(legal.has(move));
        }
      }
    }),
    { numRuns: 10 },
  );
});

test("the allocation-free generator agrees with the list", () => {
  const out = new Uint16Array(128);
  fc.assert(
    fc.property(anyPositions, (position) => {
      const count = writeLegalMoves(position.board, position.turn, out);
      expect([...out.subarray(0, count)]).toEqual(legalMoves(position));
    }),
  );
});

test("generating and applying moves leave the position as it was", () => {
  fc.assert(
    fc.property(anyPositions, (position) => {
      const before = position.board.slice();
      for (const move of legalMoves(position)) {
        const captured = position.board[moveTo(move)] !== 0;
        expect(isCapture(position, move)).toBe(captured);
        expect(applyMove(position, move).turn).toBe(opponent(position.turn));
      }
      expect(position.board).toEqual(before);
    }),
  );
});

test("a square is attacked exactly when some man attacks it, and check is an attack on the king", () => {
  fc.assert(
    fc.property(anyPositions, ({ board }) => {
      for (const colour of COLOURS) {
        for (let square = 0; square < SQUARES; square += 3) {
          expect(menAttacking(board, square, colour).length > 0).toBe(isAttacked(board, square, colour));
        }
        expect(isAttacked(board, kingSquare(board, colour), opponent(colour))).toBe(inCheck(board, colour));
      }
    }),
    { numRuns: 100 },
  );
});
