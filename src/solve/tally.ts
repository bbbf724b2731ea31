/** From a solution to what its table holds. */
import { fileOrder } from "../endgame/file-order.ts";
import { twinKey, type EndgameIndex } from "../endgame/index.ts";
import { arrange, arrangedContent, type Arrangement } from "../table/write/arrange.ts";
import type { TableContent } from "../table/write/encode.ts";
import type { Codes, OrderKind, TableInfo } from "../table/format/header.ts";
import { describeIndex } from "../table/format/index-parameters.ts";
import { addUp, type Histogram } from "../table/format/histogram.ts";
import { contentSum, type SummedInfo } from "../table/format/content-sum.ts";
import { newCodes, noneOf } from "../table/rows/quiet-rows.ts";
import { distanceOf, DRAW, isLoss, isWin, type Value } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { mirrorSquare, SQUARES } from "../xiangqi/squares.ts";
import type { Solution } from "./kernel.ts";
import { cellOfSlot, type Plane } from "./planes.ts";
import { playIllegal, playTape } from "./play.ts";
import { valueOfMark, visitRecords } from "./tape.ts";
import { squareOfBit } from "./geometry.ts";
import type { NewHash } from "../base/sha256.ts";

/** What a table says of its values, and how to write them. */
export interface Content {
  readonly statistics: Pick<TableInfo, "red" | "black" | "orders" | "dependentOrders" | "index">;
  /** To be written before the kernel solves the next endgame. Memory: a byte or two for each cell of either side. */
  readonly content: (info: TableInfo) => TableContent;
  /** The content sum (docs/spec/content-sum.md). */
  readonly sum: (info: SummedInfo, newHash: NewHash) => string;
}

/** What follows from how often each mark occurs: which values there are, and how a file stores them. */
export interface TapeTally extends Pick<Content, "statistics"> {
  readonly arrangement: Arrangement;
  /** By the lists of the arrangement. */
  readonly histogram: Histogram;
  /** All values, the draw first, then ascending as marks do. */
  readonly values: readonly Value[];
  /** For each side: the code of each mark that it has, and of a draw. */
  readonly codeOfMark: Readonly<Record<Colour, Uint16Array>>;
  readonly codeOfDraw: Readonly<Record<Colour, number>>;
  /** The place of each mark's value in `values`. */
  readonly rankOfMark: Uint16Array;
}

/** Adds up a solution. */
export function tallyOf(solution: Solution): TapeTally {
  const { index, tape, levels, legal } = solution;
  const weights = tape.weights();
  const counts = (turn: Colour) => weights[turn].map((weight) => weight / index.twins);
  const [red, black] = [counts("red"), counts("black")];
  const marks = red.map((_, mark) => mark).filter((mark) => red[mark]! + black[mark]! > 0);
  const values = [DRAW, ...marks.map((mark) => valueOfMark(levels, mark))];
  const counted = (turn: Colour, byMark: readonly number[]) => {
    const decided = marks.map((mark) => byMark[mark]!);
    return [decided.reduce((left, count) => left - count, legal[turn]), ...decided];
  };
  const histogram = { red: counted("red", red), black: counted("black", black) };
  const longest = (turn: Colour, parity: 0 | 1): string | null => {
    const isWanted = (mark: number) => (parity === 1 ? isWin : isLoss)(valueOfMark(levels, mark));
    const found = marks.filter((mark) => (turn === "red" ? red : black)[mark]! > 0 && isWanted(mark));
    if (found.length === 0) return null;
    const distance = (mark: number) => distanceOf(valueOfMark(levels, mark));
    const far = found.reduce((best, mark) => (distance(mark) > distance(best) ? mark : best));
    return formatFen({ board: firstBoard(solution, turn, far), turn });
  };
  const extras = (turn: Colour) => ({
    checkmated: solution.checkmated[turn],
    stalemated: solution.stalemated[turn],
    longestWinFen: longest(turn, 1),
    longestLossFen: longest(turn, 0),
  });
  const kinds = new Map<number, OrderKind>();
  const dependentKinds = new Map<number, OrderKind>();
  levels.forEach(({ kind, byDefault }, number) => {
    if (byDefault === undefined) kinds.set(number, kind);
    else if (byDefault !== "draw") dependentKinds.set(byDefault.order, kind);
  });
  const rankOfMark = new Uint16Array(red.length);
  marks.forEach((mark, i) => (rankOfMark[mark] = i + 1));
  const occurring = (turn: Colour) => values.filter((_, i) => histogram[turn][i]! > 0);
  const arrangement = arrange(index, { red: occurring("red"), black: occurring("black") });
  const { lists } = arrangement;
  const codeOfMark = (turn: Colour) => {
    const codes = new Uint16Array(red.length).fill(noneOf(arrangement.bytesPerCode));
    marks.forEach((mark, i) => {
      const code = lists[turn].indexOf(values[i + 1]!);
      if (code >= 0) codes[mark] = code;
    });
    return codes;
  };
  const codeOfDraw = (turn: Colour) => {
    const code = lists[turn].indexOf(DRAW);
    return code >= 0 ? code : noneOf(arrangement.bytesPerCode);
  };
  const byList = (turn: Colour) => lists[turn].map((value) => histogram[turn][values.indexOf(value)] ?? 0);
  return {
    statistics: {
      ...addUp(values, histogram, { red: extras("red"), black: extras("black") }, kinds, dependentKinds),
      index: describeIndex(index),
    },
    arrangement,
    histogram: { red: byList("red"), black: byList("black") },
    values,
    codeOfMark: { red: codeOfMark("red"), black: codeOfMark("black") },
    codeOfDraw: { red: codeOfDraw("red"), black: codeOfDraw("black") },
    rankOfMark,
  };
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
        playTape(solution, turn, plane, codeOfMark[turn]);
        playIllegal(solution, turn, plane, noneOf(bytesPerCode));
        return codesByPlace(index, plane, bytesPerCode);
      };
      return arrangedContent(index, arrangement, info, histogram, { red: side("red"), black: side("black") });
    },
    sum: (info, newHash) => sumOf(solution, tally, info, newHash),
  };
}

const SQUARE_OF_BIT = squareOfBit();

/** The board of the first slot with this mark. */
function firstBoard({ index, tape }: Solution, turn: Colour, mark: number): Uint8Array {
  let first = Infinity;
  for (const extent of tape.extents) {
    if (extent.turn !== turn || extent.mark !== mark) continue;
    visitRecords(tape.recordsOf(extent), tape.firstVector(extent.band), {
      onSquares(vector, squares, at, count) {
        for (let i = at; i < at + count; i++) first = Math.min(first, vector * SQUARES + squares[i]!);
      },
      onBits(vector, words, at) {
        for (let bit = 0; bit < 128; bit++) {
          if ((words[at + (bit >> 5)]! >>> (bit & 31)) & 1) {
            first = Math.min(first, vector * SQUARES + SQUARE_OF_BIT[bit]!);
          }
        }
      },
    });
  }
  return index.boardAt(cellOfSlot(index, first))!;
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
    playTape(solution, turn, plane, rankOfMark);
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
