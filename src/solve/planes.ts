/** From planes of distances to tables and back. */
import { fileOrder } from "../endgame/file-order.ts";
import { twinKey, type EndgameIndex } from "../endgame/index.ts";
import { arrange, arrangedContent, type Arrangement } from "../table/arrange.ts";
import type { TableContent } from "../table/encode.ts";
import type { TableInfo, Codes } from "../table/header.ts";
import { describeIndex } from "../table/index-parameters.ts";
import { addUp, type Histogram } from "../table/histogram.ts";
import type { NewHash } from "../table/checksums.ts";
import { contentSum, type SummedInfo } from "../table/content-sum.ts";
import { newCodes, noneOf } from "../table/quiet-rows.ts";
import type { Table } from "../table/table.ts";
import { DRAW, distanceOf, makeValue, type Value } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { mirrorSquare } from "../xiangqi/squares.ts";
import { cellOfSlot, marksOf, type Level, type Plane, type Planes, type Solution } from "./kernel.ts";

/** Reads a table into planes, in which a decided position has its distance, whatever its order. */
export async function planesOfTable(table: Table): Promise<Planes> {
  const { index } = table;
  const { values } = table.header;
  const wide = values.some((value) => distanceOf(value) >= marksOf(new Uint8Array()).illegal);
  const distances: Plane = new (wide ? Uint16Array : Uint8Array)(values.length);
  values.forEach((value, code) => (distances[code] = value === DRAW ? marksOf(distances).unknown : distanceOf(value)));
  const [red, black] = await table.readSides();
  return { index, red: turnBlocks(index, red, distances), black: turnBlocks(index, black, distances) };
}

/** The planes of a solution as `planesOfTable` gives them: where there are levels, their marks become distances. */
export function planesOfSolution({ index, red, black, levels }: Solution): Planes {
  if (levels.length === 1) return { index, red, black };
  const { illegal, unknown } = marksOf(red);
  const distances = Uint16Array.from({ length: unknown + 1 }, (_, mark) =>
    mark < illegal ? distanceOf(valueOfMark(levels, mark)) : mark,
  );
  const converted = (plane: Plane): Plane => plane.map((mark) => distances[mark]!);
  return { index, red: converted(red), black: converted(black) };
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
  readonly statistics: Pick<TableInfo, "red" | "black" | "orders" | "index">;
  /** To be written before the kernel solves the next endgame. Memory: a byte or two for each cell of either side. */
  readonly content: (info: TableInfo) => TableContent;
  /** The content sum (docs/spec/content-sum.md). */
  readonly sum: (info: SummedInfo, newHash: NewHash) => string;
}

/** How often each mark occurs over the whole board, by side. */
export type MarkCounts = Readonly<Record<Colour, ArrayLike<number>>>;

/** What follows from the counts of marks: which values there are, and how a file stores them. */
export interface Tally extends Pick<Content, "statistics"> {
  readonly arrangement: Arrangement;
  /** By the lists of the arrangement. */
  readonly histogram: Histogram;
  /** All values, the draw first, then ascending as marks do. */
  readonly values: readonly Value[];
  /** For each side: the code of each mark; `noneOf` the arrangement's bytes for marks that do not occur, and illegal. */
  readonly codeOfMark: Readonly<Record<Colour, Uint16Array>>;
  /** The place of each mark's value in `values`. */
  readonly rankOfMark: Uint16Array;
}

/** Adds up a solution. */
export function tallyOf(solution: Solution, counts: MarkCounts): Tally {
  const { index } = solution;
  const { illegal, unknown } = marksOf(solution.red);
  const marks: number[] = [];
  for (let mark = 0; mark < illegal; mark++) if (counts.red[mark]! + counts.black[mark]! > 0) marks.push(mark);
  const values = [DRAW, ...marks.map((mark) => valueOfMark(solution.levels, mark))];
  const histogram = {
    red: [unknown, ...marks].map((mark) => counts.red[mark]!),
    black: [unknown, ...marks].map((mark) => counts.black[mark]!),
  };
  const longest = (turn: Colour, parity: 0 | 1): string | null => {
    const found = marks.filter((mark) => mark % 2 === parity && counts[turn][mark]! > 0);
    if (found.length === 0) return null;
    const distance = (mark: number) => distanceOf(valueOfMark(solution.levels, mark));
    const far = found.reduce((best, mark) => (distance(mark) > distance(best) ? mark : best));
    return formatFen({ board: firstBoard(index, solution[turn], far), turn });
  };
  const extras = (turn: Colour) => ({
    checkmated: solution.checkmated[turn],
    stalemated: solution.stalemated[turn],
    longestWinFen: longest(turn, 1),
    longestLossFen: longest(turn, 0),
  });
  const kinds = new Map(solution.levels.map(({ kind }, order) => [order, kind]));
  const rankOfMark = new Uint16Array(unknown + 1);
  marks.forEach((mark, i) => (rankOfMark[mark] = i + 1));
  const occurring = (turn: Colour) => values.filter((_, i) => histogram[turn][i]! > 0);
  const arrangement = arrange(index, { red: occurring("red"), black: occurring("black") });
  const { lists } = arrangement;
  const codeOfMark = (turn: Colour) => {
    const codes = new Uint16Array(unknown + 1).fill(noneOf(arrangement.bytesPerCode));
    [unknown, ...marks].forEach((mark, i) => {
      const code = lists[turn].indexOf(values[i]!);
      if (code >= 0) codes[mark] = code;
    });
    return codes;
  };
  const byList = (turn: Colour) => lists[turn].map((value) => histogram[turn][values.indexOf(value)] ?? 0);
  return {
    statistics: {
      ...addUp(values, histogram, { red: extras("red"), black: extras("black") }, kinds),
      index: describeIndex(index),
    },
    arrangement,
    histogram: { red: byList("red"), black: byList("black") },
    values,
    codeOfMark: { red: codeOfMark("red"), black: codeOfMark("black") },
    rankOfMark,
  };
}

/** The content of a table. */
export function contentOf(solution: Solution): Content {
  const { index } = solution;
  const counts = { red: countMarks(solution, "red"), black: countMarks(solution, "black") };
  const tally = tallyOf(solution, counts);
  const { statistics, arrangement, histogram, values, codeOfMark, rankOfMark } = tally;
  return {
    statistics,
    content: (info) => {
      const side = (turn: Colour) => codesByPlace(index, solution[turn], codeOfMark[turn], arrangement.bytesPerCode);
      return arrangedContent(index, arrangement, info, histogram, { red: side("red"), black: side("black") });
    },
    sum: (info, newHash) => sumOf(solution, values, rankOfMark, info, newHash),
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

/** From a plane (block, formation, square) to codes in the order of a file (placement, square, red formation, formation). */
function codesByPlace(index: EndgameIndex, plane: Plane, codeOfMark: Uint16Array, bytesPerCode: 1 | 2): Codes {
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
          for (let f = 0; f < formations; f++) codes[place++] = codeOfMark[plane[from + black.mirror[f]! * width]!]!;
        } else {
          for (let f = 0, at = from; f < formations; f++, at += width) codes[place++] = codeOfMark[plane[at]!]!;
        }
      }
    }
  }
  return codes;
}

/** The values in the order of their codes are those of the sum: the draw, then what occurs, ascending. */
function sumOf(
  solution: Solution,
  values: readonly Value[],
  rankOfMark: Uint16Array,
  info: SummedInfo,
  newHash: NewHash,
): string {
  const { index } = solution;
  const { width, cells } = index;
  const formations = index.black.count;
  const blockCells = width * formations;
  const sum = contentSum(info, cells, values, newHash);
  const rankOf = rankOfMark.slice();
  rankOf[marksOf(solution.red).illegal] = sum.mark;
  const ranks = sum.newRanks(blockCells);
  for (const turn of COLOURS) {
    const plane = solution[turn];
    for (let number = 0; number < index.blocks.length; number++) {
      const first = number * blockCells;
      let cell = 0;
      for (let square = 0; square < width; square++) {
        if (isDouble(index, index.blocks[number]! % index.placements.count, square)) {
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
function isDouble(index: EndgameIndex, placement: number, square: number): boolean {
  if (index.twins === 1) return false;
  for (let twin = 0; twin < index.twins - 1; twin++) {
    if (twinKey(index.placements.squareOf(placement, twin)) > twinKey(square)) return true;
  }
  return false;
}
