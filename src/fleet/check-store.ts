/** What a store holds, whether it is sound, and its tables for other uses. */
import { createHash } from "node:crypto";
import { parseEndgame } from "../endgame/endgame.ts";
import { closureOfTables } from "../endgame/graph.ts";
import { collectionPath, openPlaced, TABLE_SUFFIX, tablePath } from "../table/catalog.ts";
import type { TableHeader } from "../table/header.ts";
import { NODE_CODECS } from "../table/node/codecs.ts";
import { PROOF_SUFFIX } from "../table/proof.ts";
import { InputError } from "../xiangqi/errors.ts";
import { CacheFolder } from "./cache-folder.ts";
import { collectionOf, type Identity } from "./identity.ts";
import type { Store } from "./store.ts";
import { fetchTable, storedHeader, storeSource } from "./stored-tables.ts";
import { storedProof } from "./tasks.ts";

export interface StoreListing {
  /** By name. */
  readonly tables: readonly { readonly endgame: string; readonly bytes: number }[];
  /** The endgames whose tables have a proof beside them. */
  readonly proofs: ReadonlySet<string>;
  /** The keys that proofs were contributed by, by endgame: of anybody. */
  readonly contributed: ReadonlyMap<string, readonly string[]>;
}

/** By the list of objects alone. */
export async function listStore(store: Store, identity: Identity, signal?: AbortSignal): Promise<StoreListing> {
  const folder = `${collectionPath(collectionOf(identity))}/`;
  const tables: { endgame: string; bytes: number }[] = [];
  const proofs = new Set<string>();
  const contributed = new Map<string, string[]>();
  for await (const { key, bytes } of store.list(folder, signal)) {
    const file = key.slice(folder.length);
    const [, endgame, signer] = /^(\w+)\.proofs\/(\w+)\.json$/.exec(file) ?? [];
    if (endgame !== undefined) contributed.set(endgame, [...(contributed.get(endgame) ?? []), signer!]);
    if (file.includes("/")) continue;
    if (file.endsWith(TABLE_SUFFIX)) tables.push({ endgame: file.slice(0, -TABLE_SUFFIX.length), bytes });
    if (file.endsWith(PROOF_SUFFIX)) proofs.add(file.slice(0, -PROOF_SUFFIX.length));
  }
  return { tables: tables.toSorted((a, b) => (a.endgame < b.endgame ? -1 : 1)), proofs, contributed };
}

export interface CheckOptions {
  /** Every byte is read. */
  readonly deep: boolean;
  readonly signal?: AbortSignal;
  readonly onTable?: (table: CheckedTable) => void;
}

export interface CheckedTable {
  readonly endgame: string;
}

export interface StoreProblem {
  readonly key: string;
  readonly problem: string;
}

/**
 * Whether each table can be read and is of its name and the store's rules, each input that it records the one that is
 * there, and each proof one of its table. Deletes nothing.
 */
export async function checkStore(
  store: Store,
  identity: Identity,
  { deep, signal, onTable }: CheckOptions,
): Promise<{ readonly tables: number; readonly problems: readonly StoreProblem[] }> {
  const collection = collectionOf(identity);
  const { tables, proofs } = await listStore(store, identity, signal);
  const problems: StoreProblem[] = [];
  const headers = new Map<string, TableHeader>();
  for (const { endgame } of tables) {
    onTable?.({ endgame });
    const key = tablePath(collection, endgame);
    try {
      const table = await openPlaced(storeSource(store, key), NODE_CODECS, collection, endgame, { signal });
      if (deep) await table.verifyChecksums(() => createHash("sha256"));
      await table.close();
      headers.set(endgame, table.header);
      const other = Object.keys(identity.switches).find((name) => {
        return identity.switches[name] !== table.header.info.switches[name];
      });
      if (other !== undefined) problems.push({ key, problem: `it was built under another reading of ${other}` });
      if (proofs.has(endgame)) await storedProof(store, identity, table.header, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof InputError)) throw error;
      problems.push({ key, problem: error.message });
    }
  }
  for (const [endgame, { info }] of headers) {
    for (const { name, sha256, sum } of info.inputs) {
      const there = headers.get(name);
      const isSame = there?.sha256 === sha256 || (sum !== undefined && there?.info.contentSum === sum);
      const what = there === undefined ? "is not there, or cannot be read" : "is another one";
      if (!isSame)
        problems.push({ key: tablePath(collection, endgame), problem: `${name}, which it rests on, ${what}` });
    }
  }
  return { tables: tables.length, problems };
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly onTable?: (endgame: string) => void;
}

/** Fetches tables with all they lead to into a data folder. @throws InputError `missing-table` */
export async function fetchClosure(
  store: Store,
  identity: Identity,
  names: readonly string[],
  folder: string,
  { signal, onTable }: FetchOptions,
): Promise<{ readonly tables: number; readonly bytes: number }> {
  const collection = collectionOf(identity);
  const cache = await CacheFolder.open(store, { folder, collection });
  try {
    let bytes = 0;
    const wanted = closureOfTables(names.map(parseEndgame));
    for (const { name } of wanted.toReversed()) {
      onTable?.(name);
      const header = await storedHeader(store, collection, name, signal);
      if (header === null) throw new InputError("missing-table", `${store.url}: there is no table of ${name}`);
      await cache.makeRoom([header], [], signal);
      bytes += await fetchTable(store, cache.catalog, header, signal);
    }
    return { tables: wanted.length, bytes };
  } finally {
    await cache.close();
  }
}
