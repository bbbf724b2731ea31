/** The list of tables: `/api/v1/tables` of a server, `tables/index.json` of an export. */
import type { Collection } from "../../src/table/catalog.ts";
import type { TableSummary } from "./answers.ts";
import { fetchKept } from "./fetch-json.ts";

export interface Listing {
  readonly tables: readonly TableSummary[];
  /** What is meant where nothing is said. */
  readonly collection: Required<Collection>;
}

/** Reads a list and keeps of it the tables of its collection. */
export async function fetchListing(path: string, signal?: AbortSignal): Promise<Listing> {
  const { tables, collection } = await fetchKept<Listing>(path, signal, { cache: "no-cache" });
  const inCollection = ({ rules, metric, orders }: TableSummary) =>
    rules === collection.rules && metric === collection.metric && (orders ?? collection.orders) === collection.orders;
  return { tables: tables.filter(inCollection), collection };
}

/** The folder of table files, on any host. */
export function tablesUrl(): string {
  return new URL("tables", document.baseURI).href;
}
