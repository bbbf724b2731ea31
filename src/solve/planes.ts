/** From planes of distances to tables and back. */
import { twinKey, type EndgameIndex } from "../endgame/index.ts";
import type { TableInfo } from "../table/header.ts";
import type { Histogram } from "../table/histogram.ts";
import { describeIndex, indexOfTable } from "../table/index-parameters.ts";
import { addUp } from "../table/histogram.ts";
import type { NewHash } from "../table/checksums.ts";
import { contentSum, type SummedInfo } from "../table/content-sum.ts";
import type { Codes, Table } from "../table/table.ts";
import { DRAW, distanceOf, makeValue, type Value } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { cellOfSlot, marksOf, type Level, type Plane, type Planes, type Solution } from "./kernel.ts";

/** Reads a table of order 0 into planes. */
export async function planesOfTable(table: Table): Promise<Planes> {
  const index = indexOfTable(table.header, table.file);
  const { values } = table.header;
  const wide = values.some((value) => distanceOf(value) >= marksOf(new Uint8Array()).illegal);
  const distances: Plane = new (wide ? Uint16Array : Uint8Array)(values.length);
  values.forEach((value, code) => (distances[code] = value === DRAW ? marksOf(distances).unknown : distanceOf(value)));
  const read = async (turn: Colour): Promise<Plane> => turnBlocks(index, await table.readSide(turn), distances);
  return { index, red: await read("red"), black: await read("black") };
}

/** From cells (block, square, formation) to a plane (block, formation, square). */
function turnBlocks(index: EndgameIndex, codes: Codes, distances: Plane): Plane {
  const plane: Plane = distances.BYTES_PER_ELEMENT === 1 ? new Uint8Array(codes.length) : new Uint16Array(codes.length);
  const { width } = index;
  const formations = index.black.count;
  let cell = 0;
  for (let first = 0; first < codes.length; first += width * formations) {
    for (let square = 0; square < width; square++) {
      for (let at = first + square, f = 0; f < formations; f++, at += width) plane[at] = distances[codes[cell++]!]!;
    }
  }
  return plane;
}

/** What a table says of its values, and how to write them. */
export interface Content {
  readonly values: readonly Value[];
  readonly histogram: Histogram;
  readonly statistics: Pick<TableInfo, "red" | "black" | "orders" | "index">;
  /** Fills the codes of one side, asked for in ascending order from cell 0. */
  readonly codes: (turn: Colour, first: number, count: number, out: Codes) => void;
  /** The content sum (docs/spec/content-sum.md). */
  readonly sum: (info: SummedInfo, newHash: NewHash) => string;
}

/** The content of a table. Draw has code 0; the marks that occur (see Level) have the next ones, in their order. */
export function contentOf(solution: Solution): Content {
  const counts = { red: countMarks(solution, "red"), black: countMarks(solution, "black") };
  const { illegal, unknown } = marksOf(solution.red);
  const marks: number[] = [];
  for (let mark = 0; mark < illegal; mark++) if (counts.red[mark]! + counts.black[mark]! > 0) marks.push(mark);
  const values = [DRAW, ...marks.map((mark) => valueOfMark(solution.levels, mark))];
  const codeOfMark = new Uint16Array(unknown + 1);
  marks.forEach((mark, i) => (codeOfMark[mark] = i + 1));
  const histogram = {
    red: [unknown, ...marks].map((mark) => counts.red[mark]!),
    black: [unknown, ...marks].map((mark) => counts.black[mark]!),
  };
  const longest = (turn: Colour, parity: 0 | 1): string | null => {
    const found = marks.filter((mark) => mark % 2 === parity && counts[turn][mark]! > 0);
    if (found.length === 0) return null;
    const distance = (mark: number) => distanceOf(valueOfMark(solution.levels, mark));
    const far = found.reduce((best, mark) => (distance(mark) > distance(best) ? mark : best));
    return formatFen({ board: firstBoard(solution.index, solution[turn], far), turn });
  };
  const extras = (turn: Colour) => ({
    checkmated: solution.checkmated[turn],
    stalemated: solution.stalemated[turn],
    longestWinFen: longest(turn, 1),
    longestLossFen: longest(turn, 0),
  });
  const kinds = new Map(solution.levels.map(({ kind }, order) => [order, kind]));
  return {
    values,
    histogram,
    statistics: {
      ...addUp(values, histogram, { red: extras("red"), black: extras("black") }, kinds),
      index: describeIndex(solution.index),
    },
    codes: codeWriter(solution, codeOfMark),
    sum: (info, newHash) => sumOf(solution, values, codeOfMark, info, newHash),
  };
}

function valueOfMark(levels: readonly Level[], mark: number): Value {
  const order = levels.findLastIndex(({ start }) => start <= mark);
  return makeValue(order, mark - levels[order]!.start);
}

/** Counts each mark of one side over the whole board. */
function countMarks(solution: Solution, turn: Colour): Float64Array {
  const { index } = solution;
  const plane = solution[turn];
  const { unknown } = marksOf(plane);
  const blockCells = index.black.count * index.width;
  const byWeight = [new Uint32Array(unknown + 1), new Uint32Array(unknown + 1)] as const;
  for (let block = 0, cell = 0; block < index.blocks.length; block++) {
    const counts = byWeight[index.weights[block]! - 1]!;
    for (const end = cell + blockCells; cell < end; cell++) counts[plane[cell]!]!++;
  }
  return Float64Array.from(byWeight[0], (once, mark) => (once + 2 * byWeight[1][mark]!) / index.twins);
}

/** The board of the first place in a plane with this mark. */
function firstBoard(index: EndgameIndex, plane: Plane, mark: number): Uint8Array {
  return index.boardAt(cellOfSlot(index, plane.indexOf(mark)))!;
}

/**
 * Codes in the order of cells. Cells that nobody looks up (no legal position, or a twin's double) repeat the code before
 * them, which costs no room.
 */
function codeWriter(solution: Solution, codeOfMark: Uint16Array): Content["codes"] {
  const { index } = solution;
  const { width } = index;
  const formations = index.black.count;
  const blockCells = width * formations;
  const block = new Uint16Array(blockCells);
  let current = -1;
  let last = 0;
  const turnBlock = (plane: Plane, number: number): void => {
    const { illegal } = marksOf(plane);
    const first = number * blockCells;
    let cell = 0;
    for (let square = 0; square < width; square++) {
      if (isDouble(index, number, square)) {
        block.fill(last, cell, (cell += formations));
        continue;
      }
      for (let at = first + square, f = 0; f < formations; f++, at += width) {
        const value = plane[at]!;
        if (value !== illegal) last = codeOfMark[value]!;
        block[cell++] = last;
      }
    }
  };
  return (turn, first, count, out) => {
    if (first === 0) {
      current = -1;
      last = 0;
    }
    for (let cell = first; cell < first + count;) {
      const number = Math.floor(cell / blockCells);
      if (number !== current) turnBlock(solution[turn], number);
      current = number;
      const end = Math.min(first + count, (number + 1) * blockCells);
      const from = cell - number * blockCells;
      out.set(block.subarray(from, from + end - cell), cell - first);
      cell = end;
    }
  };
}

/** The values in the order of their codes are those of the sum: the draw, then what occurs, ascending. */
function sumOf(
  solution: Solution,
  values: readonly Value[],
  codeOfMark: Uint16Array,
  info: SummedInfo,
  newHash: NewHash,
): string {
  const { index } = solution;
  const { width, cells } = index;
  const formations = index.black.count;
  const blockCells = width * formations;
  const sum = contentSum(info, cells, values, newHash);
  const rankOf = codeOfMark.slice();
  rankOf[marksOf(solution.red).illegal] = sum.mark;
  const ranks = sum.newRanks(blockCells);
  for (const turn of COLOURS) {
    const plane = solution[turn];
    for (let number = 0; number < index.blocks.length; number++) {
      const first = number * blockCells;
      let cell = 0;
      for (let square = 0; square < width; square++) {
        if (isDouble(index, number, square)) {
          ranks.fill(sum.mark, cell, (cell += formations));
          continue;
        }
        for (let at = first + square, f = 0; f < formations; f++, at += width) ranks[cell++] = rankOf[plane[at]!]!;
      }
      sum.update(ranks);
    }
  }
  return sum.digest();
}

/** Whether an outer twin of the inner man has the larger key: then `cellOf` never gives this cell. */
function isDouble(index: EndgameIndex, block: number, square: number): boolean {
  if (index.twins === 1) return false;
  const placement = index.blocks[block]! % index.placements.count;
  for (let twin = 0; twin < index.twins - 1; twin++) {
    if (twinKey(index.placements.squareOf(placement, twin)) > twinKey(square)) return true;
  }
  return false;
}
