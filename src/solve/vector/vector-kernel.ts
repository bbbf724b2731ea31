/** The vector kernel's host: lays out an endgame and its sub-endgames in shared memory and sets the team to work. */
import { DEFAULT_COLLECTION } from "../../table/catalog.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Certificate } from "../../table/header.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { DEFAULT_RULES } from "../../xiangqi/rules/options.ts";
import { solveLevels } from "../levels/algorithm8.ts";
import {
  hasPerpetuals,
  LEVEL_ZERO,
  type Kernel,
  type Level,
  type Plane,
  type Solution,
  type SolveProgress,
  type SolveRequest,
} from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import { KernelMemory } from "./memory.ts";
import { arrayBytes, DIRECTION_ARRAYS, scratchBytes, WORK_ARRAYS } from "./arrays.ts";
import { VectorCellSets } from "./cell-sets.ts";
import { commonFields, planeOf, writeFrame, type Frame } from "./frame.ts";
import type { KernelTask, Task, TeamWork } from "./member.ts";
import type { Team } from "./team.ts";
import { writeViews, type Outcomes } from "./views.ts";

const PROGRESS_MILLISECONDS = 200;

export interface VectorKernelOptions {
  /** Keep one memory for all endgames: the planes of a solution last until the next is asked for. */
  readonly reuseMemory?: boolean;
  /** Memory that one endgame may take; default: all that there can be. */
  readonly mostBytes?: number;
}

/** Makes the kernel from its compiled module and a team. */
export function vectorKernel(module: WebAssembly.Module, team: Team, options: VectorKernelOptions = {}): Kernel {
  const kept = options.reuseMemory === true ? new KernelMemory(options.mostBytes) : undefined;
  const freshMemory = (): KernelMemory => {
    kept?.clear();
    return kept ?? new KernelMemory(options.mostBytes);
  };
  return {
    name: "vector",
    async solve(request) {
      const solve = (wide: boolean) =>
        solveWith(module, team, freshMemory(), request, { levelled: hasPerpetuals(request), wide });
      return (await solve(false)) ?? (await solve(true))!;
    },
  };
}

/** How one endgame is solved. All ways give the same values; they differ in memory and time. */
export interface Way {
  /** Look for levels above 0. */
  readonly levelled: boolean;
  /** Two bytes a distance. */
  readonly wide: boolean;
  /** Carry marks out of narrow planes from this ply on (levels/epochs.ts). */
  readonly carryAt?: number;
}

/** Null when the distances need wide planes. */
export async function solveWith(
  module: WebAssembly.Module,
  team: Team,
  memory: KernelMemory,
  request: SolveRequest,
  { levelled, wide, carryAt }: Way,
): Promise<Solution | null> {
  const { index, metric } = request;
  const frame = writeFrame(memory, index, wide);
  const beforeViews = memory.usedBytes;
  const { exports } = new WebAssembly.Instance(module, { env: { memory: memory.wasm, abort: () => {} } });
  const outcomes = exports.outcomes as Outcomes;
  const views = await writeViews(memory, frame, metric, outcomes, (endgame, done) => {
    request.signal?.throwIfAborted();
    request.onProgress?.({ phase: "load", ply: 0, done });
    return request.load(endgame);
  });
  if (views === null) return null;
  const subMemoryBytes = memory.usedBytes - beforeViews;
  const common = commonFields(memory);
  const shared = workFields(memory, index, team.threads);
  const jobFor = (target: Frame, own: readonly [number, number][] = []): number => {
    const job = memory.take(offset.JOB_BYTES);
    const chunk = Math.max(1, Math.min(64, Math.floor(target.index.blocks.length / (team.threads * 16))));
    const fields: [number, number][] = [
      [offset.J_FRAME, target.address],
      [offset.J_THREADS, team.threads],
      [offset.J_WIDE, wide ? 1 : 0],
      [offset.J_DTM, metric === "dtm" ? 1 : 0],
      [offset.J_CHUNK, chunk],
      ...common,
      ...shared,
      ...own,
    ];
    for (const [at, value] of fields) memory.store(job + at, value);
    return job;
  };
  const weights = memory.put(index.weights);
  // Without levels the directions can share their memory.
  const own = directionFields(memory, index);
  const jobs = {
    red: jobFor(frame, own),
    black: jobFor(frame, levelled ? directionFields(memory, index) : own),
  };
  const tasks: KernelTask[] = [
    ...views.map((view): KernelTask => ({ kind: "mark", job: jobFor(view) })),
    { kind: "mark new", job: jobFor(frame) },
    { kind: "solve", job: jobs.red, winner: "red", weights },
    { kind: "solve", job: jobs.black, winner: "black", weights },
  ];
  const watching = watch(memory, tasks, request);
  let seconds = 0;
  let kernel: TeamWork["kernel"] = { module, memory: memory.wasm };
  const run = async (some: readonly Task[]): Promise<void> => {
    const done = await team.run({ kernel, tasks: some });
    kernel = null;
    seconds += done.seconds;
    if (done.result === "stopped") request.signal!.throwIfAborted();
    if (done.result === "too long") throw new TooLong();
  };
  try {
    await run(tasks);
    let levels: readonly Level[] = [LEVEL_ZERO];
    let certificate: Certificate | null = null;
    let planes: Readonly<Record<Colour, Plane>> = {
      red: planeOf(memory, frame, "red"),
      black: planeOf(memory, frame, "black"),
    };
    if (levelled) {
      const sets = new VectorCellSets({
        memory,
        blocks: index.blocks.length,
        formations: index.black.count,
        jobOf: jobs,
        threads: team.threads,
        run,
      });
      ({ levels, certificate, planes } = await solveLevels(sets, {
        index,
        planes,
        options: request.options ?? DEFAULT_RULES,
        orders: request.orders ?? DEFAULT_COLLECTION.orders,
        carryAt,
        start: Math.max(lastPly(memory, jobs.red), lastPly(memory, jobs.black)),
        onLevel: (level) => request.onProgress?.({ phase: "perpetuals", ply: level, done: 0 }),
      }));
    }
    return {
      index,
      levels,
      certificate,
      ...planes,
      checkmated: countsOf(memory, index, jobs, offset.J_CHECKMATED),
      stalemated: countsOf(memory, index, jobs, offset.J_STALEMATED),
      seconds,
      memoryBytes: memory.usedBytes,
      subMemoryBytes,
    };
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  } finally {
    watching.stop();
  }
}

/** Distances do not fit narrow planes. */
class TooLong extends Error {}

/** The first even ply after all that a job has found. */
function lastPly(memory: KernelMemory, job: number): number {
  const last = memory.load(job + offset.J_PLY);
  return last + (last % 2);
}

/** Red's losses are found with Black's wins, and the other way round. Twins count a position more than once. */
function countsOf(memory: KernelMemory, index: EndgameIndex, jobs: Record<Colour, number>, at: number) {
  return {
    red: memory.loadCounts(jobs.black + at)[0] / index.twins,
    black: memory.loadCounts(jobs.red + at)[1] / index.twins,
  };
}

/** What each direction keeps for itself. */
function directionFields(memory: KernelMemory, index: EndgameIndex): [number, number][] {
  return takeArrays(memory, index, DIRECTION_ARRAYS);
}

/** Work space, and each thread's scratch memory. */
function workFields(memory: KernelMemory, index: EndgameIndex, threads: number): [number, number][] {
  const scratch = scratchBytes(index.black.count);
  return [
    ...takeArrays(memory, index, WORK_ARRAYS),
    [offset.J_SCRATCH, memory.take(scratch * threads)],
    [offset.J_SCRATCH_BYTES, scratch],
  ];
}

function takeArrays(memory: KernelMemory, index: EndgameIndex, arrays: typeof WORK_ARRAYS): [number, number][] {
  const extent = { blocks: index.blocks.length, formations: index.black.count };
  return arrays.map(([field, kind]) => [field, memory.take(arrayBytes(kind, extent))]);
}

/** Reports progress from shared memory, and passes on a wish to stop. */
function watch(memory: KernelMemory, tasks: readonly KernelTask[], { signal, onProgress, index }: SolveRequest) {
  const stop = () => tasks.forEach(({ job }) => memory.store(job + offset.J_STOP, 1));
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  const report = () => {
    const task = tasks.findLast(
      ({ job }) => memory.load(job + offset.J_EPOCH) > 0 || memory.load(job + offset.J_NEXT) > 0,
    );
    if (task === undefined) return;
    onProgress?.({
      phase: task.kind === "solve" ? `${task.winner} wins` : "legal",
      ply: memory.load(task.job + offset.J_PLY),
      done: Math.min(1, memory.load(task.job + offset.J_BLOCKS_DONE) / index.blocks.length),
    } satisfies SolveProgress);
  };
  const timer = onProgress === undefined ? undefined : setInterval(report, PROGRESS_MILLISECONDS);
  return {
    stop() {
      clearInterval(timer);
      signal?.removeEventListener("abort", stop);
    },
  };
}
