/** What a file stores for its sides, read in any pieces past the cache: codes, or the differences of the derived side. */
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { BlockReader, ReadBlock } from "./blocks.ts";
import { markIllegal, rowsOf, visitRows, type DerivedSide } from "../rows/derived.ts";
import type { Codes, TableHeader } from "../format/header.ts";
import { LegalRows } from "../rows/legal-rows.ts";
import { newCodes, type RowsOfCodes } from "../rows/quiet-rows.ts";

/** Some places of a file. */
export interface PlaceRange {
  readonly first: number;
  readonly count: number;
}

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

  /** What is stored for a side at some pieces of the file, one behind the other; each is valid until the next. */
  async *pieces(turn: Colour, pieces: Iterable<PlaceRange>): AsyncGenerator<Codes> {
    const { bytesPerCode, cells, cellsPerBlock } = this.#header;
    // What was read of the file's blocks, and from which place on: pieces end within blocks.
    let ready = newCodes(bytesPerCode, 0);
    let readyFrom = 0;
    let room = newCodes(bytesPerCode, 0);
    for (const { first, count } of pieces) {
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

  /** All rows of a side that is stored as codes. */
  async allRows(index: EndgameIndex, turn: Colour): Promise<RowsOfCodes> {
    const { cells, bytesPerCode } = this.#header;
    const codes = newCodes(bytesPerCode, cells);
    await this.read(turn, 0, codes);
    markIllegal(new LegalRows(index, turn), bytesPerCode, codes, 0, cells);
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
