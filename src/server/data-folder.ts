/** The data folder that a server answers from: a catalog for each collection, one cache for all blocks. */
import { stat } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { BlockCache } from "../table/cache.ts";
import { collectionPath, TABLE_SUFFIX, type Collection } from "../table/catalog.ts";
import { FolderCatalog, type Listing } from "../table/node/folder-catalog.ts";

export interface DataFolderOptions {
  /** For the decoded blocks of all tables together. Default: 256 MiB. */
  readonly cacheBytes?: number;
}

/** A table that was replaced is closed after so long: by then nobody reads it. */
const CLOSING_MILLISECONDS = 60_000;

export class DataFolder {
  readonly folder: string;
  readonly #cache: BlockCache;
  readonly #catalogs = new Map<string, FolderCatalog>();
  readonly #listings = new Map<string, { changed: number; listing: Promise<Listing> }>();

  constructor(folder: string, { cacheBytes = 256 * 2 ** 20 }: DataFolderOptions = {}) {
    this.folder = resolve(folder);
    this.#cache = new BlockCache(cacheBytes);
  }

  /** Of decoded blocks. */
  get cache(): Pick<BlockCache, "bytes" | "counts"> {
    return this.#cache;
  }

  catalog(collection: Collection): FolderCatalog {
    const key = collectionPath(collection);
    let catalog = this.#catalogs.get(key);
    if (catalog === undefined) {
      catalog = new FolderCatalog(this.folder, { ...collection, cache: this.#cache });
      this.#catalogs.set(key, catalog);
    }
    return catalog;
  }

  /** What a collection holds. Read anew only after a file came, went or was replaced: listing opens every file. */
  async list(collection: Collection): Promise<Listing> {
    const folder = join(this.folder, collectionPath(collection));
    const changed = await changeTime(folder);
    let known = this.#listings.get(folder);
    if (known === undefined || known.changed !== changed) {
      known = { changed, listing: this.catalog(collection).list() };
      this.#listings.set(folder, known);
    }
    return known.listing;
  }

  /** Reads a table anew the next time: its file was replaced, or is to be. Answers that are under way still use the old. */
  forget(collection: Collection, name: string): void {
    const table = this.catalog(collection).forget(name);
    const close = async () => (await table)?.close();
    setTimeout(() => void close().catch(() => {}), CLOSING_MILLISECONDS).unref();
  }

  /** The same, by the path of the file. */
  forgetFile(path: string): void {
    for (const catalog of this.#catalogs.values()) {
      const name = basename(path, TABLE_SUFFIX);
      if (catalog.pathOf(name) === path) this.forget(catalog, name);
    }
  }

  /** A message or path without the part that tells where the folder lies on this machine. */
  withoutFolder(text: string): string {
    return text.replaceAll(`${this.folder}${sep}`, "");
  }

  async close(): Promise<void> {
    await Promise.all([...this.#catalogs.values()].map((catalog) => catalog.close()));
  }
}

/** When a folder's entries changed last; 0 while there is no such folder. */
async function changeTime(folder: string): Promise<number> {
  try {
    return (await stat(folder)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}
