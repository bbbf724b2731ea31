/**
 * Positions of a table by one number, their orders, and sets of them, which are sorted arrays: a level can have more than a
 * `Set` has room for.
 */
import { DRAW, type Value } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { EndgameIndex } from "../../endgame/index.ts";

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

/** Ascending, each key once. */
export type KeySet = Float64Array<ArrayBuffer>;

export function keySet(keys: ArrayLike<PositionKey>): KeySet {
  const sorted = Float64Array.from(keys).sort();
  return sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
}

/** The keys of one set that are not in the other. */
export function without(set: KeySet, other: KeySet): KeySet {
  let at = 0;
  return set.filter((key) => {
    while (at < other.length && other[at]! < key) at++;
    return other[at] !== key;
  });
}

export function intersection(set: KeySet, other: KeySet): KeySet {
  return without(set, without(set, other));
}

export function union(a: KeySet, b: KeySet): KeySet {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return keySet(both);
}

/** Whether a cell keeps a board as its mirror image. One that is its own mirror image is kept as it is. */
export function isMirrored(board: Uint8Array, index: EndgameIndex, cell: number): boolean {
  const kept = index.boardAt(cell)!;
  for (let square = 0; square < board.length; square++) if (kept[square] !== board[square]) return true;
  return false;
}
