/** Random legal positions of an endgame that the tables value as wished. */
import { canonicalEndgame, parseEndgame, type Endgame } from "../endgame/endgame.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { InputError } from "../base/errors.ts";
import { COLOURS, opponent, type Colour } from "../xiangqi/pieces.ts";
import { mirrorPosition, swapColours, type LegalPosition } from "../xiangqi/position.ts";
import { isLegalPosition } from "../xiangqi/validate.ts";
import { LOOKUPS_A_PIECE, openOrMissing, type TableProvider } from "../table/catalog/catalog.ts";
import type { Histogram } from "../table/format/histogram.ts";
import { valueOf } from "./lookup.ts";
import { AT_ONCE, positionsOf, RareCells, READ, type Pause } from "./rare-cells.ts";
import { nameValuedPosition, type ValuedPosition } from "./probe.ts";
import type { Table } from "../table/read/table.ts";
import { categoryOf, distanceOf, isDependent, isDraw, orderOf, type Category, type Value } from "../table/value.ts";

/** What a position must be; whatever is left out may be anything. A draw has neither order nor distance. */
export interface SampleWish {
  readonly turn?: Colour;
  /** To the side to move, for certain. */
  readonly outcome?: Category;
  readonly order?: number;
  /** The least and most distance in plies. */
  readonly min?: number;
  readonly max?: number;
}

/** A position drawn from a table at random. */
export interface Sample {
  readonly position: LegalPosition;
  /** To the side to move. */
  readonly value: Value;
  /** How many positions of the whole board are as wished, this one included. */
  readonly count: number;
}

/** A sample in words. */
export interface RandomPosition extends ValuedPosition {
  /** How many positions of the whole board are as wished. */
  readonly count: number;
}

/** Numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** Rarer than one in so many legal positions is looked for in blocks that are read, instead of drawing cells of all of them. */
const RARE = 32;
export interface SampleBounds {
  /** Wished positions of a side: where there are no more, all are found once. */
  readonly few: number;
  /** Cells of a side: blocks of a table that has no more stay in memory, and cells are drawn however rare the wish is. */
  readonly small: number;
}

const BOUNDS: SampleBounds = { few: 4096, small: 4 * 2 ** 20 };
/** Draws before that, for each position that is expected among as many: all in vain once in 9 million times. */
const PATIENCE = 16;

/**
 * A random position of the endgame, in the colours asked for; null when the whole table holds none such.
 *
 * The table's histogram says how many there are, and the side to move is drawn accordingly. Where there are no more than
 * 4,096 the whole side is read once, which is remembered as long as the table is open, and one of them is drawn. Else cells of the
 * whole board are drawn until one will do (rejection), in tables of more than 4 M cells only where one in 32 legal
 * positions does. In all these cases every position is equally likely. The others are chosen among those of 131,072
 * neighbouring cells, the first from a random place on that have any: positions with few others of their kind around them are more
 * likely than others. So are, in tables of more than 4 M cells, the first found of the 4,096 until all is read: each call reads on.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function samplePosition(
  endgame: Endgame,
  wish: SampleWish,
  provider: TableProvider,
  random: Random = Math.random,
  { few, small }: SampleBounds = BOUNDS,
): Promise<Sample | null> {
  const { endgame: canonical, swapped } = canonicalEndgame(endgame);
  const table = await openOrMissing(provider, canonical.name);
  const wanted = table.header.values.map((value) => isWished(value, wish));
  const turnOf = (colour: Colour) => (swapped ? opponent(colour) : colour);
  const turns = COLOURS.filter((turn) => wish.turn === undefined || turnOf(wish.turn) === turn);
  const histogram = await histogramOf(table);
  const counts = turns.map((turn) => histogram[turn].reduce((sum, count, code) => sum + (wanted[code] ? count : 0), 0));
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  const first = random() * count < counts[0]! ? 0 : 1;
  const turn = turns[first]!;
  const pause: Pause = async () => provider.pause?.(LOOKUPS_A_PIECE);
  const search: Search = { table, index: table.index, turn, wanted, random, pause };
  const rarity = table.header.info[turn].positions / counts[first]!;
  let found: LegalPosition | null = null;
  const isSmall = table.header.cells <= small;
  if (rarity > RARE && counts[first]! <= few) {
    const known = rareCells.get(table) ?? {};
    rareCells.set(table, known);
    const rare = (known[turn] ??= new RareCells(table, turn, histogram[turn], few));
    found = await drawRare(search, rare, counts[first]!, isSmall ? counts[first]! : 1);
  } else if (rarity <= RARE || isSmall) found = await drawCells(search, rarity * PATIENCE);
  found ??= await searchBlocks(search);
  // A sound table holds what its histogram counts.
  if (found === null) throw new Error(`${table.file}: found none of the ${count} positions that its histogram counts`);
  const position = swapped ? swapColours(found) : found;
  return { position, value: await valueOf(position, provider), count };
}

/**
 * A random position as wished.
 * @param name of an endgame, in the colours of the answer
 * @throws InputError `no-such-position`, and what `samplePosition` throws
 */
export async function randomPosition(
  name: string,
  wish: SampleWish,
  provider: TableProvider,
  random?: Random,
): Promise<RandomPosition> {
  const endgame = parseEndgame(name);
  const sample = await samplePosition(endgame, wish, provider, random);
  if (sample === null) throw new InputError("no-such-position", `${endgame.name} has no position as wished`);
  const { position, value, count } = sample;
  return { ...nameValuedPosition(position, value, provider), count };
}

function isWished(value: Value, { outcome, order, min, max }: SampleWish): boolean {
  if (outcome !== undefined && (categoryOf(value) !== outcome || isDependent(value))) return false;
  if (isDraw(value)) return order === undefined && min === undefined && max === undefined;
  const distance = distanceOf(value);
  return (order ?? orderOf(value)) === orderOf(value) && distance >= (min ?? 0) && distance <= (max ?? Infinity);
}

const histograms = new WeakMap<Table, Promise<Histogram>>();

function histogramOf(table: Table): Promise<Histogram> {
  let histogram = histograms.get(table);
  if (histogram === undefined) {
    histogram = table.readHistogram();
    histogram.catch(() => histograms.delete(table)); // a failed read is tried again
    histograms.set(table, histogram);
  }
  return histogram;
}

interface Search {
  readonly table: Table;
  readonly index: EndgameIndex;
  readonly turn: Colour;
  /** By code. */
  readonly wanted: readonly boolean[];
  readonly random: Random;
  /** `TableProvider.pause`. */
  readonly pause: Pause;
}

/**
 * Draws cells of the whole board: every position has as many of them as it has twins that could be the inner man.
 * @param draws how many legal positions to look up at most
 */
async function drawCells(
  { table, index, turn, wanted, random, pause }: Search,
  draws: number,
): Promise<LegalPosition | null> {
  const { values } = table.header;
  const wished = new Set(values.filter((_, code) => wanted[code]));
  const below = (limit: number) => Math.floor(random() * limit);
  // Many cells are no legal position; the second bound is for tables that have hardly any.
  for (let left = draws, cells = 0; left > 0 && cells < 1000 * draws; cells++) {
    if (cells % AT_ONCE === 0) await pause();
    const stored = index.storedBlock[below(index.allBlocks)]!;
    const row = (stored < 0 ? -1 - stored : stored) * index.width + below(index.width);
    const board = index.boardAt(row * index.black.count + below(index.black.count));
    if (board === null) continue;
    const drawn = { board, turn };
    const position = stored < 0 ? mirrorPosition(drawn) : drawn;
    if (!isLegalPosition(position)) continue;
    left--;
    const cell = index.indexOf(position.board);
    let value = table.valueIfCached(turn, cell);
    if (value === undefined) {
      value = await table.valueAt(turn, cell);
      await pause(); // many may have waited for the same block
    }
    if (wished.has(value)) return position;
  }
  return null;
}

const rareCells = new WeakMap<Table, Partial<Record<Colour, RareCells>>>();

/**
 * Draws among the wished positions that have been found, once there are enough of them. Reads on until all are.
 * @param count of all wished positions
 */
async function drawRare(
  { index, turn, wanted, random, pause }: Search,
  rare: RareCells,
  count: number,
  enough: number,
): Promise<LegalPosition | null> {
  const codes = [...wanted.keys()].filter((code) => wanted[code]);
  do {
    await pause();
    if (!rare.isComplete && rare.count(codes) < count) await rare.readOn(pause);
  } while (!rare.isComplete && rare.count(codes) < enough);
  return drawAmong(rare.cells(codes), (cell) => positionsOf(index, cell, turn), random, pause);
}

/** Draws among the wished positions of the first neighbouring cells that have any, from a random place on. */
async function searchBlocks({ table, index, turn, wanted, random, pause }: Search): Promise<LegalPosition | null> {
  const { cells } = table.header;
  const start = READ * Math.floor(random() * Math.ceil(cells / READ));
  for (let done = 0; done < cells;) {
    await pause();
    const first = (start + done) % cells;
    const codes = await table.readCodes(turn, first, Math.min(READ, cells - first), pause); // which ends where it began
    await pause();
    const illegal = table.markIllegal(turn, first, codes.length);
    const found: number[] = [];
    for (let i = 0; i < codes.length; i++)
      if (wanted[codes[i]!] && illegal[i] === 0) found.push(table.cellAt(first + i));
    done += codes.length;
    const position = await drawAmong(found, (cell) => positionsOf(index, cell, turn), random, pause);
    if (position !== null) return position;
  }
  return null;
}

/** Every position of these cells is equally likely. Cells without any are taken out of the list. */
async function drawAmong(
  cells: number[],
  positionsIn: (cell: number) => LegalPosition[],
  random: Random,
  pause: Pause,
): Promise<LegalPosition | null> {
  for (let drawn = 0; cells.length > 0; drawn++) {
    if (drawn % AT_ONCE === 0) await pause();
    const at = Math.floor(random() * cells.length);
    const positions = positionsIn(cells[at]!);
    // A cell has two positions at most: of those with one, half are refused.
    const position = positions[Math.floor(2 * random())];
    if (position !== undefined) return position;
    if (positions.length > 0) continue;
    cells[at] = cells.at(-1)!;
    cells.pop();
  }
  return null;
}
