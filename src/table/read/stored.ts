/** What a file stores for its sides, read in any pieces past the cache: codes, or the differences of the derived side. */
import { type FileOrder, fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { type Colour, opponent } from "../../xiangqi/pieces.ts";
import type { BlockReader, ReadBlock } from "./blocks.ts";
import { type DerivedSide, markIllegal, rowsOf, visitRows } from "../rows/derived.ts";
import type { Codes, TableHeader } from "../format/header.ts";
import { LegalRows } from "../rows/legal-rows.ts";
import { type RowsOfCodes, newCodes } from "../rows/quiet-rows.ts";
import { mirrorSquare } from "../../xiangqi/squares.ts";

/** Some places of a file. */
export interface PlaceRange {
  readonly first: number;
  readonly count: number;
}

/** Of a file, that are read before an interruption is heard. */
const BLOCKS_AT_ONCE = 64;
/** Cells of a derived side after which there is a pause, if any: a millisecond. */
const AT_ONCE = 4096;

/** The pieces of a range, of whole rows, that are looked at without a pause. */
export function piecesAtOnce(index: EndgameIndex, first: number, count: number, pauses: boolean): PlaceRange[] {
  const last = first + count;
  if (!pauses) return [{ first, count }];
  const pieces: PlaceRange[] = [];
  let begin = first;
  visitRows(index, first, count, (_placement, _square, start, length) => {
    const end = Math.min(start + length, last);
    if (end < last && end - begin < AT_ONCE) return;
    pieces.push({ first: begin, count: end - begin });
    begin = end;
  });
  return pieces;
}

export class StoredCodes {
  readonly #header: TableHeader;
  readonly #blocks: BlockReader;

  constructor(header: TableHeader, blocks: BlockReader) {
    this.#header = header;
    this.#blocks = blocks;
  }

  /** Reads what is stored for a side at as many places of the file as there is room for, from `first` on. */
  async read(turn: Colour, first: number, codes: Codes): Promise<void> {
    const { bytesPerCode, cellsPerBlock, blocksPerSide } = this.#header;
    if (codes.length === 0) return;
    const side = turn === "red" ? 0 : blocksPerSide;
    const last = first + codes.length;
    const from = side + Math.floor(first / cellsPerBlock);
    const to = side + Math.ceil(last / cellsPerBlock);
    for await (const block of this.#blocks.readRange(from, to)) {
      const start = (block.number - side) * cellsPerBlock;
      const begin = Math.max(first, start);
      const end = Math.min(last, start + cellsPerBlock);
      copyCodes(block, begin - start, end - start, codes, begin - first, bytesPerCode);
    }
  }

  /**
   * What is stored for a side at some pieces of the file, one behind the other; each is valid until the next.
   * @throws `signal.reason` when aborted
   */
  async *pieces(turn: Colour, pieces: Iterable<PlaceRange>, signal?: AbortSignal): AsyncGenerator<Codes> {
    const { bytesPerCode, cells, cellsPerBlock } = this.#header;
    // What was read of the file's blocks, and from which place on: pieces end within blocks.
    let ready = newCodes(bytesPerCode, 0);
    let readyFrom = 0;
    let room = newCodes(bytesPerCode, 0);
    for (const { first, count } of pieces) {
      signal?.throwIfAborted();
      if (room.length < count) room = newCodes(bytesPerCode, count);
      const codes = room.subarray(0, count);
      const left = ready.subarray(first - readyFrom);
      codes.set(left.subarray(0, count));
      if (left.length < count) {
        readyFrom = first + left.length;
        const end = Math.min(cells, Math.ceil((first + count) / cellsPerBlock) * cellsPerBlock);
        ready = newCodes(bytesPerCode, end - readyFrom);
        await this.read(turn, readyFrom, ready);
        codes.set(ready.subarray(0, first + count - readyFrom), left.length);
      }
      yield codes;
    }
  }

  /** All rows of a side that is stored as codes. @throws `signal.reason` when aborted */
  async allRows(index: EndgameIndex, turn: Colour, signal?: AbortSignal): Promise<RowsOfCodes> {
    const { cells, bytesPerCode, cellsPerBlock } = this.#header;
    const codes = newCodes(bytesPerCode, cells);
    const legal = new LegalRows(index, turn);
    const step = BLOCKS_AT_ONCE * cellsPerBlock;
    for (let first = 0; first < cells; first += step) {
      signal?.throwIfAborted();
      const some = codes.subarray(first, first + step);
      await this.read(turn, first, some);
      markIllegal(legal, bytesPerCode, some, first, some.length);
    }
    return rowsOf(index, codes);
  }

  /** The rows that a derived side's quiet moves from some places lead to: which they are is found out by a first go without values. */
  async rowsFor(side: DerivedSide, first: number, count: number, pause?: () => Promise<void>): Promise<RowsOfCodes> {
    const { index } = side;
    const { bytesPerCode, cellsPerBlock, cells } = this.#header;
    const turn = opponent(side.turn);
    const order = fileOrder(index);
    const startOf = (placement: number, square: number) =>
      order.start[placement]! + square * order.formationsOf(placement).length * index.black.count;
    const blocks = new Map<number, Codes>();
    const nothing = newCodes(bytesPerCode, index.red.count * index.black.count);
    const note: RowsOfCodes = (placement, square) => {
      const start = startOf(placement, square);
      const length = order.formationsOf(placement).length * index.black.count;
      for (let at = Math.floor(start / cellsPerBlock); at * cellsPerBlock < start + length; at++)
        blocks.set(at, nothing);
      return nothing.subarray(0, length);
    };
    for (const piece of piecesAtOnce(index, first, count, pause !== undefined)) {
      visitRows(index, piece.first, piece.count, (placement, square) => side.quiet.derive(note, placement, square));
      await pause?.();
    }
    for (const block of [...blocks.keys()].sort((a, b) => a - b)) {
      const start = block * cellsPerBlock;
      const codes = newCodes(bytesPerCode, Math.min(cellsPerBlock, cells - start));
      await this.read(turn, start, codes);
      blocks.set(block, codes);
    }
    const legal = new LegalRows(index, turn);
    const made = new Map<number, Codes>();
    return (placement, square) => {
      const start = startOf(placement, square);
      let row = made.get(start);
      if (row !== undefined) return row;
      row = newCodes(bytesPerCode, order.formationsOf(placement).length * index.black.count);
      for (let at = 0; at < row.length;) {
        const inBlock = (start + at) % cellsPerBlock;
        const codes = blocks.get((start + at - inBlock) / cellsPerBlock)!.subarray(inBlock, inBlock + row.length - at);
        row.set(codes, at);
        at += codes.length;
      }
      markIllegal(legal, bytesPerCode, row, start, row.length);
      made.set(start, row);
      return row;
    };
  }
}

function copyCodes(block: ReadBlock, begin: number, end: number, codes: Codes, at: number, bytesPerCode: 1 | 2): void {
  if ("fill" in block) codes.fill(block.fill, at, at + end - begin);
  else if (bytesPerCode === 1) codes.set(block.raw.subarray(begin, end), at);
  else {
    const high = block.raw.length / 2;
    for (let i = begin; i < end; i++) codes[at + i - begin] = block.raw[i]! + 256 * block.raw[high + i]!;
  }
}

/* Cells from the order of a file to that of the index and back, whole rows at a time. */

/**
 * A run of cells with one black formation after the other, and where they lie in a file.
 * @param mirrored the cells hold the mirror images: the place behind `place` by f has the cell behind `cell` by f's mirror image
 */
type RunVisitor = (place: number, cell: number, mirrored: boolean) => void;

/** Visits the runs at `count` places from `first` on, which must be whole rows. */
export function visitRuns(index: EndgameIndex, first: number, count: number, visit: RunVisitor): void {
  const { black, placements, storedBlock, width } = index;
  const { formationsOf } = fileOrder(index);
  visitRows(index, first, count, (placement, square, start) => {
    const stored = formationsOf(placement);
    for (let i = 0; i < stored.length; i++) {
      const block = storedBlock[stored[i]! * placements.count + placement]!;
      const place = start + i * black.count;
      if (block >= 0) visit(place, (block * width + square) * black.count, false);
      else {
        const image = width === 1 ? 0 : mirrorSquare(square);
        visit(place, ((-1 - block) * width + image) * black.count, true);
      }
    }
  });
}

/** Some *slabs* of a file, one row for each square of the inner man, and in each row a run of black formations for each block. */
export interface PieceOfSlabs extends PlaceRange {
  /** A slab is a placement, or a block where cells lie by their numbers. */
  readonly from: number;
  readonly to: number;
}

/**
 * All slabs, in pieces of about so many cells, or of one slab.
 * @param order of the places; null: cells lie by their numbers
 */
export function piecesOfSlabs(
  { blocks, black, placements, width }: EndgameIndex,
  order: FileOrder | null,
  cells: number,
): PieceOfSlabs[] {
  const slabs = order === null ? blocks.length : placements.count;
  const startOf = (slab: number): number => (order === null ? slab * width * black.count : order.start[slab]!);
  const pieces: PieceOfSlabs[] = [];
  for (let from = 0, to = 1; from < slabs; from = to, to++) {
    while (to < slabs && startOf(to + 1) - startOf(from) <= cells) to++;
    pieces.push({ from, to, first: startOf(from), count: startOf(to) - startOf(from) });
  }
  return pieces;
}

/** @param visit told where a slab is, and its blocks: -1 - block where the cells are their mirror images */
export function visitSlabs(
  { black, placements, storedBlock, width }: EndgameIndex,
  order: FileOrder | null,
  { from, to }: PieceOfSlabs,
  visit: (place: number, blocks: Int32Array) => void,
): void {
  if (order === null) {
    for (let block = from; block < to; block++) visit(block * width * black.count, Int32Array.of(block));
    return;
  }
  for (let placement = from; placement < to; placement++) {
    const stored = order.formationsOf(placement);
    visit(
      order.start[placement]!,
      stored.map((formation) => storedBlock[formation * placements.count + placement]!),
    );
  }
}

/** @param places codes of whole rows from place `first` on @param cells codes of all cells by number */
export function toIndexOrder(index: EndgameIndex, first: number, places: Codes, cells: Codes): void {
  const { count, mirror } = index.black;
  visitRuns(index, first, places.length, (place, cell, mirrored) => {
    const at = place - first;
    // Runs are mostly too short for copies by `set` and `subarray`.
    if (mirrored) for (let f = 0; f < count; f++) cells[cell + mirror[f]!] = places[at + f]!;
    else for (let f = 0; f < count; f++) cells[cell + f] = places[at + f]!;
  });
}

/** The same back: fills in `places`. */
export function fromIndexOrder(index: EndgameIndex, first: number, cells: Codes, places: Codes): void {
  const { count, mirror } = index.black;
  visitRuns(index, first, places.length, (place, cell, mirrored) => {
    const at = place - first;
    if (mirrored) for (let f = 0; f < count; f++) places[at + f] = cells[cell + mirror[f]!]!;
    else for (let f = 0; f < count; f++) places[at + f] = cells[cell + f]!;
  });
}
