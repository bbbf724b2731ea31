/** The vector kernel's host: lays out an endgame and its sub-endgames in shared memory and sets the team to work. */
import { canonicalEndgame, parseEndgame } from "../../endgame/endgame.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { DEFAULT_COLLECTION } from "../../table/catalog.ts";
import type { Certificate } from "../../table/header.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { DEFAULT_RULES } from "../../xiangqi/rules/options.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { solveLevels } from "../levels/algorithm8.ts";
import {
  hasPerpetuals,
  LEVEL_ZERO,
  type Kernel,
  type Level,
  type Solution,
  type SolveProgress,
  type SolveRequest,
} from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { Outcomes } from "../outcomes.ts";
import type { Planes } from "../planes.ts";
import { Tape } from "../tape.ts";
import { VIEWS_BYTES } from "./arrays.ts";
import { VectorCellSets } from "./cell-sets.ts";
import { writeFrame } from "./frame.ts";
import { Jobs } from "./jobs.ts";
import { KernelMemory } from "./memory.ts";
import { kernelInstance, type Task, type TeamWork } from "./member.ts";
import type { Team } from "./team.ts";
import { linkViews, longestIn, viewBytes, viewsOf, writeView, type Asked, type View } from "./views.ts";

const PROGRESS_MILLISECONDS = 200;
/** Of a band of the tape: small enough for the caches that it is played in, large enough for long extents. */
const BAND_CELLS = 2 ** 22;
/** At least so many bands, that all threads have some, where there are as many blocks. */
const BANDS = 16;
/** Marks of one byte end there; a capture takes one more ply than what follows. */
const LONGEST_NARROW_SUB = 0xfc;

export interface VectorKernelOptions {
  /** Keep one memory for all endgames: what a solution knows of illegal cells lasts until the next is asked for. */
  readonly reuseMemory?: boolean;
  /** Memory that one endgame may take; default: all that there can be. */
  readonly mostBytes?: number;
}

/** Makes the kernel from its compiled module and a team. */
export function vectorKernel(module: WebAssembly.Module, team: Team, options: VectorKernelOptions = {}): Kernel {
  const kept = options.reuseMemory === true ? new KernelMemory(options.mostBytes) : undefined;
  return {
    solve(request) {
      kept?.clear();
      return solveWith(module, team, kept ?? new KernelMemory(options.mostBytes), request);
    },
  };
}

/** How one endgame is solved, where that is not left to the kernel. All ways give the same values. */
export interface Way {
  /** Look for levels above 0. */
  readonly levelled?: boolean;
  /** To mate: two bytes for the distance of a capture. */
  readonly wide?: boolean;
  /** One view at a time, and bands of one block. */
  readonly small?: boolean;
}

type Sub = Outcomes | Planes;

export async function solveWith(
  module: WebAssembly.Module,
  team: Team,
  memory: KernelMemory,
  request: SolveRequest,
  way: Way = {},
): Promise<Solution> {
  const { index, metric } = request;
  const levelled = way.levelled ?? hasPerpetuals(request);
  const views = viewsOf(index);
  const subs = await loadSubs(views, request);
  const isLong = (sub: Sub) => !("won" in sub) && longestIn(sub) > LONGEST_NARROW_SUB;
  const wide = way.wide ?? [...subs.values()].some(isLong);
  const frame = writeFrame(memory, index);
  linkViews(memory, frame, views);
  const bandBlocks = way.small === true ? 1 : blocksOfBand(index);
  const tape = new Tape({ blocks: index.blocks.length, bandBlocks, formations: index.black.count });
  const jobs = new Jobs(memory, frame, { threads: team.threads, metric, wide, levelled, bandBlocks });
  const progress = watch(memory, jobs, request);
  let seconds = 0;
  let kernel: TeamWork["kernel"] = { module, memory: memory.wasm };
  const run = async (tasks: readonly Task[]): Promise<void> => {
    request.signal?.throwIfAborted();
    const done = await team.run({ kernel, tasks });
    kernel = null;
    seconds += done.seconds;
    for (const piece of done.tape) tape.add(piece);
    if (done.result === "stopped") request.signal!.throwIfAborted();
  };

  const beforeViews = memory.usedBytes;
  let viewsBytes = 0;
  let subMemoryBytes = 0;
  let tasks: Task[] = [];
  const runTasks = async (): Promise<void> => {
    await run(tasks);
    tasks = [];
    viewsBytes = 0;
    memory.giveBack(beforeViews);
  };
  /** Has one side's captures looked up, through as many views at a time as may be in memory together. */
  const lookUp = async (winner: Colour, capturer: Colour): Promise<void> => {
    const asked: Asked = capturer === winner ? "lost" : "won";
    for (const view of views) {
      if (view.turn === capturer) continue;
      const sub = subs.get(canonicalEndgame(view.endgame).endgame.name)!;
      if (asked === "lost" && isNeverLost(sub, view)) continue;
      const bytes = viewBytes(view, metric, wide);
      if (viewsBytes > 0 && viewsBytes + bytes > (way.small === true ? 0 : VIEWS_BYTES)) await runTasks();
      viewsBytes += bytes;
      const made = writeView(memory, frame, view, sub, asked, wide);
      subMemoryBytes = Math.max(subMemoryBytes, memory.usedBytes - beforeViews);
      tasks.push({ kind: "mark", job: jobs.ofView(made), turn: view.turn });
      tasks.push({ kind: "captures", job: jobs.of[winner], winner, place: view.place, asked });
    }
  };

  try {
    for (const winner of COLOURS) {
      const job = jobs.of[winner];
      progress.winner = winner;
      tasks.push({ kind: "init", job, winner });
      await lookUp(winner, winner);
      if (!levelled && views.some(({ turn }) => turn === winner)) {
        // Where nothing is to be won, as mostly by a side without attacking men, the other's captures need not be known.
        await runTasks();
        if (memory.load(job + offset.J_SEEDS) === 0) {
          await run([{ kind: "stuck", job, winner }]);
          if (memory.load(job + offset.J_FOUND) === 0) continue;
        }
      }
      await lookUp(winner, opponent(winner));
      tasks.push({ kind: "solve", job, winner });
      await runTasks();
    }
    let levels: readonly Level[] = [LEVEL_ZERO];
    let certificate: Certificate | null = null;
    if (levelled) {
      const sets = new VectorCellSets({
        memory,
        blocks: index.blocks.length,
        formations: index.black.count,
        jobOf: jobs.of,
        threads: team.threads,
        run,
      });
      ({ levels, certificate } = await solveLevels(sets, {
        index,
        options: request.options ?? DEFAULT_RULES,
        orders: request.orders ?? DEFAULT_COLLECTION.orders,
        start: Math.max(...COLOURS.map((winner) => jobs.plyAfter(winner))),
        onLevel: (level) => request.onProgress?.({ phase: "perpetuals", ply: level, done: 0 }),
      }));
    }
    return {
      index,
      tape,
      levels,
      certificate,
      legal: jobs.legal(),
      illegal: () => illegalCells(module, memory, jobs, index),
      checkmated: jobs.counts(offset.J_CHECKMATED),
      stalemated: jobs.counts(offset.J_STALEMATED),
      seconds,
      memoryBytes: memory.mostUsedBytes,
      subMemoryBytes,
    };
  } finally {
    progress.stop();
  }
}

/** Loads all sub-endgames, each once. */
async function loadSubs(views: readonly View[], { load, signal, onProgress }: SolveRequest): Promise<Map<string, Sub>> {
  const names = new Set(views.map(({ endgame }) => canonicalEndgame(endgame).endgame.name));
  const subs = new Map<string, Sub>();
  for (const name of names) {
    signal?.throwIfAborted();
    onProgress?.({ phase: "load", ply: 0, done: subs.size / names.size });
    subs.set(name, await load(parseEndgame(name)));
  }
  return subs;
}

/** Whether no capture into a view can win. */
function isNeverLost(sub: Sub, { endgame, turn }: View): boolean {
  if (!("won" in sub)) return false;
  const { swapped } = canonicalEndgame(endgame);
  return sub.lost[swapped ? opponent(turn) : turn].length === 0;
}

function blocksOfBand({ blocks, black }: EndgameIndex): number {
  const most = Math.floor(BAND_CELLS / (black.count * SQUARES));
  return Math.max(1, Math.min(most, Math.ceil(blocks.length / BANDS)));
}

/** The calling thread finds them anew, where the last ply was. */
function illegalCells(
  module: WebAssembly.Module,
  memory: KernelMemory,
  jobs: Jobs,
  { cells }: EndgameIndex,
): Record<Colour, Uint32Array> {
  const { exports } = kernelInstance(module, memory.wasm);
  const job = jobs.of.red;
  const [red, black] = [memory.load(job + offset.J_FRESH), memory.load(job + offset.J_FRESH_NEXT)];
  exports.illegalOf(job, red, black);
  const words = (cells / SQUARES) * 4;
  return { red: memory.words(red, words), black: memory.words(black, words) };
}

/** Reports progress from shared memory, and passes on a wish to stop. */
function watch(memory: KernelMemory, jobs: Jobs, { signal, onProgress, index }: SolveRequest) {
  const stop = () => jobs.stop();
  signal?.addEventListener("abort", stop);
  const watching = {
    winner: "red" as Colour,
    stop() {
      clearInterval(timer);
      signal?.removeEventListener("abort", stop);
    },
  };
  const report = () => {
    const job = jobs.of[watching.winner];
    onProgress?.({
      phase: memory.load(job + offset.J_PLY) > 0 ? `${watching.winner} wins` : "legal",
      ply: memory.load(job + offset.J_PLY),
      done: Math.min(1, memory.load(job + offset.J_BLOCKS_DONE) / index.blocks.length),
    } satisfies SolveProgress);
  };
  const timer = onProgress === undefined ? undefined : setInterval(report, PROGRESS_MILLISECONDS);
  return watching;
}
