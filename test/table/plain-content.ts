/** A table as a writer without knowledge of moves writes it: cells in the order of the index, both sides as they are. */
import { bytesPerCodeOf, type TableContent } from "../../src/table/write/encode.ts";
import type { TableInfo, Codes } from "../../src/table/format/header.ts";
import type { Histogram } from "../../src/table/format/histogram.ts";
import { newCodes } from "../../src/table/rows/quiet-rows.ts";
import type { Value } from "../../src/table/value.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";

export interface PlainTable {
  readonly info: TableInfo;
  readonly cells: number;
  /** Of both sides, by code. */
  readonly values: readonly Value[];
  readonly histogram: Histogram;
  /** Fills `out` with the codes of `count` cells from `first` on. */
  readonly codes: (turn: Colour, first: number, count: number, out: Codes) => void;
}

export function plainContent({ info, cells, values, histogram, codes }: PlainTable): TableContent {
  const lists = { red: values, black: values };
  return {
    info,
    cells,
    lists,
    layout: "index",
    derived: null,
    histogram,
    band: (turn, first, count) => {
      const band = newCodes(bytesPerCodeOf({ lists, derived: null }), count);
      codes(turn, first, count, band);
      return { codes: band };
    },
  };
}
