/**
 * The building of tables one after the other: while a table is counted, turned, compressed and written by threads of its
 * own, the next one is solved. What endgames that capture into a table built here need of it is kept, as memory allows.
 */
import { cpus } from "node:os";
import type { Endgame } from "../../endgame/endgame.ts";
import { estimateSize } from "../../endgame/estimate.ts";
import { enteredSides, subEndgames } from "../../endgame/graph.ts";
import { VERSION } from "../../base/version.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import type { Lock, LockTimes } from "../../base/node/locks.ts";
import { readSum } from "../../table/node/record-file.ts";
import { unfinishedPath } from "../../base/node/unfinished.ts";
import { keyProblem, Seal } from "../../base/node/user-key.ts";
import { writeTable } from "../../table/node/writer.ts";
import type { EncodedTable } from "../../table/write/encode.ts";
import type { Certificate, Rules } from "../../table/format/header.ts";
import type { Table } from "../../table/read/table.ts";
import {
  describeSolution,
  inputsOf,
  rulesOf,
  solveEndgame,
  subOfSolution,
  subOfTable,
  type CollectionRules,
} from "../build/content.ts";
import { memoryToTake } from "../../base/node/memory.ts";
import type { Effort } from "../../table/format/codec.ts";
import { formatBytes } from "../../base/sizes.ts";
import { InputError } from "../../base/errors.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { progressOf, type TableProgress } from "../build/build-figures.ts";
import { isWorthSaving, secondsToBuild, type BuildMemory, type Estimate } from "../build/estimate.ts";
import type { Solution, SolveProgress } from "../kernel.ts";
import { KernelMemory } from "../host/memory.ts";
import { contentOnSheet } from "../sheets/sheet-content.ts";
import { teamOfOne } from "../host/team.ts";
import { kernelOfRules } from "../build/kernel-of-rules.ts";
import { compiledKernel } from "./kernel-module.ts";
import { sheetTeamOfOne, startSheetTeam } from "./sheet-team.ts";
import { isWorthShelf, shelveOutcomes, type ShelvedOutcomes } from "./kept-outcomes.ts";
import { bytesOf, type KnownOutcomes, type Sub } from "./known-outcomes.ts";
import { newShelf, openShelf } from "./shelf.ts";
import { startTeam } from "./thread-team.ts";
import { WorkFolder } from "./work-folder.ts";
import { UnusableWork } from "./work-manifest.ts";
import type { MakeShelf } from "../shelves.ts";

/** What is built, where, and with how much of the machine. */
export interface BuildOptions extends CollectionRules {
  readonly folder: string;
  /** Default: one for each processor. */
  readonly threads?: number;
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

export interface Pipeline {
  /**
   * Solves an endgame whose sub-endgames are built, and has it written while the next one is.
   * @param lock released when the table is complete, or cannot be
   * @throws what solving throws; what writing an endgame before it threw
   */
  build(endgame: Endgame, lock: Lock): Promise<void>;
  /** Leaves out an endgame that another process has built. */
  skip(endgame: Endgame): void;
  /** Waits until all is written. */
  finish(): Promise<readonly BuiltTable[]>;
  close(): Promise<void>;
}

/**
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
  const { effort = "fast", threads = cpus().length } = options;
  const locks = new Map<string, Lock>();
  const progresses = new Map<string, TableProgress>();
  const onEvent = (event: BuildEvent): void => {
    if ("endgame" in event) {
      const progress = event.kind === "resumed" ? event.progress : progressOf(event, progresses.get(event.endgame));
      if (event.kind === "unusable") progresses.delete(event.endgame);
      if (progress !== null) {
        progresses.set(event.endgame, progress);
        locks.get(event.endgame)?.tell(progress);
      }
    }
    options.onEvent?.(event);
  };
  const { module, sha256: kernelSha256 } = await compiledKernel();
  const alone = isForOne(endgames, options.rules, threads);
  const team = alone ? teamOfOne(openShelf) : startTeam(threads);
  const { beside, kernelBytes } = memoryPlan;
  const memory = new KernelMemory(kernelBytes);
  const kernel = kernelOfRules(module, team, beside ? new KernelMemory(kernelBytes) : memory);
  const sheets = alone ? sheetTeamOfOne(module, memory.wasm) : startSheetTeam(module, memory.wasm, threads);

  /** In the folder of its table. */
  const shelfBeside =
    ({ name }: Endgame): MakeShelf =>
    (setBytes) =>
      newShelf(unfinishedPath(catalog.pathOf(name)), setBytes);

  let room = memoryPlan.keptBytes;
  const kept = new Map<string, Sub>();
  const users = new Map<string, number>();
  for (const { name } of endgames.flatMap(subEndgames)) users.set(name, (users.get(name) ?? 0) + 1);
  const sides = enteredSides(endgames);
  /** The side to move that all of them ask for, if it is one. */
  const onlyOf = (name: string): Colour | undefined => {
    const [turn, ...others] = sides.get(name)!;
    return others.length === 0 ? turn : undefined;
  };
  const shelved = new Map<string, ShelvedOutcomes>();
  const keep = (name: string, solution: Solution): void => {
    if (kept.has(name) || shelved.has(name) || (users.get(name) ?? 0) === 0) return;
    if (room === 0) {
      if (options.metric !== "dtc" || options.rules === "chinese" || !isWorthShelf(solution)) return;
      shelved.set(name, shelveOutcomes(solution, shelfBeside(solution.index.endgame), onlyOf(name)));
      return;
    }
    const sub = subOfSolution(solution, options.metric, onlyOf(name));
    if (bytesOf(sub) > room) return;
    kept.set(name, sub);
    room -= bytesOf(sub);
  };
  const release = (endgame: Endgame): void => {
    for (const { name } of subEndgames(endgame)) {
      const left = (users.get(name) ?? 0) - 1;
      users.set(name, left);
      if (left > 0) continue;
      shelved.get(name)?.close();
      shelved.delete(name);
      const sub = kept.get(name);
      if (sub === undefined) continue;
      kept.delete(name);
      room += bytesOf(sub);
    }
  };

  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const built: BuiltTable[] = [];
  let begun = 0;
  let writing: Promise<void> = Promise.resolve();

  const open = async (name: string): Promise<Table> => {
    const table = await catalog.open(name);
    if (table === null) throw new Error(`${name} vanished from the data folder while it was needed`);
    return table;
  };
  const load = async ({ name }: Endgame, turn: Colour): Promise<Sub> => {
    const sub = kept.get(name) ?? shelved.get(name)?.load();
    if (sub !== undefined) return sub;
    await writing;
    const table = await open(name);
    return options.known?.of(table, options.metric, turn) ?? subOfTable(table, options.metric, turn);
  };
  const tables = { open, knownSum: async ({ file, header }: Table) => (await readSum(file, header))?.sum ?? null };
  const openWork = async (endgame: Endgame, lock: Lock): Promise<WorkFolder | undefined> => {
    const { name } = endgame;
    const { metric, rules, saveTimes } = options;
    const path = catalog.pathOf(name);
    const isWorthIt = isWorthSaving(endgame, options, threads, saveTimes?.worthSeconds);
    const isThere = await WorkFolder.isThere(path);
    if (!isWorthIt && !isThere) return undefined;
    const problem = keyProblem();
    if (problem !== null && isThere) throw new UnusableWork(problem);
    if (problem !== null) return undefined;
    const work = await WorkFolder.open(path, {
      identity: { endgame: name, metric, rules, ...rulesOf(options), version: VERSION, kernel: kernelSha256 },
      seal: new Seal("build"),
      inputs: async () => {
        await writing;
        return inputsOf(endgame, tables);
      },
      progress: () => progresses.get(name) ?? null,
      checkLock: () => lock.check(),
      everyMilliseconds: saveTimes?.everyMilliseconds ?? SAVE_MILLISECONDS,
    });
    const { savedAt: saved, progress } = work;
    if (saved !== null) onEvent({ kind: "resumed", endgame: name, saved, progress });
    return saved !== null || isWorthIt ? work : undefined;
  };
  const solve = async (endgame: Endgame, lock: Lock): Promise<Solution> => {
    const { name } = endgame;
    const onProgress = (progress: SolveProgress) => onEvent({ kind: "solving", endgame: name, progress });
    try {
      const journal = await openWork(endgame, lock);
      const makeShelf = shelfBeside(endgame);
      const checkMemory = memoryCheck(name, options.memoryBytes);
      return await solveEndgame(endgame, {
        ...options,
        kernel,
        threads,
        load,
        journal,
        makeShelf,
        checkMemory,
        signal,
        onProgress,
      });
    } catch (error) {
      if (!(error instanceof UnusableWork)) throw error;
      const path = catalog.pathOf(name);
      const keptAs = error.isOwn ? null : await WorkFolder.keepUnused(path);
      if (error.isOwn) await WorkFolder.remove(path);
      onEvent({ kind: "unusable", endgame: name, why: error.message, keptAs });
      return solve(endgame, lock);
    }
  };
  const write = async (solution: Solution, started: number): Promise<void> => {
    const { endgame, cells } = solution.index;
    const describe = (statistics: Parameters<typeof describeSolution>[1]) =>
      describeSolution(solution, statistics, { ...options, ...tables });
    const tell = (done: number) => onEvent({ kind: "writing", endgame: endgame.name, done });
    const onPlayed = (done: number) => tell(PLAYING * done);
    const mostBytes = memoryPlan.sheetBytes(estimates.get(endgame.name)!);
    const sheet = { team: sheets, memory, effort, mostBytes, makeShelf: shelfBeside(endgame), onPlayed };
    const content = await contentOnSheet(solution, describe, sheet);
    const written = await writeTable(
      catalog.pathOf(endgame.name),
      { ...content, info: { ...content.info, ...(effort === "small" && { small: true as const }) } },
      {
        effort,
        threads: sheets.threads,
        signal,
        onProgress: (done) => tell(PLAYING + (1 - PLAYING) * Math.min(1, done / (2 * cells))),
      },
    )
      .then((file) => {
        note(file, solution);
        return file;
      })
      .finally(() => {
        content.close();
        solution.tape.close();
      });
    const table: BuiltTable = {
      endgame: endgame.name,
      path: written.path,
      cells,
      fileBytes: written.fileBytes,
      bitsPerPosition: written.bitsPerPosition,
      solveSeconds: solution.seconds,
      seconds: (performance.now() - started) / 1000,
      memoryBytes: solution.memoryBytes,
      subMemoryBytes: solution.subMemoryBytes,
      ...(solution.certificate?.mutual && { mutual: solution.certificate.mutual }),
    };
    built.push(table);
    await WorkFolder.remove(written.path);
    await unlock(endgame);
    onEvent({ kind: "built", endgame: endgame.name, table });
  };
  /** For tables that are built later. */
  const note = ({ header }: EncodedTable, solution: Solution): void => {
    const { known, metric } = options;
    if (known === undefined || estimates.get(solution.index.endgame.name)!.keptBytes[1] > known.mostBytes) return;
    known.keep(header.sha256, subOfSolution(solution, metric));
  };
  const unlock = async ({ name }: Endgame): Promise<void> => {
    const lock = locks.get(name);
    locks.delete(name);
    await lock?.release();
  };

  return {
    async build(endgame, lock) {
      const started = performance.now();
      const { name } = endgame;
      locks.set(name, lock);
      onEvent({ kind: "start", endgame: name, number: begun, estimate: estimates.get(name)! });
      const solution = await solve(endgame, lock);
      begun++;
      release(endgame);
      keep(name, solution);
      await writing;
      writing = write(solution, started);
      writing.catch((error: unknown) => failed.abort(error));
      if (!beside) await writing;
    },
    skip: release,
    async finish() {
      await writing;
      return built;
    },
    async close() {
      await writing.catch(() => {});
      await Promise.all([...locks.values()].map((lock) => lock.release()));
      for (const outcomes of shelved.values()) outcomes.close();
      await Promise.all([team.close(), sheets.close()]);
    },
  };
}

/** What no plan foresees is asked for as it comes: nobody knows before how many positions chases are looked for in. */
function memoryCheck(endgame: string, limitBytes?: number): (bytes: number) => void {
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
