/** The vector kernel's host: lays out an endgame and its sub-endgames in shared memory and sets the team to work. */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Kernel, Solution, SolveProgress, SolveRequest } from "../kernel.ts";
import * as offset from "../kernel/assembly/offsets.ts";
import { Arena } from "./arena.ts";
import { planeOf, writeFrame, type Frame } from "./frame.ts";
import { horseMoves, singleSquares, squareOfBit, squaresBetween } from "./geometry.ts";
import type { Task } from "./member.ts";
import type { Team } from "./team.ts";
import { writeViews } from "./views.ts";

const JOB_BYTES = 256;
const PROGRESS_MILLISECONDS = 200;

/** Makes the kernel from its compiled module and a team. `wide` starts with two bytes a distance (for tests). */
export function vectorKernel(module: WebAssembly.Module, team: Team, options: { wide?: boolean } = {}): Kernel {
  return {
    name: "vector",
    async solve(request) {
      const narrow = options.wide === true ? null : await solveWith(module, team, request, false);
      return narrow ?? (await solveWith(module, team, request, true))!;
    },
  };
}

/** Null when the distances need wide planes. */
async function solveWith(
  module: WebAssembly.Module,
  team: Team,
  request: SolveRequest,
  wide: boolean,
): Promise<Solution | null> {
  const { index, metric } = request;
  const arena = new Arena();
  const frame = writeFrame(arena, index, wide);
  const beforeViews = arena.usedBytes;
  const views = await writeViews(arena, frame, metric, (endgame, done) => {
    request.signal?.throwIfAborted();
    request.onProgress?.({ phase: "load", ply: 0, done });
    return request.load(endgame);
  });
  if (views === null) return null;
  const subMemoryBytes = arena.usedBytes - beforeViews;
  const common = commonFields(arena);
  const work = workFields(arena, index, team.threads);
  const jobFor = (target: Frame): number => {
    const job = arena.take(JOB_BYTES);
    const words = arena.words(job, JOB_BYTES / 4);
    const chunk = Math.max(1, Math.min(64, Math.floor(target.index.blocks.length / (team.threads * 16))));
    const fields: [number, number][] = [
      [offset.J_FRAME, target.address],
      [offset.J_THREADS, team.threads],
      [offset.J_WIDE, wide ? 1 : 0],
      [offset.J_DTM, metric === "dtm" ? 1 : 0],
      [offset.J_CHUNK, chunk],
      ...common,
      ...work,
    ];
    for (const [at, value] of fields) words[at / 4] = value;
    return job;
  };
  const weights = arena.put(index.weights);
  const tasks: Task[] = [
    ...views.map((view): Task => ({ kind: "mark", job: jobFor(view), weights })),
    { kind: "mark new", job: jobFor(frame), weights },
    { kind: "red wins", job: jobFor(frame), weights },
    { kind: "black wins", job: jobFor(frame), weights },
  ];
  const watching = watch(arena, tasks, request);
  try {
    const { result, seconds } = await team.run({ module, memory: arena.memory, tasks });
    if (result === "stopped") request.signal!.throwIfAborted();
    if (result === "too long") return null;
    const [redJob, blackJob] = tasks.slice(-2).map((task) => task.job) as [number, number];
    return {
      index,
      red: planeOf(arena, frame, "red"),
      black: planeOf(arena, frame, "black"),
      checkmated: countsOf(arena, index, redJob, blackJob, offset.J_CHECKMATED),
      stalemated: countsOf(arena, index, redJob, blackJob, offset.J_STALEMATED),
      seconds,
      memoryBytes: arena.usedBytes,
      subMemoryBytes,
    };
  } finally {
    watching.stop();
  }
}

/** Red's losses are found with Black's wins, and the other way round. Twins count a position more than once. */
function countsOf(arena: Arena, index: EndgameIndex, redJob: number, blackJob: number, at: number) {
  const counts = (job: number) => new BigUint64Array(arena.memory.buffer, job + at, 2);
  return {
    red: Number(counts(blackJob)[0]!) / index.twins,
    black: Number(counts(redJob)[1]!) / index.twins,
  };
}

function commonFields(arena: Arena): [number, number][] {
  const { list, legs } = horseMoves();
  return [
    [offset.J_BIT, arena.put(singleSquares())],
    [offset.J_BETWEEN, arena.put(squaresBetween())],
    [offset.J_HORSE, arena.put(list)],
    [offset.J_LEG, arena.put(legs)],
    [offset.J_SQUARE, arena.put(squareOfBit())],
  ];
}

/** Work space: four bit vectors for each 90 cells, flags, next seeds and holds, and each thread's scratch memory. */
function workFields(arena: Arena, index: EndgameIndex, threads: number): [number, number][] {
  const blocks = index.blocks.length;
  const vectors = blocks * index.black.count;
  const groups = index.black.count <= 16 ? 1 : Math.ceil(index.black.count / 64) * 4;
  const flagBytes = blocks * groups * 2;
  const moves = 128 * 32;
  const scratchBytes = Math.ceil((moves + index.black.count * 16 + groups * 4 + 192) / 64) * 64;
  return [
    [offset.J_WON, arena.take(vectors * 16)],
    [offset.J_DONE, arena.take(vectors * 16)],
    [offset.J_FRESH, arena.take(vectors * 16)],
    [offset.J_FRESH_NEXT, arena.take(vectors * 16)],
    [offset.J_FLAGS, arena.take(flagBytes)],
    [offset.J_FLAGS_NEXT, arena.take(flagBytes)],
    [offset.J_FLAGS_WON, arena.take(flagBytes)],
    [offset.J_FLAGS_KNOWN, arena.take(flagBytes)],
    [offset.J_SEED, arena.take(vectors * 2)],
    [offset.J_SEED_BLOCK, arena.take(blocks * 2)],
    [offset.J_HOLD, arena.take(vectors * 2)],
    [offset.J_HOLD_BLOCK, arena.take(blocks * 2)],
    [offset.J_SCRATCH, arena.take(scratchBytes * threads)],
    [offset.J_SCRATCH_BYTES, scratchBytes],
  ];
}

/** Reports progress from shared memory, and passes on a wish to stop. */
function watch(arena: Arena, tasks: readonly Task[], { signal, onProgress, index }: SolveRequest) {
  const words = tasks.map(({ job }) => new Int32Array(arena.memory.buffer, job, JOB_BYTES / 4));
  const stop = () => words.forEach((job) => Atomics.store(job, offset.J_STOP / 4, 1));
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  const report = () => {
    const current = words.findLastIndex(
      (job) => Atomics.load(job, offset.J_EPOCH / 4) > 0 || job[offset.J_NEXT / 4]! > 0,
    );
    if (current < 0) return;
    const job = words[current]!;
    const kind = tasks[current]!.kind;
    onProgress?.({
      phase: kind === "red wins" || kind === "black wins" ? kind : "legal",
      ply: Atomics.load(job, offset.J_PLY / 4),
      done: Math.min(1, Atomics.load(job, offset.J_BLOCKS_DONE / 4) / index.blocks.length),
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
