/**
 * Proofs by others than the store's owner: anyone may prove a table and hand in a record, `NAME.proofs/KEY.json`, signed by
 * Ed25519 (WebCrypto). It is bound to the rules, the program's version and the content sum, and counts for keys that the owner trusts:
 * those in `trusted/KEY.json`, which only the owner can write.
 */
import { readFile, writeFile } from "node:fs/promises";
import { tablePath, TABLE_SUFFIX } from "../table/collection.ts";
import type { TableHeader } from "../table/header.ts";
import { isFromFuture, parseProof, type Contribution, type ProofRecord } from "../table/proof.ts";
import { explainWriteError } from "../table/node/disk.ts";
import { InputError } from "../xiangqi/errors.ts";
import { collectionOf, formatIdentity, type Identity } from "./identity.ts";
import { readRecord, type Put, type Store } from "./store.ts";
import { isProofOf } from "./tasks.ts";
import { storedHeader } from "./stored-tables.ts";

/** What is signed, as this text: nothing of it can be changed, left out or added. */
export interface SignedProof {
  /** Raw public key, in hexadecimal: 64 digits. */
  readonly key: string;
  /** JSON of a ContributedProof. */
  readonly proof: string;
  /** Of the text's UTF-8, in hexadecimal. */
  readonly signature: string;
}

export interface ContributedProof extends ProofRecord {
  /** Rules, metric, format and switches of the store it was made for. */
  readonly reading: string;
}

export interface TrustedKey {
  readonly key: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** A key pair as its owner keeps it. */
export interface KeyPair {
  readonly key: string;
  /** JSON web key, which others must not see. */
  readonly secret: JsonWebKey;
}

const ED25519 = { name: "Ed25519" };
const TRUSTED = "trusted/";
const isKey = (text: unknown): text is string => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** Makes a key pair in a file that only its owner can read. @throws InputError where there is a file */
export async function makeKey(path: string): Promise<string> {
  const pair = (await crypto.subtle.generateKey(ED25519, true, ["sign", "verify"])) as CryptoKeyPair;
  const key = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("hex");
  const secret = await crypto.subtle.exportKey("jwk", pair.privateKey);
  try {
    await writeFile(path, `${JSON.stringify({ key, secret }, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw explainWriteError(error, path);
    throw new InputError("bad-key", `${path} is there already: a key that is lost cannot be made again`);
  }
  return key;
}

/** @throws InputError `bad-key` */
export async function readKey(path: string): Promise<KeyPair> {
  try {
    const { key, secret } = JSON.parse(await readFile(path, "utf8")) as KeyPair;
    if (isKey(key) && typeof secret === "object") return { key, secret };
  } catch {
    // told below
  }
  throw new InputError("bad-key", `${path} holds no key: canju store key makes one`);
}

export async function signProof(
  record: ProofRecord,
  identity: Identity,
  { key, secret }: KeyPair,
): Promise<SignedProof> {
  const contributed: ContributedProof = { ...record, reading: formatIdentity(identity) };
  const proof = JSON.stringify(contributed);
  const own = await crypto.subtle.importKey("jwk", secret, ED25519, false, ["sign"]);
  const signature = Buffer.from(await crypto.subtle.sign(ED25519, own, Buffer.from(proof))).toString("hex");
  return { key, proof, signature };
}

/** The proof in a signed record; null where the signature is not of this key and text. */
export async function openSigned({ key, proof, signature }: SignedProof): Promise<ContributedProof | null> {
  try {
    const theirs = await crypto.subtle.importKey("raw", Buffer.from(key, "hex"), ED25519, false, ["verify"]);
    const isTheirs = await crypto.subtle.verify(ED25519, theirs, Buffer.from(signature, "hex"), Buffer.from(proof));
    const record = parseProof(proof) as ContributedProof | null;
    return isTheirs && typeof record?.reading === "string" ? record : null;
  } catch {
    return null;
  }
}

/** Whoever may only contribute needs the right to put objects in folders of this kind. */
function signedKey(identity: Identity, endgame: string, key: string): string {
  return `${tablePath(collectionOf(identity), endgame).slice(0, -TABLE_SUFFIX.length)}.proofs/${key}.json`;
}

/**
 * Hands a signed record in, after looking whether it is one of a table that is there.
 * @throws InputError `bad-proof`
 */
export async function submitProof(store: Store, identity: Identity, signed: SignedProof): Promise<Put> {
  const record = await openSigned(signed);
  const refused = (why: string) => new InputError("bad-proof", `the record is not taken: ${why}`);
  if (record === null || !isKey(signed.key)) throw refused("its signature is not of its key and text");
  const header = await storedHeader(store, collectionOf(identity), record.endgame);
  if (header === null) throw refused(`there is no table of ${record.endgame}`);
  const why = problemOf(record, identity, header);
  if (why !== null) throw refused(why);
  return store.putText(signedKey(identity, record.endgame, signed.key), `${JSON.stringify(signed, null, 2)}\n`);
}

function problemOf(record: ContributedProof, identity: Identity, header: TableHeader): string | null {
  const { reading } = record;
  if (!isProofOf(record, header)) return "it is of another file than the table's";
  if (isFromFuture(record)) return "it is from the future: a clock is wrong";
  return reading === formatIdentity(identity) ? null : `it is of another reading (${reading})`;
}

/** Trusts a key. Who trusts it no more removes its object. */
export async function trustKey(store: Store, key: string, name: string): Promise<Put> {
  if (!isKey(key)) throw new InputError("bad-key", `"${key}" is no key: it has 64 hexadecimal digits`);
  const trusted: TrustedKey = { key, name, since: new Date().toISOString() };
  return store.putText(`${TRUSTED}${key}.json`, `${JSON.stringify(trusted, null, 2)}\n`);
}

export async function trustedKeys(store: Store): Promise<TrustedKey[]> {
  const keys: TrustedKey[] = [];
  for await (const { key } of store.list(TRUSTED)) {
    const found = await readTrusted(store, key);
    if (found !== null && key === `${TRUSTED}${found.key}.json`) keys.push(found);
  }
  return keys;
}

/** Null for what holds no key: `canju store check` names it. */
async function readTrusted(store: Store, object: string): Promise<TrustedKey | null> {
  return readRecord(store, object, parseTrusted).catch((error: unknown) => {
    if (error instanceof InputError && error.code === "bad-record") return null;
    throw error;
  });
}

/** Objects where trusted keys are, which hold none. */
export async function findBadKeys(store: Store): Promise<{ readonly key: string; readonly problem: string }[]> {
  const bad: { key: string; problem: string }[] = [];
  for await (const { key } of store.list(TRUSTED)) {
    const found = await readTrusted(store, key);
    if (found === null || key !== `${TRUSTED}${found.key}.json`)
      bad.push({ key: JSON.stringify(key), problem: "it holds no key that is trusted" });
  }
  return bad;
}

function parseTrusted(text: string): TrustedKey | null {
  try {
    const { key, name, since } = JSON.parse(text) as TrustedKey;
    return isKey(key) && typeof name === "string" && typeof since === "string" ? { key, name, since } : null;
  } catch {
    return null;
  }
}

function parseSigned(text: string): SignedProof | null {
  try {
    const { key, proof, signature } = JSON.parse(text) as SignedProof;
    return isKey(key) && typeof proof === "string" && typeof signature === "string" ? { key, proof, signature } : null;
  } catch {
    return null;
  }
}

/** The proofs that count of a table, as that states itself: signed by one of these trusted keys, of this reading and this file. */
export async function contributionsTo(
  store: Store,
  identity: Identity,
  header: TableHeader,
  keys: readonly TrustedKey[],
): Promise<Contribution[]> {
  const { endgame } = header.info;
  const found: Contribution[] = [];
  for (const { key, name } of keys) {
    const signed = await readRecord(store, signedKey(identity, endgame, key), parseSigned).catch((error: unknown) => {
      if (error instanceof InputError && error.code === "bad-record") return null; // whoever may write there may write anything
      throw error;
    });
    if (signed === null || signed.key !== key) continue;
    const record = await openSigned(signed);
    if (record === null || record.endgame !== endgame) continue;
    if (problemOf(record, identity, header) !== null) continue;
    found.push({ name, key, date: record.date, version: record.version, stated: true });
  }
  return found;
}
