/** Tables that were built in this browser or taken into it, and are kept for the next visit where the page may store things. */
import {
  collectionPath,
  openPlaced,
  TABLE_SUFFIX,
  type Collection,
  type TableProvider,
} from "../../src/table/catalog/catalog.ts";
import { DamagedTableError } from "../../src/table/format/errors.ts";
import { summarize, type TableSummary } from "../../src/query/statistics.ts";
import { blobSource, tablesInBlobs } from "./blobs.ts";
import { PAGE_CODECS } from "./unpacking.ts";
import { openCache } from "./kept.ts";
import { sha256 } from "../../src/base/sha256.ts";
import { SourceError } from "../../src/base/errors.ts";

const CACHE = "canju-built";

export interface BuiltTables extends TableProvider {
  /** By canonical name. */
  readonly files: ReadonlyMap<string, Blob>;
  /** By canonical name: those that were kept, and were not what they had been when the page was opened. */
  readonly damaged: ReadonlySet<string>;
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
  const damaged = new Set<string>();
  const addressOf = (name: string): string => `${folder}${name}${TABLE_SUFFIX}`;
  for (const { url } of (await cache?.keys().catch(() => [])) ?? []) {
    if (!url.startsWith(folder)) continue;
    const name = url.slice(folder.length, -TABLE_SUFFIX.length);
    const file = await readKept(cache!, url);
    // One that an older version made, or that the browser lost a part of, is as good as none.
    const fault = file === null ? "damaged" : await faultOf(collection, name, file);
    if (fault === null) files.set(name, file!);
    else await cache!.delete(url).catch(() => false);
    if (fault === "damaged") damaged.add(name);
  }
  const tables = tablesInBlobs(collection, files, PAGE_CODECS);
  const addresses = new Map<string, string>();
  const describe = async (name: string, file: Blob): Promise<TableSummary> => {
    const address = addresses.get(name) ?? URL.createObjectURL(file);
    addresses.set(name, address);
    return summarize((await tables.open(name))!.header, address, { verified: null, sum: null });
  };
  return {
    ...tables,
    files,
    damaged,
    async add(name, file) {
      files.set(name, file);
      damaged.delete(name);
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

/** Null where the browser has the name of a file, and cannot give what it kept. */
async function readKept(cache: Cache, url: string): Promise<Blob | null> {
  try {
    return (await (await cache.match(url))?.blob()) ?? null;
  } catch {
    return null;
  }
}

/**
 * What is wrong with a kept file; null: it is what was kept. One that was damaged since gives no answers, and would stand in the way of
 * any other.
 */
async function faultOf(collection: Collection, name: string, file: Blob): Promise<"damaged" | "of no use" | null> {
  try {
    const table = await openPlaced(blobSource(file, name), PAGE_CODECS, collection, name);
    // A megabyte takes some milliseconds; the page goes on between two.
    await table.verifyBytes(sha256, () => new Promise((resolve) => setTimeout(resolve)));
    return null;
  } catch (error) {
    return error instanceof DamagedTableError || error instanceof SourceError ? "damaged" : "of no use";
  }
}
