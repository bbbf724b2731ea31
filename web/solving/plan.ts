/** What building an endgame in the browser takes. */
import { parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { estimateSize } from "../../src/endgame/estimate.ts";
import { missingOf } from "../../src/endgame/graph.ts";
import { checkFits } from "../../src/solve/estimate.ts";
import type { Rules } from "../../src/table/header.ts";
import type { BuildState } from "../../src/solve/build-figures.ts";
import { InputError } from "../../src/xiangqi/errors.ts";

export type { BuildPhase } from "../../src/solve/build-figures.ts";

/** Builds an endgame and all it needs; what is finished stays, whatever happens then. */
export type Builder = (
  endgame: string,
  onProgress: (progress: BuildState | null, ahead: number | null) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Memory that solving may take: a few million positions, their sub-endgames and their levels. */
export const MOST_BYTES = 2 ** 29;
/** Beyond this people would not wait, and the tables in memory would be a burden. */
export const MOST_POSITIONS = 20_000_000;

export interface Plan {
  /** Canonical names of what has to be built, smallest first. */
  readonly endgames: readonly string[];
  readonly positions: number;
  /** Whether a browser can. */
  readonly fits: boolean;
}

/** Positions, legal or not, of both sides to move in these endgames, a few percent too high. */
export function positionsIn(endgames: readonly Endgame[]): number {
  return endgames.reduce((sum, endgame) => sum + 2 * estimateSize(endgame).cells, 0);
}

/** @param present canonical names of the tables that are there */
export function planFor(name: string, present: ReadonlySet<string>, rules: Rules): Plan {
  const missing = missingOf(parseEndgame(name), present);
  const positions = positionsIn(missing);
  return {
    endgames: missing.map((endgame) => endgame.name),
    positions,
    fits: positions <= MOST_POSITIONS && missing.every((endgame) => fitsMemory(endgame, rules)),
  };
}

function fitsMemory(endgame: Endgame, rules: Rules): boolean {
  try {
    checkFits(endgame, rules, MOST_BYTES);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
