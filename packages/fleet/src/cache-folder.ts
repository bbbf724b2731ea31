/** The folder of this machine that a worker builds in: a data folder whose tables are copies of the store's. */
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Endgame } from "../../../src/endgame/endgame.ts";
import { estimateSize } from "../../../src/endgame/count.ts";
import { collectionPath, TABLE_SUFFIX, type Collection } from "../../../src/table/catalog/catalog.ts";
import { fileBytes, type TableHeader } from "../../../src/table/format/header.ts";
import { disk, explainWriteError, freeBytesAt } from "../../../src/base/node/disk.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { removeLeftLocks } from "../../../src/base/node/locks.ts";
import { removeLeftovers } from "../../../src/base/node/unfinished.ts";
import { formatBytes } from "../../../src/base/sizes.ts";
import { isSameTable, storedHeader } from "./stored-tables.ts";
import { TryAgainError, type Store } from "./store.ts";

export interface CacheOptions {
  readonly folder: string;
  readonly collection: Required<Collection>;
  /** That tables may take; default: any. */
  readonly mostBytes?: number | undefined;
  /** Bytes free on its disk; for tests. */
  readonly freeBytes?: () => number;
}

/** Tells whether a file was written since. */
interface FileState {
  readonly bytes: number;
  readonly changed: number;
}

interface Cached {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly used: number;
}

export class CacheFolder {
  readonly catalog: FolderCatalog;
  readonly folder: string;
  readonly #store: Store;
  readonly #options: CacheOptions;
  /** Files that this process has compared with the store's, as they were then. */
  readonly #sound = new Map<string, FileState & { readonly header: TableHeader }>();

  private constructor(store: Store, options: CacheOptions) {
    this.#store = store;
    this.#options = options;
    this.folder = options.folder;
    this.catalog = new FolderCatalog(options.folder, options.collection);
  }

  /** Removes what killed processes left half done. @throws InputError where nothing can be written */
  static async open(store: Store, options: CacheOptions): Promise<CacheFolder> {
    const folder = join(options.folder, collectionPath(options.collection));
    await disk.mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw explainWriteError(error, join(folder, "table"));
    });
    await removeLeftovers(folder);
    await removeLeftLocks(folder);
    return new CacheFolder(store, options);
  }

  /** Notes that a table here is, byte for byte, the store's. @param header as the store has it */
  async noteSound(header: TableHeader): Promise<void> {
    const name = header.info.endgame;
    const state = await stateOf(this.catalog.pathOf(name));
    if (state !== null) this.#sound.set(name, { ...state, header });
  }

  /**
   * The header of such a table, without a request or reading it again: the store never changes what it has. Null where none was noted, or
   * its file is another by now.
   */
  async soundHeader(name: string): Promise<TableHeader | null> {
    const noted = this.#sound.get(name);
    if (noted === undefined) return null;
    const state = await stateOf(this.catalog.pathOf(name));
    if (state?.bytes === noted.bytes && state.changed === noted.changed) return noted.header;
    this.#sound.delete(name);
    return null;
  }

  /** What was noted holds no more. */
  doubt(): void {
    this.#sound.clear();
  }

  /** Notes that tables were needed just now. */
  used(names: readonly string[]): void {
    const now = new Date();
    for (const name of names) {
      const path = this.catalog.pathOf(name);
      // The time of access alone: that of the last change tells whether a proof still holds.
      void stat(path).then(
        ({ mtime }) => utimes(path, now, mtime),
        () => {},
      );
    }
  }

  /**
   * Makes room for tables to fetch and to build: removes the tables that were not needed for longest, but only what the
   * store has as well.
   * @throws TryAgainError `disk-full` when that is not enough: another machine may have room
   */
  async makeRoom(inputs: readonly TableHeader[], toBuild: readonly Endgame[], signal: AbortSignal): Promise<void> {
    const most = inputs.reduce((sum, header) => sum + fileBytes(header), 0) + sizeOf(toBuild);
    if (this.#options.mostBytes === undefined && most <= this.#free()) return; // large caches take long to list
    const needed = new Set([...inputs.map(({ info }) => info.endgame), ...toBuild.map(({ name }) => name)]);
    const cached = await this.#list();
    const there = new Set(cached.map(({ name }) => name));
    const bytes =
      inputs.reduce((sum, header) => sum + (there.has(header.info.endgame) ? 0 : fileBytes(header)), 0) +
      sizeOf(toBuild);
    const { mostBytes = Infinity } = this.#options;
    let taken = cached.reduce((sum, each) => sum + each.bytes, 0);
    for (const each of cached.toSorted((a, b) => a.used - b.used)) {
      if (taken + bytes <= mostBytes && bytes <= this.#free()) return;
      if (needed.has(each.name) || !(await this.#isStored(each.name, signal))) continue;
      this.catalog.forget(each.name);
      await rm(each.path, { force: true });
      taken -= each.bytes;
    }
    const free = this.#free();
    if (bytes <= free) return; // more than `mostBytes`, which cannot be helped
    const room = `${formatBytes(free)} are free on the disk of ${this.#options.folder}`;
    throw new TryAgainError("disk-full", `the inputs and the table take about ${formatBytes(bytes)}, but only ${room}`);
  }

  close(): Promise<void> {
    return this.catalog.close();
  }

  #free(): number {
    const { folder, freeBytes = () => freeBytesAt(folder) } = this.#options;
    return freeBytes();
  }

  async #list(): Promise<Cached[]> {
    const folder = dirname(this.catalog.pathOf("KK"));
    const found: Cached[] = [];
    for (const file of await readdir(folder)) {
      if (!file.endsWith(TABLE_SUFFIX) || file.startsWith(".")) continue;
      const path = join(folder, file);
      const { size, atimeMs } = await stat(path).catch(() => ({ size: 0, atimeMs: 0 }));
      found.push({ name: file.slice(0, -TABLE_SUFFIX.length), path, bytes: size, used: atimeMs });
    }
    return found;
  }

  async #isStored(name: string, signal: AbortSignal): Promise<boolean> {
    try {
      const [stored, own] = [
        await storedHeader(this.#store, this.catalog, name, signal),
        (await this.catalog.open(name))?.header,
      ];
      return stored !== null && own !== undefined && isSameTable(stored, own);
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }
}

function sizeOf(endgames: readonly Endgame[]): number {
  return endgames.reduce((sum, endgame) => sum + estimateSize(endgame).fileBytes, 0);
}

/** Null: there is no such file. */
async function stateOf(path: string): Promise<FileState | null> {
  const found = await stat(path).catch(() => null);
  return found && { bytes: found.size, changed: found.mtime.getTime() };
}
