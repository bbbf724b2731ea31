/**
 * What a table of a solution holds, played plainly, a cell at a time and all in memory: sheets (src/solve/sheets) make the same
 * bytes from the kernel.
 */
import { fileOrder } from "../../src/endgame/file-order.ts";
import { twinKey, type EndgameIndex } from "../../src/endgame/index.ts";
import { arrangedContent } from "../../src/table/write/arrange.ts";
import type { TableContent } from "../../src/table/write/encode.ts";
import type { Codes, TableInfo } from "../../src/table/format/header.ts";
import { contentSum, type SummedInfo } from "../../src/table/format/content-sum.ts";
import { newCodes, noneOf } from "../../src/table/rows/quiet-rows.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import { mirrorSquare, SQUARES } from "../../src/xiangqi/squares.ts";
import type { NewHash } from "../../src/base/sha256.ts";
import { type Plane, playTape, squareOfBit } from "../../src/solve/planes.ts";
import type { Solution } from "../../src/solve/kernel.ts";
import { tallyOf, type TapeTally } from "../../src/solve/tally.ts";

const SQUARE_OF_BIT = squareOfBit();

/** What a table says of its values, and how to write them. */
export interface Content {
  readonly statistics: TapeTally["statistics"];
  /** To be written before the kernel solves the next endgame. Memory: a byte or two for each cell of either side. */
  readonly content: (info: TableInfo) => TableContent;
  /** The content sum (docs/spec/content-sum.md). */
  readonly sum: (info: SummedInfo, newHash: NewHash) => string;
}

/** The content of a table. */
export function contentOf(solution: Solution): Content {
  const { index } = solution;
  const tally = tallyOf(solution);
  const { statistics, arrangement, histogram, codeOfMark, codeOfDraw } = tally;
  const { bytesPerCode } = arrangement;
  return {
    statistics,
    content: (info) => {
      const side = (turn: Colour) => {
        const plane = newCodes(bytesPerCode, index.cells).fill(codeOfDraw[turn]);
        playTape(solution.tape, turn, plane, codeOfMark[turn]);
        playIllegal(solution, turn, plane, noneOf(bytesPerCode));
        return codesByPlace(index, plane, bytesPerCode);
      };
      return arrangedContent(index, arrangement, info, histogram, { red: side("red"), black: side("black") });
    },
    sum: (info, newHash) => sumOf(solution, tally, info, newHash),
  };
}

/** Writes an entry to the illegal slots of a side. */
export function playIllegal(solution: Solution, turn: Colour, target: Plane, entry: number): void {
  const { index } = solution;
  const words = solution.illegal()[turn];
  if (index.inner === null) {
    for (let slot = 0; slot < index.cells; slot++) if (words[slot * 4] !== 0) target[slot] = entry;
    return;
  }
  for (let vector = 0; vector < index.cells / SQUARES; vector++) {
    for (let bit = 0; bit < 128; bit++) {
      const isSet = (words[vector * 4 + (bit >> 5)]! >>> (bit & 31)) & 1;
      if (isSet === 1) target[vector * SQUARES + SQUARE_OF_BIT[bit]!] = entry;
    }
  }
}

/** From codes in the order of slots (block, formation, square) to the order of a file (placement, square, red formation, formation). */
function codesByPlace(index: EndgameIndex, plane: Plane, bytesPerCode: 1 | 2): Codes {
  const { width, black, placements, storedBlock } = index;
  const formations = black.count;
  const { start, formationsOf } = fileOrder(index);
  const codes = newCodes(bytesPerCode, index.cells);
  const none = noneOf(bytesPerCode);
  for (let placement = 0; placement < placements.count; placement++) {
    const stored = formationsOf(placement);
    for (let i = 0; i < stored.length; i++) {
      const found = storedBlock[stored[i]! * placements.count + placement]!;
      const mirrored = found < 0;
      const block = mirrored ? -1 - found : found;
      for (let square = 0; square < width; square++) {
        const from = block * formations * width + (mirrored && width > 1 ? mirrorSquare(square) : square);
        let place = start[placement]! + (square * stored.length + i) * formations;
        if (isDouble(index, placement, square)) {
          codes.fill(none, place, place + formations);
        } else if (mirrored) {
          for (let f = 0; f < formations; f++) codes[place++] = plane[from + black.mirror[f]! * width]!;
        } else {
          for (let f = 0, at = from; f < formations; f++, at += width) codes[place++] = plane[at]!;
        }
      }
    }
  }
  return codes;
}

/** The values in the order of their codes are those of the sum: the draw, then what occurs, ascending. */
function sumOf(solution: Solution, { values, rankOfMark }: TapeTally, info: SummedInfo, newHash: NewHash): string {
  const { index } = solution;
  const { width, cells } = index;
  const formations = index.black.count;
  const blockCells = width * formations;
  const sum = contentSum(info, cells, values, newHash);
  const ranks = sum.newRanks(blockCells);
  for (const turn of COLOURS) {
    const plane = sum.newRanks(cells);
    playTape(solution.tape, turn, plane, rankOfMark);
    playIllegal(solution, turn, plane, sum.mark);
    for (let number = 0; number < index.blocks.length; number++) {
      const first = number * blockCells;
      let cell = 0;
      for (let square = 0; square < width; square++) {
        if (isDouble(index, index.blocks[number]! % index.placements.count, square)) {
          ranks.fill(sum.mark, cell, (cell += formations));
          continue;
        }
        for (let at = first + square, f = 0; f < formations; f++, at += width) ranks[cell++] = plane[at]!;
      }
      sum.update(ranks);
    }
  }
  return sum.digest();
}

/** Whether an outer twin of the inner man has the larger key: then `cellOf` never gives this cell. */
function isDouble(index: EndgameIndex, placement: number, square: number): boolean {
  if (index.twins === 1) return false;
  for (let twin = 0; twin < index.twins - 1; twin++) {
    if (twinKey(index.placements.squareOf(placement, twin)) > twinKey(square)) return true;
  }
  return false;
}
