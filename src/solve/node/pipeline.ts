/**
 * The building of tables one after the other: while a table is counted, turned, compressed and written by threads of its
 * own, the next one is solved. What endgames that capture into a table built here need of it is kept, as memory allows.
 */
import { cpus } from "node:os";
import type { Endgame } from "../../endgame/endgame.ts";
import { estimateSize } from "../../endgame/count.ts";
import { VERSION } from "../../base/version.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import type { Lock, LockTimes } from "../../base/node/locks.ts";
import { readSum } from "../../table/node/record-file.ts";
import { unfinishedPath } from "../../base/node/unfinished.ts";
import { keyProblem, Seal } from "../../base/node/user-key.ts";
import { writeTable } from "../../table/node/writer.ts";
import type { EncodedTable } from "../../table/write/encode.ts";
import type { Certificate, Rules } from "../../table/format/header.ts";
import {
  type CollectionRules,
  describeSolution,
  inputsOf,
  kernelOfRules,
  rulesOf,
  solveEndgame,
  subOfSolution,
  subOfTable,
  type SubTables,
} from "../build/content.ts";
import { memoryToTake } from "../../base/node/memory.ts";
import type { Effort } from "../../table/format/codec.ts";
import { formatBytes } from "../../base/sizes.ts";
import { InputError } from "../../base/errors.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { progressOf, type TableProgress } from "../build/build-figures.ts";
import { isWorthSaving, secondsToBuild, type BuildMemory, type Estimate } from "../build/estimate.ts";
import type { Kernel, Solution, SolveProgress } from "../kernel.ts";
import { KernelMemory } from "../host/memory.ts";
import { contentOnSheet } from "../sheets/sheet-content.ts";
import type { SheetTeam } from "../sheets/sheet.ts";
import { teamOfOne, type Team } from "../host/team.ts";
import { compiledKernel, startTeam } from "./thread-team.ts";
import { sheetTeamOfOne, startSheetTeam } from "./sheet-team.ts";
import { KeptSubs, type KnownOutcomes } from "./kept-subs.ts";
import type { Sub } from "../outcomes.ts";
import { newChunks, newShelf, openShelf } from "./shelf.ts";
import { WorkFolder } from "./work-folder.ts";
import { UnusableWork } from "./work-manifest.ts";
import type { MakeShelf } from "../tape.ts";
import { slicedKernel } from "../slices/sliced-kernel.ts";

/** What is built, where, and with how much of the machine. */
export interface BuildOptions extends CollectionRules {
  readonly folder: string;
  /** Default: one for each processor. */
  readonly threads?: number;
  /** Endgames are solved slice by slice (solve/slices): the same tables, in less memory. */
  readonly slices?: boolean;
  /** How small the files are to be. Default `fast`. */
  readonly effort?: Effort;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: BuildEvent) => void;
  /** Memory that the process may have in all; default: what it has and what is free now, less a tenth. */
  readonly memoryBytes?: number;
  /** Kept by a process that builds more tables later; `mostBytes` is set for each. Default: none. */
  readonly known?: KnownOutcomes;
  /** How locks of tables beat; for tests. */
  readonly lockTimes?: LockTimes;
  /** What is put aside of which endgames; for tests. */
  readonly saveTimes?: SaveTimes;
}

export interface SaveTimes {
  /** Endgames that take less by the estimate are made again when the process is ended. */
  readonly worthSeconds: number;
  readonly everyMilliseconds: number;
}

/** What is put aside lies no further back. */
const SAVE_MILLISECONDS = 60_000;

/** What a build tells while it goes on. */
export type BuildEvent =
  | {
      readonly kind: "plan";
      readonly endgames: readonly string[];
      readonly present: readonly string[];
      /** Of the whole process, at its peak. */
      readonly memoryBytes: number;
      /** Of the files; and on top of these while it is built, at its peak. */
      readonly diskBytes: number;
      readonly workBytes: number;
      /** One line where that may not fit on the disk; null: it does, or nobody has looked. */
      readonly tightDisk: string | null;
      /** One line where nothing is put aside of what takes long, as this user has no key; null: it is, or nothing takes long. */
      readonly unkept: string | null;
      /** How long it takes: at least, at most. */
      readonly seconds: readonly [least: number, most: number];
    }
  | { readonly kind: "start"; readonly endgame: string; readonly number: number; readonly estimate: Estimate }
  | { readonly kind: "solving"; readonly endgame: string; readonly progress: SolveProgress }
  | { readonly kind: "writing"; readonly endgame: string; readonly done: number }
  | { readonly kind: "built"; readonly endgame: string; readonly table: BuiltTable }
  | { readonly kind: "damaged"; readonly endgame: string; readonly message: string }
  /** Another process builds it, and all that is left waits for it; `by` names it, to be put behind "by". */
  | {
      readonly kind: "elsewhere";
      readonly endgame: string;
      readonly by: string;
      readonly progress: TableProgress | null;
    }
  /** Another process has built it. */
  | { readonly kind: "found"; readonly endgame: string }
  /** An interrupted build has put aside what it had by then (ISO 8601): it is gone on with. */
  | {
      readonly kind: "resumed";
      readonly endgame: string;
      readonly saved: string;
      readonly progress: TableProgress | null;
    }
  /**
   * What an interrupted build has put aside cannot be used: it is built anew. What this user's program has not written, or is damaged,
   * is kept under another name; null: it goes.
   */
  | { readonly kind: "unusable"; readonly endgame: string; readonly why: string; readonly keptAs: string | null }
  /** Another process has begun it and ended: it is built here. */
  | { readonly kind: "left"; readonly endgame: string; readonly by: string };

/** A table that was built, and what it took. */
export interface BuiltTable {
  readonly endgame: string;
  readonly path: string;
  readonly cells: number;
  readonly fileBytes: number;
  readonly bitsPerPosition: number;
  /** CPU seconds of all threads in the solving phase. */
  readonly solveSeconds: number;
  /** Wall seconds of everything. */
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly subMemoryBytes: number;
  /** As in the table's certificate. */
  readonly mutual?: Certificate["mutual"];
}

/** Cells a side. To start a thread takes as long as all work on so many. */
const WORTH_THREADS = 2_500_000;

/** So long a process may not hear what it is told, nor say how far it is. */
const DEAF_SECONDS = 10;

/**
 * Whether endgames are built by the calling thread alone: small ones, and a single one that is to have one thread, which gains nothing by
 * another.
 */
export function isForOne(endgames: readonly Endgame[], rules: Rules, threads: number): boolean {
  if (endgames.every((endgame) => estimateSize(endgame).cells < WORTH_THREADS)) return true;
  return endgames.length === 1 && threads === 1 && secondsToBuild(endgames, rules, 1)[0] < DEAF_SECONDS;
}

/** The part of writing a table that playing the tape is. */
const PLAYING = 0.2;

/**
 * Makes what a build takes: threads, memory, the kernel.
 * @param endgames what is going to be built, in this order
 * @param memoryPlan made for them
 */
export async function startPipeline(
  endgames: readonly Endgame[],
  catalog: FolderCatalog,
  estimates: ReadonlyMap<string, Estimate>,
  memoryPlan: BuildMemory,
  options: BuildOptions,
): Promise<Pipeline> {
  const { threads = cpus().length } = options;
  const { module, sha256: kernelSha256 } = await compiledKernel();
  const alone = isForOne(endgames, options.rules, threads);
  const team = alone ? teamOfOne(openShelf) : startTeam(threads);
  const { beside, kernelBytes } = memoryPlan;
  const memory = new KernelMemory(kernelBytes);
  const makeKernel = options.slices ? slicedKernel : kernelOfRules;
  const kernel = makeKernel(module, team, beside ? new KernelMemory(kernelBytes) : memory);
  const sheets = alone ? sheetTeamOfOne(module, memory.wasm) : startSheetTeam(module, memory.wasm, threads);
  const machine = { threads, team, kernel, kernelSha256, sheets, memory };
  return new Pipeline(endgames, catalog, estimates, memoryPlan, options, machine);
}

/** What solves and writes. */
interface Machine {
  readonly threads: number;
  readonly team: Team;
  readonly kernel: Kernel;
  /** Of the program that solves. */
  readonly kernelSha256: string;
  readonly sheets: SheetTeam;
  /** That sheets are played in. */
  readonly memory: KernelMemory;
}

/** Solves endgames one after the other, each while the one before it is written. */
export class Pipeline {
  readonly #catalog: FolderCatalog;
  readonly #estimates: ReadonlyMap<string, Estimate>;
  readonly #memoryPlan: BuildMemory;
  readonly #options: BuildOptions;
  readonly #machine: Machine;
  readonly #kept: KeptSubs;
  readonly #chunks: readonly SharedArrayBuffer[];
  readonly #tables: SubTables;
  readonly #locks = new Map<string, Lock>();
  readonly #progresses = new Map<string, TableProgress>();
  readonly #failed = new AbortController();
  readonly #signal: AbortSignal;
  readonly #built: BuiltTable[] = [];
  #begun = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    endgames: readonly Endgame[],
    catalog: FolderCatalog,
    estimates: ReadonlyMap<string, Estimate>,
    memoryPlan: BuildMemory,
    options: BuildOptions,
    machine: Machine,
  ) {
    this.#catalog = catalog;
    this.#tables = subTablesIn(catalog);
    this.#estimates = estimates;
    this.#memoryPlan = memoryPlan;
    this.#options = options;
    this.#machine = machine;
    this.#chunks = newChunks(memoryPlan.shelfBytes);
    this.#kept = new KeptSubs(endgames, memoryPlan.keptBytes, options, (endgame) => shelvesBeside(catalog, endgame));
    this.#signal = AbortSignal.any([this.#failed.signal, ...(options.signal ? [options.signal] : [])]);
  }

  /**
   * Solves an endgame whose sub-endgames are built, and has it written while the next one is.
   * @param lock released when the table is complete, or cannot be
   * @throws what solving throws; what writing an endgame before it threw
   */
  async build(endgame: Endgame, lock: Lock): Promise<void> {
    const started = performance.now();
    const { name } = endgame;
    this.#locks.set(name, lock);
    this.#tell({ kind: "start", endgame: name, number: this.#begun, estimate: this.#estimates.get(name)! });
    const solution = await this.#solve(endgame, lock);
    this.#begun++;
    this.#kept.release(endgame);
    this.#kept.keep(solution);
    await this.#writing;
    this.#writing = this.#write(solution, started);
    this.#writing.catch((error: unknown) => this.#failed.abort(error));
    if (!this.#memoryPlan.beside) await this.#writing;
  }

  /** Leaves out an endgame that another process has built. */
  skip(endgame: Endgame): void {
    this.#kept.release(endgame);
  }

  /** Waits until all is written. */
  async finish(): Promise<readonly BuiltTable[]> {
    await this.#writing;
    return this.#built;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await Promise.all([...this.#locks.values()].map((lock) => lock.release()));
    this.#kept.close();
    await Promise.all([this.#machine.team.close(), this.#machine.sheets.close()]);
  }

  async #solve(endgame: Endgame, lock: Lock): Promise<Solution> {
    const { name } = endgame;
    try {
      return await solveEndgame(endgame, {
        ...this.#options,
        kernel: this.#machine.kernel,
        threads: this.#machine.threads,
        load: (sub, turn) => this.#load(sub, turn),
        journal: await this.#openWork(endgame, lock),
        makeShelf: shelvesBeside(this.#catalog, endgame, this.#chunks),
        checkMemory: memoryCheck(name, this.#options.memoryBytes),
        signal: this.#signal,
        onProgress: (progress) => this.#tell({ kind: "solving", endgame: name, progress }),
      });
    } catch (error) {
      if (!(error instanceof UnusableWork)) throw error;
      const path = this.#catalog.pathOf(name);
      const keptAs = error.isOwn ? null : await WorkFolder.keepUnused(path);
      if (error.isOwn) await WorkFolder.remove(path);
      this.#tell({ kind: "unusable", endgame: name, why: error.message, keptAs });
      return this.#solve(endgame, lock);
    }
  }

  /** What captures into a sub-endgame are worth: kept since it was built, or read from its table. */
  async #load({ name }: Endgame, turn: Colour): Promise<Sub> {
    const sub = this.#kept.get(name);
    if (sub !== undefined) return sub;
    await this.#writing;
    const table = await this.#tables.open(name);
    const { known, metric } = this.#options;
    return known?.of(table, metric, turn, this.#signal) ?? subOfTable(table, metric, turn, this.#signal);
  }

  /** The folder in which what takes long is put aside; undefined where that is not worth it. */
  async #openWork(endgame: Endgame, lock: Lock): Promise<WorkFolder | undefined> {
    const { name } = endgame;
    const { metric, rules, saveTimes } = this.#options;
    const path = this.#catalog.pathOf(name);
    const isWorthIt = isWorthSaving(endgame, this.#options, this.#machine.threads, saveTimes?.worthSeconds);
    const isThere = await WorkFolder.isThere(path);
    if (!isWorthIt && !isThere) return undefined;
    const problem = keyProblem();
    if (problem !== null && isThere) throw new UnusableWork(problem);
    if (problem !== null) return undefined;
    const kernel = this.#machine.kernelSha256;
    const inSlices = this.#options.slices === true;
    const work = await WorkFolder.open(path, {
      identity: { endgame: name, metric, rules, ...rulesOf(this.#options), version: VERSION, kernel, inSlices },
      seal: new Seal("build"),
      inputs: async () => {
        await this.#writing;
        return inputsOf(endgame, this.#tables);
      },
      progress: () => this.#progresses.get(name) ?? null,
      checkLock: () => lock.check(),
      everyMilliseconds: saveTimes?.everyMilliseconds ?? SAVE_MILLISECONDS,
    });
    const { savedAt: saved, progress } = work;
    if (saved !== null) this.#tell({ kind: "resumed", endgame: name, saved, progress });
    return saved !== null || isWorthIt ? work : undefined;
  }

  async #write(solution: Solution, started: number): Promise<void> {
    const { endgame } = solution.index;
    const written = await this.#writeFile(solution);
    const table: BuiltTable = {
      endgame: endgame.name,
      path: written.path,
      cells: solution.index.cells,
      fileBytes: written.fileBytes,
      bitsPerPosition: written.bitsPerPosition,
      solveSeconds: solution.seconds,
      seconds: (performance.now() - started) / 1000,
      memoryBytes: solution.memoryBytes,
      subMemoryBytes: solution.subMemoryBytes,
      ...(solution.certificate?.mutual && { mutual: solution.certificate.mutual }),
    };
    this.#built.push(table);
    await WorkFolder.remove(written.path);
    const lock = this.#locks.get(endgame.name);
    this.#locks.delete(endgame.name);
    await lock?.release();
    this.#tell({ kind: "built", endgame: endgame.name, table });
  }

  async #writeFile(solution: Solution) {
    const { effort = "fast" } = this.#options;
    const { sheets, memory } = this.#machine;
    const { endgame, cells } = solution.index;
    const tell = (done: number) => this.#tell({ kind: "writing", endgame: endgame.name, done });
    const describe = (statistics: Parameters<typeof describeSolution>[1]) =>
      describeSolution(solution, statistics, { ...this.#options, ...this.#tables });
    const content = await contentOnSheet(solution, describe, {
      team: sheets,
      memory,
      effort,
      mostBytes: this.#memoryPlan.sheetBytes(this.#estimates.get(endgame.name)!),
      makeShelf: shelvesBeside(this.#catalog, endgame),
      onPlayed: (done) => tell(PLAYING * done),
    });
    const info = { ...content.info, ...(effort === "small" && { small: true as const }) };
    try {
      const file = await writeTable(
        this.#catalog.pathOf(endgame.name),
        { ...content, info },
        {
          effort,
          threads: sheets.threads,
          signal: this.#signal,
          onProgress: (done) => tell(PLAYING + (1 - PLAYING) * Math.min(1, done / (2 * cells))),
        },
      );
      this.#note(file, solution);
      return file;
    } finally {
      content.close();
      solution.tape.close();
    }
  }

  /** For tables that this process builds later. */
  #note({ header }: EncodedTable, solution: Solution): void {
    const { known, metric } = this.#options;
    const { keptBytes } = this.#estimates.get(solution.index.endgame.name)!;
    if (known === undefined || keptBytes[1] > known.mostBytes) return;
    known.keep(header.sha256, subOfSolution(solution, metric));
  }

  /** Tells whoever asked for the build, and other processes by the lock. */
  #tell(event: BuildEvent): void {
    if ("endgame" in event) {
      const { endgame } = event;
      const progress = event.kind === "resumed" ? event.progress : progressOf(event, this.#progresses.get(endgame));
      if (event.kind === "unusable") this.#progresses.delete(endgame);
      if (progress !== null) {
        this.#progresses.set(endgame, progress);
        this.#locks.get(endgame)?.tell(progress);
      }
    }
    this.#options.onEvent?.(event);
  }
}

/** The tables of sub-endgames in a folder, which are there. */
export function subTablesIn(catalog: FolderCatalog): SubTables {
  return {
    async open(name) {
      const table = await catalog.open(name);
      if (table === null) throw new Error(`${name} vanished from the data folder while it was needed`);
      return table;
    },
    knownSum: async ({ file, header }) => (await readSum(file, header))?.sum ?? null,
  };
}

/** Shelves in the folder of an endgame's table. @param chunks of memory for sets */
export function shelvesBeside(
  catalog: FolderCatalog,
  { name }: Endgame,
  chunks: readonly SharedArrayBuffer[] = [],
): MakeShelf {
  return (setBytes, pieceBytes, sets) =>
    newShelf(unfinishedPath(catalog.pathOf(name)), setBytes, pieceBytes, sets, chunks);
}

/** What no plan foresees is asked for as it comes: nobody knows before how many positions chases are looked for in. */
export function memoryCheck(endgame: string, limitBytes?: number): (bytes: number) => void {
  return (bytes) => {
    const free = memoryToTake(limitBytes);
    if (bytes <= Math.max(free, UNPLANNED_BYTES)) return;
    const message =
      `looking for chases in ${endgame} takes ${formatBytes(bytes)} of memory more, but only ${formatBytes(free)} are free: ` +
      `with more, the same command goes on where it was`;
    throw new InputError("not-enough-memory", message);
  };
}

/** So much of what no plan foresees is always there: plans are not as exact. */
const UNPLANNED_BYTES = 2 ** 26;
