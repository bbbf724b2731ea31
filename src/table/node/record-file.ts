/** Small JSON records beside a table's file: of its proof, of its content sum. */
import { stat } from "node:fs/promises";
import { TABLE_SUFFIX } from "../catalog/catalog.ts";
import { parseSum, SUM_SUFFIX, type KnownSum, type SumRecord } from "../format/content-sum.ts";
import type { TableHeader } from "../format/header.ts";
import { isFromFuture, parseProof, PROOF_SUFFIX, type ProofRecord } from "../format/proof.ts";
import { disk, writeWhole } from "../../base/node/disk.ts";
import { openFiles } from "../../base/node/open-files.ts";
import { keyProblem, Seal, sealIfAny } from "../../base/node/user-key.ts";

/** A record has a few kilobytes. */
const MOST_BYTES = 2 ** 20;

type Suffix = typeof PROOF_SUFFIX | typeof SUM_SUFFIX;

/** Whether a file is a record, complete or just being written. */
export function isRecord(file: string): boolean {
  return file.includes(PROOF_SUFFIX) || file.includes(SUM_SUFFIX);
}

/** How a header says which table it is of: the file, and the values. */
export type StatedIdentity = Pick<TableHeader, "sha256"> & { readonly info: Pick<TableHeader["info"], "contentSum"> };

/** Where a record of the table at `path` lies. */
export function recordPath(path: string, suffix: Suffix): string {
  return path.slice(0, -TABLE_SUFFIX.length) + suffix;
}

/**
 * What tells a file from any other, and from itself before anything was done to it: two that had the same at different times are
 * one, with the same bytes. Null where there is none.
 */
export async function stampAt(path: string): Promise<string | null> {
  const file = await stat(path, { bigint: true }).catch(() => null);
  // The time of the last change of any kind comes last: no program can set it.
  return file && `${file.ino} ${file.size} ${file.mtimeNs} ${file.ctimeNs}`;
}

/** Whether nothing was done between two stamps but to the names and the rights of a file, as far as its times tell. */
function isSameFile(before: string, after: string): boolean {
  const withoutLast = (stamp: string): string => stamp.slice(0, stamp.lastIndexOf(" "));
  return withoutLast(before) === withoutLast(after);
}

/** The record of a proof as it lies beside its table; that of a sum has the same. */
interface KeptProof extends ProofRecord {
  /** What `stampAt` gave of the file that was proven here, or was found to be it. */
  readonly file?: string;
  /** What it gave when the bytes of another file were compared with the SHA-256: then the record is its maker's word. */
  readonly compared?: string;
}

/** A table's file, and what lies beside it. */
interface Found {
  /** What `stampAt` gives now. */
  readonly stamp: string | null;
  /** Of whichever file; null where there is none, or one that tells nothing. */
  readonly proof: KeptProof | null;
  /** Of a file with its SHA-256. */
  readonly summed: SumRecord | null;
}

async function look(path: string, { sha256 }: StatedIdentity): Promise<Found> {
  const [stamp, proof, summed] = await Promise.all([
    stampAt(path),
    readRecord<KeptProof>(path, PROOF_SUFFIX, parseProof),
    readRecord(path, SUM_SUFFIX, (text) => parseSum(text, sha256)),
  ]);
  return { stamp, proof: proof !== null && isFromFuture(proof) ? null : proof, summed };
}

async function readRecord<T>(path: string, suffix: Suffix, parse: (text: string) => T | null): Promise<T | null> {
  try {
    return parse((await openFiles.readSmall(recordPath(path, suffix), MOST_BYTES)).toString());
  } catch {
    return null; // there is none, or it cannot be read: either way nothing is known
  }
}

/** What is known of a table beside its header. */
export interface KnownOfTable {
  /** Its proof; null where there is none, or one of other values, or something was done to the file since. */
  readonly verified: ProofRecord | null;
  /** Its content sum: computed here, or as its header states it; null: it is not known. */
  readonly sum: KnownSum | null;
}

/** @param compared what `stampAt` gave when this process compared the file's bytes with its SHA-256, if it has */
export async function readKnown(
  path: string,
  header: StatedIdentity,
  compared: string | null = null,
): Promise<KnownOfTable> {
  const found = await look(path, header);
  const computed = computedSum(found, header);
  const sum = computed ?? header.info.contentSum;
  return {
    verified: proofIn(found, header, compared),
    sum: sum === undefined ? null : { sum, stated: computed === null },
  };
}

export async function readProof(path: string, header: StatedIdentity): Promise<ProofRecord | null> {
  return (await readKnown(path, header)).verified;
}

export async function readSum(path: string, header: StatedIdentity): Promise<KnownSum | null> {
  return (await readKnown(path, header)).sum;
}

/** Whether there is a proof, but something was done to the file since: see `renewProof`. */
export async function isProofStale(path: string, header: StatedIdentity): Promise<boolean> {
  const found = await look(path, header);
  return proofOf(found, header) !== null && proofIn(found, header, null) === null;
}

/**
 * Says in the record of a proof that the bytes of the file fit its SHA-256: then it is the one that was proven, if the record is to
 * be believed. To be called when they were found to.
 * @param stamp what `stampAt` gave before its bytes were read
 */
export async function renewProof(path: string, header: StatedIdentity, stamp: string | null): Promise<void> {
  const found = await look(path, header);
  const record = proofOf(found, header);
  if (record === null || stamp === null || found.stamp === null || record.file === found.stamp) return;
  if (record.compared === found.stamp || !isSameFile(stamp, found.stamp)) return;
  const checked = { ...record, checked: new Date().toISOString() };
  const now = isOwn(record, found.stamp)
    ? sealed({ ...checked, file: found.stamp })
    : { ...checked, compared: found.stamp };
  await writeRecord(path, PROOF_SUFFIX, now);
}

/** The record of a proof that counts for the file as it is now. */
function proofIn(found: Found, header: StatedIdentity, compared: string | null): ProofRecord | null {
  const record = proofOf(found, header);
  const { stamp } = found;
  if (record === null || stamp === null) return null;
  const { file, compared: comparedBefore, seal: _, stated: __, ...proof } = record;
  if (![file, comparedBefore, compared].includes(stamp)) return null;
  return isOwn(record, stamp) ? proof : { ...proof, stated: true };
}

/**
 * Whether this user's program has made a record, whoever else can write where it lies. Where there is no key, what tells the file
 * that has this stamp was made here.
 */
function isOwn(record: KeptProof | SumRecord, stamp: string): boolean {
  const seal = sealIfAny("record");
  if (seal !== null) return seal.isOf(Buffer.from(record.seal ?? "", "hex"), sealedTextOf(record));
  return record.file !== undefined && isSameFile(record.file, stamp);
}

/** All but what anybody may note in it. */
function sealedTextOf(record: KeptProof | SumRecord): string {
  return JSON.stringify({ ...record, checked: undefined, compared: undefined, seal: undefined });
}

/** As others of this user's processes know it again; who has no key leaves it as it is. */
function sealed<R extends KeptProof | SumRecord>(record: R): R {
  if (keyProblem() !== null) return record;
  return { ...record, seal: new Seal("record").of(sealedTextOf(record)).toString("hex") };
}

/** The record of a proof of a file with this SHA-256, or of another one whose content sum is the one that was computed here of this. */
function proofOf(found: Found, header: StatedIdentity): KeptProof | null {
  const { proof } = found;
  if (proof === null || proof.sha256 === header.sha256) return proof;
  return proof.sum !== undefined && proof.sum === computedSum(found, header) ? proof : null;
}

/** The content sum that was computed here from the values of a file to which nothing was done since. A proof computes it as well. */
function computedSum({ stamp, proof, summed }: Found, { sha256 }: StatedIdentity): string | null {
  if (stamp === null) return null;
  if (summed?.file === stamp && isOwn(summed, stamp)) return summed.sum;
  const isProven = proof?.sha256 === sha256 && proof.file === stamp && isOwn(proof, stamp);
  return (isProven ? proof.sum : undefined) ?? null;
}

/**
 * @param stamp what `stampAt` gave before the bytes were read: of a file that was changed or replaced since the record is not
 * @throws InputError where nothing can be written
 */
export function writeProof(path: string, record: ProofRecord, stamp: string | null): Promise<void> {
  const { stated, ...kept } = record;
  return writeStamped(path, PROOF_SUFFIX, kept, stated ? null : stamp); // a word stays a word
}

/** The same of a sum that was computed from the values. */
export function writeSum(path: string, record: SumRecord, stamp: string | null): Promise<void> {
  return writeStamped(path, SUM_SUFFIX, record, stamp);
}

async function writeStamped<R extends ProofRecord | SumRecord>(
  path: string,
  suffix: Suffix,
  record: R,
  stamp: string | null,
): Promise<void> {
  const now = await stampAt(path);
  const isSame = stamp !== null && now !== null && isSameFile(stamp, now);
  await writeRecord(path, suffix, isSame ? sealed({ ...record, file: now }) : record);
}

/** Leaves a record, complete or not at all. */
async function writeRecord(path: string, suffix: Suffix, record: KeptProof | SumRecord): Promise<void> {
  await writeWhole(recordPath(path, suffix), `${JSON.stringify(record, null, 2)}\n`);
}

/** What did not pass has no record. */
export async function removeProof(path: string): Promise<void> {
  await disk.rm(recordPath(path, PROOF_SUFFIX), { force: true });
}

/** A table whose header states its sum needs no record. */
export async function removeSum(path: string): Promise<void> {
  await disk.rm(recordPath(path, SUM_SUFFIX), { force: true });
}
