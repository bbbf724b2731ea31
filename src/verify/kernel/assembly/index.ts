// The proof kernel: a scalar program that proves tables by the plain rules of the game. It shares no code with the solver.
import { beginBoard } from "./board";
import { beginChecks } from "./checks";
import { SCRATCH_BYTES } from "./layout";
import { beginCaptures } from "./captures";
import { beginCells, listEqualAt } from "./cells";
import { beginMoves } from "./moves";
import { beginRows } from "./rows";
import { beginSides } from "./sides";
import { beginWalk } from "./walk";

export { mark } from "./walk";
export { hasForcedChecks, keepChecks, list, numberSuspects, pattern, prepare } from "./checks";
export { checkChunk, noteChunk } from "./chunks";

/** Takes up a table for a thread, whose memory lies at `scratch`: SCRATCH_BYTES, then its findings. */
export function begin(table: usize, scratch: usize): void {
  beginBoard(table, scratch);
  beginSides();
  beginCells();
  listEqualAt(scratch + 128);
  beginCaptures();
  beginMoves();
  beginRows(scratch + 192);
  beginWalk(scratch + SCRATCH_BYTES);
}

/** Takes up the levels of one side. */
export function beginLevels(words: usize, scratch: usize): void {
  beginChecks(words, scratch + 8192);
}
