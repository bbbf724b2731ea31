/** Where the rare values of a table are: found by reading a side once, for all who look for any of them. */
import type { EndgameIndex } from "../endgame/index.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { mirrorPosition, samePosition, type LegalPosition } from "../xiangqi/position.ts";
import { isLegalPosition } from "../xiangqi/validate.ts";
import type { Table } from "../table/read/table.ts";

/** Cells that are read at a time. */
export const READ = 2 ** 17;
/** Cells that are looked at without a pause: a millisecond, and several before the code is compiled. */
export const AT_ONCE = 100;

/** Called after each millisecond, or so; resolves when the computing may go on. */
export type Pause = () => Promise<void>;

export class RareCells {
  readonly #table: Table;
  readonly #turn: Colour;
  readonly #isRare: readonly boolean[];
  /** By code: the cells that hold legal positions, and how many these are. */
  readonly #found: readonly { readonly cells: number[]; positions: number }[];
  readonly #pieces: number;
  readonly #stride: number;
  /** Pieces read. */
  #read = 0;
  #reading: Promise<void> | null = null;

  /**
   * @param counts how many positions have each code
   * @param few codes of so many at most are rare
   */
  constructor(table: Table, turn: Colour, counts: readonly number[], few: number) {
    this.#table = table;
    this.#turn = turn;
    this.#isRare = counts.map((count) => count <= few);
    this.#found = counts.map(() => ({ cells: [], positions: 0 }));
    this.#pieces = Math.ceil(table.header.cells / READ);
    this.#stride = strideOf(this.#pieces);
  }

  /** Whether the whole side has been read. */
  get isComplete(): boolean {
    return this.#read === this.#pieces;
  }

  /** How many positions of these rare codes have been found. */
  count(codes: readonly number[]): number {
    return codes.reduce((sum, code) => sum + this.#found[code]!.positions, 0);
  }

  /** Their cells. */
  cells(codes: readonly number[]): number[] {
    return codes.flatMap((code) => this.#found[code]!.cells);
  }

  /** Reads a piece, or waits for one that is being read for somebody else, who may give it up. */
  async readOn(pause: Pause): Promise<void> {
    if (this.#reading !== null) return this.#reading.catch(() => {});
    this.#reading = this.#readPiece(pause);
    try {
      await this.#reading;
    } finally {
      this.#reading = null;
    }
  }

  /** Neighbouring cells are alike, so pieces are taken from all over the table. */
  async #readPiece(pause: Pause): Promise<void> {
    const { header, index } = this.#table;
    const first = READ * ((this.#read * this.#stride) % this.#pieces);
    const count = Math.min(READ, header.cells - first);
    const codes = await this.#table.readCodes(this.#turn, first, count, pause);
    await pause();
    const illegal = this.#table.markIllegal(this.#turn, first, count); // which have any code
    const found: { code: number; cell: number; positions: number }[] = [];
    let looked = 0;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      if (!this.#isRare[code] || illegal[i] !== 0) continue;
      if (++looked % AT_ONCE === 0) await pause();
      const cell = this.#table.cellAt(first + i);
      const positions = positionsOf(index, cell, this.#turn).length;
      if (positions > 0) found.push({ code, cell, positions });
    }
    for (const { code, cell, positions } of found) {
      this.#found[code]!.cells.push(cell);
      this.#found[code]!.positions += positions;
    }
    this.#read++;
  }
}

/** Steps of this width, round and round, come to each of so many places once; neighbours come long after one another. */
export function strideOf(places: number): number {
  const isCoprime = (a: number, b: number): boolean => (b === 0 ? a === 1 : isCoprime(b, a % b));
  let stride = Math.max(1, Math.round(places * GOLDEN));
  while (!isCoprime(stride, places)) stride++;
  return stride;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The legal positions of the whole board that are looked up in a cell: one, two that mirror each other, or none. */
export function positionsOf(index: EndgameIndex, cell: number, turn: Colour): LegalPosition[] {
  const board = index.boardAt(cell);
  if (board === null) return [];
  const position = { board, turn };
  if (!isLegalPosition(position)) return [];
  const mirrored = mirrorPosition(position);
  const both = samePosition(position, mirrored) ? [position] : [position, mirrored];
  return both.filter((each) => index.indexOf(each.board) === cell);
}
