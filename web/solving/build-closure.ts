/** Builds an endgame with all that it can lead to, in memory. Runs wherever the kernel does. */
import type { Endgame } from "../../src/endgame/endgame.ts";
import { BuildFigures, type BuildState, type BuildStep } from "../../src/solve/build-figures.ts";
import { solveContent, type Reading } from "../../src/solve/content.ts";
import type { Kernel } from "../../src/solve/kernel.ts";
import { openOrMissing, type TableProvider } from "../../src/table/catalog.ts";
import { rawCodec } from "../../src/table/codec.ts";
import { encodeTable } from "../../src/table/encode.ts";
import { memoryOutput } from "../../src/table/output.ts";
import { sha256 } from "../../src/table/sha256.ts";
import { memorySource } from "../../src/table/source.ts";
import { openTable, type Table } from "../../src/table/table.ts";
import { missingOf } from "./plan.ts";

export interface ClosureOptions extends Reading {
  readonly kernel: Kernel;
  readonly threads: number;
  /** The tables that are there. */
  readonly tables: TableProvider;
  /** Their canonical names. */
  readonly present: ReadonlySet<string>;
  readonly onProgress?: (progress: BuildState) => void;
  /** Gets each table when it is complete: the bytes of its file. */
  readonly onTable: (name: string, bytes: Uint8Array<ArrayBuffer>) => void;
}

/** Tables in memory are not compressed: most of the work is solving. */
const WRITING_PART = 0.15;

/**
 * Builds what is missing.
 * @throws whatever solving, or reading a table that is there, throws
 */
export async function buildClosureInMemory(endgame: Endgame, options: ClosureOptions): Promise<void> {
  const { tables, present, onTable, onProgress } = options;
  const wanted = missingOf(endgame, present);
  const figures = new BuildFigures(undefined, WRITING_PART);
  const tell = (step: BuildStep): void => {
    figures.onEvent(step);
    if (figures.state !== null) onProgress?.(figures.state);
  };
  tell({ kind: "plan", endgames: wanted.map(({ name }) => name), present: [] });
  const built = new Map<string, Table>();
  const open = async (name: string) => built.get(name) ?? openOrMissing(tables, name);
  for (const each of wanted) {
    const { name } = each;
    tell({ kind: "start", endgame: name });
    const { content } = await solveContent(each, {
      ...options,
      open,
      onProgress: (progress) => tell({ kind: "solving", endgame: name, progress }),
    });
    const output = memoryOutput();
    await encodeTable(output, content, {
      codec: rawCodec,
      newHash: sha256,
      onProgress: (cells) => tell({ kind: "writing", endgame: name, done: Math.min(1, cells / (2 * content.cells)) }),
    });
    const bytes = output.bytes();
    built.set(name, await openTable(memorySource(bytes, name), [rawCodec]));
    onTable(name, bytes);
    tell({ kind: "built", endgame: name });
  }
}
