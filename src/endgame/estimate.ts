/** How large an endgame's table is, before anything is built. */
import { countCells } from "./count.ts";
import { attackingMen, type Endgame } from "./endgame.ts";

/** How large an endgame is, and its table about. */
export interface SizeEstimate {
  /** Cells for each side to move: exact. */
  readonly cells: number;
  /** Bytes of the table file, within a factor of about three. */
  readonly fileBytes: number;
}

/** Bits a cell pair takes on disk, typically: with attacking men on one side, or on both. */
const FILE_PAIR_BITS = { one: 0.35, both: 0.8 } as const;

/** Whether both sides have attacking men. */
export function isArmed({ red, black }: Endgame): boolean {
  return attackingMen(red).length > 0 && attackingMen(black).length > 0;
}

/** Tells from the men alone how large a table will be. */
export function estimateSize(endgame: Endgame): SizeEstimate {
  const cells = countCells(endgame);
  const bits = FILE_PAIR_BITS[isArmed(endgame) ? "both" : "one"];
  return { cells, fileBytes: Math.round((cells * bits) / 8) + 4096 };
}
