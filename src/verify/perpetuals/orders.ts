/** Orders of values, and positions by one number. */
import { DRAW, type Value } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";

/** The order of a draw: it is still undecided when all levels are done. */
export const UNDECIDED = 0xffff;

/** The level at which a position was decided. Draws: UNDECIDED. (`orderOf` without its divisions.) */
export function levelOf(value: Value): number {
  return value === DRAW ? UNDECIDED : (value - 1) >>> 16;
}

/** A position of a table: its cell and side to move. Ascending with the cell, Red first. */
export type PositionKey = number;

export function keyOf(cell: number, turn: Colour): PositionKey {
  return 2 * cell + (turn === "red" ? 0 : 1);
}

export function cellOfKey(key: PositionKey): number {
  return Math.floor(key / 2);
}

export function turnOfKey(key: PositionKey): Colour {
  return key % 2 === 0 ? "red" : "black";
}
