import type { Colour } from "../../xiangqi/pieces.ts";
import * as offset from "../kernel/assembly/layout.ts";
import {
  arrayBytes,
  DIRECTION_ARRAYS,
  LEVEL_ARRAYS,
  LEVEL_DIRECTION_ARRAYS,
  MATE_ARRAYS,
  scratchBytes,
  WORK_ARRAYS,
  type ArrayKind,
  type JobArray,
} from "./arrays.ts";
import { commonFields, type Frame } from "./frame.ts";
import type { KernelMemory } from "./memory.ts";
import type { SetRoom } from "./set-room.ts";
import type { Metric } from "../../table/value.ts";

export interface JobOptions {
  readonly threads: number;
  readonly metric: Metric;
  readonly wide: boolean;
  readonly levelled: boolean;
  readonly bandBlocks: number;
  /** Of sets that lie outside passes move so many blocks at a time. Default: a band. */
  readonly movedBlocks?: number;
  /** Where sets lie. */
  readonly room: SetRoom;
  /** Sets that are taken later, and bytes that other things need before that. */
  readonly laterSets?: number;
  readonly otherBytes?: number;
}

/** How far a direction is. */
export interface Standing {
  readonly ply: number;
  /** Of the loser, by weight. */
  readonly checkmated: number;
  readonly stalemated: number;
}

type Fields = readonly (readonly [field: number, value: number])[];

export class Jobs {
  /** The addresses of the jobs that seek each side's wins. */
  readonly of: Readonly<Record<Colour, number>>;
  readonly #memory: KernelMemory;
  readonly #frame: Frame;
  readonly #options: JobOptions;
  readonly #shared: Fields;
  readonly #room: SetRoom;
  /** Blocks that a thread takes at a time; null: as many as are good for the cache. */
  readonly #chunk: number | null;

  constructor(memory: KernelMemory, frame: Frame, options: JobOptions) {
    this.#memory = memory;
    this.#frame = frame;
    this.#options = options;
    this.#room = options.room;
    const { threads, metric, levelled, bandBlocks, wide, room } = options;
    const { movedBlocks = bandBlocks, laterSets = 0, otherBytes = 0 } = options;
    const { weights, black } = frame.index;
    const scratch = scratchBytes(black.count);
    const fixed: Fields = [
      [offset.J_THREADS, threads],
      [offset.J_WIDE, wide ? 1 : 0],
      [offset.J_DTM, metric === "dtm" ? 1 : 0],
      [offset.J_WEIGHTS, memory.put(weights)],
      [offset.J_BAND, bandBlocks],
      [offset.J_SCRATCH, memory.take(scratch * threads, false)],
      [offset.J_SCRATCH_BYTES, scratch],
      ...commonFields(memory),
    ];
    const isSet = ([, kind]: JobArray): boolean => kind === "bit vectors";
    const [workSets, workArrays] = [WORK_ARRAYS.filter(isSet), WORK_ARRAYS.filter((array) => !isSet(array))];
    const arrays = [...this.#take(workArrays), ...(metric === "dtm" ? this.#take(MATE_ARRAYS) : [])];
    const sets = jobSets(levelled);
    const needs = { sets, otherBytes, laterSets, threads, bandBlocks, movedBlocks };
    const { slot, windows, windowBytes } = room.plan(needs);
    this.#chunk = slot === 0 ? null : movedBlocks;
    this.#shared = [...fixed, [offset.J_SLOT, slot], [offset.J_WINDOWS, windows], [offset.J_WINDOW_BYTES, windowBytes]];
    // What is read at random places first: that is where it is best to lie in the memory.
    const won = room.take();
    const secondWon = levelled ? room.take() : null;
    const work = [...arrays, ...this.#takeSets(workSets), ...(levelled ? this.#takeSets(LEVEL_ARRAYS) : [])];
    const fresh = valueOf(work, offset.J_FRESH);
    const ofLevels = (): Fields => (levelled ? this.#takeSets(LEVEL_DIRECTION_ARRAYS) : [[offset.J_CAPTURES, fresh]]);
    const done = room.take();
    // What is won for the side that has been solved cannot be lost, and what it could lose is not asked for any more.
    const second: Fields =
      secondWon === null
        ? [
            [offset.J_WON, done],
            [offset.J_DONE, won],
          ]
        : [
            [offset.J_WON, secondWon],
            [offset.J_DONE, room.take()],
          ];
    const first: Fields = [
      [offset.J_WON, won],
      [offset.J_DONE, done],
    ];
    this.of = {
      red: this.#job(frame, [...work, ...first, ...ofLevels()]),
      black: this.#job(frame, [...work, ...second, ...ofLevels(), [offset.J_EARLIER, won]]),
    };
  }

  ofView(view: Frame): number {
    return this.#job(view, []);
  }

  /** Has what is running stop. */
  stop(): void {
    for (const job of [this.of.red, this.of.black]) this.#memory.store(job + offset.J_STOP, 1);
  }

  /** Has what is running at level 0 pause after the present plies, and whatever runs from now on, or not. */
  wishPause(isWished: boolean): void {
    for (const job of [this.of.red, this.of.black]) this.#memory.store(job + offset.J_PAUSE, isWished ? 1 : 0);
  }

  /** How far a direction is, and who is mated in it, by weight. */
  standing(winner: Colour): Standing {
    const job = this.of[winner];
    const mated = (field: number) => this.#memory.loadCounts(job + field)[winner === "red" ? 1 : 0];
    const [checkmated, stalemated] = [mated(offset.J_CHECKMATED), mated(offset.J_STALEMATED)];
    return { ply: this.#memory.load(job + offset.J_PLY), checkmated, stalemated };
  }

  /** Makes a direction as far as it was. */
  putBack(winner: Colour, { ply, checkmated, stalemated }: Standing): void {
    const job = this.of[winner];
    this.#memory.store(job + offset.J_PLY, ply);
    const put = (field: number, count: number): void =>
      this.#memory.storeCounts(job + field, winner === "red" ? [0, count] : [count, 0]);
    put(offset.J_CHECKMATED, checkmated);
    put(offset.J_STALEMATED, stalemated);
  }

  /** The first even ply after all that a direction has found. */
  plyAfter(winner: Colour): number {
    const last = this.#memory.load(this.of[winner] + offset.J_PLY);
    return last + (last % 2);
  }

  /** Red's losses are found with Black's wins, and the other way round. Twins count a position more than once. */
  counts(field: number): { readonly red: number; readonly black: number } {
    const { twins } = this.#frame.index;
    return {
      red: this.#memory.loadCounts(this.of.black + field)[0] / twins,
      black: this.#memory.loadCounts(this.of.red + field)[1] / twins,
    };
  }

  legal(): { readonly red: number; readonly black: number } {
    const { twins } = this.#frame.index;
    const [red, black] = this.#memory.loadCounts(this.of.red + offset.J_LEGAL);
    return { red: red / twins, black: black / twins };
  }

  #job(frame: Frame, own: Fields): number {
    const { threads } = this.#options;
    const job = this.#memory.take(offset.JOB_BYTES);
    const chunk = this.#chunk ?? Math.max(1, Math.min(64, Math.floor(frame.index.blocks.length / (threads * 16))));
    const fields: Fields = [[offset.J_FRAME, frame.address], [offset.J_CHUNK, chunk], ...this.#shared, ...own];
    for (const [at, value] of fields) this.#memory.store(job + at, value);
    return job;
  }

  #takeSets(arrays: readonly JobArray[]): Fields {
    return arrays.map(([field]) => [field, this.#room.take()]);
  }

  #take(arrays: readonly JobArray[]): Fields {
    const { blocks, black } = this.#frame.index;
    const bytes = (kind: ArrayKind) => arrayBytes(kind, { blocks: blocks.length, formations: black.count });
    return arrays.map(([field, kind]) => [
      field,
      this.#memory.take(bytes(this.#options.wide && kind === "marks" ? "wide marks" : kind), false),
    ]);
  }
}

/** A job without sets: for a view's illegal cells, or those of an endgame. */
export function bareJob(memory: KernelMemory, frame: Frame, threads: number): number {
  const scratch = scratchBytes(frame.index.black.count);
  const job = memory.take(offset.JOB_BYTES);
  const fields: Fields = [
    [offset.J_FRAME, frame.address],
    [offset.J_THREADS, threads],
    [offset.J_CHUNK, 64],
    [offset.J_SCRATCH, memory.take(scratch * threads, false)],
    [offset.J_SCRATCH_BYTES, scratch],
    ...commonFields(memory),
  ];
  for (const [at, value] of fields) memory.store(job + at, value);
  return job;
}

/** Sets that jobs take. */
export function jobSets(levelled: boolean): number {
  const kinds = [...WORK_ARRAYS, ...DIRECTION_ARRAYS];
  if (levelled) kinds.push(...DIRECTION_ARRAYS, ...LEVEL_ARRAYS, ...LEVEL_DIRECTION_ARRAYS, ...LEVEL_DIRECTION_ARRAYS);
  return kinds.filter(([, kind]) => kind === "bit vectors").length;
}

function valueOf(fields: Fields, field: number): number {
  return fields.find(([at]) => at === field)![1];
}
