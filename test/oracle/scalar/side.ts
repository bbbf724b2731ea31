import { marksOf } from "../../../src/solve/planes.ts";
import type { Metric } from "../../../src/table/value.ts";

/** In place of a number of moves: some capture does not lose, so the position is never lost. */
export const ESCAPES = 255;

export interface Side {
  /** Plies by cell, or a mark; a win longer than the present ply may still shrink. */
  readonly plane: Uint16Array;
  /** By cell: quiet moves not yet known to lose, or ESCAPES. */
  readonly moves: Uint8Array;
  /** By cell: plies of the longest losing capture; no loss is shorter. Only to mate, as to conversion they count 0. */
  readonly holds: Uint16Array | null;
  /** Cells with a position that is mated or stalemated, each as often as it stands for a position. */
  checkmated: number;
  stalemated: number;
  /** The longest distance so far, or -1. */
  longest: number;
}

/** Marks of the planes, which are always wide. */
export const { unknown: UNKNOWN, illegal: ILLEGAL } = marksOf(new Uint16Array(0));

export function makeSide(cells: number, metric: Metric): Side {
  return {
    plane: new Uint16Array(cells).fill(UNKNOWN),
    moves: new Uint8Array(cells),
    holds: metric === "dtm" ? new Uint16Array(cells) : null,
    checkmated: 0,
    stalemated: 0,
    longest: -1,
  };
}

export function decide(side: Side, cell: number, plies: number): void {
  side.plane[cell] = plies;
  if (plies > side.longest) side.longest = plies;
}

export function sideBytes({ plane, moves, holds }: Side): number {
  return plane.byteLength + moves.byteLength + (holds?.byteLength ?? 0);
}
