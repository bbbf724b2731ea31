/**
 * Parts of proofs in the store (verify/node/proof-parts.ts): `KRKN.parts/VERSION-SHA-1-of-8-KEY`. They save whoever proves the table
 * work, and are of no use to anybody once it is proven. What a part says is believed, so it counts only when it is signed, at its
 * end, by a key that the store's owner trusts: its object's name has the key's first digits. Nobody is asked whether all are there.
 *
 *     public key, 32 bytes; signature of a text with the SHA-256 of all that is before, 64 bytes
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, stat, truncate } from "node:fs/promises";
import { tablePath } from "../../../src/table/catalog/catalog.ts";
import { TABLE_SUFFIX } from "../../../src/table/catalog/collection.ts";
import type { TableHeader } from "../../../src/table/format/header.ts";
import { discard, explainWriteError, withFile } from "../../../src/base/node/disk.ts";
import { unfinishedPath } from "../../../src/base/node/unfinished.ts";
import { isProofPart, type GivenPart, type ProofPart } from "../../../src/verify/node/proof-parts.ts";
import { VERSION } from "../../../src/base/version.ts";
import type { CacheFolder } from "./cache-folder.ts";
import { collectionOf, type Identity } from "./identity.ts";
import { isSigned, sign, trustedKeys, type KeyPair, type TrustedKey } from "./keys.ts";
import type { Store } from "./store.ts";
import { fetchFile } from "./stored-tables.ts";

const KEY_BYTES = 32;
const SIGNED_BYTES = KEY_BYTES + 64;
/** Digits of a key in the name of a part. */
const NAMED_DIGITS = 16;
const NAME = new RegExp(`^(\\d+)-of-(\\d+)-([0-9a-f]{${NAMED_DIGITS}})$`);

/** What is fetched of the parts of a table, at most: several times what true ones have. */
const mostBytes = ({ cells }: TableHeader): number => 2 ** 26 + 32 * cells;

/** Of one file of a table, by one version: parts of others are not taken over. */
function keysOf(identity: Identity, { info, sha256 }: TableHeader): string {
  const table = tablePath(collectionOf(identity), info.endgame).slice(0, -TABLE_SUFFIX.length);
  return `${table}.parts/${VERSION}-${sha256.slice(0, 16)}-`;
}

export function partKey(identity: Identity, header: TableHeader, { number, of }: ProofPart, { key }: KeyPair): string {
  return `${keysOf(identity, header)}${number}-of-${of}-${key.slice(0, NAMED_DIGITS)}`;
}

/** A name in the cache folder for a file of a part; it goes when whoever has made it is gone. */
export function newPartPath(cache: CacheFolder, { info }: TableHeader): string {
  return unfinishedPath(cache.catalog.pathOf(info.endgame));
}

/** A part that lies in the store, by its name. */
interface StoredPart extends ProofPart {
  readonly key: string;
  readonly bytes: number;
  /** Whose it says it is. */
  readonly signer: TrustedKey;
}

/** The parts of a table's proof whose names say that they are of trusted keys, and these keys. */
export async function storedParts(
  { store, identity, signal }: Pick<PartContext, "store" | "identity" | "signal">,
  header: TableHeader,
): Promise<{ readonly parts: readonly StoredPart[]; readonly trusted: readonly TrustedKey[] }> {
  const keys = keysOf(identity, header);
  const parts: StoredPart[] = [];
  let trusted: readonly TrustedKey[] | undefined;
  for await (const { key, bytes } of store.list(keys.slice(0, keys.lastIndexOf("/") + 1), signal)) {
    const [, number, of, digits] = (key.startsWith(keys) && NAME.exec(key.slice(keys.length))) || [];
    if (digits === undefined) continue;
    const part = { number: Number(number), of: Number(of) };
    trusted ??= await trustedKeys(store);
    const signer = trusted.find((each) => each.key.startsWith(digits));
    if (signer !== undefined && isProofPart(part)) parts.push({ ...part, key, bytes, signer });
  }
  return { parts, trusted: trusted ?? [] };
}

/** The parts that count, in files, and whose may. */
export interface FetchedParts {
  readonly given: readonly GivenPart[];
  readonly trusted: readonly TrustedKey[];
  readonly bytes: number;
}

/** Has the parts that are there, and count, in files while they are used. */
export async function withParts<T>(
  context: PartContext,
  header: TableHeader,
  use: (parts: FetchedParts) => Promise<T>,
): Promise<T> {
  const { store, cache, signal } = context;
  const given: GivenPart[] = [];
  const paths: string[] = [];
  let fetched = 0;
  try {
    const { parts, trusted } = await storedParts(context, header);
    for (const { key, bytes, signer } of parts) {
      if (fetched + bytes > mostBytes(header)) continue;
      const path = newPartPath(cache, header);
      paths.push(path);
      fetched += await fetchFile(store, key, path, bytes, signal).catch((error: unknown) => {
        throw explainWriteError(error, path);
      });
      if (await isOf(signer, path)) given.push({ path, by: signer.key });
    }
    return await use({ given, trusted, bytes: fetched });
  } finally {
    for (const path of paths) await discard(path);
  }
}

/** Signs the file of a part. @throws what writing throws */
export async function signPart(path: string, pair: KeyPair): Promise<void> {
  const { size } = await stat(path);
  const signature = await sign(await statementOf(path, size), pair);
  await appendFile(path, Buffer.from(pair.key + signature, "hex"), { flush: true });
}

/** Whether a key has signed the file of a part; then its signature is taken off. */
async function isOf({ key }: TrustedKey, path: string): Promise<boolean> {
  const size = (await stat(path)).size - SIGNED_BYTES;
  if (size <= 0) return false;
  const signed = await withFile(path, "r", async (file) => {
    const { buffer } = await file.read(Buffer.alloc(SIGNED_BYTES), 0, SIGNED_BYTES, size);
    return buffer.toString("hex");
  });
  if (!signed.startsWith(key)) return false;
  if (!(await isSigned(await statementOf(path, size), key, signed.slice(2 * KEY_BYTES)))) return false;
  await truncate(path, size);
  return true;
}

/** What is signed of a file's first bytes. */
async function statementOf(path: string, size: number): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { end: size - 1 })) hash.update(piece as Buffer);
  return `part of a proof by Canju, SHA-256 ${hash.digest("hex")}`;
}

interface PartContext {
  readonly store: Store;
  readonly identity: Identity;
  readonly cache: CacheFolder;
  readonly signal: AbortSignal;
}
