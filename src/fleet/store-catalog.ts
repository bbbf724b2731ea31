/** The tables of a store for a server: read by ranges, straight from the store, with what was read kept on disk. */
import { createHash } from "node:crypto";
import type { BlockCache } from "../table/cache.ts";
import { openPlaced, OpenTables, tablePath } from "../table/catalog.ts";
import { coalescingSource } from "../table/coalescing-source.ts";
import { SourceError } from "../table/errors.ts";
import { fileBytes } from "../table/header.ts";
import { NODE_CODECS } from "../table/node/codecs.ts";
import type { CatalogEntry, Listing, MoreTables, StrayFile } from "../table/node/folder-catalog.ts";
import type { Table } from "../table/table.ts";
import { InputError } from "../xiangqi/errors.ts";
import { listStore } from "./check-store.ts";
import type { DiskBlocks } from "./disk-blocks.ts";
import { collectionOf, type Identity } from "./identity.ts";
import type { Store } from "./store.ts";
import { storeSource } from "./stored-tables.ts";
import { storedProof } from "./tasks.ts";

/** What a store has is listed again after so long: fleets add tables all the time. */
const LISTED_MILLISECONDS = 60_000;
/** Headers that are read at a time for a list. */
const AT_ONCE = 16;

export class StoreCatalog implements MoreTables {
  readonly #store: Store;
  readonly #identity: Identity;
  readonly #tables: OpenTables;
  readonly #entries = new Map<string, CatalogEntry>();
  #names: { readonly listed: number; readonly found: ReturnType<typeof listStore> } | null = null;

  constructor(store: Store, identity: Identity, blocks: DiskBlocks, cache: BlockCache) {
    this.#store = store;
    this.#identity = identity;
    const collection = collectionOf(identity);
    const id = createHash("sha256").update(store.url).digest("hex").slice(0, 8);
    this.#tables = new OpenTables(async (name, signal) => {
      if (!(await this.#has(name))) throw new SourceError("not-found", `${store.url}: there is no table of ${name}`);
      const key = tablePath(collection, name);
      const source = blocks.keep(coalescingSource(storeSource(store, key)), `${id}-${key.replaceAll("/", "-")}`);
      return openPlaced(source, NODE_CODECS, collection, name, { cache, signal });
    });
  }

  /** Any text is safe: what the store does not list is not asked for. */
  open(name: string, signal?: AbortSignal): Promise<Table | null> {
    return this.#tables.open(name, signal);
  }

  async describe(name: string): Promise<CatalogEntry | null> {
    const { proofs } = await this.#list();
    const table = await this.open(name);
    if (table === null) return null;
    const known = this.#entries.get(name);
    if (known !== undefined && (known.verified !== null || !proofs.has(name))) return known;
    const { header } = table;
    const verified = proofs.has(name) ? await storedProof(this.#store, this.#identity, header) : null;
    const path = `${this.#store.url}/${tablePath(collectionOf(this.#identity), name)}`;
    const entry = {
      endgame: name,
      path,
      bytes: fileBytes(header),
      header,
      verified,
      sum: header.info.contentSum ?? null,
    };
    this.#entries.set(name, entry);
    return entry;
  }

  async list(): Promise<Listing> {
    const { tables: found } = await this.#list();
    const tables: CatalogEntry[] = [];
    const strays: StrayFile[] = [];
    const describe = async (name: string): Promise<void> => {
      try {
        const entry = await this.describe(name);
        if (entry !== null) tables.push(entry);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        strays.push({ path: name, problem: error.message });
      }
    };
    for (let at = 0; at < found.length; at += AT_ONCE) {
      await Promise.all(found.slice(at, at + AT_ONCE).map(({ endgame }) => describe(endgame)));
    }
    return { tables, strays, isComplete: true };
  }

  async close(): Promise<void> {
    await this.#tables.close();
  }

  async #has(name: string): Promise<boolean> {
    return (await this.#list()).tables.some(({ endgame }) => endgame === name);
  }

  #list(): ReturnType<typeof listStore> {
    const now = performance.now();
    if (this.#names === null || now - this.#names.listed > LISTED_MILLISECONDS) {
      const names = { listed: now, found: listStore(this.#store, this.#identity) };
      names.found.catch(() => this.#names === names && (this.#names = null));
      this.#names = names;
    }
    return this.#names.found;
  }
}
