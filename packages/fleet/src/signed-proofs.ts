/**
 * Proofs by others than the store's owner: anyone may prove a table and hand in a record, `NAME.proofs/KEY.json`, signed by
 * Ed25519. It is bound to the rules, the program's version and the content sum, and counts for keys that the owner trusts (keys.ts).
 */
import { tablePath, TABLE_SUFFIX } from "../../../src/table/catalog/collection.ts";
import type { TableHeader } from "../../../src/table/format/header.ts";
import { isFromFuture, parseProof, type Contribution, type ProofRecord } from "../../../src/table/format/proof.ts";
import { InputError } from "../../../src/base/errors.ts";
import { collectionOf, formatIdentity, type Identity } from "./identity.ts";
import { isKey, isSigned, sign, type KeyPair, type TrustedKey } from "./keys.ts";
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

export async function signProof(record: ProofRecord, identity: Identity, pair: KeyPair): Promise<SignedProof> {
  const contributed: ContributedProof = { ...record, reading: formatIdentity(identity) };
  const proof = JSON.stringify(contributed);
  return { key: pair.key, proof, signature: await sign(proof, pair) };
}

/** The proof in a signed record; null where the signature is not of this key and text. */
export async function openSigned({ key, proof, signature }: SignedProof): Promise<ContributedProof | null> {
  if (!(await isSigned(proof, key, signature))) return null;
  const record = parseProof(proof) as ContributedProof | null;
  return typeof record?.reading === "string" ? record : null;
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
