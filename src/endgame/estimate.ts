/** How large an endgame is, before anything is built. */
import { InputError } from "../xiangqi/errors.ts";
import { attackingMen, type Endgame } from "./endgame.ts";
import { formationClass } from "./formation.ts";
import { conversions } from "./graph.ts";

/** The kernel's limit: with more, a single endgame has more cells than any one machine's memory. */
export const MOST_ATTACKING_MEN = 3;

export interface Estimate {
  /** Cells for each side to move, a few percent too high: blocks that are their own mirror image are guessed. */
  readonly cells: number;
  /** Bytes of memory that solving takes, sub-endgames included. */
  readonly memoryBytes: number;
  /** Bytes of the table file, within a factor of about three. */
  readonly fileBytes: number;
}

/** Bytes of a bit for each cell of one side: vectors of 16 bytes for 90 cells. */
const VECTOR_BYTES = 16 / 90;
/** Bytes a cell pair takes while it is solved: two distances, four bit vectors, flags. */
const PAIR_BYTES = 2 + 4 * VECTOR_BYTES + 0.1;
/** What looking for perpetuals adds: two vectors more for the directions, eight sets. */
const LEVELS_PAIR_BYTES = 10 * VECTOR_BYTES + 0.1;
/** Bytes a cell pair of a sub-endgame takes. */
const SUB_PAIR_BYTES = 2;
/** Bits a cell pair takes on disk, typically. */
const FILE_PAIR_BITS = 0.6;

/** Estimates the building of one endgame whose sub-endgames are built. */
export function estimateEndgame(endgame: Endgame, rules: "none" | "asian" = "asian"): Estimate {
  const levels = rules === "asian" && attackingMen(endgame.red).length > 0 && attackingMen(endgame.black).length > 0;
  const cells = estimateCells(endgame);
  const subCells = conversions(endgame).reduce((sum, { endgame: sub }) => sum + estimateCells(sub), 0);
  return {
    cells,
    memoryBytes:
      Math.round(cells * (PAIR_BYTES + (levels ? LEVELS_PAIR_BYTES : 0)) + subCells * SUB_PAIR_BYTES) + 2 ** 20,
    fileBytes: Math.round((cells * FILE_PAIR_BITS) / 8) + 4096,
  };
}

function estimateCells({ red, black }: Endgame): number {
  const [inner, ...others] = attackingMen(red);
  const outer = [...others, ...attackingMen(black)];
  const width = inner === undefined && outer.length === 0 ? 1 : 90;
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

/**
 * Says at once when an endgame cannot be built.
 * @param limitBytes memory that may be used
 * @throws InputError `too-many-attacking-men` or `does-not-fit`
 */
export function checkFits(endgame: Endgame, rules: "none" | "asian", limitBytes: number): Estimate {
  const count = attackingMen(endgame.red).length + attackingMen(endgame.black).length;
  if (count > MOST_ATTACKING_MEN) {
    const most = `at most ${MOST_ATTACKING_MEN} attacking men (chariots, horses, cannons, soldiers) can be solved`;
    throw new InputError("too-many-attacking-men", `${endgame.name} has ${count} attacking men: ${most}`);
  }
  const estimate = estimateEndgame(endgame, rules);
  if (estimate.memoryBytes > limitBytes) {
    const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
    throw new InputError(
      "does-not-fit",
      `building ${endgame.name} takes about ${gib(estimate.memoryBytes)} of memory, more than the ${gib(limitBytes)} there are`,
    );
  }
  return estimate;
}
