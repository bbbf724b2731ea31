/** The vector kernel's host: lays out an endgame and its sub-endgames in shared memory and sets the team to work. */
import { isArmed } from "../../endgame/count.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { DEFAULT_COLLECTION } from "../../table/catalog/catalog.ts";
import type { Certificate } from "../../table/format/header.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { DEFAULT_RULES } from "../../rules/asian/options.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { solveLevels, type SolvedLevels, type LevelsOptions } from "../levels/algorithm8.ts";
import { LEVEL_SETS, type CellSets, type LevelTask } from "../levels/cell-sets.ts";
import { FORCED_SETS, forcedWork, mayBeForced, type ForcedWork } from "../levels/forced.ts";
import { CHESSDB_SETS } from "../levels/order-forms.ts";
import type { Journal, SolvedCounts } from "../journal.ts";
import { hasPerpetuals, type Kernel, type Solution, type SolveProgress, type SolveRequest } from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { Outcomes, Sub } from "../outcomes.ts";
import { LEVEL_ZERO, Tape } from "../tape.ts";
import { movedBlocks } from "./arrays.ts";
import type { Border } from "./border.ts";
import { VectorCellSets } from "./vector-sets.ts";
import { writeFrame, type Frame } from "./frame.ts";
import { Games, hasDependent } from "./games.ts";
import { Jobs } from "./jobs.ts";
import { Keeper } from "./keeper.ts";
import { loadSubs, Lookups, type LaidViews } from "./lookups.ts";
import { KernelMemory } from "./memory.ts";
import { kernelInstance, type KernelTask, type TeamResult, type TeamWork } from "./member.ts";
import { SetRoom } from "./set-room.ts";
import type { Team } from "./team.ts";
import { linkViews, longestIn, viewsBytes, viewsOf, type View } from "./views.ts";

const PROGRESS_MILLISECONDS = 200;
/** Of a band of the tape: small enough for the caches that it is played in, large enough for long extents. */
const BAND_CELLS = 2 ** 22;
/** Of the tape of a slice so much is kept in memory: others wait for it beside it. */
export const SLICE_TAPE_BYTES = 2 ** 20;
/** At least so many bands, that all threads have some, where there are as many blocks. */
const BANDS = 16;
/** Marks of one byte end there; a capture takes one more ply than what follows. */
const LONGEST_NARROW_SUB = 0xfc;
/** Of a range of candidates, for tests. */
const FEW_SLOTS = 64 * SQUARES;

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
  /** What tells whether there can be levels, where they are hardly to be expected. */
  readonly mayBeForced?: typeof mayBeForced;
  /** To mate: two bytes for the distance of a capture. */
  readonly wide?: boolean;
  /** One view at a time, bands of two blocks, of which passes move one at a time, and candidates of chases of a few vectors. */
  readonly small?: boolean;
  /** So many sets at most lie in the kernel's memory. */
  readonly resident?: number;
  /** The index is that of a slice, with its border: what that is made of, and views that lie in the memory already. */
  readonly slice?: { readonly border: (memory: KernelMemory, jobs: Jobs) => Border; readonly laid: LaidViews };
}

/** Solves an endgame by the kernel. @throws `signal.reason` when it is given up */
export async function solveWith(
  module: WebAssembly.Module,
  team: Team,
  memory: KernelMemory,
  request: SolveRequest,
  way: Way = {},
): Promise<Solution> {
  const views = way.slice?.laid.views ?? viewsOf(request.index);
  const isLookedUp = way.slice !== undefined || areCapturesKnown(request.journal);
  const subs = isLookedUp ? new Map<string, never>() : await loadSubs(views, request);
  const solve = (looksForLevels: boolean) =>
    new Solving(module, team, memory, request, way, views, subs, looksForLevels).solution();
  if (!isHardlyForced(request, way, views, subs)) return (await solve(hasPerpetuals(request)))!;
  const before = memory.usedBytes;
  const solution = await solve(false);
  if (solution !== null) return solution;
  memory.giveBack(before);
  return (await solve(true))!;
}

/**
 * Whether an endgame is solved without levels first, as it has hardly any: Black has no attacking men, and does not win by what Red's
 * captures leave either. Not where anything is put aside on the way.
 */
function isHardlyForced(
  { index, metric, rules, journal }: SolveRequest,
  way: Way,
  views: readonly View[],
  subs: ReadonlyMap<string, Sub>,
): boolean {
  const isPlain = way.slice === undefined && way.findLevels === undefined;
  if (!isPlain || metric !== "dtc" || rules !== "asian" || journal !== undefined) return false;
  return !isArmed(index.endgame) && views.every((view) => view.turn === "red" || isNeverWon(subs, view));
}

/** Sets that are taken once captures are known. */
function laterSets({ rules, orders }: SolveRequest, looksForLevels: boolean): number {
  if (looksForLevels) return LEVEL_SETS + (orders === "chessdb" ? CHESSDB_SETS : 0);
  return hasPerpetuals({ rules }) ? FORCED_SETS : 0;
}

/** Whether the side that is to move after a capture never wins. */
function isNeverWon(subs: ReadonlyMap<string, Sub>, { entry }: View): boolean {
  const sub = subs.get(entry.endgame.name)!;
  return "won" in sub && sub.won[entry.turn].length === 0;
}

/** An endgame that is being solved: captures, Red's wins, Black's wins, and then the levels. */
class Solving {
  readonly #module: WebAssembly.Module;
  readonly #team: Team;
  readonly #memory: KernelMemory;
  readonly #request: SolveRequest;
  readonly #way: Way;
  readonly #views: readonly View[];
  readonly #subs: Map<string, Sub>;
  readonly #wide: boolean;
  readonly #levelled: boolean;
  readonly #shape: { readonly blocks: number; readonly formations: number };
  readonly #frame: Frame;
  readonly #tape: Tape;
  readonly #room: SetRoom;
  readonly #jobs: Jobs;
  readonly #games: Games;
  readonly #border: Border | undefined;
  /** What it takes to see whether anybody may be forced into a perpetual, where no levels are looked for that there may be. */
  readonly #forced: { readonly sets: CellSets; readonly work: ForcedWork } | null;
  readonly #keeper: Keeper;
  readonly #lookups: Lookups;
  readonly #progress: ReturnType<typeof watch>;
  /** What the team has not been given yet. */
  #kernel: TeamWork["kernel"];
  /** CPU seconds of all threads. */
  #seconds = 0;

  constructor(
    module: WebAssembly.Module,
    team: Team,
    memory: KernelMemory,
    request: SolveRequest,
    way: Way,
    views: readonly View[],
    subs: Map<string, Sub>,
    looksForLevels: boolean,
  ) {
    const { index, metric, makeShelf } = request;
    [this.#module, this.#team, this.#memory, this.#request, this.#way] = [module, team, memory, request, way];
    [this.#views, this.#subs] = [views, subs];
    this.#levelled = looksForLevels;
    this.#wide = way.wide ?? [...subs.values()].some((sub) => !("won" in sub) && longestIn(sub) > LONGEST_NARROW_SUB);
    this.#frame = writeFrame(memory, index);
    linkViews(memory, this.#frame, views);
    const bandBlocks = way.small === true ? 2 : blocksOfBand(index);
    this.#shape = { blocks: index.blocks.length, formations: index.black.count };
    const mostTape = way.slice !== undefined ? SLICE_TAPE_BYTES : way.resident === undefined ? undefined : 0;
    this.#tape = new Tape({ ...this.#shape, bandBlocks }, makeShelf, mostTape);
    const isShelved = metric === "dtc" && way.slice === undefined;
    this.#room = new SetRoom(memory, this.#shape, isShelved ? makeShelf : undefined, way.resident);
    this.#jobs = new Jobs(memory, this.#frame, {
      threads: team.threads,
      metric,
      wide: this.#wide,
      levelled: this.#levelled,
      bandBlocks,
      movedBlocks: way.small === true ? 1 : movedBlocks(bandBlocks, index.black.count),
      room: this.#room,
      laterSets: laterSets(request, looksForLevels),
      otherBytes: viewsBytes(views, metric, this.#wide),
    });
    this.#border = way.slice?.border(memory, this.#jobs);
    this.#progress = watch(memory, this.#jobs, request);
    const lookups = (reading?: Way["reading"]) => this.#newLookups(reading);
    this.#games = new Games({ memory, jobs: this.#jobs, shape: this.#shape, tape: this.#tape, subs, lookups });
    this.#kernel = { module, memory: memory.wasm, shelf: this.#room.shelf && this.#room.shelf.place };
    this.#keeper = new Keeper(request.journal, {
      module,
      memory,
      jobs: this.#jobs,
      tape: this.#tape,
      room: this.#room,
      levelled: this.#levelled,
      seconds: () => this.#seconds,
    });
    const sets = hasPerpetuals(request) && !looksForLevels ? this.#newSets() : null;
    this.#forced = sets && { sets, work: forcedWork(sets) };
    this.#lookups = this.#newLookups();
  }

  /** Null: somebody may be forced into a perpetual, where no levels were to be looked for. */
  async solution(): Promise<Solution | null> {
    const { index } = this.#request;
    const keeper = this.#keeper;
    try {
      await keeper.begin();
      const counts = keeper.state.solved ?? (await this.#solve());
      if (counts === null) {
        this.#tape.close();
        return null;
      }
      return {
        index,
        tape: this.#tape,
        hasDoubles: this.#border === undefined,
        levels: keeper.state.levels?.levels ?? [LEVEL_ZERO],
        ...counts,
        illegal: () => illegalCells(this.#module, this.#memory, this.#jobs.of.red, index),
        seconds: keeper.seconds,
        memoryBytes: this.#memory.mostUsedBytes,
        subMemoryBytes: this.#lookups.mostBytes,
      };
    } catch (error) {
      this.#tape.close();
      throw error;
    } finally {
      keeper.stop();
      this.#progress.stop();
      this.#room.close();
    }
  }

  async #solve(): Promise<SolvedCounts | null> {
    if (!(await this.#solveLevelZero())) return null;
    if (![...this.#subs.values()].some(hasDependent)) this.#subs.clear(); // levels need the room
    this.#room.giveOther();
    const certificate = this.#levelled ? await this.#solveLevels() : null;
    const jobs = this.#jobs;
    const [checkmated, stalemated] = [jobs.counts(offset.J_CHECKMATED), jobs.counts(offset.J_STALEMATED)];
    const counts = { legal: jobs.legal(), checkmated, stalemated, certificate };
    await this.#keeper.keepSolved(counts);
    return counts;
  }

  /** What conversion decides. @returns false, where no levels are to be looked for, once somebody may be forced into a perpetual */
  async #solveLevelZero(): Promise<boolean> {
    const keeper = this.#keeper;
    for (const winner of COLOURS) {
      this.#progress.show("captures", winner);
      this.#lookups.add({ kind: "init", job: this.#jobs.of[winner], winner });
      const known = keeper.state.directions[winner];
      if (known !== undefined) {
        await this.#lookups.finish();
        await keeper.recall(winner, known);
      } else if (await this.#lookUp(winner)) await keeper.keepCaptures(winner);
      else keeper.keepNothing(winner);
      const { ply, isFinished } = keeper.state.directions[winner]!;
      if (this.#forced !== null && winner === "black" && !isFinished) return false; // something may be won
      this.#progress.show(`${winner} wins`, winner);
      if (!isFinished) await this.#solveDirection(winner, ply);
      if (this.#forced === null) continue;
      const { sets, work } = this.#forced;
      const test = this.#way.mayBeForced ?? mayBeForced;
      if (await test(sets, work, this.#levelTask, winner)) return false;
    }
    return true;
  }

  /** Has the captures of a direction looked up. @returns whether anything can be won in it */
  async #lookUp(winner: Colour): Promise<boolean> {
    const job = this.#jobs.of[winner];
    await this.#lookups.ask(winner, winner);
    const canBeStuck = !this.#levelled && this.#border?.decides(winner) !== true;
    if (canBeStuck && (this.#forced !== null || this.#views.some(({ turn }) => turn === winner))) {
      // Where nothing is to be won, as mostly by a side without attacking men, the other's captures need not be known.
      await this.#lookups.finish();
      if (this.#memory.load(job + offset.J_SEEDS) === 0) {
        await this.#run([{ kind: "stuck", job, winner }]);
        if (this.#memory.load(job + offset.J_FOUND) === 0) return false;
      }
    }
    await this.#lookups.ask(winner, opponent(winner));
    await this.#lookups.finish();
    return true;
  }

  async #solveDirection(winner: Colour, ply: number | null): Promise<void> {
    const job = this.#jobs.of[winner];
    let result = await this.#run([ply === null ? { kind: "solve", job, winner } : goOn(job, winner, ply)]);
    while (result === "paused") {
      await this.#keeper.keepPly(winner, false);
      result = await this.#run([goOn(job, winner, this.#memory.load(job + offset.J_PLY))]);
    }
    await this.#keeper.keepPly(winner, true);
  }

  /** What perpetuals decide. Null where neither side can force one and nobody asks. */
  async #solveLevels(): Promise<Certificate | null> {
    this.#progress.show("perpetuals");
    const { index, orders = DEFAULT_COLLECTION.orders, onProgress } = this.#request;
    const found = this.#keeper.state.levels;
    const sets = this.#newSets();
    const levels: LevelsOptions = {
      ...this.#levelTask,
      ...(this.#border && { border: this.#border }),
      orders,
      start: Math.max(...COLOURS.map((winner) => this.#jobs.plyAfter(winner))),
      ...(found !== null && { found: { ...found, replay: this.#keeper.replayLevels } }),
      onLevel: (level) => onProgress?.({ phase: "perpetuals", ply: level, done: 0 }),
      onFound: (known) => this.#keeper.keepLevels(known),
    };
    const solved = await (this.#way.findLevels ?? solveLevels)(sets, levels, this.#games);
    return isArmed(index.endgame) || solved.levels.length > 1 ? solved.certificate : null;
  }

  get #levelTask(): LevelTask {
    const { index, options = DEFAULT_RULES } = this.#request;
    return { index, options, ...(this.#way.small === true && { rangeSlots: FEW_SLOTS }) };
  }

  #newSets(): VectorCellSets {
    return new VectorCellSets({
      memory: this.#memory,
      ...this.#shape,
      ownBlocks: this.#request.index.ownBlocks,
      jobOf: this.#jobs.of,
      threads: this.#team.threads,
      room: this.#room,
      run: (tasks) => this.#run(tasks),
      checkMemory: this.#request.checkMemory,
    });
  }

  /** Has the team do tasks, and takes what they decide to the tape. */
  async #run(tasks: readonly KernelTask[]): Promise<TeamResult["result"]> {
    const { signal } = this.#request;
    signal?.throwIfAborted();
    if (tasks.some(({ kind }) => kind !== "chased")) this.#room.forget();
    const done = await this.#team.run({ kernel: this.#kernel, tasks });
    this.#kernel = null;
    this.#seconds += done.seconds;
    if (this.#games.isKept) for (const piece of done.tape) this.#tape.add(piece);
    if (done.result === "stopped") signal!.throwIfAborted();
    return done.result;
  }

  #newLookups(reading = this.#way.reading): Lookups {
    const read =
      reading === undefined
        ? this.#subs
        : new Map([...this.#subs].map(([name, sub]) => [name, reading(sub as Outcomes)]));
    return new Lookups({
      memory: this.#memory,
      frame: this.#frame,
      jobs: this.#jobs,
      views: this.#views,
      subs: read,
      metric: this.#request.metric,
      wide: this.#wide,
      small: this.#way.small === true,
      laid: this.#way.slice?.laid,
      run: (tasks) => this.#run(tasks),
    });
  }
}

/** Whether captures of both sides have been looked up, by this process or by another. */
function areCapturesKnown(journal: Journal | undefined): boolean {
  return COLOURS.every((winner) => journal?.saved?.directions[winner] !== undefined);
}

function goOn(job: number, winner: Colour, ply: number): KernelTask {
  return { kind: "propagate", job, winner, ply, ofLevelZero: true };
}

export function blocksOfBand({ blocks, black }: EndgameIndex): number {
  const most = Math.floor(BAND_CELLS / (black.count * SQUARES));
  return Math.max(1, Math.min(most, Math.ceil(blocks.length / BANDS)));
}

/** The calling thread finds them anew, where the ends of its tape were. @param job of the endgame */
export function illegalCells(
  module: WebAssembly.Module,
  memory: KernelMemory,
  job: number,
  { cells, blocks, black }: EndgameIndex,
): Record<Colour, Uint32Array> {
  const { exports } = kernelInstance(module, memory.wasm, null);
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
