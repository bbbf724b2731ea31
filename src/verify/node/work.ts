/** The blocks of one table shared out to threads, phase by phase, in chunks taken in ascending order. */
import { Checker } from "../check.ts";
import { KernelChecker, type ProofPhase } from "../kernel-checker.ts";
import type { ProofTables } from "../planes.ts";
import type { ProofLayout } from "../proof-kernel.ts";
import type { Tally } from "../tally.ts";
import { LegalCells } from "../walk.ts";

/** By the proof kernel, whose memory holds the tables, or by the plain program. */
export type ProofMeans =
  | { readonly by: "kernel"; readonly module: WebAssembly.Module; readonly layout: ProofLayout }
  /** `legal` gets the cells that are legal positions. */
  | { readonly by: "plain"; readonly tables: ProofTables; readonly legal: Pick<LegalCells, "red" | "black"> };

const PHASES: Readonly<Record<ProofMeans["by"], readonly ProofPhase[]>> = {
  kernel: ["mark", "check"],
  plain: ["check"],
};

/** Shared words of each phase: the next block to take, and how many are done. */
const NEXT = 0;
const DONE = 1;
const PHASE_WORDS = 2;

/** A chunk takes a thread some tens of milliseconds, so that progress is smooth and an end not waited for. */
const CHUNK_CELLS = { kernel: 262_144, plain: 32_768 };

export interface Work {
  readonly means: ProofMeans;
  readonly blocks: number;
  readonly blocksPerChunk: number;
  readonly control: Int32Array;
}

/** @param cells of each side to move */
export function makeWork(means: ProofMeans, blocks: number, cells: number): Work {
  const chunk = Math.floor(CHUNK_CELLS[means.by] / (cells / blocks));
  return {
    means,
    blocks,
    // A whole number of bytes in the kernel's sets of cells: no two threads write to the same.
    blocksPerChunk: Math.max(8, 8 * Math.floor(chunk / 8)),
    control: new Int32Array(new SharedArrayBuffer(4 * PHASE_WORDS * PHASES[means.by].length)),
  };
}

/** Of all blocks and phases, 0..1; marking counts as a tenth. */
export function shareDone({ means, control, blocks }: Work): number {
  const done = (phase: number) => Atomics.load(control, PHASE_WORDS * phase + DONE) / blocks;
  return means.by === "plain" ? done(0) : 0.1 * done(0) + 0.9 * done(1);
}

export interface WorkChecker {
  readonly tally: Tally;
  run(phase: ProofPhase, from: number, to: number): void;
}

export function makeChecker({ means }: Work, thread: number): WorkChecker {
  if (means.by === "kernel") return new KernelChecker(means.module, means.layout, thread);
  const { tables, legal } = means;
  return new Checker(tables, new LegalCells(tables.table.header.cells, legal));
}

/** Does chunks until none is left, stopping after each to let the caller do something else. */
export function* checkChunks(checker: WorkChecker, work: Work): Generator<void> {
  const { means, blocks, blocksPerChunk, control } = work;
  for (const [number, phase] of PHASES[means.by].entries()) {
    const next = PHASE_WORDS * number + NEXT;
    const done = PHASE_WORDS * number + DONE;
    for (;;) {
      const from = Atomics.add(control, next, blocksPerChunk);
      if (from >= blocks) break;
      const to = Math.min(blocks, from + blocksPerChunk);
      checker.run(phase, from, to);
      Atomics.add(control, done, to - from);
      Atomics.notify(control, done);
      yield;
    }
    // The next phase rests on this one as a whole.
    for (let seen = Atomics.load(control, done); seen < blocks; seen = Atomics.load(control, done)) {
      Atomics.wait(control, done, seen);
    }
  }
}
