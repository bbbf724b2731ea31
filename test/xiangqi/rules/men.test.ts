import fc from "fast-check";
import { expect, test } from "vitest";
import { applyMove, isCapture, legalMoves, moveFrom, moveTo } from "../../../src/xiangqi/moves.ts";
import { COLOURS } from "../../../src/xiangqi/pieces.ts";
import { mirrorPosition } from "../../../src/xiangqi/position.ts";
import { menOf, placeAfterMirror, placeAfterMove } from "../../../src/xiangqi/rules/men.ts";
import { mirrorSquare } from "../../../src/xiangqi/squares.ts";
import { anyPositions } from "../positions.ts";

test("a man's place among its equals follows the man through every quiet move", () => {
  fc.assert(
    fc.property(anyPositions, (position) => {
      for (const move of legalMoves(position)) {
        if (isCapture(position, move)) continue;
        const { board } = applyMove(position, move);
        for (const colour of COLOURS) {
          const after = menOf(board, colour).map((man) => man.square);
          menOf(position.board, colour).forEach(({ square }, place) => {
            const stands = square === moveFrom(move) ? moveTo(move) : square;
            expect(after[placeAfterMove(position.board, colour, place, move)]).toBe(stands);
          });
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("a man's place among its equals follows the man into the mirror", () => {
  fc.assert(
    fc.property(anyPositions, ({ board, turn }) => {
      const mirrored = menOf(mirrorPosition({ board, turn }).board, turn);
      menOf(board, turn).forEach(({ square }, place) => {
        expect(mirrored[placeAfterMirror(board, turn, place)]!.square).toBe(mirrorSquare(square));
      });
    }),
  );
});
