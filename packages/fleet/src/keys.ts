/** Keys that proofs, and parts of proofs, are signed by (Ed25519, WebCrypto), and those that a store's owner trusts: `trusted/KEY.json`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { explainWriteError } from "../../../src/base/node/disk.ts";
import { makePrivateFolder } from "../../../src/base/node/private-folder.ts";
import { keysFolder } from "../../../src/base/node/user-key.ts";
import { InputError } from "../../../src/base/errors.ts";
import { readRecord, type Put, type Store } from "./store.ts";

/** A key pair as its owner keeps it. */
export interface KeyPair {
  /** Raw public key, in hexadecimal: 64 digits. */
  readonly key: string;
  /** JSON web key, which others must not see. */
  readonly secret: JsonWebKey;
}

export interface TrustedKey {
  readonly key: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

const ED25519 = { name: "Ed25519" };
/** Only the store's owner can write there. */
const TRUSTED = "trusted/";

export const isKey = (text: unknown): text is string => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** Where this user's own is kept. */
export const ownKeyPath = (): string => join(keysFolder(), "sign.json");

/** Makes a key pair in a file that only its owner can read. @throws InputError where there is a file */
export async function makeKey(path = ownKeyPath()): Promise<string> {
  const pair = (await crypto.subtle.generateKey(ED25519, true, ["sign", "verify"])) as CryptoKeyPair;
  const key = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("hex");
  const secret = await crypto.subtle.exportKey("jwk", pair.privateKey);
  try {
    if (path === ownKeyPath()) makePrivateFolder(keysFolder());
    await writeFile(path, `${JSON.stringify({ key, secret }, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw explainWriteError(error, path);
    throw new InputError("bad-key", `${path} is there already: a key that is lost cannot be made again`);
  }
  return key;
}

/** @throws InputError `bad-key` */
export async function readKey(path = ownKeyPath()): Promise<KeyPair> {
  try {
    const { key, secret } = JSON.parse(await readFile(path, "utf8")) as KeyPair;
    if (isKey(key) && typeof secret === "object") return { key, secret };
  } catch {
    // told below
  }
  throw new InputError("bad-key", `${path} holds no key: canju store key makes one`);
}

/** @returns the signature of a text's UTF-8, in hexadecimal */
export async function sign(text: string, { secret }: KeyPair): Promise<string> {
  const own = await crypto.subtle.importKey("jwk", secret, ED25519, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign(ED25519, own, Buffer.from(text))).toString("hex");
}

/** Whether somebody has signed a text. @param key raw public key, in hexadecimal, as the signature */
export async function isSigned(text: string, key: string, signature: string): Promise<boolean> {
  try {
    const theirs = await crypto.subtle.importKey("raw", Buffer.from(key, "hex"), ED25519, false, ["verify"]);
    return await crypto.subtle.verify(ED25519, theirs, Buffer.from(signature, "hex"), Buffer.from(text));
  } catch {
    return false;
  }
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
