/** The tables of a store: their headers, fetching them into a cache folder, and publishing what was built there. */
import { createHash } from "node:crypto";
import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { openPlaced, tablePath, type Collection } from "../../../src/table/catalog/catalog.ts";
import { DamagedTableError } from "../../../src/table/format/errors.ts";
import type { TableHeader } from "../../../src/table/format/header.ts";
import { fileBytes } from "../../../src/table/format/header.ts";
import { NODE_CODECS } from "../../../src/table/node/codecs.ts";
import { discard, disk, explainWriteError } from "../../../src/base/node/disk.ts";
import { openFile } from "../../../src/table/node/file-source.ts";
import type { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { unfinishedPath } from "../../../src/base/node/unfinished.ts";
import type { Source } from "../../../src/table/read/source.ts";
import type { Table } from "../../../src/table/read/table.ts";
import { sumOfTable } from "../../../src/verify/node/content-sum.ts";
import { InputError, SourceError } from "../../../src/base/errors.ts";
import type { Put, Store } from "./store.ts";

/** Damage on the way is rare: what is damaged again and again is damaged in the store. */
const TRIES = 3;

const newHash = () => createHash("sha256");

/** The bytes of an object of a store. A missing one fails with `not-found`, one that is another by now with `changed`. */
export function storeSource(store: Store, key: string): Source {
  let known: { readonly size: number; readonly tag: string } | undefined;
  const name = `${store.url}/${key}`;
  const read = async (offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> => {
    const found = await store.read(key, offset, length, signal);
    if (found === null) throw new SourceError("not-found", `${name}: there is no such object`);
    if (known !== undefined && (known.size !== found.size || known.tag !== found.tag)) {
      throw new SourceError("changed", `${name}: the object changed while it was read`);
    }
    known = { size: found.size, tag: found.tag };
    return found.bytes;
  };
  return {
    key: name,
    async size() {
      if (known === undefined) await read(0, 1);
      return known!.size;
    },
    async read(offset, length, signal, isSound) {
      if (length === 0 || (known !== undefined && offset >= known.size)) return new Uint8Array();
      let bytes = await read(offset, length, signal);
      // What is damaged on the way is read again.
      for (let tries = 1; tries < TRIES && isSound?.(bytes) === false; tries++)
        bytes = await read(offset, length, signal);
      return bytes;
    },
    close: async () => {},
  };
}

/** The header of a stored table, by one read; null: there is none. @throws DamagedTableError, UnsupportedTableError */
export async function storedHeader(
  store: Store,
  collection: Collection,
  name: string,
  signal?: AbortSignal,
): Promise<TableHeader | null> {
  try {
    const source = storeSource(store, tablePath(collection, name));
    const table = await openPlaced(source, NODE_CODECS, collection, name, { signal });
    await table.close();
    return table.header;
  } catch (error) {
    if (error instanceof SourceError && error.problem === "not-found") return null;
    throw error;
  }
}

/** The content sum of a stored table, computed from its values. @throws DamagedTableError, InputError `not-enough-memory` */
export async function storedSum(
  store: Store,
  collection: Collection,
  name: string,
  signal?: AbortSignal,
): Promise<string> {
  const source = storeSource(store, tablePath(collection, name));
  const table = await openPlaced(source, NODE_CODECS, collection, name, { signal });
  try {
    return await sumOfTable(table, newHash, { signal });
  } finally {
    await table.close();
  }
}

/** Looks at the file of a table whose bytes fit its SHA-256. @throws DamagedTableError for one that is not to be used */
export type FileCheck = (table: Table) => Promise<void>;

/** Bytes of one request. */
const RANGE_BYTES = 8 * 2 ** 20;

/**
 * Makes the file of a table in a cache folder the one that the store has: kept if it is, else fetched, compared with its
 * SHA-256 and only then given its name.
 * @param header as the store has it
 * @param check what else has to be so of its file
 * @returns bytes fetched
 * @throws InputError `damaged-in-store` when the store's file is damaged, `disk-full`
 */
export async function fetchTable(
  store: Store,
  cache: FolderCatalog,
  header: TableHeader,
  signal?: AbortSignal,
  check?: FileCheck,
): Promise<number> {
  const name = header.info.endgame;
  const path = cache.pathOf(name);
  if (await isTable(path, cache, header, check)) return 0;
  cache.forget(name);
  let fetched = 0;
  for (let failed = 1; ; failed++) {
    const temporary = unfinishedPath(path);
    try {
      await disk.mkdir(dirname(path), { recursive: true });
      fetched += await fetchFile(store, tablePath(cache, name), temporary, fileBytes(header), signal);
      await checkFile(temporary, cache, name, header, check);
      await rename(temporary, path);
      cache.forget(name);
      return fetched;
    } catch (error) {
      await discard(temporary);
      if (error instanceof DamagedTableError && failed < TRIES) continue;
      if (error instanceof DamagedTableError) {
        const why = `${store.url}: ${tablePath(cache, name)} is damaged in the store: canju store check --deep tells more`;
        throw new InputError("damaged-in-store", why, { cause: error });
      }
      throw explainWriteError(error, path);
    }
  }
}

/** Whether a file is this table, whole. */
async function isTable(path: string, cache: Collection, header: TableHeader, check?: FileCheck): Promise<boolean> {
  try {
    await checkFile(path, cache, header.info.endgame, header, check);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** @throws DamagedTableError when it is not this table, whole */
async function checkFile(
  path: string,
  collection: Collection,
  name: string,
  header: TableHeader,
  check: FileCheck = async () => {},
): Promise<void> {
  const table = await openPlaced(await openFile(path), NODE_CODECS, collection, name);
  try {
    if (table.header.sha256 !== header.sha256) throw new DamagedTableError(path, "it is another file than the store's");
    await table.verifyBytes(newHash);
    await check(table);
  } finally {
    await table.close();
  }
}

/**
 * @param lasting `for now`: a crash may lose it
 * @throws DamagedTableError for an object of another size
 */
export async function fetchFile(
  store: Store,
  key: string,
  path: string,
  size: number,
  signal?: AbortSignal,
  lasting: "for good" | "for now" = "for good",
): Promise<number> {
  const file = await disk.open(path, "wx");
  try {
    for (let at = 0; at < size;) {
      const part = await store.read(key, at, Math.min(RANGE_BYTES, size - at), signal);
      if (part === null) throw new SourceError("not-found", `${store.url}: ${key} vanished while it was fetched`);
      if (part.size !== size) throw new DamagedTableError(key, `it has ${part.size} bytes instead of ${size}`);
      await file.appendFile(part.bytes);
      at += part.bytes.length;
    }
    if (lasting === "for good") await file.sync();
  } finally {
    await file.close();
  }
  return size;
}

/**
 * Publishes a table of a cache folder, after its bytes were compared with its SHA-256. Where the store has one already,
 * it must hold the same values: of the same bytes, or of another builder with the same content sum.
 * @throws InputError `other-table` when it does not: nothing is written over, and the local file is renamed
 */
export async function publishTable(
  store: Store,
  cache: FolderCatalog,
  name: string,
  signal?: AbortSignal,
): Promise<{ readonly put: Put; readonly header: TableHeader; readonly bytes: number }> {
  const path = cache.pathOf(name);
  const table = await openPlaced(await openFile(path), NODE_CODECS, cache, name);
  const { header } = table;
  try {
    await table.verifyBytes(newHash);
  } finally {
    await table.close();
  }
  const put = await store.putFile(tablePath(cache, name), path, signal);
  const bytes = fileBytes(header);
  if (put === "new") return { put, header, bytes };
  const stored = await storedHeader(store, cache, name, signal);
  if (stored !== null && (await isSameInStore(store, cache, stored, header, signal)))
    return { put, header: stored, bytes };
  cache.forget(name);
  await rename(path, `${path}.other`);
  const why =
    stored === null
      ? "it is gone again"
      : `the store has other values (content sum ${short(stored)}, here ${short(header)}): a machine or a program is wrong`;
  throw new InputError("other-table", `${store.url}: ${name} is not published: ${why}; ours is kept as ${path}.other`);
}

/** Whether the file that a store has is this one, or holds the same values, whatever it says of them. */
async function isSameInStore(
  store: Store,
  collection: Collection,
  stored: TableHeader,
  { sha256, info }: TableHeader,
  signal?: AbortSignal,
): Promise<boolean> {
  if (stored.sha256 === sha256) return true;
  return storedSum(store, collection, info.endgame, signal).then(
    (sum) => sum === info.contentSum,
    (error: unknown) => {
      if (error instanceof DamagedTableError) return false;
      throw error;
    },
  );
}

/** Whether two files are one, or say that they hold the same values. */
export function isSameTable(a: TableHeader, b: TableHeader): boolean {
  return a.sha256 === b.sha256 || (a.info.contentSum !== undefined && a.info.contentSum === b.info.contentSum);
}

function short({ info, sha256 }: TableHeader): string {
  return (info.contentSum ?? sha256).slice(0, 16);
}
