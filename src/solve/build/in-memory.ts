/** Builds an endgame with all that it can lead to, in memory. Runs wherever the kernel does. */
import { parseEndgame, type Endgame } from "../../endgame/endgame.ts";
import { checkFits, secondsToBuild } from "./estimate.ts";
import { closureOfTables, missingOf, subEndgames } from "../../endgame/graph.ts";
import { BuildFigures, type BuildState, type BuildStep } from "./build-figures.ts";
import {
  type CollectionRules,
  checkCones,
  checkReading,
  describeSolution,
  kernelOfRules,
  solveEndgame,
  subOfTable,
} from "./content.ts";
import type { Kernel } from "../kernel.ts";
import { KernelMemory, MOST_BYTES } from "../host/memory.ts";
import { SheetMember, type SheetTeam } from "../sheets/sheet.ts";
import { contentOnSheet } from "../sheets/sheet-content.ts";
import { teamOfOne } from "../host/team.ts";
import { checkCollection, DEFAULT_COLLECTION, openOrMissing, type TableProvider } from "../../table/catalog/catalog.ts";
import { rawCodec } from "../../table/format/codec.ts";
import { crc32 } from "../../base/crc32.ts";
import { encodeTable } from "../../table/write/encode.ts";
import { completed, tablesInMemory } from "../../table/catalog/memory-catalog.ts";
import { memoryOutput, type Output } from "../../table/write/output.ts";
import { sha256 } from "../../base/sha256.ts";
import { memorySource, type Source } from "../../table/read/source.ts";
import { openTable, type Table } from "../../table/read/table.ts";
import { InputError } from "../../base/errors.ts";
import type { MakeShelf, OpenShelf } from "../tape.ts";

/** What tables are written to and read from. */
export interface TableFiles<File> {
  newOutput(): Output & { file(): File };
  source(file: File, name: string): Source;
}

const IN_MEMORY: TableFiles<Uint8Array<ArrayBuffer>> = {
  newOutput() {
    const output = memoryOutput();
    return { ...output, file: output.bytes };
  },
  source: memorySource,
};

export interface ClosureOptions<File> extends CollectionRules {
  readonly kernel: Kernel;
  readonly threads: number;
  /** What tables are made by, in the memory that the kernel solves in. */
  readonly sheets: SheetTeam;
  readonly memory: KernelMemory;
  readonly files: TableFiles<File>;
  /** Where lies what the memory has no room for. Default: nowhere. */
  readonly makeShelf?: MakeShelf;
  /** The tables that are there. */
  readonly tables: TableProvider;
  /** Their canonical names. */
  readonly present: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BuildState) => void;
  /** Gets each table when it is complete. */
  readonly onTable: (name: string, file: File) => void;
}

/** Tables are not compressed: most of the work is solving. */
const WRITING_PART = 0.15;
/** Of that, playing the tape. */
const PLAYING = 0.5;

/**
 * Builds what is missing.
 * @throws InputError `other-rules`, before anything is solved, where a table that is there was built under another reading of
 * the rules; whatever solving, or reading a table that is there, throws
 */
export async function buildClosureInMemory<File>(endgame: Endgame, options: ClosureOptions<File>): Promise<void> {
  const { tables, present, files, onTable, onProgress, memory, sheets, makeShelf } = options;
  const wanted = missingOf(endgame, present);
  const figures = new BuildFigures(undefined, WRITING_PART);
  const tell = (step: BuildStep): void => {
    figures.onEvent(step);
    if (figures.state !== null) onProgress?.(figures.state);
  };
  const seconds = secondsToBuild(wanted, options.rules, options.threads);
  tell({ kind: "plan", endgames: wanted.map(({ name }) => name), present: [], seconds });
  const built = new Map<string, Table>();
  const open = async (name: string) => built.get(name) ?? openOrMissing(tables, name);
  const inputs = new Set(wanted.flatMap((each) => subEndgames(each).map(({ name }) => name)));
  for (const name of inputs) if (present.has(name)) checkReading(await open(name), options);
  const knownSum = async ({ header }: Table) => header.info.contentSum ?? null;
  for (const each of wanted) {
    const { name } = each;
    tell({ kind: "start", endgame: name });
    const solution = await solveEndgame(each, {
      ...options,
      load: async (sub, turn) => subOfTable(await open(sub.name), options.metric, turn, options.signal),
      onProgress: (progress) => tell({ kind: "solving", endgame: name, progress }),
    });
    const tellWriting = (done: number): void => tell({ kind: "writing", endgame: name, done });
    const output = files.newOutput();
    try {
      const content = await contentOnSheet(
        solution,
        (statistics) => describeSolution(solution, statistics, { ...options, open, knownSum }),
        {
          team: sheets,
          memory,
          effort: "fast",
          makeShelf: makeShelf ?? noShelf,
          onPlayed: (done) => tellWriting(PLAYING * done),
        },
      );
      try {
        await encodeTable(output, content, {
          codec: rawCodec,
          newHash: sha256,
          onProgress: (cells) => tellWriting(PLAYING + (1 - PLAYING) * Math.min(1, cells / (2 * content.cells))),
        });
      } finally {
        content.close();
      }
    } finally {
      solution.tape.close();
    }
    const file = output.file();
    built.set(name, await openTable(files.source(file, name), [rawCodec]));
    onTable(name, file);
    tell({ kind: "built", endgame: name });
  }
}

/** The calling thread makes tables in a memory. They are not compressed. */
export function sheetsOfOne(
  module: WebAssembly.Module,
  memory: KernelMemory,
  openShelf: OpenShelf = noShelf,
): SheetTeam {
  const tools = { newHash: sha256, compress: (raw: Uint8Array) => raw, crc32, openShelf };
  const member = new SheetMember(module, memory.wasm, 0, tools);
  return { threads: 1, run: async (task) => member.run(task) as never, close: async () => {} };
}

function noShelf(): never {
  throw new InputError("out-of-memory", "making a table needs more memory than there is for it");
}

/** What is not said is as in DEFAULT_COLLECTION. */
export interface SolveInMemoryOptions extends Partial<CollectionRules> {
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
  checkCones([parseEndgame(name)], collection);
  const { rules, metric, orders } = collection;
  const wanted = closureOfTables([parseEndgame(name)]);
  const present = new Set<string>();
  for (const each of wanted.toReversed()) {
    checkFits(each, rules, memoryBytes, metric, true);
    if (await tables?.open(each.name, options.signal)) present.add(each.name);
  }
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const solved = tablesInMemory({ rules, metric, orders }, files);
  const all = tables === undefined ? solved : completed(solved, tables);
  const memory = new KernelMemory(memoryBytes);
  await buildClosureInMemory(wanted.at(-1)!, {
    ...options,
    rules,
    metric,
    orders,
    present,
    kernel: kernelOfRules(options.kernel, teamOfOne(), memory),
    threads: 1,
    sheets: sheetsOfOne(options.kernel, memory),
    memory,
    files: IN_MEMORY,
    tables: all,
    onTable: (each, bytes) => files.set(each, bytes),
  });
  return { ...all, files };
}
