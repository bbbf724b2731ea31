/** Decoded tables: what the check reads. Shared by all threads. */
import type { EndgameIndex } from "../endgame/index.ts";
import { indexOfTable } from "../table/index-parameters.ts";
import { bytesOfCode, type TableHeader, type Codes } from "../table/header.ts";
import type { Value } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";

/** One decoded table as it travels to a thread; null for a side that nothing asks for. */
export interface DecodedTable {
  readonly header: TableHeader;
  /** What the codes of each side stand for. */
  readonly lists: Readonly<Record<Colour, readonly Value[]>>;
  readonly red: Codes | null;
  readonly black: Codes | null;
  /** Four codes lie in each byte, the first in its lowest bits. */
  readonly packed?: Readonly<Record<Colour, boolean>>;
  /** Of the table that is proven, where one side follows from the other: its differences as the file has them. */
  readonly differences?: Codes | null;
}

/** A decoded table with its index. */
export class Planes {
  readonly index: EndgameIndex;
  readonly red: Codes | null;
  readonly black: Codes | null;
  /** By side the value of each code. */
  readonly values: Readonly<Record<Colour, Int32Array>>;
  readonly #packed: Readonly<Record<Colour, boolean>>;

  constructor(
    { header, lists, red, black, packed = { red: false, black: false } }: DecodedTable,
    index?: EndgameIndex,
  ) {
    this.#packed = packed;
    this.index = index ?? indexOfTable(header, header.info.endgame);
    this.red = red;
    this.black = black;
    this.values = { red: Int32Array.from(lists.red), black: Int32Array.from(lists.black) };
  }

  valueAt(turn: Colour, cell: number): Value {
    const codes = this[turn]!;
    const code = this.#packed[turn] ? (codes[cell >>> 2]! >> (2 * (cell & 3))) & 3 : codes[cell]!;
    return this.values[turn][code]!;
  }
}

/** What checking one table takes: itself, and the tables that captures lead to, by their canonical names. */
export interface ProofTables {
  readonly table: DecodedTable;
  readonly inputs: ReadonlyMap<string, DecodedTable>;
}

/** Bytes of the decoded codes of one side. */
export function planeBytes(header: TableHeader): number {
  return header.cells * bytesOfCode(header);
}
