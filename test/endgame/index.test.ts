import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testEach } from "../long.ts";
import { attackingMen, parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex, indexWith, twinKey, type EndgameIndex } from "../../src/endgame/index.ts";
import { sliceIndex, slicesOf } from "../../src/endgame/slice.ts";
import { slotOfCell } from "../../src/solve/planes.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { EMPTY, opponent, pieceOf, type Colour } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition } from "../../src/xiangqi/position.ts";
import { isHomeSoldier } from "../../src/xiangqi/steps.ts";
import { fileOf, SQUARES } from "../../src/xiangqi/squares.ts";
import { endgameAndBoard, smallEndgame } from "./arbitrary.ts";

const mirror = (board: Uint8Array) => mirrorPosition({ board, turn: "red" }).board;

function indexOf(name: string): EndgameIndex {
  return endgameIndex(parseEndgame(name));
}

/** Whether twins of the inner man stand where they are each other's mirror image: then either may be the inner man. */
function hasTie({ inner, twins }: EndgameIndex, board: Uint8Array): boolean {
  if (inner === null || twins === 1) return false;
  const piece = pieceOf("red", inner);
  const keys = [...board.keys()].filter((square) => board[square] === piece).map(twinKey);
  return new Set(keys).size < keys.length;
}

describe("a position", () => {
  test("has a cell, which gives it back or its mirror image", () => {
    fc.assert(
      fc.property(endgameAndBoard, ([endgame, board]) => {
        const index = endgameIndex(endgame);
        const cell = index.indexOf(board);
        expect(cell).toBeGreaterThanOrEqual(0);
        expect(cell).toBeLessThan(index.cells);
        expect([board, mirror(board)]).toContainEqual(index.boardAt(cell));
      }),
    );
  });

  test("has the same cell as its mirror image, unless the block is its own mirror image", () => {
    fc.assert(
      fc.property(endgameAndBoard, ([endgame, board]) => {
        const index = endgameIndex(endgame);
        const cell = index.indexOf(board);
        const mirrored = index.indexOf(mirror(board));
        const weight = index.weights[Math.floor(cell / (index.width * index.black.count))];
        if (weight === 2 && !hasTie(index, board)) expect(mirrored).toBe(cell);
        expect([board, mirror(board)]).toContainEqual(index.boardAt(mirrored));
      }),
    );
  });

  test("has the same cell whatever the order of identical men", () => {
    const index = indexOf("KPPPK");
    const squares = fc.uniqueArray(fc.integer({ min: 45, max: 89 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(squares, ([a, b, c]) => {
        fc.pre(new Set([a, b, c].map((square) => twinKey(square!))).size === 3);
        const orders = [
          [a, b, c],
          [a, c, b],
          [b, a, c],
          [b, c, a],
          [c, a, b],
          [c, b, a],
        ];
        expect(new Set(orders.map((order) => index.cellOf(0, 0, order as number[]))).size).toBe(1);
      }),
    );
  });

  test("has the slot of its cell, found from where its men stand", () => {
    for (const index of ["KPPPK", "KRNKP", "KPKAB", "KAKB"]
      .map(indexOf)
      .concat(slicesOf(parseEndgame("KPPKP")).map(sliceIndex))) {
      const men = index.placements.men.length + (index.inner === null ? 0 : 1);
      const squares = fc.array(fc.nat({ max: SQUARES - 1 }), { minLength: men, maxLength: men });
      const formations = fc.tuple(fc.nat({ max: index.red.count - 1 }), fc.nat({ max: index.black.count - 1 }));
      fc.assert(
        fc.property(squares, formations, (there, [red, black]) => {
          const [cell, stand] = [index.cellOf(red, black, there), index.standOf(there)];
          const slot = stand < 0 ? -1 : slotOfCell(index, index.cellAt(red, black, stand));
          expect(slot).toBe(cell < 0 ? -1 : slotOfCell(index, cell));
        }),
        { numRuns: 60 },
      );
    }
  });

  test("with twins that mirror one another has a cell for either as the inner man, each with this position", () => {
    const index = indexOf("KRRKA");
    const { board } = parseFen("5k3/4a4/9/9/9/1R5R1/9/9/9/3K5 w");
    expect(hasTie(index, board)).toBe(true);
    for (const image of [board, mirror(board)]) {
      expect([board, mirror(board)]).toContainEqual(index.boardAt(index.indexOf(image)));
    }
  });

  test("with other men has no cell", () => {
    const index = indexOf("KRKA");
    const { board } = parseFen("5k3/4a4/9/9/9/1R7/9/9/9/3K5 w");
    const changed = (square: number, piece: number) => board.with(square, piece);
    const free = board.indexOf(EMPTY);
    expect(index.indexOf(board)).toBeGreaterThanOrEqual(0);
    for (const role of ["chariot", "horse", "advisor", "elephant", "soldier"] as const) {
      for (const colour of ["red", "black"] as const)
        expect(index.indexOf(changed(free, pieceOf(colour, role)))).toBe(-1);
    }
    for (let square = 0; square < SQUARES; square++) {
      if (board[square] !== EMPTY) expect(index.indexOf(changed(square, EMPTY))).toBe(-1);
    }
  });

  test("with two kings of a colour, or none, has no cell", () => {
    const index = indexOf("KRK");
    const king = { red: pieceOf("red", "king"), black: pieceOf("black", "king") };
    const { board } = parseFen("3k5/9/9/9/9/1R7/9/9/9/3K5 w");
    const [redSquare, blackSquare] = [board.indexOf(king.red), board.indexOf(king.black)];
    expect(index.indexOf(board)).toBeGreaterThanOrEqual(0);
    for (const changed of [
      board.with(redSquare + 9, king.red), // the first square of the palace and another one
      board.with(blackSquare - 9, king.black),
      board.with(redSquare, EMPTY),
      board.with(blackSquare, EMPTY),
    ]) {
      expect(index.indexOf(changed)).toBe(-1);
    }
  });

  test("with a man where it can never stand has no cell", () => {
    const index = indexOf("KPKB");
    const cellOf = (fen: string) => index.indexOf(parseFen(fen).board);
    expect(cellOf("4k4/9/4b4/9/2P6/9/9/9/9/4K4 w")).toBeGreaterThanOrEqual(0);
    expect(cellOf("4k4/9/2b6/9/2P6/9/9/9/9/4K4 w")).toBe(-1);
    expect(cellOf("4k4/9/4b4/9/9/9/1P7/9/9/4K4 w")).toBe(-1);
    expect(cellOf("4k4/9/4b4/9/2P6/9/9/9/9/2K6 w")).toBe(-1);
    expect(cellOf("9/9/4b4/4k4/2P6/9/9/9/9/4K4 w")).toBe(-1);
  });
});

describe("a cell", () => {
  const endgameAndCell = smallEndgame.chain((endgame) => fc.tuple(fc.constant(endgame), fc.nat({ max: 2 ** 31 - 1 })));

  test("is the cell of its board; of twins, of those that come first", () => {
    fc.assert(
      fc.property(endgameAndCell, ([endgame, seed]) => {
        const index = endgameIndex(endgame);
        const cell = seed % index.cells;
        const board = index.boardAt(cell);
        fc.pre(board !== null && !hasTie(index, board));
        const canonical = index.indexOf(board!);
        if (index.twins === 1) expect(canonical).toBe(cell);
        expect([board, mirror(board!)]).toContainEqual(index.boardAt(canonical));
        expect(index.indexOf(index.boardAt(canonical)!)).toBe(canonical);
      }),
    );
  });

  test("has the men of its endgame", () => {
    fc.assert(
      fc.property(endgameAndCell, ([endgame, seed]) => {
        const index = endgameIndex(endgame);
        const board = index.boardAt(seed % index.cells);
        fc.pre(board !== null);
        const men = attackingMen(endgame.red).length + attackingMen(endgame.black).length;
        const defenders = (["red", "black"] as const).reduce(
          (sum, colour) => sum + 1 + endgame[colour].advisor + endgame[colour].elephant,
          0,
        );
        expect(board!.filter((piece) => piece !== EMPTY)).toHaveLength(men + defenders);
      }),
    );
  });
});

describe("an index with another inner man", () => {
  test("holds the same positions", () => {
    const endgame = parseEndgame("KNKP");
    const index = indexWith(endgame, null, [
      { colour: "red", role: "horse" },
      { colour: "black", role: "soldier" },
    ]);
    expect(index.width).toBe(1);
    expect(index.cells).toBeGreaterThan(0);
    for (let cell = 0; cell < index.cells; cell += 101) {
      const board = index.boardAt(cell);
      if (board !== null) expect(index.indexOf(board)).toBe(cell);
    }
  });
});

describe("all cells together", () => {
  testEach(6, [
    ["KK", 54, 54],
    ["KRK", 3834, 4914],
    ["KRKA", 18507, 22806],
    ["KCAKA", 102168, 104650],
    ["KPKA", 13092, 13899],
    ["KPPK", 72090, 82089],
    ["KRRK", 134190, 220383],
  ] as const)("of %s stand for %i legal positions with Red to move and %i with Black to move", (name, red, black) => {
    const index = indexOf(name);
    const counts: Record<Colour, number> = { red: 0, black: 0 };
    for (let cell = 0; cell < index.cells; cell++) {
      const board = index.boardAt(cell);
      if (board === null || hasDoubledSoldiers(board)) continue;
      const weight = index.weights[Math.floor(cell / (index.width * index.black.count))]!;
      for (const turn of ["red", "black"] as const) {
        if (!inCheck(board, opponent(turn))) counts[turn] += weight / index.twins;
      }
    }
    expect(counts).toEqual({ red, black });
  });
});

function hasDoubledSoldiers(board: Uint8Array): boolean {
  const piece = pieceOf("red", "soldier");
  const files = [...board.keys()].filter((at) => board[at] === piece && isHomeSoldier(piece, at)).map(fileOf);
  return new Set(files).size < files.length;
}
