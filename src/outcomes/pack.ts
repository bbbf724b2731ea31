/** Tables of outcomes (docs/spec/outcome-tables.md), made from tables of values. */
import { fileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import type { NewHash } from "../base/sha256.ts";
import { VERSION } from "../base/version.ts";
import { COPIES } from "../table/format/copies.ts";
import { DamagedTableError } from "../table/format/errors.ts";
import type { Codec } from "../table/format/codec.ts";
import type { InputTable, OrderStatistics, TableInfo } from "../table/format/header.ts";
import type { Histogram } from "../table/format/histogram.ts";
import { blockCrc } from "../table/read/blocks.ts";
import { visitRuns } from "../table/read/stored.ts";
import type { Table } from "../table/read/table.ts";
import { packCopies } from "../table/write/pack-copies.ts";
import type { EncodedBlock, TableContent } from "../table/write/encode.ts";
import { BLOCK_CRC_BYTES } from "../table/format/format.ts";
import { compareValues, outcomeValue, type Value } from "../table/value.ts";
import { COLOURS, type Colour } from "../xiangqi/pieces.ts";
import { leavesCapturesOut, sumOf, type OutcomeReader, type OutcomeCodes } from "./read.ts";

/** Cells of a block: some hundreds of steps, so that one is decoded in microseconds. */
export const CELLS_PER_BLOCK = 65_536;

/** For `encodeTable`: blocks come as they are to be stored. */
export const OUTCOME_CODEC: Codec = {
  id: COPIES,
  name: "copies",
  compress: () => Promise.reject(new Error("blocks of outcomes are packed all at once")),
  decompress: () => {
    throw new Error("every file has codes of its own");
  },
};

/** Of a cell that may hold any outcome up to its own. */
const FREE = 16;

/**
 * The outcomes of a table of values. The same values give the same bytes.
 * @param reader of the tables that captures lead to
 */
export async function outcomeContent(
  table: Table,
  reader: OutcomeReader,
  newHash: NewHash,
  pause: () => Promise<void>,
): Promise<TableContent> {
  const { header, index } = table;
  const { info } = header;
  const values = await reader.ofTable(table);
  const list = [...new Set(header.values.map(outcomeValue))].sort(compareValues);
  const cells = cellsOf(values, list);
  if (leavesCapturesOut(info.rules)) {
    await reader.visitCaptures(table, values, (turn, cell, best) => {
      const own = list[cells[turn][cell]!]!;
      const more = compareValues(best, own);
      if (more > 0) throw new DamagedTableError(table.file, `a capture gives more than the value of cell ${cell}`);
      if (more === 0) cells[turn][cell]! |= FREE;
    });
  }
  const blocks = COLOURS.flatMap((turn) => cut(byPlaces(index, cells[turn])));
  const histogram = countOutcomes(header.values, await table.readHistogram(), list);
  const { packing, stored } = await packBlocks(blocks, histogram, index, pause);
  return {
    info: infoOf(info, inputsOf(table), { sum: sumOf(values, newHash), packing }),
    cells: header.cells,
    lists: { red: list, black: list },
    layout: "placements",
    derived: null,
    histogram,
    band: (_turn, _first, _count, number) => stored[number]!,
  };
}

function inputsOf({ header }: Table): InputTable[] {
  const { endgame, contentSum } = header.info;
  return [{ name: endgame, sha256: header.sha256, ...(contentSum !== undefined && { sum: contentSum }) }];
}

/** Of each side, by cell: the place in the list; of what is no legal position the last one, which may be anything. */
function cellsOf(values: OutcomeCodes, list: readonly Value[]): Record<Colour, Uint8Array> {
  const side = (turn: Colour): Uint8Array => {
    const places = new Uint8Array(2 ** 16).fill(FREE | (list.length - 1));
    values.lists[turn].forEach((value, code) => (places[code] = list.indexOf(outcomeValue(value))));
    const codes = values[turn];
    const cells = new Uint8Array(codes.length);
    for (let cell = 0; cell < cells.length; cell++) cells[cell] = places[codes[cell]!]!;
    return cells;
  };
  return { red: side("red"), black: side("black") };
}

function byPlaces(index: EndgameIndex, cells: Uint8Array): Uint8Array {
  const { black } = index;
  const places = new Uint8Array(cells.length);
  visitRuns(index, 0, cells.length, (place, cell, mirrored) => {
    for (let f = 0; f < black.count; f++) places[place + f] = cells[cell + (mirrored ? black.mirror[f]! : f)]!;
  });
  return places;
}

function cut(places: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let first = 0; first < places.length; first += CELLS_PER_BLOCK) {
    blocks.push(places.subarray(first, first + CELLS_PER_BLOCK));
  }
  return blocks;
}

/** How many legal positions of the whole board have each outcome. */
function countOutcomes(values: readonly Value[], histogram: Histogram, list: readonly Value[]): Histogram {
  const count = (turn: Colour): number[] => {
    const counts = list.map(() => 0);
    values.forEach((value, code) => (counts[list.indexOf(outcomeValue(value))]! += histogram[turn][code] ?? 0));
    return counts;
  };
  return { red: count("red"), black: count("black") };
}

async function packBlocks(
  blocks: readonly Uint8Array[],
  histogram: Histogram,
  index: EndgameIndex,
  pause: () => Promise<void>,
): Promise<{ packing: NonNullable<TableInfo["outcomes"]>["packing"]; stored: EncodedBlock[] }> {
  const codes = histogram.red.length;
  const all = (1 << codes) - 1;
  const masks = Uint16Array.from({ length: 2 * FREE }, (_, cell) => {
    const code = cell & (FREE - 1);
    return (cell & FREE) === 0 ? 1 << code : all & ((2 << code) - 1);
  });
  const counts = histogram.red.map((count, code) => count + histogram.black[code]!);
  const preference = counts.map((_, code) => code).sort((a, b) => counts[b]! - counts[a]! || a - b);
  const fills = blocks.map((block) => {
    let common = all;
    for (const cell of block) common &= masks[cell]!;
    return preference.find((code) => (common >> code) & 1) ?? -1;
  });
  const varied = blocks.filter((_, i) => fills[i]! < 0);
  const { packing, payloads } = await packCopies({ blocks: varied, masks, preference }, likelyDistances(index), pause);
  let next = 0;
  const stored = fills.map((fill, number): EncodedBlock => {
    if (fill >= 0) return { entry: { fill }, stored: new Uint8Array() };
    const payload = payloads[next++]!;
    const bytes = new Uint8Array(BLOCK_CRC_BYTES + payload.length);
    new DataView(bytes.buffer).setUint32(0, blockCrc(number, payload), true);
    bytes.set(payload, BLOCK_CRC_BYTES);
    return { entry: { length: bytes.length }, stored: bytes };
  });
  return { packing, stored };
}

/** Where cells that are alike may lie: some formations, inner squares, placements before. */
function likelyDistances(index: EndgameIndex): number[] {
  const { black, red, width } = index;
  const found = new Set<number>();
  const most = Math.min(CELLS_PER_BLOCK, fileOrder(index).start.at(-1)!);
  const add = (distance: number): void => {
    if (distance > 0 && distance < most) found.add(distance);
  };
  const row = black.count;
  const square = row * red.count;
  const placement = square * width;
  for (let i = 1; i <= 32; i++) add(i);
  for (let i = 1; i <= 40; i++) for (const step of [row, square, placement]) add(i * step);
  for (let ranks = 0; ranks <= 3; ranks++) for (let files = -3; files <= 3; files++) add((9 * ranks + files) * square);
  for (let a = -4; a <= 4; a++) {
    for (const step of [row, square, placement]) add(step + a);
    for (let b = -4; b <= 4; b++) {
      add(square + a * row + b);
      add(placement + a * square + b * row);
    }
  }
  return [...found];
}

/** What is said of the values themselves is left out. */
function infoOf(info: TableInfo, inputs: InputTable[], outcomes: TableInfo["outcomes"]): TableInfo {
  const { endgame, metric, rules, switches, orderForm, index, red, black, orders, dependentOrders, bracket } = info;
  return {
    endgame,
    metric,
    rules,
    switches,
    orderForm,
    index,
    red,
    black,
    orders: addOrders(orders),
    ...(dependentOrders !== undefined && { dependentOrders: addOrders(dependentOrders) }),
    ...(bracket !== undefined && { bracket }),
    builder: { name: "canju", version: VERSION },
    inputs,
    outcomes,
  };
}

/** Orders above 0 as one. */
function addOrders(orders: readonly OrderStatistics[]): OrderStatistics[] {
  const above = orders.filter(({ order }) => order > 0);
  const side = (turn: Colour) => ({
    wins: above.reduce((sum, each) => sum + each[turn].wins, 0),
    losses: above.reduce((sum, each) => sum + each[turn].losses, 0),
    longestWin: Math.max(...above.map((each) => each[turn].longestWin)),
    longestLoss: Math.max(...above.map((each) => each[turn].longestLoss)),
  });
  const first = above.map(({ kind }) => kind).slice(0, 1);
  return [
    ...orders.filter(({ order }) => order === 0),
    ...first.map((kind) => ({ order: 1, kind, red: side("red"), black: side("black") })),
  ];
}
