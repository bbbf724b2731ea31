// The proof kernel: a scalar program that proves tables by the plain rules of the game. It shares no code with the solver.
import { beginBoard } from "./board";
import { beginCaptures } from "./captures";
import { beginPatterns } from "./check-patterns";
import { beginCells, listEqualAt } from "./cells";
import { SCRATCH_BYTES, THREAD_WORDS } from "./layout";
import { beginLevelSets } from "./level-sets";
import { beginMoves } from "./moves";
import { beginRows } from "./rows";
import { beginSides } from "./sides";
import { beginWalk } from "./walk";
import { beginWindows } from "./windows";
import { beginWorklist } from "./worklist";

export { checkChunk, listSuspects, markChunk, needChunk } from "./chunks";
export {
  agreedSeeds,
  beginListing,
  beginRuns,
  countSuspects,
  fillSuspects,
  listDifferences,
  listMet,
  placeSuspects,
  sortRuns,
} from "./level-sets";
export { pattern } from "./check-patterns";

/** Takes up a table for a thread, whose memory lies at `scratch`: its words, SCRATCH_BYTES, then its findings. */
export function begin(table: usize, scratch: usize): void {
  beginWindows(scratch);
  scratch += THREAD_WORDS << 2;
  beginBoard(table, scratch);
  beginSides();
  beginCells();
  listEqualAt(scratch + 128);
  beginCaptures();
  beginRows(scratch + 256);
  beginMoves(scratch + 12_032);
  beginWalk(scratch + SCRATCH_BYTES);
}

/** Takes up the levels of one side. */
export function beginLevels(words: usize): void {
  beginLevelSets(words);
  beginPatterns(words);
  beginWorklist(words);
}
