/** Which cells of a table are legal positions: one bit for each, in memory that threads share. */
import type { Colour } from "../xiangqi/pieces.ts";

export class LegalCells {
  readonly red: Int32Array;
  readonly black: Int32Array;

  /** @param cells of each side to move */
  constructor(cells: number, made: { readonly red: Int32Array; readonly black: Int32Array } = empty(cells)) {
    this.red = made.red;
    this.black = made.black;
  }

  add(turn: Colour, cell: number): void {
    Atomics.or(this[turn], Math.floor(cell / 32), 1 << (cell % 32));
  }

  has(turn: Colour, cell: number): boolean {
    return (this[turn][Math.floor(cell / 32)]! & (1 << (cell % 32))) !== 0;
  }
}

function empty(cells: number) {
  const side = () => new Int32Array(new SharedArrayBuffer(4 * Math.ceil(cells / 32)));
  return { red: side(), black: side() };
}
