/** The tables of a data folder on this machine: each collection has a folder, `collectionPath`. */
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canonicalEndgame, parseEndgame } from "../../endgame/endgame.ts";
import { checkText, InputError, SourceError } from "../../base/errors.ts";
import { BlockCache } from "../read/blocks.ts";
import {
  checkCollection,
  collectionPath,
  conesIn,
  DEFAULT_COLLECTION,
  openPlaced,
  OpenTables,
  TABLE_SUFFIX,
  tablePath,
  type Collection,
  type TableProvider,
} from "../catalog/catalog.ts";
import type { KnownSum } from "../format/content-sum.ts";
import { DamagedTableError, UnsupportedTableError } from "../format/errors.ts";
import { fileBytes, endgamePart, type Rules, type TableHeader, type Orders } from "../format/header.ts";
import type { Contribution, ProofRecord } from "../format/proof.ts";
import type { Source } from "../read/source.ts";
import type { Table } from "../read/table.ts";
import { NODE_CODECS } from "./codecs.ts";
import { openFile, type FileSource } from "./file-source.ts";
import { isLock } from "../../base/node/locks.ts";
import { explained, versionAt, type FileVersion } from "../../base/node/open-files.ts";
import { isRecord, readKnown, renewProof, stampAt } from "./record-file.ts";
import { isPartial, parseUnfinished, WORK_SUFFIX } from "../../base/node/unfinished.ts";
import { isUnused } from "../../base/node/unused-work.ts";
import type { Metric } from "../value.ts";

/** A table of a data folder, and what is known of it. */
export interface CatalogEntry {
  readonly endgame: string;
  readonly path: string;
  readonly bytes: number;
  readonly header: TableHeader;
  /** When and how it was proven; null: it was not, or its file has changed since. */
  readonly verified: ProofRecord | null;
  /** Its content sum (docs/spec/content-sum.md); null: it is not known. */
  readonly sum: KnownSum | null;
  /** Who else has proven it; of tables that lie elsewhere only. */
  readonly contributed?: readonly Contribution[];
}

/** A file that is not served, and why. */
export interface StrayFile {
  readonly path: string;
  readonly problem: string;
}

/** What a collection's folder holds. */
export interface Listing {
  /** By name. */
  readonly tables: readonly CatalogEntry[];
  /** Tables of outcomes alone, by the names of their endgames. */
  readonly outcomes: readonly CatalogEntry[];
  readonly strays: readonly StrayFile[];
  /** Paths of files that somebody writes, or left when he was killed. */
  readonly unfinished: readonly string[];
  /** Whether every file could be read, be it sound or not: otherwise the next listing may find more. */
  readonly isComplete: boolean;
}

/** Tables of the same collection that lie elsewhere, such as in a fleet's store. */
export interface MoreTables {
  open(name: string, signal?: AbortSignal): Promise<Table | null>;
  /** What is told of one; null: there is none. */
  describe(name: string): Promise<CatalogEntry | null>;
  list(): Promise<Listing>;
  /** The file of one, to be sent to others; null: there is none. */
  file(name: string): Promise<{ readonly source: Source; readonly header: TableHeader } | null>;
  close(): Promise<void>;
}

/** Which collection of a data folder is read, and how. Default: DEFAULT_COLLECTION. */
export interface FolderCatalogOptions extends Partial<Collection> {
  /** Asked before the folder. */
  readonly more?: MoreTables | undefined;
  /** For the blocks of all tables together. Default: 64 MiB. */
  readonly cache?: BlockCache;
}

/** A file that was read, and what came of it. */
interface Seen {
  readonly source: FileSource;
  /** Null when it could not be opened. */
  readonly table: Table | null;
  readonly error: unknown;
  /** When it was last compared with what is in the folder. */
  compared: number;
  comparing: Promise<boolean> | null;
}

const KNOWN_DAMAGE = "what was read of it does not match its checksums";

/** That a sound table was replaced may go unnoticed for so long: its values are right nevertheless. */
const COMPARED_MILLISECONDS = 1000;

/**
 * Tables stay open. One that was replaced is opened anew, one that is damaged only once its file is another or was
 * written to: until then it is neither opened nor, where it could not be opened, read again.
 */
export class FolderCatalog implements TableProvider {
  readonly folder: string;
  readonly rules: Rules;
  readonly metric: Metric;
  readonly orders: Orders;
  readonly #cache: BlockCache;
  readonly #tables: OpenTables;
  readonly #seen = new Map<string, Seen>();
  /** By name what `stampAt` gave for files whose bytes were compared with their SHA-256, and their version where that tells them from any other. */
  readonly #compared = new Map<string, { readonly stamp: string | null; readonly version: string | null }>();
  readonly #more: MoreTables | undefined;
  /** The cones of the folder, when they were looked for, and when the folder had last changed. */
  #cones: {
    readonly read: number;
    readonly changed: number;
    readonly found: Promise<ReadonlyMap<string, readonly string[]>>;
  } | null = null;

  /** @param folder the data folder; it need not exist yet. Defaults: DEFAULT_COLLECTION */
  constructor(folder: string, options: FolderCatalogOptions = {}) {
    const { rules, metric, orders } = DEFAULT_COLLECTION;
    const { cache = new BlockCache(64 * 2 ** 20) } = options;
    checkText(folder, "bad-path");
    if (folder === "") throw new InputError("bad-path", "the data folder has no name");
    this.folder = folder;
    this.rules = options.rules ?? rules;
    this.metric = options.metric ?? metric;
    this.orders = options.orders ?? orders;
    checkCollection(this);
    this.#cache = cache;
    this.#more = options.more;
    this.#tables = new OpenTables((name, signal) => this.#openNamed(name, signal));
  }

  /** Where the table of a canonical endgame is or would be. */
  pathOf(name: string): string {
    return join(this.folder, tablePath(this, name));
  }

  /** Any text is safe: what is no canonical name, with or without `.outcomes`, has no table. */
  async open(name: string, signal?: AbortSignal): Promise<Table | null> {
    const more = await this.#more?.open(name, signal);
    if (more !== undefined && more !== null) return more;
    const seen = this.#seen.get(name);
    return seen !== undefined && isDue(seen) ? this.#openCurrent(name, seen, signal) : this.#tables.open(name, signal);
  }

  /** Those of the folder. It is listed again when it has changed, and from time to time: clocks of file systems are coarse. */
  async conesOf(endgame: string): Promise<readonly string[]> {
    const changed = await stat(dirname(this.pathOf(endgame))).then(
      ({ mtimeMs }) => mtimeMs,
      () => NaN, // not there yet
    );
    const now = performance.now();
    if (this.#cones?.changed !== changed || now - this.#cones.read > COMPARED_MILLISECONDS) {
      this.#cones = { read: now, changed, found: this.#tableNames().then(conesIn) };
    }
    return (await this.#cones.found).get(endgame) ?? [];
  }

  /** What is told of a table beside its header. */
  async describe(name: string, header: TableHeader): Promise<Pick<CatalogEntry, "verified" | "sum" | "contributed">> {
    const more = await this.#more?.describe(name);
    if (more !== undefined && more !== null) return more;
    return readKnown(this.pathOf(name), header, this.#compared.get(name)?.stamp);
  }

  /** The content sum that a table states, or is known to have. */
  async sumOf(name: string, header: TableHeader): Promise<string | undefined> {
    return (await this.describe(name, header)).sum?.sum;
  }

  /** The file of a table that lies elsewhere; null: it is in the folder, or nowhere. */
  async fileElsewhere(name: string): ReturnType<MoreTables["file"]> {
    return (await this.#more?.file(name)) ?? null;
  }

  /** @throws DamagedTableError where reading a table, or comparing its file, has shown damage, and it is the same file still */
  async checkNotDamaged(name: string): Promise<void> {
    const more = await this.#more?.open(name);
    if (more !== undefined && more !== null) {
      if (more.isDamaged) throw new DamagedTableError(more.file, KNOWN_DAMAGE);
      return;
    }
    const seen = this.#seen.get(name);
    if (seen === undefined || (seen.table !== null && !seen.table.isDamaged)) return;
    if (!(await this.#isSame(name, seen))) return;
    if (seen.table !== null) throw new DamagedTableError(seen.table.file, KNOWN_DAMAGE);
    if (seen.error instanceof DamagedTableError) throw seen.error;
  }

  /** Whether this version of a table's file was compared with its SHA-256, and fits. */
  wasCompared(name: string, version: FileVersion): boolean {
    return version.isSettled && this.#compared.get(name)?.version === version.id;
  }

  /** Opens a table anew the next time, because its file was replaced or removed. Answers under way may fail with `changed`. */
  forget(name: string): void {
    this.#cones = null;
    this.#seen.delete(name);
    void this.#tables
      .forget(name)
      ?.then((table) => table.close())
      .catch(() => {});
  }

  /** The canonical endgames that there are files of, ascending. */
  async names(): Promise<string[]> {
    return (await this.#tableNames()).filter((name) => endgamePart(name) === name);
  }

  /** Opens every file of the collection for a moment. */
  async list(): Promise<Listing> {
    const tables: CatalogEntry[] = [];
    const outcomes: CatalogEntry[] = [];
    const strays: StrayFile[] = [];
    const unfinished: string[] = [];
    let isComplete = true;
    for (const file of await this.#files()) {
      if (isRecord(file) || isLock(file) || file.endsWith(WORK_SUFFIX) || isUnused(file)) continue; // told with its table, or being built
      const path = join(this.folder, collectionPath(this), file);
      if (parseUnfinished(file) !== null || isPartial(file)) {
        unfinished.push(path);
        continue;
      }
      try {
        const entry = await this.#describe(file, path);
        (entry.header.info.outcomes === undefined ? tables : outcomes).push(entry);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        if (error instanceof SourceError && error.problem !== "no-file") isComplete = false;
        if (error instanceof SourceError && error.problem === "not-found") continue; // it was removed this moment
        strays.push({ path, problem: error.message });
      }
    }
    const own = { tables, outcomes, strays, unfinished, isComplete };
    return this.#more === undefined ? own : joined(own, await this.#more.list());
  }

  /**
   * Compares a file with its SHA-256. One that does not fit answers no more until it is another, or was written to.
   * @param pace waited for after each piece of some bytes
   * @returns `unread`: it is gone, or could not be read
   */
  async scrub(name: string, pace: (bytes: number) => Promise<void>): Promise<"sound" | "damaged" | "unread"> {
    const path = this.pathOf(name);
    const stamp = await stampAt(path);
    let source: FileSource | undefined;
    try {
      source = await openFile(path);
      const table = await openPlaced(source, NODE_CODECS, this, name, { cache: this.#cache });
      try {
        await table.verifyBytes(() => createHash("sha256"), pace);
        await renewProof(path, table.header, stamp).catch(() => {}); // nothing may be writable here
      } finally {
        await table.close();
      }
      const isSettled = source.version.isSettled && !source.hasChanged;
      this.#compared.set(name, { stamp, version: isSettled ? source.version.id : null });
      return "sound";
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (source === undefined || !(error instanceof DamagedTableError)) return "unread";
      this.forget(name);
      this.#seen.set(name, { source, table: null, error, compared: performance.now(), comparing: null });
      return "damaged";
    }
  }

  async close(): Promise<void> {
    this.#seen.clear();
    await Promise.all([this.#tables.close(), this.#more?.close()]);
  }

  /** The names of files of tables, of values and of outcomes. */
  async #tableNames(): Promise<string[]> {
    return (await this.#files())
      .filter((file) => file.endsWith(TABLE_SUFFIX))
      .map((file) => file.slice(0, -TABLE_SUFFIX.length))
      .filter((name) => isCanonicalName(endgamePart(name)));
  }

  /** @throws SourceError when the folder cannot be read */
  async #files(): Promise<string[]> {
    const folder = join(this.folder, collectionPath(this));
    try {
      return (await explained(folder, () => readdir(folder))).sort();
    } catch (error) {
      if (error instanceof SourceError && error.problem === "not-found") return [];
      throw error;
    }
  }

  async #openNamed(name: string, signal: AbortSignal): Promise<Table> {
    if (!isCanonicalName(endgamePart(name)))
      throw new SourceError("not-found", `${name} is not the name of a canonical endgame`);
    const source = await openFile(this.pathOf(name));
    const note = (table: Table | null, error: unknown): void => {
      this.#seen.set(name, { source, table, error, compared: performance.now(), comparing: null });
    };
    try {
      const table = await openPlaced(source, NODE_CODECS, this, name, { cache: this.#cache, signal });
      note(table, null);
      return table;
    } catch (error) {
      if (error instanceof DamagedTableError || error instanceof UnsupportedTableError) note(null, error);
      throw error;
    }
  }

  /** What is known of a file if it still is the file there, otherwise what is there now. */
  async #openCurrent(name: string, seen: Seen, signal?: AbortSignal): Promise<Table | null> {
    const isSame = await this.#isSame(name, seen);
    if (isSame && seen.table === null) throw seen.error;
    if (!isSame && this.#seen.get(name) === seen) this.forget(name);
    return this.#tables.open(name, signal);
  }

  /** Whether a file is still the one that was read. */
  async #isSame(name: string, seen: Seen): Promise<boolean> {
    const { version, hasChanged } = seen.source;
    seen.comparing ??= versionAt(this.pathOf(name))
      .then((now) => version.isSettled && !hasChanged && now?.id === version.id)
      .finally(() => {
        seen.comparing = null;
        seen.compared = performance.now();
      });
    return seen.comparing;
  }

  async #describe(file: string, path: string): Promise<CatalogEntry> {
    const name = file.slice(0, -TABLE_SUFFIX.length);
    const endgame = endgamePart(name);
    if (!file.endsWith(TABLE_SUFFIX) || !isCanonicalName(endgame)) {
      throw new InputError("stray-file", `${path} is no table: its name is not that of a canonical endgame`);
    }
    const seen = this.#seen.get(name);
    if (seen?.table === null) await this.#openCurrent(name, seen); // throws what was wrong with it, if it is the same
    const table = await openPlaced(await openFile(path), NODE_CODECS, this, name, { cache: this.#cache });
    try {
      const { header } = table;
      const known = await readKnown(path, header, this.#compared.get(name)?.stamp);
      return { endgame, path, bytes: fileBytes(header), header, ...known };
    } finally {
      await table.close();
    }
  }
}

/** Both listings; of a table in both that of the second. */
function joined(own: Listing, more: Listing): Listing {
  const both = (of: "tables" | "outcomes"): CatalogEntry[] => {
    const names = new Set(more[of].map(({ endgame }) => endgame));
    const all = [...own[of].filter(({ endgame }) => !names.has(endgame)), ...more[of]];
    return all.toSorted((a, b) => (a.endgame < b.endgame ? -1 : 1));
  };
  return {
    tables: both("tables"),
    outcomes: both("outcomes"),
    strays: [...own.strays, ...more.strays],
    unfinished: [...own.unfinished, ...more.unfinished],
    isComplete: own.isComplete && more.isComplete,
  };
}

/** Whether a file must be compared with what is in the folder now before anything is told of it. */
function isDue({ source, table, compared }: Seen): boolean {
  const isSuspect = table === null || table.isDamaged || source.hasChanged;
  return isSuspect || performance.now() - compared > COMPARED_MILLISECONDS;
}

function isCanonicalName(name: string): boolean {
  try {
    return canonicalEndgame(parseEndgame(name)).endgame.name === name;
  } catch {
    return false;
  }
}
