/** The tables of a data folder on this machine: each collection has a folder, `collectionPath`. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { canonicalEndgame, parseEndgame } from "../../endgame/endgame.ts";
import { InputError } from "../../xiangqi/errors.ts";
import { BlockCache } from "../cache.ts";
import {
  checkPlace,
  collectionPath,
  DEFAULT_COLLECTION,
  OpenTables,
  TABLE_SUFFIX,
  tablePath,
  type Collection,
  type TableProvider,
} from "../catalog.ts";
import { SourceError } from "../errors.ts";
import { fileBytes, type Metric, type Rules, type TableHeader } from "../header.ts";
import type { ProofRecord } from "../proof.ts";
import { openTable, type Table } from "../table.ts";
import { NODE_CODECS } from "./codecs.ts";
import { openFile } from "./file-source.ts";
import { isRecord, readProof, readSum } from "./record-file.ts";

export interface CatalogEntry {
  readonly endgame: string;
  readonly path: string;
  readonly bytes: number;
  readonly header: TableHeader;
  /** When and how it was proven; null: it was not, or its file has changed since. */
  readonly verified: ProofRecord | null;
  /** Its content sum (docs/spec/content-sum.md) as kept beside it; null: none is, or its file has changed since. */
  readonly sum: string | null;
}

/** A file that is not served, and why. */
export interface StrayFile {
  readonly path: string;
  readonly problem: string;
}

export interface Listing {
  /** By name. */
  readonly tables: readonly CatalogEntry[];
  readonly strays: readonly StrayFile[];
}

export interface FolderCatalogOptions extends Partial<Collection> {
  /** For the blocks of all tables together. Default: 64 MiB. */
  readonly cache?: BlockCache;
}

export class FolderCatalog implements TableProvider {
  readonly folder: string;
  readonly rules: Rules;
  readonly metric: Metric;
  readonly orders: "fang" | "chessdb";
  readonly #cache: BlockCache;
  readonly #tables: OpenTables;

  /** @param folder the data folder; it need not exist yet. Defaults: DEFAULT_COLLECTION */
  constructor(folder: string, options: FolderCatalogOptions = {}) {
    const { rules, metric, orders } = DEFAULT_COLLECTION;
    const { cache = new BlockCache(64 * 2 ** 20) } = options;
    this.folder = folder;
    this.rules = options.rules ?? rules;
    this.metric = options.metric ?? metric;
    this.orders = options.orders ?? orders;
    this.#cache = cache;
    this.#tables = new OpenTables(this, (name, signal) => this.#openNamed(name, signal));
  }

  /** Where the table of a canonical endgame is or would be. */
  pathOf(name: string): string {
    return join(this.folder, tablePath(this, name));
  }

  /** Any text is safe: what is no canonical name has no table. */
  open(name: string, signal?: AbortSignal): Promise<Table | null> {
    return this.#tables.open(name, signal);
  }

  /** Opens a table anew the next time, because its file was replaced or removed. Closing it is up to who forgets it. */
  forget(name: string): Promise<Table> | undefined {
    return this.#tables.forget(name);
  }

  /** The canonical endgames that there are files of, ascending. */
  async names(): Promise<string[]> {
    return (await this.#files())
      .filter((file) => file.endsWith(TABLE_SUFFIX))
      .map((file) => file.slice(0, -TABLE_SUFFIX.length))
      .filter(isCanonicalName);
  }

  /** Opens every file of the collection for a moment. */
  async list(): Promise<Listing> {
    const tables: CatalogEntry[] = [];
    const strays: StrayFile[] = [];
    for (const file of await this.#files()) {
      if (isRecord(file)) continue; // told with its table, or just being written
      const path = join(this.folder, collectionPath(this), file);
      try {
        tables.push(await this.#describe(file, path));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        strays.push({ path, problem: error.message });
      }
    }
    return { tables, strays };
  }

  close(): Promise<void> {
    return this.#tables.close();
  }

  async #files(): Promise<string[]> {
    try {
      return (await readdir(join(this.folder, collectionPath(this)))).sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }

  async #describe(file: string, path: string): Promise<CatalogEntry> {
    const endgame = file.slice(0, -TABLE_SUFFIX.length);
    if (!file.endsWith(TABLE_SUFFIX) || !isCanonicalName(endgame)) {
      throw new InputError("stray-file", `${path} is no table: its name is not that of a canonical endgame`);
    }
    const table = await this.#openFile(path);
    try {
      checkPlace(table, this, endgame);
      const { header } = table;
      const [verified, sum] = await Promise.all([readProof(path, header.sha256), readSum(path, header.sha256)]);
      return { endgame, path, bytes: fileBytes(header), header, verified, sum };
    } finally {
      await table.close();
    }
  }

  async #openNamed(name: string, signal: AbortSignal): Promise<Table> {
    if (!isCanonicalName(name)) throw new SourceError("not-found", `${name} is not the name of a canonical endgame`);
    return this.#openFile(this.pathOf(name), signal);
  }

  async #openFile(path: string, signal?: AbortSignal): Promise<Table> {
    const source = await openFile(path);
    try {
      return await openTable(source, NODE_CODECS, { cache: this.#cache, signal });
    } catch (error) {
      await source.close();
      throw error;
    }
  }
}

function isCanonicalName(name: string): boolean {
  try {
    return canonicalEndgame(parseEndgame(name)).endgame.name === name;
  } catch {
    return false;
  }
}
