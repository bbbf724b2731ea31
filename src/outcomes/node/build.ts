/** Makes the tables of outcomes of a data folder from its tables of values. */
import { createHash } from "node:crypto";
import { setImmediate as pause } from "node:timers/promises";
import { closureOfTables } from "../../endgame/graph.ts";
import type { Endgame } from "../../endgame/endgame.ts";
import { InputError } from "../../base/errors.ts";
import { checkMemory } from "../../base/node/memory.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import { OUTCOMES_PART } from "../../table/format/header.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { writeTable } from "../../table/node/writer.ts";
import { CELLS_PER_BLOCK, OUTCOME_CODEC, outcomeContent } from "../pack.ts";
import { OutcomeReader } from "../read.ts";

/** A table of outcomes that was made. */
export interface MadeOutcomes {
  readonly endgame: string;
  readonly cells: number;
  readonly fileBytes: number;
  /** Of the table of values that it was made from. */
  readonly valueBytes: number;
  readonly seconds: number;
}

export interface OutcomesOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told before each table that is made, and after it. */
  readonly onTable?: (endgame: string, done: number, total: number, made: MadeOutcomes | null) => void;
}

/**
 * Makes the tables of outcomes of endgames and of all they can lead to, but those that are there and were made of the same values.
 * @throws MissingTableError where there is no table of values; InputError `not-enough-memory`; DamagedTableError where a capture gives more than the values say; `signal.reason` when aborted, and what was finished stays
 */
export async function buildOutcomes(
  endgames: readonly Endgame[],
  catalog: FolderCatalog,
  { signal, onTable }: OutcomesOptions = {},
): Promise<MadeOutcomes[]> {
  const names = closureOfTables(endgames).map(({ name }) => name);
  const made: MadeOutcomes[] = [];
  const reader = new OutcomeReader({ ...catalogOf(catalog), pause: async () => signal?.throwIfAborted() }, true);
  for (const [done, name] of names.entries()) {
    signal?.throwIfAborted();
    const values = await catalog.open(name);
    if (values === null) throw new MissingTableError(name, catalog);
    if (await isPresent(catalog, name, values.header.sha256)) continue;
    onTable?.(name, done, names.length, null);
    const started = performance.now();
    reader.forgetMuch();
    const packingBytes = PACKED_BYTES_PER_CELL * values.header.cells;
    checkMemory(`making the outcomes of ${name}`, (await reader.bytesFor(values)) + packingBytes);
    const stop = async (): Promise<void> => {
      await pause();
      signal?.throwIfAborted();
    };
    const newHash = () => createHash("sha256");
    const content = await outcomeContent(values, reader, newHash, stop);
    const options = { codec: OUTCOME_CODEC, cellsPerBlock: CELLS_PER_BLOCK, ...(signal !== undefined && { signal }) };
    const { fileBytes } = await writeTable(catalog.pathOf(name + OUTCOMES_PART), content, options);
    catalog.forget(name + OUTCOMES_PART);
    const table = {
      endgame: name,
      cells: values.header.cells,
      fileBytes,
      valueBytes: values.header.details.offset + values.header.details.length,
      seconds: (performance.now() - started) / 1000,
    };
    made.push(table);
    onTable?.(name, done + 1, names.length, table);
  }
  return made;
}

/** Both sides by cells and by places, and the cells of one side once more for the sum. */
const PACKED_BYTES_PER_CELL = 5;

function catalogOf(catalog: FolderCatalog) {
  const { rules, metric, orders } = catalog;
  return { rules, metric, orders, open: (name: string) => catalog.open(name) };
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
