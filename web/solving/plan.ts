/** What building an endgame in the browser takes. */
import { parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { estimateSize } from "../../src/endgame/estimate.ts";
import { byMen, walkClosure } from "../../src/endgame/graph.ts";
import { checkFits, secondsToBuild } from "../../src/solve/estimate.ts";
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
const MOST_POSITIONS = 20_000_000;

export interface Plan {
  /** Canonical names of what has to be built, smallest first. */
  readonly endgames: readonly string[];
  /** Positions, legal or not, of both sides to move, a few percent too high. */
  readonly positions: number;
  /** Of the table files, within a factor of about three. */
  readonly fileBytes: number;
  /** Of one core: at least, at most. */
  readonly seconds: readonly [least: number, most: number];
  /** Whether a browser can. */
  readonly fits: boolean;
}

/** Endgames that are looked at without a pause: some milliseconds. */
const AT_ONCE = 10;

/**
 * @param present canonical names of the tables that are there
 * @param pause waited for after every few endgames
 */
export async function planFor(
  name: string,
  present: ReadonlySet<string>,
  rules: Rules,
  pause: () => Promise<void> = nextTask,
): Promise<Plan> {
  const missing: Endgame[] = [];
  let count = 0;
  for (const endgame of walkClosure([parseEndgame(name)])) {
    if (!present.has(endgame.name)) missing.push(endgame);
    if (++count % AT_ONCE === 0) await pause();
  }
  missing.sort(byMen);
  let positions = 0;
  let fileBytes = 0;
  const seconds: [number, number] = [0, 0];
  let fits = true;
  for (const [i, endgame] of missing.entries()) {
    const size = estimateSize(endgame);
    positions += 2 * size.cells;
    fileBytes += size.fileBytes;
    secondsToBuild([endgame], rules, 1).forEach((more, bound) => (seconds[bound]! += more));
    fits &&= positions <= MOST_POSITIONS && fitsMemory(endgame, rules);
    if (i % AT_ONCE === 0) await pause();
  }
  return { endgames: missing.map((endgame) => endgame.name), positions, fileBytes, seconds, fits };
}

/** Lets the browser do what waits, clicks and drawing, before what follows. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function fitsMemory(endgame: Endgame, rules: Rules): boolean {
  try {
    checkFits(endgame, rules, MOST_BYTES, "dtc", true);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
