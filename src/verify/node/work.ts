/** The blocks of one table shared out to threads, in chunks taken in ascending order. */
import { Checker } from "../check.ts";
import type { ProofTables } from "../planes.ts";

/** Shared words: the next block to take, and how many are done. */
const NEXT = 0;
const DONE = 1;
const WORDS = 2;

/** A chunk takes a thread some tens of milliseconds, so that progress is smooth and an end not waited for. */
const CHUNK_CELLS = 32_768;

export interface Work {
  readonly tables: ProofTables;
  readonly blocks: number;
  readonly blocksPerChunk: number;
  readonly control: Int32Array;
}

export function makeWork(tables: ProofTables, blocks: number): Work {
  const cellsPerBlock = tables.table.header.cells / blocks;
  return {
    tables,
    blocks,
    blocksPerChunk: Math.max(1, Math.floor(CHUNK_CELLS / cellsPerBlock)),
    control: new Int32Array(new SharedArrayBuffer(4 * WORDS)),
  };
}

/** Of all blocks, 0..1. */
export function shareDone({ control, blocks }: Work): number {
  return Atomics.load(control, DONE) / blocks;
}

/** Checks chunks until none is left, stopping after each to let the caller do something else. */
export function* checkChunks(checker: Checker, { blocks, blocksPerChunk, control }: Work): Generator<void> {
  for (;;) {
    const from = Atomics.add(control, NEXT, blocksPerChunk);
    if (from >= blocks) return;
    const to = Math.min(blocks, from + blocksPerChunk);
    checker.checkBlocks(from, to);
    Atomics.add(control, DONE, to - from);
    yield;
  }
}
