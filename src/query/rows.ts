/** All positions of a table with their values, for programs that learn or count: a side is read at once, by rows, not by cells. */
import { noneOf } from "../table/rows/quiet-rows.ts";
import type { Table } from "../table/read/table.ts";
import type { Value } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { SQUARES } from "../xiangqi/squares.ts";

/** Some positions, one behind the other; valid until the next are asked for. */
export interface PositionRows {
  readonly count: number;
  /** A board of 90 pieces for each. */
  readonly boards: Uint8Array;
  /** For the side to move. */
  readonly values: readonly Value[];
}

const ROWS_AT_ONCE = 8192;

/**
 * The legal positions with one side to move, of mirror images one, in the order of the index. Memory: all codes of the side,
 * three bytes a cell at most; twice as much where codes have two bytes.
 */
export async function* positionRows(table: Table, turn: Colour): AsyncGenerator<PositionRows> {
  const { index, header } = table;
  const codes = await table.readCells(turn);
  const none = noneOf(header.bytesPerCode);
  const list = header.lists[turn];
  const boards = new Uint8Array(ROWS_AT_ONCE * SQUARES);
  let values: Value[] = [];
  for (let cell = 0; cell < codes.length; cell++) {
    const code = codes[cell]!;
    if (code === none) continue;
    index.boardAt(cell, boards.subarray(values.length * SQUARES, (values.length + 1) * SQUARES));
    if (values.push(list[code]!) < ROWS_AT_ONCE) continue;
    yield { count: values.length, boards, values };
    values = [];
  }
  if (values.length > 0) yield { count: values.length, boards, values };
}
