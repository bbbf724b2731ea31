/** Tables that were built in this browser: in memory, and kept for the next visit where the page may store things. */
import { collectionPath, TABLE_SUFFIX, type Collection, type TableProvider } from "../../src/table/catalog.ts";
import { summarize, type TableSummary } from "../../src/query/statistics.ts";
import { openCache } from "./kept.ts";
import { tablesInMemory } from "../../src/table/memory-catalog.ts";

const CACHE = "canju-built";

export interface BuiltTables extends TableProvider {
  /** By canonical name. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  add(name: string, file: Uint8Array<ArrayBuffer>): Promise<void>;
  list(): Promise<TableSummary[]>;
}

/** Those of this visit and of earlier ones. */
export async function loadBuilt(collection: Collection): Promise<BuiltTables> {
  const folder = new URL(`built/${collectionPath(collection)}/`, document.baseURI).href;
  const cache = await openCache(CACHE);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const addressOf = (name: string): string => `${folder}${name}${TABLE_SUFFIX}`;
  for (const { url } of (await cache?.keys()) ?? []) {
    if (!url.startsWith(folder)) continue;
    const file = await (await cache!.match(url))!.arrayBuffer();
    files.set(url.slice(folder.length, -TABLE_SUFFIX.length), new Uint8Array(file));
  }
  const tables = tablesInMemory(collection, files);
  for (const name of files.keys()) {
    // One that an older version made, or that the browser lost a part of, is as good as none.
    const sound = await tables.open(name).catch(() => null);
    if (sound !== null) continue;
    files.delete(name);
    await cache?.delete(addressOf(name));
  }
  const addresses = new Map<string, string>();
  const describe = async (name: string, file: Uint8Array<ArrayBuffer>): Promise<TableSummary> => {
    const address = addresses.get(name) ?? URL.createObjectURL(new Blob([file]));
    addresses.set(name, address);
    return summarize((await tables.open(name))!.header, address, { verified: null, sum: null });
  };
  return {
    ...tables,
    files,
    async add(name, file) {
      files.set(name, file);
      // A full store is no reason to fail: the table is there until the page is closed.
      await cache?.put(addressOf(name), new Response(file)).catch(() => {});
    },
    list: () => Promise.all([...files].map(([name, file]) => describe(name, file))),
  };
}
