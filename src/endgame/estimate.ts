/** How large an endgame's table is, before anything is built. */
import { countCells } from "./count.ts";
import type { Endgame } from "./endgame.ts";

export interface SizeEstimate {
  /** Cells for each side to move: exact. */
  readonly cells: number;
  /** Bytes of the table file, within a factor of about three. */
  readonly fileBytes: number;
}

/** Bits a cell pair takes on disk, typically. */
const FILE_PAIR_BITS = 0.6;

export function estimateSize(endgame: Endgame): SizeEstimate {
  const cells = countCells(endgame);
  return { cells, fileBytes: Math.round((cells * FILE_PAIR_BITS) / 8) + 4096 };
}
