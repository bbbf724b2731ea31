/** The blocks of one table shared out to threads, phase by phase, in chunks taken in ascending order. */
import { Checker } from "../check.ts";
import { KernelChecker, type ProofPhase } from "../kernel-checker.ts";
import type { ProofTables } from "../planes.ts";
import type { ProofLayout } from "../proof-kernel.ts";
import type { Tally } from "../tally.ts";
import { opponent } from "../../xiangqi/pieces.ts";
import { LegalCells } from "../walk.ts";

/** By the proof kernel, whose memory holds the tables, or by the plain program. */
export type ProofMeans =
  | { readonly by: "kernel"; readonly module: WebAssembly.Module; readonly layout: ProofLayout }
  /** `legal` gets the cells that are legal positions. */
  | { readonly by: "plain"; readonly tables: ProofTables; readonly legal: Pick<LegalCells, "red" | "black"> };

/** Phases with the share of the time that each takes, roughly. */
function phasesOf(means: ProofMeans): readonly (readonly [phase: ProofPhase, share: number])[] {
  // The plain program checks both sides at once.
  if (means.by === "plain") return [["red", 1]];
  const first = means.layout.header.derived ?? "red";
  return [
    ["mark", 0.1],
    [first, 0.45],
    [opponent(first), 0.45],
  ];
}

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
    control: new Int32Array(new SharedArrayBuffer(4 * PHASE_WORDS * phasesOf(means).length)),
  };
}

/** Of all blocks and phases, 0..1. */
export function shareDone({ means, control, blocks }: Work): number {
  return phasesOf(means).reduce((sum, [, share], number) => {
    return sum + (share * Atomics.load(control, PHASE_WORDS * number + DONE)) / blocks;
  }, 0);
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
  for (const [number, [phase]] of phasesOf(means).entries()) {
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
