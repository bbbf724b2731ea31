/** Collections of tables: one file for each endgame, of one metric and one set of rules. */
import { checkText, SourceError } from "../../base/errors.ts";
import { countCells } from "../../endgame/count.ts";
import { isConeName } from "../../endgame/cone.ts";
import { parseEndgame, wholeEndgame } from "../../endgame/endgame.ts";
import { finishWith, type Pausing } from "../../base/pausing.ts";
import { collectionPath, type Collection } from "./collection.ts";
import { DamagedTableError, MissingTableError } from "../format/errors.ts";
import { endgamePart, tableName, type TableInfo } from "../format/header.ts";
import { checkSize } from "../format/index-parameters.ts";
import { SharedWork } from "../../base/shared-work.ts";
import type { Codec } from "../format/codec.ts";
import type { Source } from "../read/source.ts";
import { openTable, type OpenOptions, type Table } from "../read/table.ts";

export * from "./collection.ts";

/** Gives the tables of a collection. */
export interface TableProvider extends Collection {
  /**
   * The table of a canonical endgame, open; null when there is none. The provider closes it.
   * @throws DamagedTableError, UnsupportedTableError, SourceError; `signal.reason` when aborted
   */
  open(name: string, signal?: AbortSignal): Promise<Table | null>;
  /** The cones of an endgame that there are tables of, of values or of outcomes, by canonical name, the largest first. Left out: none are known. */
  conesOf?(endgame: string): Promise<readonly string[]>;
  /** Gives up whatever is asked of these tables. */
  readonly signal?: AbortSignal;
  /**
   * To be called now and then by whoever computes for long without opening tables: where others wait, they go first.
   * @param lookUps what is computed until it is called again takes as long as so many; default: 1
   * @throws whatever is to end the computing
   */
  pause?(lookUps?: number): Promise<void>;
}

/** Look-ups that take as long as a piece of what pauses by itself: a millisecond. */
export const LOOKUPS_A_PIECE = 50;

/** Computes in pieces, between which others go first. */
export function inPieces<Result>(computing: Pausing<Result>, provider: Pick<TableProvider, "pause">): Promise<Result> {
  return finishWith(computing, () => provider.pause?.(LOOKUPS_A_PIECE) ?? null);
}

/** The same tables for a question that may be given up: whoever asks them fails with `signal.reason` then. */
export function abortable(provider: TableProvider, signal: AbortSignal | undefined): TableProvider {
  const { rules, metric, orders, pause } = provider;
  return {
    rules,
    metric,
    orders,
    signal,
    pause,
    open: (name, own = signal) => provider.open(name, own),
    conesOf: async (endgame) => (await provider.conesOf?.(endgame)) ?? [],
  };
}

/** Of names of tables the cones, by the endgame that they are of, the largest first. */
export function conesIn(names: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const cones = [...new Set([...names].map(endgamePart).filter(isConeName))].map(parseEndgame);
  const found = new Map<string, string[]>();
  for (const cone of cones.toSorted((a, b) => countCells(b) - countCells(a))) {
    const { name } = wholeEndgame(cone);
    found.set(name, [...(found.get(name) ?? []), cone.name]);
  }
  return found;
}

/** The table, or MissingTableError. */
export async function openOrMissing(provider: TableProvider, name: string): Promise<Table> {
  checkText(name, "bad-endgame");
  const table = await provider.open(name);
  if (table !== null) return table;
  throw new MissingTableError(name, provider);
}

/** Keeps tables open: each is opened once. What is missing or failed to open is tried again the next time. */
export class OpenTables {
  readonly #tables = new SharedWork<string, Table>({ keep: true });
  readonly #openNew: (name: string, signal: AbortSignal) => Promise<Table>;

  /** @param openNew opens a table; SourceError `not-found` means that there is none */
  constructor(openNew: (name: string, signal: AbortSignal) => Promise<Table>) {
    this.#openNew = openNew;
  }

  async open(name: string, signal?: AbortSignal): Promise<Table | null> {
    try {
      const table = await this.#tables.run(name, (all) => this.#open(name, all), signal);
      signal?.throwIfAborted(); // also when nothing had to be waited for
      return table;
    } catch (error) {
      if (error instanceof SourceError && error.problem === "not-found") return null;
      throw error;
    }
  }

  /** Opens it anew the next time. The table, if it was open, stays usable for those who have it; closing it is theirs. */
  forget(name: string): Promise<Table> | undefined {
    return this.#tables.forget(name);
  }

  async close(): Promise<void> {
    const tables = await Promise.allSettled(this.#tables.clear());
    await Promise.all(tables.map((table) => (table.status === "fulfilled" ? table.value.close() : undefined)));
  }

  async #open(name: string, signal: AbortSignal): Promise<Table> {
    const table = await this.#openNew(name, signal);
    if (!signal.aborted) return table;
    await table.close(); // nobody has it
    throw signal.reason;
  }
}

/**
 * Opens the table of an endgame; the source is closed when that fails.
 * @throws DamagedTableError, for another table as well; UnsupportedTableError, SourceError; `signal.reason` when aborted
 */
export async function openPlaced(
  source: Source,
  codecs: readonly Codec[],
  collection: Collection,
  name: string,
  options: OpenOptions = {},
): Promise<Table> {
  try {
    const table = await openTable(source, codecs, options);
    checkPlace(table, collection, name);
    return table;
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** What a header says of which table it is of. */
interface StatedTable {
  readonly info: Pick<TableInfo, "endgame" | "outcomes" | "rules" | "metric" | "orderForm">;
}

/** @throws DamagedTableError, UnsupportedTableError when a table is not the one that its name and folder promise */
export function checkPlace({ file, header }: Table, collection: Collection, name: string): void {
  checkSize(header, file);
  checkName(header, file, collection, name);
}

/** @throws DamagedTableError when a header is not that of the table that its file's name and folder promise */
export function checkName({ info }: StatedTable, file: string, collection: Collection, name: string): void {
  const { rules, metric, orderForm } = info;
  const held = tableName(info);
  const found = { rules, metric, orders: orderForm ?? undefined };
  if (held === name && collectionPath(found) === collectionPath(collection)) return;
  const [is, should] = [`${held} (${collectionPath(found)})`, `${name} (${collectionPath(collection)})`];
  throw new DamagedTableError(file, `it holds ${is} instead of ${should}`);
}
