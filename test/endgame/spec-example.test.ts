import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testEach } from "../long.ts";
import { canonicalEndgame, endgameOf, parseEndgame } from "../../src/endgame/endgame.ts";
import { fileOrder } from "../../src/endgame/file-order.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { pieceLetter } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, swapColours } from "../../src/xiangqi/position.ts";
import { specIndex, type Numbered } from "../oracle/spec-index.ts";

const SPECIFICATION = readFileSync(join(import.meta.dirname, "../../docs/spec/index.md"), "utf8");

const POSITIONS = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/spec/samples/index.json"), "utf8")) as {
  endgame: string;
  fen: string;
  cell: number;
  place: number;
}[];

/** The examples of docs/spec/index.md. */
const EXAMPLES: [fen: string, endgame: string, numbers: Numbered][] = [
  [
    "4ka3/9/4b4/6P2/9/2N6/9/9/9/3K5 w",
    "KNPKAB",
    {
      redFormation: 0,
      blackFormation: 115,
      placement: 25,
      block: 25,
      mirroredBlock: 351,
      storedBlock: 25,
      innerSquare: 38,
      cell: 629_315,
      place: 2_778_694,
      formations: [9, 275],
      placements: 55,
      storedBlocks: 258,
      cells: 6_385_500,
    },
  ],
  [
    "3ak4/4a4/9/2P6/6C2/9/2C6/9/9/5K3 b",
    "KCCPKAA",
    {
      redFormation: 6,
      blackFormation: 23,
      placement: 1_614,
      block: 30_984,
      mirroredBlock: 1_836,
      storedBlock: 1_836,
      innerSquare: 51,
      cell: 11_570_119,
      place: 49_645_073,
      formations: [9, 70],
      placements: 4_895,
      storedBlocks: 22_122,
      cells: 139_368_600,
    },
  ],
];

const letters = (board: Uint8Array) => Array.from(board, (piece) => (piece === 0 ? "" : pieceLetter(piece)));

describe.each(EXAMPLES)("the example %s of the index specification", (fen, name, numbers) => {
  const { board } = parseLegalFen(fen);

  test("has the numbers that the specification's words give", () => {
    expect(specIndex(name).number(letters(board))).toEqual(numbers);
  });

  test("has the cell that the code gives, and so has its mirror image", () => {
    const index = endgameIndex(parseEndgame(name));
    expect(index.cells).toBe(numbers.cells);
    expect(index.blocks.length).toBe(numbers.storedBlocks);
    expect(index.indexOf(board)).toBe(numbers.cell);
    expect(index.indexOf(mirrorPosition({ board, turn: "red" }).board)).toBe(numbers.cell);
  });

  test("stands in the specification with these numbers", () => {
    const { cell, cells, storedBlock, storedBlocks, placement, placements, blackFormation, formations } = numbers;
    const section = SPECIFICATION.slice(SPECIFICATION.indexOf(`### \`${fen}\``)).split("\n### ")[0]!;
    for (const pair of [
      [cell, cells],
      [storedBlock, storedBlocks],
      [placement, placements],
      [blackFormation, formations[1]],
    ]) {
      expect(section).toContain(`${pair[0]} of ${pair[1]} |`);
    }
    for (const each of [numbers.block, numbers.mirroredBlock, numbers.innerSquare, numbers.place])
      expect(section).toContain(`| ${each} |`);
  });
});

describe("the positions beside the specification", () => {
  test("are fifty, with formations of all kinds, up to three outer men, and twins", () => {
    expect(POSITIONS).toHaveLength(50);
    const outer = POSITIONS.map(({ endgame }) => endgameIndex(parseEndgame(endgame)).placements.men.length);
    expect(new Set(outer)).toEqual(new Set([0, 1, 2, 3]));
  });

  testEach(5, Object.entries(Object.groupBy(POSITIONS, ({ endgame }) => endgame)))(
    "have the cells and places that words and code give: %s",
    (name, positions) => {
      const index = endgameIndex(parseEndgame(name));
      const specified = specIndex(name);
      for (const { fen, endgame, cell, place } of positions!) {
        const position = parseLegalFen(fen);
        const canonical = canonicalEndgame(endgameOf(position.board));
        const { board } = canonical.swapped ? swapColours(position) : position;
        expect(canonical.endgame.name).toBe(endgame);
        expect(specified.number(letters(board))).toMatchObject({ cell, place });
        expect([index.indexOf(board), fileOrder(index).placeOf(cell)]).toEqual([cell, place]);
      }
    },
  );
});

test.each(["KRKAABB", "KAABBKAB", "KRKNP", "KPPKA", "KRKPP", "KCABKN", "KNNKAB", "KRRKA"])(
  "every cell of %s that the code gives is that of the specification",
  (name) => {
    const index = endgameIndex(parseEndgame(name));
    const specified = specIndex(name);
    let random = 1;
    for (let tried = 0; tried < 300; tried++) {
      random = (random * 48_271) % 2_147_483_647;
      const board = index.boardAt(random % index.cells);
      if (board === null) continue;
      const position = { board, turn: "red" as const };
      for (const image of [board, mirrorPosition(position).board]) {
        const { cell, place } = specified.number(letters(image));
        expect(cell).toBe(index.indexOf(image));
        expect([fileOrder(index).placeOf(cell), fileOrder(index).cellAt(place)]).toEqual([place, cell]);
      }
    }
    expect(index.inner === null ? 1 : 90).toBe(index.width);
  },
);
