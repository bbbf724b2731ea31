/** The tables of a store for a server: read by ranges, straight from the store, with what was read kept on disk. */
import { createHash } from "node:crypto";
import type { BlockCache } from "../../../src/table/read/blocks.ts";
import { openPlaced, OpenTables, tablePath } from "../../../src/table/catalog/catalog.ts";
import { type Source, coalescingSource } from "../../../src/table/read/source.ts";
import { fileBytes } from "../../../src/table/format/header.ts";
import { NODE_CODECS } from "../../../src/table/node/codecs.ts";
import type { CatalogEntry, Listing, MoreTables, StrayFile } from "../../../src/table/node/folder-catalog.ts";
import type { Table } from "../../../src/table/read/table.ts";
import { InputError, SourceError } from "../../../src/base/errors.ts";
import { listStore, type StoreListing } from "./check-store.ts";
import type { DiskBlocks } from "./disk-blocks.ts";
import { collectionOf, type Identity } from "./identity.ts";
import { trustedKeys, type TrustedKey } from "./keys.ts";
import { contributionsTo } from "./signed-proofs.ts";
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
  /** Of the tables that are open. */
  readonly #sources = new Map<string, Source>();
  /** What was told of a table, and by which records. */
  readonly #entries = new Map<string, { readonly by: string; readonly entry: CatalogEntry }>();
  #listed: { readonly at: number; readonly found: Promise<Listed> } | null = null;

  constructor(store: Store, identity: Identity, blocks: DiskBlocks, cache: BlockCache) {
    this.#store = store;
    this.#identity = identity;
    const collection = collectionOf(identity);
    const id = createHash("sha256").update(store.url).digest("hex").slice(0, 8);
    this.#tables = new OpenTables(async (name, signal) => {
      if (!(await this.#list()).names.has(name))
        throw new SourceError("not-found", `${store.url}: there is no table of ${name}`);
      const key = tablePath(collection, name);
      const source = blocks.keep(coalescingSource(storeSource(store, key)), `${id}-${key.replaceAll("/", "-")}`);
      this.#sources.set(name, source);
      return openPlaced(source, NODE_CODECS, collection, name, { cache, signal });
    });
  }

  /** Any text is safe: what the store does not list is not asked for. */
  open(name: string, signal?: AbortSignal): Promise<Table | null> {
    return this.#tables.open(name, signal);
  }

  async file(name: string): ReturnType<MoreTables["file"]> {
    const table = await this.open(name);
    return table && { source: this.#sources.get(name)!, header: table.header };
  }

  async describe(name: string): Promise<CatalogEntry | null> {
    const { proofs, contributed: signers, trusted } = await this.#list();
    const table = await this.open(name);
    if (table === null) return null;
    const keys = trusted.filter(({ key }) => signers.get(name)?.includes(key));
    const by = JSON.stringify([proofs.has(name), keys]);
    const known = this.#entries.get(name);
    if (known?.by === by) return known.entry;
    const { header } = table;
    const sum = header.info.contentSum;
    const [store, identity] = [this.#store, this.#identity];
    const entry = {
      endgame: name,
      path: `${store.url}/${tablePath(collectionOf(identity), name)}`,
      bytes: fileBytes(header),
      header,
      verified: proofs.has(name) ? await storedProof(store, identity, header, async () => null).catch(noProof) : null,
      sum: sum === undefined ? null : { sum, stated: true },
      contributed: await contributionsTo(store, identity, header, keys),
    };
    this.#entries.set(name, { by, entry });
    return entry;
  }

  async list(): Promise<Listing> {
    const found = [...(await this.#list()).names];
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
      await Promise.all(found.slice(at, at + AT_ONCE).map(describe));
    }
    return { tables, outcomes: [], strays, unfinished: [], isComplete: true };
  }

  async close(): Promise<void> {
    await this.#tables.close();
  }

  /** A store that cannot be reached for a while has what it had. */
  #list(): Promise<Listed> {
    const [now, before] = [performance.now(), this.#listed];
    if (before !== null && now - before.at <= LISTED_MILLISECONDS) return before.found;
    const anew = this.#listAnew();
    const found = before === null ? anew : anew.catch(() => before.found);
    const listed = { at: now, found };
    found.catch(() => this.#listed === listed && (this.#listed = null));
    this.#listed = listed;
    return found;
  }

  async #listAnew(): Promise<Listed> {
    const listing = await listStore(this.#store, this.#identity);
    const trusted = listing.contributed.size === 0 ? [] : await trustedKeys(this.#store);
    return { ...listing, names: new Set(listing.tables.map(({ endgame }) => endgame)), trusted };
  }
}

/** What is wrong with a record is no fault of its table. */
function noProof(error: unknown): null {
  if (error instanceof InputError && ["other-proof", "bad-record"].includes(error.code)) return null;
  throw error;
}

interface Listed extends StoreListing {
  readonly names: ReadonlySet<string>;
  readonly trusted: readonly TrustedKey[];
}
