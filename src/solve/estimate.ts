/** What solving an endgame takes, before anything is built, and whether it can be had. */
import { attackingMen, type Endgame } from "../endgame/endgame.ts";
import { checkAttackingMen } from "../endgame/attacking-men.ts";
import { estimateCells, estimateSize, type SizeEstimate } from "../endgame/estimate.ts";
import { formationClass } from "../endgame/formation.ts";
import { conversions, subEndgames } from "../endgame/graph.ts";
import { InputError } from "../xiangqi/errors.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import { LEVEL_SETS } from "./levels/cell-sets.ts";
import { workBytes } from "./vector/arrays.ts";

/** Bytes of a cell pair's distances. Wide ones, which few endgames need, take twice as much. */
const PAIR_BYTES = 2;

export interface Estimate extends SizeEstimate {
  /** Bytes of memory that solving takes, sub-endgames included. */
  readonly memoryBytes: number;
}

/** Estimates the building of one endgame whose sub-endgames are built. */
export function estimateSolving(endgame: Endgame, rules: "none" | "asian" = "asian"): Estimate {
  const { red, black } = endgame;
  const levels = rules === "asian" && attackingMen(red).length > 0 && attackingMen(black).length > 0;
  const size = estimateSize(endgame);
  const formations = formationClass(black.advisor, black.elephant).count;
  const blocks = Math.ceil(size.cells / (formations * SQUARES));
  const subCells = conversions(endgame).reduce((sum, { endgame: sub }) => sum + estimateCells(sub), 0);
  const arrays = workBytes({ blocks, formations }, levels ? LEVEL_SETS : 0);
  return { ...size, memoryBytes: (size.cells + subCells) * PAIR_BYTES + arrays + 2 ** 20 };
}

/** Bytes of a cell pair while its table is written: its distances, and its codes in the order of the file. */
const WRITING_BYTES = 2 * PAIR_BYTES;

/** What building several endgames takes, one after the other. */
export interface BuildMemory {
  /** Whether one is written while the next is solved; else, where memory is short, before it. */
  readonly beside: boolean;
  /** Of distances that are kept for the endgames that need them. */
  readonly keptBytes: number;
  readonly bytes: number;
}

/**
 * Plans the memory of a build.
 * @param limitBytes memory that may be used
 */
export function planMemory(
  endgames: readonly Endgame[],
  estimateOf: (endgame: Endgame) => Estimate,
  limitBytes: number,
): BuildMemory {
  const most = (bytesOf: (estimate: Estimate) => number) =>
    Math.max(0, ...endgames.map((endgame) => bytesOf(estimateOf(endgame))));
  const needed = most(({ memoryBytes }) => memoryBytes) + most(({ cells }) => WRITING_BYTES * cells);
  if (needed > limitBytes) {
    return { beside: false, keptBytes: 0, bytes: most(({ memoryBytes, cells }) => memoryBytes + PAIR_BYTES * cells) };
  }
  const keptBytes = Math.min(limitBytes - needed, mostKept(endgames, estimateOf));
  return { beside: true, keptBytes, bytes: needed + keptBytes };
}

/** The most bytes of distances that are kept at a time where there is room for all that are needed again. */
function mostKept(endgames: readonly Endgame[], estimateOf: (endgame: Endgame) => Estimate): number {
  const lastUse = new Map<string, number>();
  endgames.forEach((endgame, i) => subEndgames(endgame).forEach(({ name }) => lastUse.set(name, i)));
  const kept = new Map<string, number>();
  let most = 0;
  endgames.forEach((endgame, i) => {
    if ((lastUse.get(endgame.name) ?? -1) > i) kept.set(endgame.name, PAIR_BYTES * estimateOf(endgame).cells);
    most = Math.max(
      most,
      [...kept.values()].reduce((sum, bytes) => sum + bytes, 0),
    );
    for (const { name } of subEndgames(endgame)) if (lastUse.get(name) === i) kept.delete(name);
  });
  return most;
}

/**
 * Says at once when an endgame cannot be built.
 * @param limitBytes memory that may be used
 * @throws InputError `too-many-attacking-men` or `does-not-fit`
 */
export function checkFits(endgame: Endgame, rules: "none" | "asian", limitBytes: number): Estimate {
  checkAttackingMen(endgame.name);
  const estimate = estimateSolving(endgame, rules);
  if (estimate.memoryBytes > limitBytes) {
    const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
    throw new InputError(
      "does-not-fit",
      `building ${endgame.name} takes about ${gib(estimate.memoryBytes)} of memory, more than the ${gib(limitBytes)} there are`,
    );
  }
  return estimate;
}
