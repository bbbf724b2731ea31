/** The blocks of one table shared out to threads of the plain program, in chunks taken in ascending order. */
import { Checker } from "../plain/check.ts";
import type { ProofTables } from "../planes.ts";
import { LegalCells } from "../walk.ts";

/** Shared words: the next block to take, and how many are done. */
const NEXT = 0;
const DONE = 1;
const WORDS = 2;

/** A chunk takes a thread some tens of milliseconds, so that progress is smooth and an end not waited for. */
const CHUNK_CELLS = 32_768;

export interface ChunkWork {
  readonly tables: ProofTables;
  /** Gets the cells that are legal positions. */
  readonly legal: Pick<LegalCells, "red" | "black">;
  readonly blocks: number;
  readonly blocksPerChunk: number;
  readonly control: Int32Array;
}

/** @param cells of each side to move */
export function makeWork(tables: ProofTables, legal: ChunkWork["legal"], blocks: number, cells: number): ChunkWork {
  const chunk = Math.floor(CHUNK_CELLS / (cells / blocks));
  return {
    tables,
    legal,
    blocks,
    // A whole number of bytes in sets of cells: no two threads write to the same.
    blocksPerChunk: Math.max(8, 8 * Math.floor(chunk / 8)),
    control: new Int32Array(new SharedArrayBuffer(4 * WORDS)),
  };
}

/** Of all blocks, 0..1. */
export function shareDone({ control, blocks }: ChunkWork): number {
  return Atomics.load(control, DONE) / blocks;
}

export function makeChecker({ tables, legal }: ChunkWork): Checker {
  return new Checker(tables, new LegalCells(tables.table.header.cells, legal));
}

/** Does chunks until none is left, stopping after each to let the caller do something else. */
export function* checkChunks(checker: Checker, { blocks, blocksPerChunk, control }: ChunkWork): Generator<void> {
  for (;;) {
    const from = Atomics.add(control, NEXT, blocksPerChunk);
    if (from >= blocks) return;
    const to = Math.min(blocks, from + blocksPerChunk);
    checker.run(from, to);
    Atomics.add(control, DONE, to - from);
    yield;
  }
}
