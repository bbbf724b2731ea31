/**
 * The arrays that the kernel works in, and so the memory that solving takes: stated once, for the host that takes them and
 * for estimates.
 */
import { SQUARES } from "../../xiangqi/squares.ts";
import * as layout from "../kernel/assembly/layout.ts";

/** What an array has an entry for: each vector (of 90 cells), or each block. */
export type ArrayKind =
  | "bit vectors"
  | "flags"
  | "marks"
  | "wide marks"
  | "plies of vectors"
  | "plies of blocks"
  | "bytes of blocks";

/** How many blocks there are, and vectors in each: Black's formations. */
export interface BlockShape {
  readonly blocks: number;
  readonly formations: number;
}

/** An array of a job: its field, and what it has an entry for. */
export type JobArray = readonly [field: number, kind: ArrayKind];

/** What each direction of the analysis keeps for itself. Without levels the second takes over those of the first. */
export const DIRECTION_ARRAYS: readonly JobArray[] = [
  [layout.J_WON, "bit vectors"],
  [layout.J_DONE, "bit vectors"],
];

/** What both directions use in turn. */
export const WORK_ARRAYS: readonly JobArray[] = [
  [layout.J_FRESH, "bit vectors"],
  [layout.J_FRESH_NEXT, "bit vectors"],
  [layout.J_FLAGS, "flags"],
  [layout.J_FLAGS_NEXT, "flags"],
  [layout.J_FLAGS_WON, "flags"],
  [layout.J_NEAR, "bytes of blocks"],
];

/** What levels ask for beside their sets: of both sides, what is undecided; of each direction, what can capture. */
export const LEVEL_ARRAYS: readonly JobArray[] = [
  [layout.J_UNKNOWN_X, "bit vectors"],
  [layout.J_UNKNOWN_Y, "bit vectors"],
];
export const LEVEL_DIRECTION_ARRAYS: readonly JobArray[] = [[layout.J_CAPTURES, "bit vectors"]];

/** To mate, what the distances of captures take. */
export const MATE_ARRAYS: readonly JobArray[] = [
  [layout.J_SEED_PLANE, "marks"],
  [layout.J_SEED, "plies of vectors"],
  [layout.J_SEED_BLOCK, "plies of blocks"],
  [layout.J_HOLD_PLANE, "marks"],
  [layout.J_HOLD, "plies of vectors"],
  [layout.J_HOLD_BLOCK, "plies of blocks"],
];

/** A set of cells (cell-sets.ts). */
const SET_ARRAYS: readonly ArrayKind[] = ["bit vectors", "flags"];

/** Captures are looked up through several views at a time, as long as they take no more bytes than that. */
export const VIEWS_BYTES = 2 ** 26;

export function arrayBytes(kind: ArrayKind, { blocks, formations }: BlockShape): number {
  switch (kind) {
    case "bit vectors":
      return 16 * blocks * formations;
    case "flags":
      return 2 * blocks * flagGroups(formations);
    case "marks":
      return SQUARES * blocks * formations;
    case "wide marks":
      return 2 * SQUARES * blocks * formations;
    case "plies of vectors":
      return 2 * blocks * formations;
    case "plies of blocks":
      return 2 * blocks;
    case "bytes of blocks":
      return blocks;
  }
}

/** Of the tables of an index, for each block and for so many entries of the table of placements: nearly half of all blocks are stored. */
export function tableBytes({ blocks }: BlockShape, entries: number): number {
  return 14 * blocks + 4 * entries + 2 ** 16;
}

/** Groups of 16 flags in a block: one, or a multiple of four. */
export function flagGroups(formations: number): number {
  return formations <= 16 ? 1 : Math.ceil(formations / 64) * 4;
}

/** What a pass moves at a time of a set that lies outside: a level's passes look at few blocks, and what is between them comes along. */
const MOVED_BYTES = 2 ** 15;

/** How many blocks of a band that is. */
export function movedBlocks(bandBlocks: number, formations: number): number {
  return Math.max(1, Math.min(bandBlocks, Math.floor(MOVED_BYTES / (formations * 16))));
}

/** Of a thread's windows on sets that lie outside, and of one of them: a band fits in. */
export function windowBytes(bandBlocks: number, formations: number) {
  const ofWindow = bandBlocks * formations * 16;
  return { ofWindow, ofThread: layout.WINDOWS * (layout.WINDOW_ENTRY + ofWindow) };
}

/** Of each thread. */
export function scratchBytes(formations: number): number {
  const bytes = 2 * layout.TAPE_BYTES + layout.MOVES_BYTES + formations * 16 + flagGroups(formations) * 4;
  return Math.ceil(bytes / 64) * 64;
}

/**
 * Bytes of the arrays of an endgame.
 * @param sets how many sets of cells levels above 0 need; none: there are no levels
 */
export function workBytes(extent: BlockShape, sets: number, metric: "dtc" | "dtm"): number {
  const sum = (arrays: readonly JobArray[]) => arrays.reduce((bytes, [, kind]) => bytes + arrayBytes(kind, extent), 0);
  const levels =
    sets === 0
      ? 0
      : sum(DIRECTION_ARRAYS) + sum(LEVEL_ARRAYS) + 2 * sum(LEVEL_DIRECTION_ARRAYS) + setBytes(sets, extent);
  return sum(DIRECTION_ARRAYS) + sum(WORK_ARRAYS) + levels + (metric === "dtm" ? sum(MATE_ARRAYS) : 0);
}

/** Of so many sets of cells. */
export function setBytes(sets: number, extent: BlockShape): number {
  return sets * SET_ARRAYS.reduce((bytes, kind) => bytes + arrayBytes(kind, extent), 0);
}
