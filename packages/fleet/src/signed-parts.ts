/**
 * Parts that lie in the store of what is shared out: of proofs (verify/node/proof-parts.ts), `KRKN.parts/VERSION-SHA-1-of-8-KEY`, and of tables
 * that are solved slice by slice (solve/slices/table-parts.ts), `KNPKP.slices/VERSION-SHA-1-of-51-KEY`. They save whoever makes the whole
 * work, and are of no use to anybody once that is there. What a part says is believed, so it counts only when it is signed, at its
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
import { isProofPart, type GivenPart } from "../../../src/verify/node/proof-parts.ts";
import { VERSION } from "../../../src/base/version.ts";
import type { CacheFolder } from "./cache-folder.ts";
import { collectionOf, type Identity } from "./identity.ts";
import { isSigned, sign, trustedKeys, type KeyPair, type TrustedKey } from "./keys.ts";
import type { SharedPart } from "./plan.ts";
import type { Store } from "./store.ts";
import { fetchFile } from "./stored-tables.ts";

/** What parts are of. */
export interface PartsOf {
  readonly kind: "proof" | "table";
  readonly endgame: string;
  /** In hexadecimal, of what they belong to: of the table's file, or of all that decides what is in it. Parts of others are not taken. */
  readonly sha256: string;
  /** A side. */
  readonly cells: number;
}

export function partsOfProof({ info, sha256, cells }: TableHeader): PartsOf {
  return { kind: "proof", endgame: info.endgame, sha256, cells };
}

const KEY_BYTES = 32;
const SIGNED_BYTES = KEY_BYTES + 64;
/** Digits of a key in the name of a part. */
const NAMED_DIGITS = 16;
const NAME = new RegExp(`^(\\d+)-of-(\\d+)-([0-9a-f]{${NAMED_DIGITS}})$`);
const FOLDERS = { proof: ".parts/", table: ".slices/" } as const;

/** What is fetched of the parts of a table or its proof, at most: several times what true ones have. */
const mostBytes = ({ cells }: PartsOf): number => 2 ** 26 + 32 * cells;

/** By one version: parts of others are not taken over. */
function keysOf(identity: Identity, { kind, endgame, sha256 }: PartsOf): string {
  const table = tablePath(collectionOf(identity), endgame).slice(0, -TABLE_SUFFIX.length);
  return `${table}${FOLDERS[kind]}${VERSION}-${sha256.slice(0, 16)}-`;
}

export function partKey(identity: Identity, parts: PartsOf, { number, of }: SharedPart, { key }: KeyPair): string {
  return `${keysOf(identity, parts)}${number}-of-${of}-${key.slice(0, NAMED_DIGITS)}`;
}

/** A name in the cache folder for a file of a part; it goes when whoever has made it is gone. */
export function newPartPath(cache: CacheFolder, { endgame }: Pick<PartsOf, "endgame">): string {
  return unfinishedPath(cache.catalog.pathOf(endgame));
}

/** A part that lies in the store, by its name. */
export interface StoredPart extends SharedPart {
  readonly key: string;
  readonly bytes: number;
  /** Whose it says it is. */
  readonly signer: TrustedKey;
}

/** The parts whose names say that they are of trusted keys, and these keys. */
export async function storedParts(
  { store, identity, signal }: Pick<PartContext, "store" | "identity" | "signal">,
  of: PartsOf,
): Promise<{ readonly parts: readonly StoredPart[]; readonly trusted: readonly TrustedKey[] }> {
  const keys = keysOf(identity, of);
  const parts: StoredPart[] = [];
  const trusted = await trustedKeys(store);
  if (trusted.length === 0) return { parts, trusted };
  for await (const { key, bytes } of store.list(keys.slice(0, keys.lastIndexOf("/") + 1), signal)) {
    const [, number, count, digits] = (key.startsWith(keys) && NAME.exec(key.slice(keys.length))) || [];
    const signer = digits === undefined ? undefined : trusted.find((each) => each.key.startsWith(digits));
    if (signer !== undefined) parts.push({ number: Number(number), of: Number(count), key, bytes, signer });
  }
  return { parts, trusted };
}

/**
 * Fetches a part into a file.
 * @returns whether it is what its signer has made
 */
export async function fetchPart(
  { store, signal }: Pick<PartContext, "store" | "signal">,
  { kind }: PartsOf,
  { key, bytes, signer }: StoredPart,
  path: string,
): Promise<boolean> {
  await fetchFile(store, key, path, bytes, signal, "for now").catch((error: unknown) => {
    throw explainWriteError(error, path);
  });
  return isOf(signer, kind, path);
}

/** Whether so many bytes of parts are more than true ones have. */
export function areTooMany(bytes: number, of: PartsOf): boolean {
  return bytes > mostBytes(of);
}

/** The parts of a proof that count, in files, and whose may. */
export interface FetchedParts {
  readonly given: readonly GivenPart[];
  readonly trusted: readonly TrustedKey[];
  readonly bytes: number;
}

/** Has the parts of a proof that are there, and count, in files while they are used. */
export async function withParts<T>(
  context: PartContext,
  header: TableHeader,
  use: (parts: FetchedParts) => Promise<T>,
): Promise<T> {
  const of = partsOfProof(header);
  const given: GivenPart[] = [];
  const paths: string[] = [];
  let fetched = 0;
  try {
    const { parts, trusted } = await storedParts(context, of);
    for (const part of parts) {
      if (!isProofPart(part) || areTooMany(fetched + part.bytes, of)) continue;
      const path = newPartPath(context.cache, of);
      paths.push(path);
      const counts = await fetchPart(context, of, part, path);
      fetched += part.bytes;
      if (counts) given.push({ path, by: part.signer.key });
    }
    return await use({ given, trusted, bytes: fetched });
  } finally {
    for (const path of paths) await discard(path);
  }
}

/** Signs the file of a part. @throws InputError where nothing can be written */
export async function signPart(path: string, kind: PartsOf["kind"], pair: KeyPair): Promise<void> {
  try {
    const { size } = await stat(path);
    const signature = await sign(await statementOf(kind, path, size), pair);
    await appendFile(path, Buffer.from(pair.key + signature, "hex"));
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

/** Takes the signature off again. */
export async function unsignPart(path: string): Promise<void> {
  await truncate(path, (await stat(path)).size - SIGNED_BYTES);
}

/** Whether a key has signed the file of a part; then its signature is taken off. */
async function isOf({ key }: TrustedKey, kind: PartsOf["kind"], path: string): Promise<boolean> {
  const size = (await stat(path)).size - SIGNED_BYTES;
  if (size <= 0) return false;
  const signed = await withFile(path, "r", async (file) => {
    const { buffer } = await file.read(Buffer.alloc(SIGNED_BYTES), 0, SIGNED_BYTES, size);
    return buffer.toString("hex");
  });
  if (!signed.startsWith(key)) return false;
  if (!(await isSigned(await statementOf(kind, path, size), key, signed.slice(2 * KEY_BYTES)))) return false;
  await unsignPart(path);
  return true;
}

/** What is signed of a file's first bytes. */
async function statementOf(kind: PartsOf["kind"], path: string, size: number): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { end: size - 1 })) hash.update(piece as Buffer);
  return `part of a ${kind} by Canju, SHA-256 ${hash.digest("hex")}`;
}

export interface PartContext {
  readonly store: Store;
  readonly identity: Identity;
  readonly cache: CacheFolder;
  readonly signal: AbortSignal;
}
