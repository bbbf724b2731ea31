/** What a build that somebody asks for would take. */
import type { Endgame } from "../endgame/endgame.ts";
import { checkFits } from "../solve/estimate.ts";
import { availableMemory } from "../endgame/node/memory.ts";
import { closure } from "../endgame/graph.ts";
import type { TableProvider } from "../table/catalog.ts";
import { DamagedTableError } from "../table/errors.ts";

export interface BuildEstimate {
  /** Tables to build: the endgame and what it leads to, as far as they are missing. */
  readonly tables: number;
  /** Of these tables, both sides to move; cells that are no legal position counted in. */
  readonly positions: number;
  /** Of their files, within a factor of about three. */
  readonly bytes: number;
  /** Within a factor of about three. */
  readonly seconds: number;
}

/** Cell pairs that a thread builds in a second, and what starting takes (docs/performance.md). */
const PAIRS_PER_SECOND = 2_500_000;
const START_SECONDS = 1;

/** @throws InputError when it cannot be built, or does not fit into the memory that is free */
export async function estimateBuild(endgame: Endgame, catalog: TableProvider, threads: number): Promise<BuildEstimate> {
  const limit = availableMemory();
  checkFits(endgame, catalog.rules, limit); // first, so that it is named as it was asked for
  let tables = 0;
  let cells = 0;
  let bytes = 0;
  for (const each of closure([endgame])) {
    if (await isThere(() => catalog.open(each.name))) continue;
    const estimate = checkFits(each, catalog.rules, limit);
    tables++;
    cells += estimate.cells;
    bytes += estimate.fileBytes;
  }
  const seconds = START_SECONDS + cells / (PAIRS_PER_SECOND * threads);
  return { tables, positions: 2 * cells, bytes, seconds: tables === 0 ? 0 : Number(seconds.toPrecision(2)) };
}

/** A table that is damaged as far as opening it shows counts as missing: it is built anew. */
async function isThere(open: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await open()) !== null;
  } catch (error) {
    if (error instanceof DamagedTableError) return false;
    throw error;
  }
}
