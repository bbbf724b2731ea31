/** Builds an endgame with all that it can lead to, in memory. Runs wherever the kernel does. */
import { parseEndgame, type Endgame } from "../endgame/endgame.ts";
import { checkFits } from "./estimate.ts";
import { closure, missingOf } from "../endgame/graph.ts";
import { BuildFigures, type BuildState, type BuildStep } from "./build-figures.ts";
import { solveContent, type Reading } from "./content.ts";
import type { Kernel } from "./kernel.ts";
import { KernelMemory, MOST_BYTES } from "./vector/memory.ts";
import { teamOfOne } from "./vector/team.ts";
import { kernelOfRules } from "./kernel-of-rules.ts";
import { checkCollection, DEFAULT_COLLECTION, openOrMissing, type TableProvider } from "../table/catalog.ts";
import { rawCodec } from "../table/codec.ts";
import { encodeTable } from "../table/encode.ts";
import { completed, tablesInMemory } from "../table/memory-catalog.ts";
import { memoryOutput } from "../table/output.ts";
import { sha256 } from "../table/sha256.ts";
import { memorySource } from "../table/source.ts";
import { openTable, type Table } from "../table/table.ts";

export interface ClosureOptions extends Reading {
  readonly kernel: Kernel;
  readonly threads: number;
  /** The tables that are there. */
  readonly tables: TableProvider;
  /** Their canonical names. */
  readonly present: ReadonlySet<string>;
  readonly signal?: AbortSignal;
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
    const { content, sum } = await solveContent(each, {
      ...options,
      open,
      knownSum: async ({ header }) => header.info.contentSum ?? null,
      onProgress: (progress) => tell({ kind: "solving", endgame: name, progress }),
    });
    const output = memoryOutput();
    const stated = { ...content, info: { ...content.info, contentSum: sum(sha256) } };
    await encodeTable(output, stated, {
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

/** What is not said is as in DEFAULT_COLLECTION. */
export interface SolveInMemoryOptions extends Partial<Reading> {
  /** The compiled kernel: `canju/kernel.wasm`. */
  readonly kernel: WebAssembly.Module;
  /** Tables that are there already, of the same collection. */
  readonly tables?: TableProvider;
  /** The most memory that solving may take. Default: 4 GiB, all that a kernel can use. */
  readonly memoryBytes?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BuildState) => void;
}

/** Tables in memory. */
export interface SolvedTables extends TableProvider {
  /** The files of those that were solved, by canonical name. They are not compressed. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/**
 * Solves an endgame and all that captures lead to, on the calling thread: anything but small ones is for a worker.
 * @throws InputError for what is no endgame, cannot be solved or does not fit, before anything is solved; `signal.reason`
 */
export async function solveInMemory(name: string, options: SolveInMemoryOptions): Promise<SolvedTables> {
  const { tables, memoryBytes = MOST_BYTES } = options;
  const collection = { ...DEFAULT_COLLECTION, ...tables, ...options };
  checkCollection(collection);
  const { rules, metric, orders } = collection;
  const wanted = closure([parseEndgame(name)]);
  const present = new Set<string>();
  for (const each of wanted.toReversed()) {
    checkFits(each, rules, memoryBytes, metric, true);
    if (await tables?.open(each.name, options.signal)) present.add(each.name);
  }
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const solved = tablesInMemory({ rules, metric, orders }, files);
  const all = tables === undefined ? solved : completed(solved, tables);
  await buildClosureInMemory(wanted.at(-1)!, {
    ...options,
    rules,
    metric,
    orders,
    present,
    kernel: kernelOfRules(options.kernel, teamOfOne(), new KernelMemory(memoryBytes)),
    threads: 1,
    tables: all,
    onTable: (each, bytes) => files.set(each, bytes),
  });
  return { ...all, files };
}
