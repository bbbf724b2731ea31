/** Builds an endgame with all that it can lead to, in memory. Runs wherever the kernel does. */
import type { Endgame } from "../../src/endgame/endgame.ts";
import { solveContent, type Reading } from "../../src/solve/content.ts";
import type { Kernel, SolveProgress } from "../../src/solve/kernel.ts";
import { openOrMissing, type TableProvider } from "../../src/table/catalog.ts";
import { rawCodec } from "../../src/table/codec.ts";
import { encodeTable } from "../../src/table/encode.ts";
import { memoryOutput } from "../../src/table/output.ts";
import { sha256 } from "../../src/table/sha256.ts";
import { memorySource } from "../../src/table/source.ts";
import { openTable, type Table } from "../../src/table/table.ts";
import { missingOf, positionsIn } from "./plan.ts";

export interface ClosureOptions extends Reading {
  readonly kernel: Kernel;
  readonly threads: number;
  /** The tables that are there. */
  readonly tables: TableProvider;
  /** Their canonical names. */
  readonly present: ReadonlySet<string>;
  readonly onProgress?: (progress: ClosureProgress) => void;
  /** Gets each table when it is complete: the bytes of its file. */
  readonly onTable: (name: string, bytes: Uint8Array<ArrayBuffer>) => void;
}

/** As a server tells it of its own builds (`BuildJob.progress` in docs/http-api.md). */
export interface ClosureProgress {
  /** The endgame in work. */
  readonly endgame: string;
  readonly phase: SolveProgress["phase"] | "start" | "writing";
  /** Of all work, 0..1. */
  readonly done: number;
  /** Legal or not, of both sides to move. */
  readonly positionsPerSecond: number;
  /** Null in the first moments. */
  readonly secondsLeft: number | null;
}

/** Where each phase begins and how far it reaches, of the work on one endgame; levels come on top of a rough guess. */
const PHASES: Readonly<Record<ClosureProgress["phase"], readonly [start: number, length: number]>> = {
  start: [0, 0],
  load: [0, 0.1],
  legal: [0.1, 0.1],
  "red wins": [0.2, 0.25],
  "black wins": [0.45, 0.15],
  perpetuals: [0.6, 0.25],
  writing: [0.85, 0.15],
};

/**
 * Builds what is missing.
 * @throws whatever solving, or reading a table that is there, throws
 */
export async function buildClosureInMemory(endgame: Endgame, options: ClosureOptions): Promise<void> {
  const { tables, present, onTable, onProgress } = options;
  const wanted = missingOf(endgame, present);
  const total = positionsIn(wanted);
  const started = performance.now();
  const built = new Map<string, Table>();
  const open = async (name: string) => built.get(name) ?? openOrMissing(tables, name);
  let finished = 0;
  for (const each of wanted) {
    const { name } = each;
    const own = positionsIn([each]);
    const report = (phase: ClosureProgress["phase"], part: number): void => {
      const [start, length] = PHASES[phase];
      const positions = finished + own * (start + length * part);
      onProgress?.({ endgame: name, phase, ...pace(positions, total, (performance.now() - started) / 1000) });
    };
    report("start", 0);
    const { content } = await solveContent(each, {
      ...options,
      open,
      onProgress: ({ phase, done }) => report(phase, done),
    });
    const output = memoryOutput();
    await encodeTable(output, content, {
      codec: rawCodec,
      newHash: sha256,
      onProgress: (cells) => report("writing", cells / (2 * content.cells)),
    });
    const bytes = output.bytes();
    built.set(name, await openTable(memorySource(bytes, name), [rawCodec]));
    onTable(name, bytes);
    finished += own;
  }
}

function pace(positions: number, total: number, seconds: number) {
  const secondsLeft = seconds > 1 && positions > 0 ? (seconds * (total - positions)) / positions : null;
  return { done: positions / total, positionsPerSecond: positions / Math.max(seconds, 0.001), secondsLeft };
}
