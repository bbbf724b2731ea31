/** Tables that were built in this browser or taken into it, and are kept for the next visit where the page may store things. */
import {
  collectionPath,
  openPlaced,
  TABLE_SUFFIX,
  type Collection,
  type TableProvider,
} from "../../src/table/catalog.ts";
import { summarize, type TableSummary } from "../../src/query/statistics.ts";
import { blobSource, tablesInBlobs } from "./blobs.ts";
import { openCache } from "./kept.ts";
import { CODECS } from "../../src/exports/zstd.ts";
import { sha256 } from "../../src/table/sha256.ts";

const CACHE = "canju-built";

export interface BuiltTables extends TableProvider {
  /** By canonical name. */
  readonly files: ReadonlyMap<string, Blob>;
  /** @returns whether it is there at the next visit as well */
  add(name: string, file: Blob): Promise<boolean>;
  remove(name: string): Promise<void>;
  list(): Promise<TableSummary[]>;
}

/** Those of this visit and of earlier ones. */
export async function loadBuilt(collection: Collection): Promise<BuiltTables> {
  const folder = new URL(`built/${collectionPath(collection)}/`, document.baseURI).href;
  const cache = await openCache(CACHE);
  const files = new Map<string, Blob>();
  const addressOf = (name: string): string => `${folder}${name}${TABLE_SUFFIX}`;
  for (const { url } of (await cache?.keys()) ?? []) {
    if (!url.startsWith(folder)) continue;
    files.set(url.slice(folder.length, -TABLE_SUFFIX.length), await (await cache!.match(url))!.blob());
  }
  for (const [name, file] of files) {
    // One that an older version made, or that the browser lost a part of, is as good as none.
    if (await isSound(collection, name, file)) continue;
    files.delete(name);
    await cache?.delete(addressOf(name));
  }
  const tables = tablesInBlobs(collection, files);
  const addresses = new Map<string, string>();
  const describe = async (name: string, file: Blob): Promise<TableSummary> => {
    const address = addresses.get(name) ?? URL.createObjectURL(file);
    addresses.set(name, address);
    return summarize((await tables.open(name))!.header, address, { verified: null, sum: null });
  };
  return {
    ...tables,
    files,
    async add(name, file) {
      files.set(name, file);
      // A full store is no reason to fail: the table is there until the page is closed.
      if (cache === null) return false;
      return cache.put(addressOf(name), new Response(file)).then(
        () => true,
        () => false,
      );
    },
    async remove(name) {
      files.delete(name);
      await cache?.delete(addressOf(name));
    },
    list: () => Promise.all([...files].map(([name, file]) => describe(name, file))),
  };
}

/** Whether a file is what was kept: one that was damaged since gives no answers, and would stand in the way of any other. */
async function isSound(collection: Collection, name: string, file: Blob): Promise<boolean> {
  try {
    const table = await openPlaced(blobSource(file, name), CODECS, collection, name);
    // A megabyte takes some milliseconds; the page goes on between two.
    await table.verifyBytes(sha256, () => new Promise((resolve) => setTimeout(resolve)));
    return true;
  } catch {
    return false;
  }
}
