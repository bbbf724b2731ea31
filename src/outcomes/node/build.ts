/** Makes the tables of outcomes of a data folder from its tables of values, on some threads. */
import { closureOfTables } from "../../endgame/graph.ts";
import type { Endgame } from "../../endgame/endgame.ts";
import { InputError } from "../../base/errors.ts";
import { orAborted } from "../../base/pausing.ts";
import { CrewThread } from "../../base/node/crew.ts";
import { memoryToTake } from "../../base/node/memory.ts";
import { removeUnfinished } from "../../base/node/unfinished.ts";
import { checkBuildMemory, programBytes } from "../../base/program-memory.ts";
import { OUTCOMES_PART } from "../../table/format/header.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import type { Table } from "../../table/read/table.ts";
import { OutcomeReader } from "../read.ts";
import { OutcomeMaker, valuesOf, type MadeOutcomes, type MakerData } from "./make.ts";

export type { MadeOutcomes };

export interface OutcomesOptions {
  /** Default 1: none beside this one. */
  readonly threads?: number;
  /** Memory that the process may have; default: what is free, less a tenth. */
  readonly memoryBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told before each table that is made, and after it; tables are done in any order. */
  readonly onTable?: (endgame: string, done: number, total: number, made: MadeOutcomes | null) => void;
}

/**
 * Makes the tables of outcomes of endgames and of all they can lead to, but those that are there and were made of the same values.
 * @throws MissingTableError where there is no table of values; InputError `does-not-fit` before any is made; DamagedTableError where a capture gives more than the values say; `signal.reason` when aborted, and what was finished stays
 */
export async function buildOutcomes(
  endgames: readonly Endgame[],
  catalog: FolderCatalog,
  { threads = 1, memoryBytes = memoryToTake(), signal, onTable }: OutcomesOptions = {},
): Promise<MadeOutcomes[]> {
  const names = closureOfTables(endgames).map(({ name }) => name);
  const reader = new OutcomeReader(catalog, true);
  const missing: { readonly name: string; readonly bytes: number }[] = [];
  let cells = 0;
  for (const name of names) {
    signal?.throwIfAborted();
    const values = await valuesOf(name, catalog);
    if (await isPresent(catalog, name, values.header.sha256)) continue;
    missing.push({ name, bytes: await bytesToMake(values, reader) });
    cells += values.header.cells;
  }
  if (missing.length === 0) return [];
  const largest = missing.reduce((most, each) => (each.bytes > most.bytes ? each : most));
  let crew = cells < SMALL_CELLS ? 1 : Math.min(threads, missing.length);
  while (crew > 1 && programBytes(crew) + largest.bytes > memoryBytes) crew--;
  const program = programBytes(crew > 1 ? crew : 0);
  checkBuildMemory(`the outcomes of ${largest.name}`, program + largest.bytes, memoryBytes, true);
  const room = memoryBytes - program;
  const makers = crew > 1 ? startMakers(crew, catalog) : [onThisThread(catalog, signal)];
  const made: MadeOutcomes[] = [];
  /** Bytes that those take which are being made. */
  let taken = 0;
  const [left, free] = [[...missing], [...makers]];
  /** By name. */
  const running = new Map<string, Promise<void>>();
  const make = async (name: string, maker: Maker, bytes: number): Promise<void> => {
    onTable?.(name, names.length - missing.length + made.length, names.length, null);
    const table = await maker.make(name);
    catalog.forget(name + OUTCOMES_PART);
    made.push(table);
    free.push(maker);
    taken -= bytes;
    running.delete(name);
    onTable?.(name, names.length - missing.length + made.length, names.length, table);
  };
  try {
    while (left.length > 0 || running.size > 0) {
      const next = left[0];
      if (next === undefined || free.length === 0 || (running.size > 0 && taken + next.bytes > room)) {
        await orAborted(Promise.race(running.values()), signal);
        continue;
      }
      const { name, bytes } = next;
      left.shift();
      taken += bytes;
      running.set(name, make(name, free.pop()!, bytes));
    }
  } finally {
    await Promise.all(makers.map((maker) => maker.stop()));
    await Promise.allSettled(running.values());
    // Threads that were ended leave what they wrote.
    for (const name of running.keys()) await removeUnfinished(catalog.pathOf(name + OUTCOMES_PART));
  }
  return made;
}

/** Below so many cells all tables are made sooner than threads start. */
const SMALL_CELLS = 2_000_000;

/** Makes one table after the other. */
interface Maker {
  make(endgame: string): Promise<MadeOutcomes>;
  stop(): Promise<void>;
}

function onThisThread(catalog: FolderCatalog, signal: AbortSignal | undefined): Maker {
  const maker = new OutcomeMaker(catalog, signal);
  return { make: (endgame) => maker.make(endgame), stop: () => Promise.resolve() };
}

function startMakers(threads: number, { folder, rules, metric, orders }: FolderCatalog): Maker[] {
  const data: MakerData = { folder, collection: { rules, metric, orders } };
  return Array.from({ length: threads }, () => {
    const thread = new CrewThread<string, MadeOutcomes>(new URL("./maker-thread.ts", import.meta.url), data);
    return { make: (endgame) => thread.ask(endgame), stop: () => thread.stop() };
  });
}

/** Both sides by cells and by places, and the cells of one side once more for the sum. */
const PACKED_BYTES_PER_CELL = 5;
/** What reading has left until it is collected: bytes of a cell, and the most. Measured in KNPKAABB and what it leads to. */
const LEFT = { bytesPerCell: 5, most: 60e6 } as const;

async function bytesToMake(values: Table, reader: OutcomeReader): Promise<number> {
  const { cells } = values.header;
  const left = Math.min(LEFT.bytesPerCell * cells, LEFT.most);
  return (await reader.bytesFor(values)) + PACKED_BYTES_PER_CELL * cells + left;
}

/** Whether a sound table of the outcomes of these values is there. */
async function isPresent(catalog: FolderCatalog, name: string, sha256: string): Promise<boolean> {
  try {
    const table = await catalog.open(name + OUTCOMES_PART);
    return table?.header.info.inputs.some((input) => input.name === name && input.sha256 === sha256) ?? false;
  } catch (error) {
    if (error instanceof InputError) return false; // a damaged one is made anew
    throw error;
  }
}
