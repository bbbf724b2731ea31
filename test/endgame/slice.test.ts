import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { ranksOfSoldiers } from "../../src/endgame/cone.ts";
import { countSliceBlocks } from "../../src/endgame/count.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex, type EndgameIndex } from "../../src/endgame/index.ts";
import {
  ahead,
  mergeLevels,
  parseSlice,
  sizesOfSlices,
  sliceIndex,
  slicesOf,
  stepsMade,
} from "../../src/endgame/slice.ts";
import { moveFrom, moveTo, writeLegalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY } from "../../src/xiangqi/pieces.ts";
import * as oracle from "../oracle/parted-graphs.ts";

/** The placed red formations of blocks, as squares. */
function placed(index: EndgameIndex, blocks: ArrayLike<number>): string[] {
  const { placements } = index;
  return Array.from(blocks, (block) => {
    const placement = block % placements.count;
    const men = placements.men.map((_, man) => placements.squareOf(placement, man));
    return `${(block - placement) / placements.count}: ${men.join()}`;
  });
}

const ENDGAMES = ["KPKP", "KNPKP", "KPPKP", "KNKPP", "KRPKA", "KPPKP.from66-7"];

describe.each(ENDGAMES)("the slices of %s", (name) => {
  const endgame = parseEndgame(name);
  const slices = slicesOf(endgame);
  const whole = endgameIndex(endgame);
  const indexes = slices.map(sliceIndex);

  it("hold every block of the endgame once, and are counted exactly", () => {
    const own = indexes.map((index) => placed(index, index.blocks.subarray(0, index.ownBlocks)));
    expect(own.flat().sort()).toEqual(placed(whole, whole.blocks).sort());
    expect(slices.map(({ ranks }) => countSliceBlocks(endgame, ranks))).toEqual(own.map(({ length }) => length));
    const { slices: count, largest, largestOwn } = sizesOfSlices(endgame);
    expect(count).toBe(slices.length);
    expect(largest).toBe(Math.max(...indexes.map(({ blocks }) => blocks.length)));
    expect(largestOwn).toBe(Math.max(...indexes.map(({ ownBlocks }) => ownBlocks)));
  });

  it("have the blocks of those ahead as borders, in the same order", () => {
    for (const [i, slice] of slices.entries()) {
      const { blocks, firstBlocks } = indexes[i]!;
      for (const [part, { name: next }] of ahead(slice).entries()) {
        const there = indexes[slices.findIndex((other) => other.name === next)]!;
        const border = blocks.subarray(firstBlocks[part + 1], firstBlocks[part + 2]);
        expect(placed(indexes[i]!, border)).toEqual(placed(there, there.blocks.subarray(0, there.ownBlocks)));
      }
    }
  });

  it("come after all that quiet moves lead to, which is their own or in their border", () => {
    for (const [i, index] of indexes.entries()) {
      const own = index.ownBlocks * index.black.count * index.width;
      for (let cell = i % 7; cell < own; cell += Math.ceil(own / 40)) {
        const board = index.boardAt(cell);
        if (board === null) continue;
        for (const turn of COLOURS) {
          const moves = new Uint16Array(128);
          for (const move of moves.subarray(0, writeLegalMoves(board, turn, moves))) {
            if (board[moveTo(move)] !== EMPTY) continue;
            const after = board.slice();
            after[moveTo(move)] = board[moveFrom(move)]!;
            after[moveFrom(move)] = EMPTY;
            expect(index.indexOf(after)).toBeGreaterThanOrEqual(0);
          }
        }
      }
      expect(ahead(slices[i]!).every((next) => stepsMade(next) === stepsMade(slices[i]!) + 1)).toBe(true);
    }
    expect(slices.map(stepsMade)).toEqual(slices.map(stepsMade).sort((a, b) => b - a));
  });
});

it("is named by the ranks of the soldiers that are outer men", () => {
  const [first] = slicesOf(parseEndgame("KNPKPP"));
  expect(first!.name).toBe("KNPKPP.at9-99");
  expect(slicesOf(parseEndgame("KPPKP")).at(-1)!.name).toBe("KPPKP.at3-3");
  const slice = slicesOf(parseEndgame("KNPKPP"))[100]!;
  expect(parseSlice(slice.name)).toEqual(slice);
  const board = sliceIndex(slice).boardAt(40);
  expect(ranksOfSoldiers(board!)).toEqual(slice.ranks);
});

test("levels of slices are merged as those of cones are in graphs", () => {
  const levels = fc.array(fc.array(fc.constantFrom("check" as const, "chase" as const), { maxLength: 6 }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(levels, (parts) => {
      expect(mergeLevels(parts)).toEqual(oracle.mergeLevels(parts));
    }),
  );
});
