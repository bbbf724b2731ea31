/** The vector kernel's host: lays out an endgame and its sub-endgames in shared memory and sets the team to work. */
import { isArmed } from "../../endgame/estimate.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { DEFAULT_COLLECTION } from "../../table/catalog/catalog.ts";
import type { Certificate } from "../../table/format/header.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { DEFAULT_RULES } from "../../rules/asian/options.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { solveLevels, type SolvedLevels, type LevelsOptions } from "../levels/algorithm8.ts";
import { LEVEL_SETS, type CellSets } from "../levels/cell-sets.ts";
import { CHESSDB_SETS } from "../levels/order-forms.ts";
import type { Journal, SolvedCounts } from "../journal.ts";
import { hasPerpetuals, type Kernel, type Solution, type SolveProgress, type SolveRequest } from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { Outcomes } from "../outcomes.ts";
import { LEVEL_ZERO, Tape } from "../tape.ts";
import { VectorCellSets } from "./vector-sets.ts";
import { writeFrame } from "./frame.ts";
import { Games, hasDependent } from "./games.ts";
import { Jobs } from "./jobs.ts";
import { Keeper } from "./keeper.ts";
import { loadSubs, Lookups } from "./lookups.ts";
import { KernelMemory } from "./memory.ts";
import { kernelInstance, type KernelTask, type TeamResult, type TeamWork } from "./member.ts";
import { SetRoom } from "./set-room.ts";
import type { Team } from "./team.ts";
import { linkViews, longestIn, viewsBytes, viewsOf } from "./views.ts";

const PROGRESS_MILLISECONDS = 200;
/** Of a band of the tape: small enough for the caches that it is played in, large enough for long extents. */
const BAND_CELLS = 2 ** 22;
/** At least so many bands, that all threads have some, where there are as many blocks. */
const BANDS = 16;
/** Marks of one byte end there; a capture takes one more ply than what follows. */
const LONGEST_NARROW_SUB = 0xfc;

/**
 * Makes the kernel from its compiled module and a team.
 * @param memory for all endgames: what a solution knows of illegal cells lasts until it is used again. Default: a new one for each.
 */
export function vectorKernel(module: WebAssembly.Module, team: Team, memory?: KernelMemory): Kernel {
  return {
    solve(request) {
      memory?.clear();
      return solveWith(module, team, memory ?? new KernelMemory(), request);
    },
  };
}

/** How one endgame is solved, where that is not left to the kernel. All ways give the same values. */
export interface Way {
  /** What finds the levels above 0. Default: Algorithm 8. */
  readonly findLevels?: (sets: CellSets, options: LevelsOptions, games: Games) => Promise<SolvedLevels>;
  /** What sub-endgames are worth up to there. Default: as they were loaded. */
  readonly reading?: (sub: Outcomes) => Outcomes;
  /** To mate: two bytes for the distance of a capture. */
  readonly wide?: boolean;
  /** One view at a time, and bands of one block. */
  readonly small?: boolean;
  /** So many sets at most lie in the kernel's memory. */
  readonly resident?: number;
}

export async function solveWith(
  module: WebAssembly.Module,
  team: Team,
  memory: KernelMemory,
  request: SolveRequest,
  way: Way = {},
): Promise<Solution> {
  const { index, metric, journal } = request;
  const levelled = hasPerpetuals(request);
  const views = viewsOf(index);
  const subs = isLookedUp(journal) ? new Map<string, never>() : await loadSubs(views, request);
  const wide = way.wide ?? [...subs.values()].some((sub) => !("won" in sub) && longestIn(sub) > LONGEST_NARROW_SUB);
  const frame = writeFrame(memory, index);
  linkViews(memory, frame, views);
  const bandBlocks = way.small === true ? 1 : blocksOfBand(index);
  const shape = { blocks: index.blocks.length, formations: index.black.count };
  const tape = new Tape({ ...shape, bandBlocks }, request.makeShelf, way.resident === undefined ? undefined : 0);
  const room = new SetRoom(memory, shape, metric === "dtc" ? request.makeShelf : undefined, way.resident);
  const jobs = new Jobs(memory, frame, {
    threads: team.threads,
    metric,
    wide,
    levelled,
    bandBlocks,
    room,
    laterSets: levelled ? LEVEL_SETS + (request.orders === "chessdb" ? CHESSDB_SETS : 0) : 0,
    otherBytes: viewsBytes(views, metric, wide),
  });
  const progress = watch(memory, jobs, request);
  const games = new Games({ memory, jobs, shape, tape, subs, lookups: (reading) => newLookups(reading) });
  let seconds = 0;
  const shelf = room.shelf && room.shelf.place;
  let kernel: TeamWork["kernel"] = { module, memory: memory.wasm, shelf };
  const run = async (tasks: readonly KernelTask[]): Promise<TeamResult["result"]> => {
    request.signal?.throwIfAborted();
    room.forget();
    const done = await team.run({ kernel, tasks });
    kernel = null;
    seconds += done.seconds;
    if (games.isKept) for (const piece of done.tape) tape.add(piece);
    if (done.result === "stopped") request.signal!.throwIfAborted();
    return done.result;
  };
  const keeper = new Keeper(journal, { module, memory, jobs, tape, room, levelled, seconds: () => seconds });
  const newLookups = (reading = way.reading) => {
    const read =
      reading === undefined ? subs : new Map([...subs].map(([name, sub]) => [name, reading(sub as Outcomes)]));
    return new Lookups({ memory, frame, jobs, views, subs: read, metric, wide, small: way.small === true, run });
  };
  const lookups = newLookups();

  /** Has the captures of a direction looked up. @returns whether anything can be won in it */
  const lookUp = async (winner: Colour): Promise<boolean> => {
    const job = jobs.of[winner];
    await lookups.ask(winner, winner);
    if (!levelled && views.some(({ turn }) => turn === winner)) {
      // Where nothing is to be won, as mostly by a side without attacking men, the other's captures need not be known.
      await lookups.finish();
      if (memory.load(job + offset.J_SEEDS) === 0) {
        await run([{ kind: "stuck", job, winner }]);
        if (memory.load(job + offset.J_FOUND) === 0) return false;
      }
    }
    await lookups.ask(winner, opponent(winner));
    await lookups.finish();
    return true;
  };
  const solveDirection = async (winner: Colour, ply: number | null): Promise<void> => {
    const job = jobs.of[winner];
    let result = await run([ply === null ? { kind: "solve", job, winner } : goOn(job, winner, ply)]);
    while (result === "paused") {
      await keeper.keepPly(winner, false);
      result = await run([goOn(job, winner, memory.load(job + offset.J_PLY))]);
    }
    await keeper.keepPly(winner, true);
  };
  const solveLevelZero = async (): Promise<void> => {
    for (const winner of COLOURS) {
      progress.show("captures", winner);
      lookups.add({ kind: "init", job: jobs.of[winner], winner });
      const known = keeper.state.directions[winner];
      if (known !== undefined) {
        await lookups.finish();
        await keeper.recall(winner, known);
      } else if (await lookUp(winner)) await keeper.keepCaptures(winner);
      else keeper.keepNothing(winner);
      const { ply, isFinished } = keeper.state.directions[winner]!;
      progress.show(`${winner} wins`, winner);
      if (!isFinished) await solveDirection(winner, ply);
    }
  };
  const solve = async (): Promise<SolvedCounts> => {
    await solveLevelZero();
    if (![...subs.values()].some(hasDependent)) subs.clear(); // levels need the room
    room.giveOther();
    let certificate: Certificate | null = null;
    if (levelled) {
      progress.show("perpetuals");
      const start = Math.max(...COLOURS.map((winner) => jobs.plyAfter(winner)));
      const found = keeper.state.levels;
      const sets = new VectorCellSets({
        memory,
        ...shape,
        jobOf: jobs.of,
        threads: team.threads,
        room,
        run,
        checkMemory: request.checkMemory,
      });
      const options: LevelsOptions = {
        index,
        options: request.options ?? DEFAULT_RULES,
        orders: request.orders ?? DEFAULT_COLLECTION.orders,
        start,
        ...(found !== null && { found: { ...found, replay: keeper.replayLevels } }),
        onLevel: (level) => request.onProgress?.({ phase: "perpetuals", ply: level, done: 0 }),
        onFound: (levels) => keeper.keepLevels(levels),
      };
      const solved = await (way.findLevels ?? solveLevels)(sets, options, games);
      if (isArmed(index.endgame) || solved.levels.length > 1) certificate = solved.certificate;
    }
    const [checkmated, stalemated] = [jobs.counts(offset.J_CHECKMATED), jobs.counts(offset.J_STALEMATED)];
    const counts = { legal: jobs.legal(), checkmated, stalemated, certificate };
    await keeper.keepSolved(counts);
    return counts;
  };

  try {
    await keeper.begin();
    const counts = keeper.state.solved ?? (await solve());
    return {
      index,
      tape,
      levels: keeper.state.levels?.levels ?? [LEVEL_ZERO],
      ...counts,
      illegal: () => illegalCells(module, memory, jobs, index),
      seconds: keeper.seconds,
      memoryBytes: memory.mostUsedBytes,
      subMemoryBytes: lookups.mostBytes,
    };
  } catch (error) {
    tape.close();
    throw error;
  } finally {
    keeper.stop();
    progress.stop();
    room.close();
  }
}

/** Whether captures of both sides have been looked up, by this process or by another. */
function isLookedUp(journal: Journal | undefined): boolean {
  return COLOURS.every((winner) => journal?.saved?.directions[winner] !== undefined);
}

function goOn(job: number, winner: Colour, ply: number): KernelTask {
  return { kind: "propagate", job, winner, ply, ofLevelZero: true };
}

export function blocksOfBand({ blocks, black }: EndgameIndex): number {
  const most = Math.floor(BAND_CELLS / (black.count * SQUARES));
  return Math.max(1, Math.min(most, Math.ceil(blocks.length / BANDS)));
}

/** The calling thread finds them anew, where the ends of its tape were. */
function illegalCells(
  module: WebAssembly.Module,
  memory: KernelMemory,
  jobs: Jobs,
  { cells, blocks, black }: EndgameIndex,
): Record<Colour, Uint32Array> {
  const { exports } = kernelInstance(module, memory.wasm, null);
  const job = jobs.of.red;
  const redAt = memory.load(job + offset.J_SCRATCH);
  const blackAt = redAt + offset.TAPE_BYTES;
  const illegal = { red: new Uint32Array((cells / SQUARES) * 4), black: new Uint32Array((cells / SQUARES) * 4) };
  const words = black.count * 4;
  const most = Math.floor(offset.TAPE_BYTES / (words * 4));
  for (let first = 0; first < blocks.length; first += most) {
    const end = Math.min(first + most, blocks.length);
    exports.illegalOf(job, first, end, redAt, blackAt);
    illegal.red.set(memory.words(redAt, (end - first) * words), first * words);
    illegal.black.set(memory.words(blackAt, (end - first) * words), first * words);
  }
  return illegal;
}

/** Reports progress from shared memory, and passes on a wish to stop. */
function watch(memory: KernelMemory, jobs: Jobs, { signal, onProgress, index }: SolveRequest) {
  const stop = () => jobs.stop();
  signal?.addEventListener("abort", stop);
  let phase: SolveProgress["phase"] = "captures";
  let job = jobs.of.red;
  const report = (): void =>
    onProgress?.({
      phase,
      ply: memory.load(job + offset.J_PLY),
      done: Math.min(1, memory.load(job + offset.J_BLOCKS_DONE) / index.blocks.length),
    });
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    /** Levels tell of themselves. */
    show(now: SolveProgress["phase"], winner?: Colour): void {
      clearInterval(timer);
      if (onProgress === undefined) return;
      if (winner === undefined) {
        onProgress({ phase: now, ply: 0, done: 0 });
        return;
      }
      phase = now;
      job = jobs.of[winner];
      timer = setInterval(report, PROGRESS_MILLISECONDS);
    },
    stop(): void {
      clearInterval(timer);
      signal?.removeEventListener("abort", stop);
    },
  };
}
