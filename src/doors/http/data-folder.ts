/**
 * The data folder that a server answers from: a catalog for each collection, one cache for all blocks. Its files are compared
 * with their SHA-256, gently and again and again: disks forget.
 */
import { join, resolve, sep } from "node:path";
import { BlockCache } from "../../table/read/blocks.ts";
import { collectionPath, COLLECTIONS, type Collection } from "../../table/catalog/catalog.ts";
import { FolderCatalog, type Listing, type MoreTables } from "../../table/node/folder-catalog.ts";
import { versionAt } from "../../base/node/open-files.ts";
import { setTimeout as wait } from "node:timers/promises";

export interface DataFolderOptions {
  /** For the decoded blocks of all tables together. Default: 256 MiB. */
  readonly cacheBytes?: number;
  /** The tables of a collection that lie elsewhere; their blocks share the cache. */
  readonly more?: MoreOf | undefined;
}

export type MoreOf = (collection: Collection, cache: BlockCache) => MoreTables | undefined;

/** A listing is good for so long where no file came or went: one that was written to in its place shows after that. */
const LISTING_MILLISECONDS = 1000;

interface KnownListing {
  readonly folder: string | undefined;
  readonly made: number;
  readonly listing: Promise<Listing>;
}

export class DataFolder {
  readonly folder: string;
  readonly scrubbed: Scrubbed = { files: 0, bytes: 0, damaged: 0, finished: null };
  readonly #cache: BlockCache;
  readonly #more: MoreOf | undefined;
  readonly #catalogs = new Map<string, FolderCatalog>();
  readonly #listings = new Map<string, KnownListing>();

  constructor(folder: string, { cacheBytes = 256 * 2 ** 20, more }: DataFolderOptions = {}) {
    this.#more = more;
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
      catalog = new FolderCatalog(this.folder, {
        ...collection,
        cache: this.#cache,
        more: this.#more?.(collection, this.#cache),
      });
      this.#catalogs.set(key, catalog);
    }
    return catalog;
  }

  /**
   * What a collection holds. A listing that failed, or that lacks a file which could not be read, is not kept.
   * @throws SourceError when the folder cannot be read
   */
  async list(collection: Collection): Promise<Listing> {
    const path = join(this.folder, collectionPath(collection));
    const folder = (await versionAt(path))?.id;
    const known = this.#listings.get(path);
    const now = performance.now();
    if (known !== undefined && known.folder === folder && now - known.made < LISTING_MILLISECONDS) return known.listing;
    const listing = this.catalog(collection).list();
    const made: KnownListing = { folder, made: now, listing };
    this.#listings.set(path, made);
    const drop = (): void => {
      if (this.#listings.get(path) === made) this.#listings.delete(path);
    };
    listing.then(({ isComplete }) => isComplete || drop(), drop);
    return listing;
  }

  /** Reads a table anew the next time: its file was replaced, or is to be. */
  forget(collection: Collection, name: string): void {
    this.catalog(collection).forget(name);
  }

  /** A message or path without the part that tells where the folder lies on this machine. */
  withoutFolder(text: string): string {
    return text.replaceAll(`${this.folder}${sep}`, "").replaceAll(this.folder, "the data folder");
  }

  async close(): Promise<void> {
    await Promise.all([...this.#catalogs.values()].map((catalog) => catalog.close()));
  }
}

export interface ScrubOptions {
  /** Default: 8 MiB. */
  readonly bytesPerSecond?: number;
  /** Between two rounds. Default: an hour. */
  readonly restMilliseconds?: number;
}

/** What was found since the server was started. */
export interface Scrubbed {
  /** Files and bytes compared, in all rounds together. */
  files: number;
  bytes: number;
  /** Files that did not fit in the last round, or in this one so far. */
  damaged: number;
  /** When the last round ended: ISO 8601, UTC; null: none has yet. */
  finished: string | null;
}

/** Starts comparing; a file that does not fit is served no more until it is another. @returns ends it */
export function startScrub(data: DataFolder, options: ScrubOptions = {}): () => Promise<void> {
  const { bytesPerSecond = 8 * 2 ** 20, restMilliseconds = 3_600_000 } = options;
  const { scrubbed } = data;
  const controller = new AbortController();
  const { signal } = controller;
  const pace = async (bytes: number): Promise<void> => {
    scrubbed.bytes += bytes;
    await wait((1000 * bytes) / bytesPerSecond, null, { signal, ref: false });
  };
  const round = async (): Promise<void> => {
    let damaged = 0;
    for (const collection of COLLECTIONS) {
      const catalog = data.catalog(collection);
      for (const name of await catalog.names().catch(() => [])) {
        const found = await catalog.scrub(name, pace);
        if (found === "unread") continue;
        scrubbed.files++;
        if (found === "damaged") damaged++;
        scrubbed.damaged = Math.max(scrubbed.damaged, damaged);
      }
    }
    scrubbed.damaged = damaged;
    scrubbed.finished = new Date().toISOString();
  };
  const running = (async () => {
    for (;;) {
      await round();
      await wait(restMilliseconds, null, { signal, ref: false });
    }
  })().catch((error: unknown) => {
    if (!signal.aborted) console.error("the comparison of files with their SHA-256 has ended:", error);
  });
  return async () => {
    controller.abort();
    await running;
  };
}
