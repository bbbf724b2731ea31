import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { fileOrder } from "../../src/endgame/file-order.ts";
import { endgameIndex, twinKey, type EndgameIndex } from "../../src/endgame/index.ts";
import { markIllegal, rowsOf, visitRows } from "../../src/table/rows/derived.ts";
import { QuietMoves } from "../../src/table/read/quiet.ts";
import { LegalRows } from "../../src/table/rows/legal-rows.ts";
import { newCodes, noneOf, QuietRows } from "../../src/table/rows/quiet-rows.ts";
import { RowRoom } from "../../src/table/rows/row-room.ts";
import { COLOURS, opponent, pieceOf, type Colour } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition } from "../../src/xiangqi/position.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { cellsAfterQuietMoves } from "../oracle/quiet.ts";
import { describeEach, testEach } from "../long.ts";

const NAMES = ["KRKA", "KRBK", "KAABKB", "KABKAB", "KRKN", "KCAKP", "KPKP", "KCKBB", "KNKC", "KPPK", "KNNK"];
const TRIES = 300;

/** The same numbers every time, 0 up to `below`. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

/** Whether an outer twin has the greater key, so that nobody asks for this cell. */
function isDouble(index: EndgameIndex, cell: number, board: Uint8Array): boolean {
  const { inner } = index;
  if (inner === null) return false;
  const square = Math.floor(cell / index.black.count) % index.width;
  const twins = Array.from({ length: SQUARES }, (_, at) => at).filter((at) => board[at] === pieceOf("red", inner));
  return twins.some((at) => twinKey(at) > twinKey(square));
}

describeEach(9, NAMES)("of %s", (name) => {
  const index = endgameIndex(parseEndgame(name));
  const order = fileOrder(index);
  const random = numbers(7);

  test("a row is legal where the rules of the game say so", () => {
    for (const turn of COLOURS) {
      const marked = newCodes(1, index.cells);
      markIllegal(new LegalRows(index, turn), 1, marked, 0, index.cells);
      for (let tried = 0; tried < TRIES; tried++) {
        const place = random(index.cells);
        const cell = order.cellAt(place);
        const board = index.boardAt(cell);
        const legal = board !== null && isLegalPosition({ board, turn }) && !isDouble(index, cell, board);
        expect([place, marked[place] === 0]).toEqual([place, legal]);
      }
    }
  });

  testEach(1, [1, 2] as const)(
    "the least code of %i bytes that quiet moves lead to is that of plain moves",
    (bytes) => {
      for (const turn of COLOURS) {
        const other = opponent(turn);
        const codes = newCodes(bytes, index.cells);
        for (let place = 0; place < codes.length; place++) codes[place] = random(noneOf(bytes));
        for (let place = 0; place < codes.length; place++)
          codes[place] = codes[order.placeOf(sameAs(order.cellAt(place)))]!;
        markIllegal(new LegalRows(index, other), bytes, codes, 0, codes.length);
        const least = newCodes(bytes, index.cells);
        const room = new RowRoom();
        const quiet = new QuietRows(index, turn, bytes, room);
        visitRows(index, 0, index.cells, (placement, square, start, length) => {
          const row = quiet.derive(rowsOf(index, codes), placement, square);
          room.read(row, least.subarray(start, start + length));
        });
        for (const [place, cell, board] of legalCells(turn)) {
          const after = cellsAfterQuietMoves(index, { board, turn }).map((next) => codes[order.placeOf(next)]!);
          expect([place, least[place]]).toEqual([place, Math.min(noneOf(bytes), ...after)]);
          expect(order.placeOf(cell)).toBe(place);
        }
      }
    },
  );

  test("the moves that a probe follows are those of plain moves", () => {
    const quiet = new QuietMoves(index);
    for (const turn of COLOURS) {
      for (const [, cell, board] of legalCells(turn)) {
        expect(quiet.follow(turn, cell)).toBe(true);
        const followed = [...quiet.cells.subarray(0, quiet.count)];
        expect(followed.map(sameAs)).toEqual(cellsAfterQuietMoves(index, { board, turn }).map(sameAs));
      }
    }
  });

  /** Of two cells of one position, because twins have the same key, always the same one. */
  function sameAs(cell: number): number {
    if (index.twins === 1) return cell;
    const board = index.boardAt(cell);
    if (board === null) return cell;
    return Math.min(index.indexOf(board), index.indexOf(mirrorPosition({ board, turn: "red" }).board));
  }

  function* legalCells(turn: Colour): Generator<[place: number, cell: number, board: Uint8Array]> {
    for (let tried = 0; tried < TRIES; tried++) {
      const place = random(index.cells);
      const cell = order.cellAt(place);
      const board = index.boardAt(cell);
      if (board === null || !isLegalPosition({ board, turn }) || isDouble(index, cell, board)) continue;
      yield [place, cell, board];
    }
  }
});
