/**
 * The journal of a solving: what is put aside on its way, so that another process can go on with it (docs/kernel.md). A solver
 * keeps everything that it has decided on the tape; beside the tape it takes what captures are worth, and how far it is.
 */
import type { Certificate } from "../table/format/header.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { Level, SetBytes, Tape } from "./tape.ts";
import type { Slot } from "./planes.ts";

/** A direction at level 0 whose captures have been looked up: the analysis of one side's wins. */
export interface DirectionState {
  /** The last ply looked at. All up to it is on the tape. Null: not even what is lost at once. */
  readonly ply: number | null;
  readonly isFinished: boolean;
  /** Of the loser, by weight: positions of the whole board, twins' doubles included. */
  readonly checkmated: number;
  readonly stalemated: number;
}

/**
 * What captures are worth, in bit vectors: what cannot be lost, winning captures, and where the loser can capture. Of a direction
 * in which nothing can be won without levels there are none.
 */
export const DIRECTION_SETS = ["done", "seeds", "captures"] as const;
export type DirectionSet = (typeof DIRECTION_SETS)[number];

/** Levels above 0, as far as they are known. */
export interface LevelsState {
  /** Level 0 included. */
  readonly levels: readonly Level[];
  /** The first even ply after them. */
  readonly end: number;
  readonly correctedLosses: number;
}

/** What a solution has beside its tape. */
export interface SolvedCounts {
  readonly legal: Readonly<Record<Colour, number>>;
  readonly checkmated: Readonly<Record<Colour, number>>;
  readonly stalemated: Readonly<Record<Colour, number>>;
  readonly certificate: Certificate | null;
}

/** A slice that is solved (slices/sliced-kernel.ts). */
export interface SliceState extends SolvedCounts {
  readonly levels: readonly Level[];
  /** By level: the longest distance. */
  readonly longest: readonly number[];
  /** Words of its tape, which follows those of the slices before it. */
  readonly words: number;
  /** By level and attacker, slot and places for each side to move; none where no slice to come asks. */
  readonly chased: readonly Readonly<Record<Colour, Readonly<Record<Colour, readonly (readonly [Slot, number])[]>>>>[];
  readonly seconds: number;
  readonly memoryBytes: number;
}

/** How far a solving is. */
export interface SolvingState {
  /** Where it goes slice by slice: those that are solved. */
  readonly slices?: readonly SliceState[];
  readonly directions: Partial<Readonly<Record<Colour, DirectionState>>>;
  readonly levels: LevelsState | null;
  /** Once all is: what the tape does not tell of the solution. */
  readonly solved: SolvedCounts | null;
  /** CPU seconds of all threads. */
  readonly seconds: number;
}

export const NOTHING_SOLVED: SolvingState = { directions: {}, levels: null, solved: null, seconds: 0 };

export interface Journal {
  /** What has been put aside; null: nothing. */
  readonly saved: SolvingState | null;
  /** Between two times that something is. */
  readonly everyMilliseconds: number;
  /** The tape that goes with what was put aside: pieces of whole extents, in memory that threads share. */
  readTape(): AsyncIterable<Uint32Array>;
  readSet(winner: Colour, set: DirectionSet, into: SetBytes): Promise<void>;
  writeSet(winner: Colour, set: DirectionSet, from: SetBytes): Promise<void>;
  /** @param tape all of it, what was saved before included: that is not read again */
  save(state: SolvingState, tape: Pick<Tape, "pieces" | "read">): Promise<void>;
}
