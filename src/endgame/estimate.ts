/** How large an endgame's table is, before anything is built. */
import { attackingMen, type Endgame } from "./endgame.ts";
import { formationClass } from "./formation.ts";

export interface SizeEstimate {
  /** Cells for each side to move, a few percent too high: blocks that are their own mirror image are guessed. */
  readonly cells: number;
  /** Bytes of the table file, within a factor of about three. */
  readonly fileBytes: number;
}

/** Bits a cell pair takes on disk, typically. */
const FILE_PAIR_BITS = 0.6;

export function estimateSize(endgame: Endgame): SizeEstimate {
  const cells = estimateCells(endgame);
  return { cells, fileBytes: Math.round((cells * FILE_PAIR_BITS) / 8) + 4096 };
}

/** Cells for each side to move. */
export function estimateCells({ red, black }: Endgame): number {
  const [inner, ...others] = attackingMen(red);
  const outer = [...others, ...attackingMen(black)];
  const width = inner === undefined ? 1 : 90;
  const squares = outer.reduce((product, role) => product * (role === "soldier" ? 55 : 90), 1);
  const identical = (men: readonly string[]) => {
    const counts = Object.values(Object.groupBy(men, (role) => role));
    return counts.reduce((product, same) => product * factorial(same!.length), 1);
  };
  const placements = squares / identical(others) / identical(attackingMen(black));
  const blocks = formationClass(red.advisor, red.elephant).count * placements;
  return Math.round(0.53 * blocks + 3) * formationClass(black.advisor, black.elephant).count * width;
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
