/** Makes the table of outcomes of a table of values in a data folder. */
import { createHash } from "node:crypto";
import { setImmediate as pause } from "node:timers/promises";
import { MissingTableError } from "../../table/format/errors.ts";
import { OUTCOMES_PART } from "../../table/format/header.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import type { Table } from "../../table/read/table.ts";
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

/** What a thread of makers starts with. */
export interface MakerData {
  readonly folder: string;
  readonly collection: Pick<FolderCatalog, "rules" | "metric" | "orders">;
}

/** Makes tables on the thread that it is on. */
export class OutcomeMaker {
  readonly #catalog: FolderCatalog;
  readonly #signal: AbortSignal | undefined;

  constructor(catalog: FolderCatalog, signal?: AbortSignal) {
    this.#catalog = catalog;
    this.#signal = signal;
  }

  async make(endgame: string): Promise<MadeOutcomes> {
    const started = performance.now();
    const catalog = this.#catalog;
    const signal = this.#signal;
    const values = await valuesOf(endgame, catalog);
    // Of its own: what another table's captures lead to is read again, a twentieth of the time, rather than kept.
    const { rules, metric, orders } = catalog;
    const open = (name: string) => catalog.open(name);
    const reader = new OutcomeReader(
      { rules, metric, orders, open, pause: async () => signal?.throwIfAborted() },
      true,
    );
    const stop = async (): Promise<void> => {
      await pause();
      signal?.throwIfAborted();
    };
    const content = await outcomeContent(values, reader, () => createHash("sha256"), stop);
    const options = { codec: OUTCOME_CODEC, cellsPerBlock: CELLS_PER_BLOCK, ...(signal !== undefined && { signal }) };
    const { fileBytes } = await writeTable(catalog.pathOf(endgame + OUTCOMES_PART), content, options);
    return {
      endgame,
      cells: values.header.cells,
      fileBytes,
      valueBytes: values.header.details.offset + values.header.details.length,
      seconds: (performance.now() - started) / 1000,
    };
  }
}

export async function valuesOf(endgame: string, catalog: FolderCatalog): Promise<Table> {
  const values = await catalog.open(endgame);
  if (values === null) throw new MissingTableError(endgame, catalog);
  return values;
}
