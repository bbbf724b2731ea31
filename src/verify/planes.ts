/** Decoded tables: what the check reads. Shared by all threads. */
import type { EndgameIndex } from "../endgame/index.ts";
import { indexOfTable } from "../table/format/index-parameters.ts";
import { bytesOfCode, type TableHeader, type Codes } from "../table/format/header.ts";
import type { Value } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";

/** The code of a cell. */
export type CodeReader = (cell: number) => number;

/** One decoded table as it travels to a thread; null for a side that nothing asks for. */
export interface DecodedTable {
  readonly header: TableHeader;
  /** What the codes of each side stand for. */
  readonly lists: Readonly<Record<Colour, readonly Value[]>>;
  readonly red: Codes | null;
  readonly black: Codes | null;
  /** Reads codes of sides that lie in another way. */
  readonly read?: Partial<Readonly<Record<Colour, CodeReader>>>;
  /** Of the table that is proven, where one side follows from the other: its differences as the file has them. */
  readonly differences?: Codes | null;
}

/** A decoded table with its index. */
export class TablePlanes {
  readonly index: EndgameIndex;
  readonly red: Codes | null;
  readonly black: Codes | null;
  /** By side the value of each code. */
  readonly values: Readonly<Record<Colour, Float64Array>>;
  readonly #read: Readonly<Record<Colour, CodeReader>>;

  constructor({ header, lists, red, black, read }: DecodedTable, index?: EndgameIndex) {
    this.index = index ?? indexOfTable(header, header.info.endgame);
    this.red = red;
    this.black = black;
    this.#read = {
      red: read?.red ?? ((cell) => red![cell]!),
      black: read?.black ?? ((cell) => black![cell]!),
    };
    this.values = { red: Float64Array.from(lists.red), black: Float64Array.from(lists.black) };
  }

  valueAt(turn: Colour, cell: number): Value {
    return this.values[turn][this.#read[turn](cell)]!;
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
