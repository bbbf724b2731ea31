/** Builds endgames with their closures into a data folder. What is there is kept; each table is complete or absent. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type Endgame, canonicalEndgame, holdsCone, parseEndgame, wholeEndgame } from "../../endgame/endgame.ts";
import { checkFits, isWorthSaving, planMemory, secondsToBuild } from "../build/estimate.ts";
import { programBytes } from "../../base/program-memory.ts";
import { memoryToTake } from "../../base/node/memory.ts";
import { closureOfTables, subEndgames } from "../../endgame/graph.ts";
import { checkCollection } from "../../table/catalog/collection.ts";
import { DamagedTableError } from "../../table/format/errors.ts";
import { BUILD_PHASES, type TableProgress } from "../build/build-figures.ts";
import { type FoundLock, Lock, Locks, nameHolder, removeLeftLocks } from "../../base/node/locks.ts";
import { ownZstd } from "../../table/node/codecs.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { keyProblem } from "../../base/node/user-key.ts";
import { InputError } from "../../base/errors.ts";
import type { Table } from "../../table/read/table.ts";
import { checkCones, checkReading } from "../build/content.ts";
import { type BuildOptions, type BuiltTable, type Pipeline, isForOne, startPipeline } from "./pipeline.ts";
import { checkSlices } from "../slices/sliced-kernel.ts";
import { WorkFolder } from "./work-folder.ts";
import { join } from "node:path";
import { collectionPath } from "../../table/catalog/catalog.ts";
import { freeBytesAt } from "../../base/node/disk.ts";
import { formatBytes } from "../../base/sizes.ts";
import { removeLeftovers } from "../../base/node/unfinished.ts";

export type { BuildEvent, BuildOptions, BuiltTable } from "./pipeline.ts";

/** What a build came to. */
export interface BuildReport {
  readonly built: readonly BuiltTable[];
  readonly present: readonly string[];
  /** Null where nothing was to be built. */
  readonly took: BuildCosts | null;
}

/** What was told before the start, and what it was. */
export interface BuildCosts {
  /** Bytes of memory of the whole process at its peak. */
  readonly memory: { readonly told: number; readonly was: number };
  /** Bytes of the files. */
  readonly disk: { readonly told: number; readonly was: number };
}

/** Whoever waits for another process looks so often whether it is done. */
const LOOK_MILLISECONDS = 500;

/**
 * Builds the closure of the endgames, smallest first, skipping what exists. A damaged table that is met on the way is
 * rebuilt. Interrupting it loses at most the endgame in work. What another process builds in the same folder is left to
 * it, and waited for once there is nothing else to do.
 * @throws InputError when one of them cannot fit or be built, before anything is built
 */
export async function buildClosure(endgames: readonly Endgame[], options: BuildOptions): Promise<BuildReport> {
  const { folder, metric, rules, orders, onEvent } = options;
  checkCollection(options);
  checkCones(endgames, options);
  if (options.slices) checkSlices(options);
  ownZstd(); // rather than find out when the first table is written
  const catalog = new FolderCatalog(folder, { metric, rules, orders });
  const wanted = closureOfTables(await Promise.all(endgames.map((each) => asIsThere(each, catalog))));
  const { threads, program, memory } = resourcesFor(wanted, options);
  const fit = (each: Endgame) => checkFits(each, rules, memory, metric, false, program, options.slices);
  // The largest first: what cannot be built is then named as it was asked for.
  const estimates = new Map(wanted.toReversed().map((each) => [each.name, fit(each)]));
  const present: string[] = [];
  try {
    for (const endgame of wanted) {
      if (!(await isPresent(catalog, endgame, options, onEvent))) continue;
      present.push(endgame.name);
      await WorkFolder.remove(catalog.pathOf(endgame.name)); // its build was ended at the last moment
    }
    const absent = wanted.filter(({ name }) => !present.includes(name));
    const memoryPlan = planMemory(absent, ({ name }) => estimates.get(name)!, memory);
    const names = wanted.map(({ name }) => name);
    const seconds = secondsToBuild(absent, rules, threads);
    const memoryBytes = memoryPlan.bytes + program;
    const diskBytes = absent.reduce((sum, { name }) => sum + estimates.get(name)!.fileBytes, 0);
    const saved = absent.filter((each) => isWorthSaving(each, options, threads, options.saveTimes?.worthSeconds));
    const stillToCome = async ({ name }: Endgame): Promise<number> =>
      estimates.get(name)!.workBytes - (await WorkFolder.bytesOf(catalog.pathOf(name)));
    const asideOf = (endgame: Endgame): number => memoryPlan.asideBytes(estimates.get(endgame.name)!);
    const unkept = saved.length > 0 ? keyProblem() : null;
    const kept = unkept === null ? saved : [];
    const works = kept.map(async (endgame) => (await stillToCome(endgame)) + asideOf(endgame));
    const workBytes = Math.max(0, ...absent.map(asideOf), ...(await Promise.all(works)));
    const told = { memoryBytes, diskBytes, workBytes, tightDisk: null, unkept, seconds };
    onEvent?.({ kind: "plan", endgames: names, present, ...told });
    if (absent.length === 0) return { built: [], present, took: null };
    const pipeline = await startPipeline(absent, catalog, estimates, memoryPlan, options);
    try {
      const found = await buildAll(absent, catalog, pipeline, options);
      const built = await pipeline.finish();
      const took = {
        memory: { told: memoryBytes, was: process.resourceUsage().maxRSS * 1024 },
        disk: { told: diskBytes, was: built.reduce((sum, { fileBytes }) => sum + fileBytes, 0) },
      };
      return { built, present: [...present, ...found], took };
    } finally {
      await pipeline.close();
    }
  } finally {
    await catalog.close();
  }
}

/**
 * Builds one endgame into a folder that holds its direct sub-endgames, sound; no other table is looked at.
 * @throws InputError when it cannot fit or be built, or when another process builds it in this folder (`elsewhere`)
 */
export async function buildTable(endgame: Endgame, catalog: FolderCatalog, options: BuildOptions): Promise<BuiltTable> {
  const { metric, rules } = options;
  const { program, memory } = resourcesFor([endgame], options);
  const estimate = checkFits(endgame, rules, memory, metric, false, program, options.slices);
  const memoryPlan = planMemory([endgame], () => estimate, memory);
  if (options.known !== undefined) options.known.mostBytes = Math.max(0, (memory - memoryPlan.bytes) / 2);
  const lock = await new Locks(options.lockTimes).take(catalog.pathOf(endgame.name), endgame.name, "build", () => {});
  if (!(lock instanceof Lock)) {
    throw new InputError("elsewhere", `${endgame.name} is being built in ${catalog.folder} by ${nameHolder(lock)}`);
  }
  let pipeline: Pipeline | undefined;
  try {
    pipeline = await startPipeline([endgame], catalog, new Map([[endgame.name, estimate]]), memoryPlan, options);
    await pipeline.build(endgame, lock);
    const [built] = await pipeline.finish();
    catalog.forget(endgame.name);
    return built!;
  } finally {
    await pipeline?.close();
    await lock.release();
  }
}

/** What is asked for; or where a cone is, and a table is there that holds all of it, what that is of. */
async function asIsThere(asked: Endgame, catalog: FolderCatalog): Promise<Endgame> {
  const { endgame: cone } = canonicalEndgame(asked);
  if (cone.from === undefined) return asked;
  const whole = wholeEndgame(cone);
  for (const larger of [whole, ...(await catalog.conesOf(whole.name)).map(parseEndgame)]) {
    if (!holdsCone(larger, cone)) continue;
    try {
      if ((await catalog.open(larger.name)) !== null) return larger;
    } catch (error) {
      if (!(error instanceof InputError)) throw error; // a damaged one helps nobody
    }
  }
  return cone;
}

/** Threads; bytes of memory that the program takes for them, and what is left for its endgames, which may be less than none. */
function resourcesFor(
  endgames: readonly Endgame[],
  { threads = cpus().length, memoryBytes = memoryToTake(), rules }: BuildOptions,
): { readonly threads: number; readonly program: number; readonly memory: number } {
  const program = programBytes(isForOne(endgames, rules, threads) ? 0 : threads);
  return { threads, program, memory: memoryBytes - program };
}

/** Builds what is absent, each after all it leads to. @returns what other processes have built meanwhile */
async function buildAll(
  absent: readonly Endgame[],
  catalog: FolderCatalog,
  pipeline: Pipeline,
  options: BuildOptions,
): Promise<string[]> {
  const { signal, onEvent } = options;
  const locks = new Locks(options.lockTimes);
  const found: string[] = [];
  const left = new Map(absent.map((endgame) => [endgame.name, endgame]));
  const take = ({ name }: Endgame) =>
    locks.take(catalog.pathOf(name), name, "build", (lock) => {
      onEvent?.({ kind: "left", endgame: name, by: nameHolder(lock) });
    });
  const lookAgain = async (endgame: string, lock: FoundLock): Promise<void> => {
    onEvent?.({ kind: "elsewhere", endgame, by: nameHolder(lock), progress: progressOf(lock) });
    await wait(LOOK_MILLISECONDS, undefined, { signal }).catch(() => signal?.throwIfAborted());
  };

  const build = async (endgame: Endgame, lock: Lock): Promise<void> => {
    try {
      await pipeline.build(endgame, lock);
    } catch (error) {
      // A sub-endgame's blocks are checked only as they are read: rebuild the damaged one, then try again.
      const damaged = error instanceof DamagedTableError && subOfFile(endgame, catalog, error.file);
      if (!damaged) throw error;
      onEvent?.({ kind: "damaged", endgame: damaged.name, message: error.message });
      await rebuild(damaged, error.file);
      await build(endgame, lock);
    }
  };
  const rebuild = async (endgame: Endgame, file: string): Promise<void> => {
    for (let waited = false; ; waited = true) {
      const lock = await take(endgame);
      if (lock instanceof Lock) {
        catalog.forget(endgame.name);
        if (waited && (await isPresent(catalog, endgame, options))) return lock.release();
        await rm(file, { force: true });
        return build(endgame, lock);
      }
      await lookAgain(endgame.name, lock);
    }
  };

  while (left.size > 0) {
    signal?.throwIfAborted();
    let taken: FoundLock | null = null;
    let begun = false;
    for (const endgame of left.values()) {
      if (subEndgames(endgame).some(({ name }) => left.has(name))) continue; // theirs is to be built first
      const lock = await take(endgame);
      if (!(lock instanceof Lock)) {
        taken ??= lock;
        continue;
      }
      left.delete(endgame.name);
      begun = true;
      if (await isThereNow(endgame, catalog, lock, options)) {
        found.push(endgame.name);
        pipeline.skip(endgame);
        onEvent?.({ kind: "found", endgame: endgame.name });
      } else await build(endgame, lock);
      break; // what others have built since may make a smaller one possible
    }
    if (!begun) await lookAgain(taken!.endgame, taken!);
  }
  return found;
}

/** Whether another process has built it since this one looked; then the lock is released. */
async function isThereNow(
  endgame: Endgame,
  catalog: FolderCatalog,
  lock: Lock,
  options: BuildOptions,
): Promise<boolean> {
  try {
    catalog.forget(endgame.name);
    const isThere = await isPresent(catalog, endgame, options);
    if (isThere) await lock.release();
    return isThere;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** As the lock of another process tells it, which may be of another version. */
function progressOf({ progress }: FoundLock): TableProgress | null {
  const phase = BUILD_PHASES.find((each) => each === progress?.phase);
  return progress === null || phase === undefined ? null : { ...progress, phase };
}

/**
 * Whether a table is there and its bytes fit its SHA-256: others are built from it.
 * @param onEvent told of one that is damaged; who looks again needs not say so again
 * @throws InputError when a table is there that was built under another reading of the rules
 */
async function isPresent(
  catalog: FolderCatalog,
  { name }: Endgame,
  options: BuildOptions,
  onEvent?: BuildOptions["onEvent"],
): Promise<boolean> {
  let table: Table | null;
  try {
    table = await catalog.open(name);
    await table?.verifyBytes(newHash);
  } catch (error) {
    if (!(error instanceof DamagedTableError)) throw error;
    catalog.forget(name);
    onEvent?.({ kind: "damaged", endgame: name, message: error.message });
    return false;
  }
  if (table === null) return false;
  checkReading(table, options);
  return true;
}

function subOfFile(endgame: Endgame, catalog: FolderCatalog, file: string): Endgame | undefined {
  return subEndgames(endgame).find((sub) => catalog.pathOf(sub.name) === file);
}

const newHash = () => createHash("sha256");

/** As `buildClosure`, where what killed builds left goes, and what cannot fit on the disk is not begun. @throws InputError `disk-full` when the tables cannot fit */
export async function buildInto(endgames: readonly Endgame[], options: BuildOptions): Promise<BuildReport> {
  const { folder, onEvent } = options;
  const collection = join(folder, collectionPath(options));
  await removeLeftovers(collection);
  await removeLeftLocks(collection);
  return buildClosure(endgames, {
    ...options,
    onEvent(event) {
      onEvent?.(event.kind === "plan" ? { ...event, tightDisk: checkDisk(folder, event) } : event);
    },
  });
}

/** Estimates of files, and of what is put aside on the way, may be three times too high: only what surely cannot fit is refused. */
const SURELY = 3;

/**
 * @param diskBytes of the tables
 * @param workBytes of what is put aside on the way
 * @returns one line where these may not fit; else null
 * @throws InputError `disk-full` when these cannot fit
 */
export function checkDisk(
  folder: string,
  { diskBytes, workBytes }: { readonly diskBytes: number; readonly workBytes: number },
  freeBytes = freeBytesAt(folder),
): string | null {
  const bytes = diskBytes + workBytes;
  if (bytes <= freeBytes) return null;
  const work = workBytes === 0 ? "" : `, and ${formatBytes(workBytes)} more while they are built`;
  const room = `there are ${formatBytes(freeBytes)} left on the disk of ${folder}`;
  const told = `the tables take about ${formatBytes(diskBytes)}${work}, but ${room}`;
  if (bytes / SURELY > freeBytes) throw new InputError("disk-full", told);
  return `${told}: that may not be enough`;
}
