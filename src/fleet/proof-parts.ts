/**
 * Parts of proofs in the store (verify/node/proof-parts.ts): `KRKN.parts/VERSION-SHA-1-of-8`. They save whoever proves the table
 * work, and are of no use to anybody once it is proven. Nobody is asked whether all are there.
 */
import { tablePath } from "../table/catalog.ts";
import { TABLE_SUFFIX } from "../table/collection.ts";
import type { TableHeader } from "../table/header.ts";
import { discard, explainWriteError } from "../table/node/disk.ts";
import { unfinishedPath } from "../table/node/unfinished.ts";
import type { ProofPart } from "../verify/node/proof-parts.ts";
import { VERSION } from "../version.ts";
import type { CacheFolder } from "./cache-folder.ts";
import { collectionOf, type Identity } from "./identity.ts";
import type { Store } from "./store.ts";
import { fetchFile } from "./stored-tables.ts";

/** Of one file of a table, by one version: parts of others are not taken over. */
function keysOf(identity: Identity, { info, sha256 }: TableHeader): string {
  const table = tablePath(collectionOf(identity), info.endgame).slice(0, -TABLE_SUFFIX.length);
  return `${table}.parts/${VERSION}-${sha256.slice(0, 16)}-`;
}

export function partKey(identity: Identity, header: TableHeader, { number, of }: ProofPart): string {
  return `${keysOf(identity, header)}${number}-of-${of}`;
}

/** A name in the cache folder for a file of a part; it goes when whoever has made it is gone. */
export function newPartPath(cache: CacheFolder, { info }: TableHeader): string {
  return unfinishedPath(cache.catalog.pathOf(info.endgame));
}

/** Has the parts that are there in files while they are used. */
export async function withParts<T>(
  { store, identity, cache, signal }: PartContext,
  header: TableHeader,
  use: (paths: readonly string[], bytes: number) => Promise<T>,
): Promise<T> {
  const keys = keysOf(identity, header);
  const paths: string[] = [];
  let fetched = 0;
  try {
    for await (const { key, bytes } of store.list(keys.slice(0, keys.lastIndexOf("/") + 1), signal)) {
      if (!key.startsWith(keys)) continue;
      const path = newPartPath(cache, header);
      paths.push(path);
      fetched += await fetchFile(store, key, path, bytes, signal).catch((error: unknown) => {
        throw explainWriteError(error, path);
      });
    }
    return await use(paths, fetched);
  } finally {
    for (const path of paths) await discard(path);
  }
}

interface PartContext {
  readonly store: Store;
  readonly identity: Identity;
  readonly cache: CacheFolder;
  readonly signal: AbortSignal;
}
