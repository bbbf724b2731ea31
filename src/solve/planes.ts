/** From planes of distances to tables and back. */
import { twinKey, type EndgameIndex } from "../endgame/index.ts";
import type { Histogram, SideStatistics, TableInfo } from "../table/header.ts";
import { describeIndex, indexOfTable } from "../table/index-parameters.ts";
import type { Codes, Table } from "../table/table.ts";
import { DRAW, distanceOf, makeValue, type Value } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { marksOf, planeCell, type Plane, type Planes, type Solution } from "./kernel.ts";

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
}

/** The content of a table. Values are draw and distances 0 to the longest: a code is a distance plus one. */
export function contentOf(solution: Solution): Content {
  const sides = { red: countSide(solution, "red"), black: countSide(solution, "black") };
  const longest = Math.max(sides.red.counts.length, sides.black.counts.length) - 2;
  const values = [DRAW, ...Array.from({ length: longest + 1 }, (_, distance) => makeValue(0, distance))];
  const pad = (counts: readonly number[]) => [...counts, ...new Array<number>(values.length - counts.length).fill(0)];
  const decided = ({ wins, losses, longestWin, longestLoss }: SideStatistics) => ({
    wins,
    losses,
    longestWin,
    longestLoss,
  });
  const { red, black } = { red: sides.red.statistics, black: sides.black.statistics };
  return {
    values,
    histogram: { red: pad(sides.red.counts), black: pad(sides.black.counts) },
    statistics: {
      red,
      black,
      orders: [{ order: 0, kind: "conversion", red: decided(red), black: decided(black) }],
      index: describeIndex(solution.index),
    },
    codes: codeWriter(solution),
  };
}

/** Counts one side over the whole board: by code (draw, then distances 0, 1, ...), and in sum. */
function countSide(solution: Solution, turn: Colour): { counts: number[]; statistics: SideStatistics } {
  const { index } = solution;
  const plane = solution[turn];
  const { unknown, illegal } = marksOf(plane);
  const blockCells = index.black.count * index.width;
  const byWeight = [new Uint32Array(unknown + 1), new Uint32Array(unknown + 1)] as const;
  for (let block = 0, cell = 0; block < index.blocks.length; block++) {
    const counts = byWeight[index.weights[block]! - 1]!;
    for (const end = cell + blockCells; cell < end; cell++) counts[plane[cell]!]!++;
  }
  const countOf = (value: number) => (byWeight[0][value]! + 2 * byWeight[1][value]!) / index.twins;
  let longestWin = -1;
  let longestLoss = -1;
  const counts = [countOf(unknown)];
  let wins = 0;
  let losses = 0;
  for (let distance = 0; distance < illegal; distance++) {
    const count = countOf(distance);
    if (count === 0) continue;
    while (counts.length <= distance) counts.push(0);
    counts.push(count);
    if (distance % 2 === 1) {
      wins += count;
      longestWin = distance;
    } else {
      losses += count;
      longestLoss = distance;
    }
  }
  const fenOf = (distance: number): string | null => {
    if (distance < 0) return null;
    const board = firstBoard(index, plane, distance);
    return formatFen({ board, turn });
  };
  return {
    counts,
    statistics: {
      positions: wins + losses + counts[0]!,
      wins,
      draws: counts[0]!,
      losses,
      checkmated: solution.checkmated[turn],
      stalemated: solution.stalemated[turn],
      longestWin,
      longestLoss,
      longestWinFen: fenOf(longestWin),
      longestLossFen: fenOf(longestLoss),
    },
  };
}

/** The board of the first cell in a plane with this distance. */
function firstBoard(index: EndgameIndex, plane: Plane, distance: number): Uint8Array {
  const at = plane.indexOf(distance);
  const square = at % index.width;
  const vector = (at - square) / index.width;
  const formation = vector % index.black.count;
  const block = (vector - formation) / index.black.count;
  const cell = (block * index.width + square) * index.black.count + formation;
  if (planeCell(index, cell) !== at) throw new Error("planes and cells disagree");
  return index.boardAt(cell)!;
}

/**
 * Codes in the order of cells. Cells that nobody looks up (no legal position, or a twin's double) repeat the code before
 * them, which costs no room.
 */
function codeWriter(solution: Solution): Content["codes"] {
  const { index } = solution;
  const { width } = index;
  const formations = index.black.count;
  const blockCells = width * formations;
  const block = new Uint16Array(blockCells);
  let current = -1;
  let last = 0;
  const turnBlock = (plane: Plane, number: number): void => {
    const { unknown, illegal } = marksOf(plane);
    const first = number * blockCells;
    let cell = 0;
    for (let square = 0; square < width; square++) {
      if (isDouble(index, number, square)) {
        block.fill(last, cell, (cell += formations));
        continue;
      }
      for (let at = first + square, f = 0; f < formations; f++, at += width) {
        const value = plane[at]!;
        if (value !== illegal) last = value === unknown ? 0 : value + 1;
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

/** Whether an outer twin of the inner man has the larger key: then `cellOf` never gives this cell. */
function isDouble(index: EndgameIndex, block: number, square: number): boolean {
  if (index.twins === 1) return false;
  const placement = index.blocks[block]! % index.placements.count;
  for (let twin = 0; twin < index.twins - 1; twin++) {
    if (twinKey(index.placements.squareOf(placement, twin)) > twinKey(square)) return true;
  }
  return false;
}
