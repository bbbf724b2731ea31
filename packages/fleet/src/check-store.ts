/** What a store holds, whether it is sound, and its tables for other uses. */
import { createHash } from "node:crypto";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { closureOfTables } from "../../../src/endgame/graph.ts";
import { collectionPath, openPlaced, TABLE_SUFFIX, tablePath } from "../../../src/table/catalog/catalog.ts";
import type { TableHeader } from "../../../src/table/format/header.ts";
import { DamagedTableError } from "../../../src/table/format/errors.ts";
import { NODE_CODECS } from "../../../src/table/node/codecs.ts";
import { readSum, stampAt, writeSum } from "../../../src/table/node/record-file.ts";
import type { Table } from "../../../src/table/read/table.ts";
import { sumOfTable } from "../../../src/verify/node/content-sum.ts";
import { PROOF_SUFFIX } from "../../../src/table/format/proof.ts";
import { InputError } from "../../../src/base/errors.ts";
import { CacheFolder } from "./cache-folder.ts";
import { collectionOf, type Identity } from "./identity.ts";
import type { Store } from "./store.ts";
import { findBadKeys } from "./keys.ts";
import { fetchTable, storedHeader, storeSource } from "./stored-tables.ts";
import { storedProof } from "./tasks.ts";

export interface StoreListing {
  /** By name. */
  readonly tables: readonly { readonly endgame: string; readonly bytes: number }[];
  /** The endgames whose tables have a proof beside them. */
  readonly proofs: ReadonlySet<string>;
  /** The keys that proofs were contributed by, by endgame: of anybody. */
  readonly contributed: ReadonlyMap<string, readonly string[]>;
  /** What has a table's suffix, but no endgame's name. */
  readonly strays: readonly string[];
}

/** By the list of objects alone. */
export async function listStore(store: Store, identity: Identity, signal?: AbortSignal): Promise<StoreListing> {
  const folder = `${collectionPath(collectionOf(identity))}/`;
  const tables: { endgame: string; bytes: number }[] = [];
  const proofs = new Set<string>();
  const contributed = new Map<string, string[]>();
  const strays: string[] = [];
  for await (const { key, bytes } of store.list(folder, signal)) {
    const file = key.slice(folder.length);
    const [, endgame, signer] = /^(\w+)\.proofs\/([0-9a-f]{64})\.json$/.exec(file) ?? [];
    if (endgame !== undefined) contributed.set(endgame, [...(contributed.get(endgame) ?? []), signer!]);
    if (file.includes("/")) continue;
    const [, table] = /^([A-Z]+)\.canju$/.exec(file) ?? [];
    if (table !== undefined) tables.push({ endgame: table, bytes });
    else if (file.endsWith(TABLE_SUFFIX)) strays.push(key);
    if (file.endsWith(PROOF_SUFFIX)) proofs.add(file.slice(0, -PROOF_SUFFIX.length));
  }
  return { tables: tables.toSorted((a, b) => (a.endgame < b.endgame ? -1 : 1)), proofs, contributed, strays };
}

export interface CheckOptions {
  /** Every byte is read, and the values are summed. */
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

export interface CheckedStore {
  readonly tables: number;
  readonly problems: readonly StoreProblem[];
  /** Tables that are sound as files, but whose values could not be summed here, and why. */
  readonly unsummed: readonly StoreProblem[];
}

/**
 * Whether each table can be read and is of its name and the store's rules, each input that it records the one that is
 * there, and each proof one of its table: as they state themselves, or `deep` as their bytes and values are. Deletes nothing.
 */
export async function checkStore(
  store: Store,
  identity: Identity,
  { deep, signal, onTable }: CheckOptions,
): Promise<CheckedStore> {
  const collection = collectionOf(identity);
  const { tables, proofs, strays } = await listStore(store, identity, signal);
  const problems: StoreProblem[] = [];
  const unsummed: StoreProblem[] = [];
  for (const key of strays) problems.push({ key: JSON.stringify(key), problem: "its name is that of no endgame" });
  problems.push(...(await findBadKeys(store)));
  const headers = new Map<string, TableHeader>();
  /** As stated, or as computed. */
  const sums = new Map<string, string | null>();
  for (const { endgame } of tables) {
    onTable?.({ endgame });
    const key = tablePath(collection, endgame);
    try {
      const table = await openPlaced(storeSource(store, key), NODE_CODECS, collection, endgame, { signal });
      const stated = table.header.info.contentSum ?? null;
      try {
        if (deep) await table.verifyChecksums(newHash);
        sums.set(endgame, deep ? await sumUnlessTooLarge(table, unsummed, key, signal) : stated);
      } finally {
        await table.close();
      }
      headers.set(endgame, table.header);
      const sum = sums.get(endgame);
      if (typeof sum === "string" && stated !== null && sum !== stated)
        problems.push({ key, problem: otherSum(sum, stated) });
      const other = Object.keys(identity.switches).find((name) => {
        return identity.switches[name] !== table.header.info.switches[name];
      });
      if (other !== undefined) problems.push({ key, problem: `it was built under another reading of ${other}` });
      if (proofs.has(endgame)) await storedProof(store, identity, table.header, async () => sum ?? null, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof InputError)) throw error;
      problems.push({ key, problem: error.message });
    }
  }
  for (const [endgame, { info }] of headers) {
    for (const { name, sha256, sum } of info.inputs) {
      const there = headers.get(name);
      const isSame = there?.sha256 === sha256 || (sum !== undefined && sums.get(name) === sum);
      const what = there === undefined ? "is not there, or cannot be read" : "is another one";
      if (!isSame)
        problems.push({ key: tablePath(collection, endgame), problem: `${name}, which it rests on, ${what}` });
    }
  }
  return { tables: tables.length, problems, unsummed };
}

/** Null where that takes more memory than there is. */
async function sumUnlessTooLarge(
  table: Table,
  unsummed: StoreProblem[],
  key: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    return await sumOfTable(table, newHash, { signal });
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "not-enough-memory") throw error;
    unsummed.push({ key, problem: error.message });
    return null;
  }
}

const otherSum = (found: string, stated: string): string =>
  `its content sum is ${found} instead of ${stated}, which it states`;

const newHash = () => createHash("sha256");

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly onTable?: (endgame: string) => void;
}

/**
 * Fetches tables with all they lead to into a data folder, where their values are summed and their sums kept.
 * @throws InputError `missing-table`, `damaged-in-store`, also for a table that states another content sum than that of its values
 */
export async function fetchClosure(
  store: Store,
  identity: Identity,
  names: readonly string[],
  folder: string,
  { signal, onTable }: FetchOptions,
): Promise<{ readonly tables: number; readonly bytes: number; readonly unsummed: readonly StoreProblem[] }> {
  const collection = collectionOf(identity);
  const cache = await CacheFolder.open(store, { folder, collection });
  try {
    let bytes = 0;
    const unsummed: StoreProblem[] = [];
    const wanted = closureOfTables(names.map(parseEndgame));
    for (const { name } of wanted.toReversed()) {
      onTable?.(name);
      const header = await storedHeader(store, collection, name, signal);
      if (header === null) throw new InputError("missing-table", `${store.url}: there is no table of ${name}`);
      await cache.makeRoom([header], [], signal);
      const path = cache.catalog.pathOf(name);
      let [sum, stamp]: (string | null)[] = [null, null];
      const check = async (table: Table): Promise<void> => {
        const known = await readSum(path, table.header);
        stamp = await stampAt(table.file);
        sum =
          known?.stated === false && table.file === path
            ? known.sum
            : await sumUnlessTooLarge(table, unsummed, tablePath(collection, name), signal);
        const stated = table.header.info.contentSum ?? sum;
        if (sum !== null && sum !== stated) throw new DamagedTableError(table.file, otherSum(sum, stated!));
      };
      bytes += await fetchTable(store, cache.catalog, header, signal, check);
      if (sum !== null) await writeSum(path, { endgame: name, sha256: header.sha256, sum }, stamp);
    }
    return { tables: wanted.length, bytes, unsummed };
  } finally {
    await cache.close();
  }
}
