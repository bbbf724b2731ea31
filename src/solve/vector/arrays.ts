/**
 * The arrays that the kernel works in beside the planes, and so the memory that solving takes: stated once, for the host
 * that takes them and for estimates.
 */
import * as layout from "../kernel/assembly/layout.ts";

/** What an array has an entry for: each vector (of 90 cells), or each block. */
export type ArrayKind = "bit vectors" | "flags" | "plies of vectors" | "plies of blocks";

/** How many blocks there are, and vectors in each: Black's formations. */
export interface Extent {
  readonly blocks: number;
  readonly formations: number;
}

/** What each direction of the analysis keeps for itself. */
export const DIRECTION_ARRAYS: readonly (readonly [field: number, kind: ArrayKind])[] = [
  [layout.J_WON, "bit vectors"],
  [layout.J_DONE, "bit vectors"],
  [layout.J_FLAGS_KNOWN, "flags"],
];

/** What the directions use in turn. */
export const WORK_ARRAYS: typeof DIRECTION_ARRAYS = [
  [layout.J_FRESH, "bit vectors"],
  [layout.J_FRESH_NEXT, "bit vectors"],
  [layout.J_FLAGS, "flags"],
  [layout.J_FLAGS_NEXT, "flags"],
  [layout.J_FLAGS_WON, "flags"],
  [layout.J_SEED, "plies of vectors"],
  [layout.J_SEED_BLOCK, "plies of blocks"],
  [layout.J_HOLD, "plies of vectors"],
  [layout.J_HOLD_BLOCK, "plies of blocks"],
];

/** A set of cells (cell-sets.ts). */
const SET_ARRAYS: readonly ArrayKind[] = ["bit vectors", "flags"];

export function arrayBytes(kind: ArrayKind, { blocks, formations }: Extent): number {
  switch (kind) {
    case "bit vectors":
      return 16 * blocks * formations;
    case "flags":
      return 2 * blocks * flagGroups(formations);
    case "plies of vectors":
      return 2 * blocks * formations;
    case "plies of blocks":
      return 2 * blocks;
  }
}

/** Groups of 16 flags in a block: one, or a multiple of four. */
export function flagGroups(formations: number): number {
  return formations <= 16 ? 1 : Math.ceil(formations / 64) * 4;
}

/** Of each thread. */
export function scratchBytes(formations: number): number {
  const bytes = layout.MOVES_BYTES + formations * 16 + flagGroups(formations) * 4 + layout.DISTANCES_BYTES;
  return Math.ceil(bytes / 64) * 64;
}

/**
 * Bytes of the arrays of an endgame; its planes come on top.
 * @param sets how many sets of cells levels above 0 need; none: there are no levels
 */
export function workBytes(extent: Extent, sets: number): number {
  const sum = (kinds: readonly ArrayKind[]) => kinds.reduce((bytes, kind) => bytes + arrayBytes(kind, extent), 0);
  const direction = sum(DIRECTION_ARRAYS.map(([, kind]) => kind));
  const work = sum(WORK_ARRAYS.map(([, kind]) => kind));
  return (sets === 0 ? direction : 2 * direction) + work + sets * sum(SET_ARRAYS);
}
