/** How large an endgame's table is, before anything is built. */
import { countCells, countNetPairs } from "./count.ts";
import { attackingMen, type Endgame } from "./endgame.ts";
import { closure } from "./graph.ts";

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

/** How large endgames are with all that they lead to. */
export interface ClosureSize {
  readonly tables: number;
  /** Cells for each side to move: what is reckoned with and stored. */
  readonly cells: number;
  /** Positions without the side to move, of mirror images one: what is told. */
  readonly netPairs: number;
}

/** Exact, by counting alone. */
export function closureSize(endgames: readonly Endgame[]): ClosureSize {
  const all = closure(endgames);
  const sum = (count: (endgame: Endgame) => number) => all.reduce((total, each) => total + count(each), 0);
  return { tables: all.length, cells: sum(countCells), netPairs: sum(countNetPairs) };
}
