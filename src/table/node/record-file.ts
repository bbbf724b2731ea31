/** Small JSON records beside a table's file: of its proof, of its content sum. */
import { stat } from "node:fs/promises";
import { TABLE_SUFFIX } from "../catalog.ts";
import { parseSum, SUM_SUFFIX, type SumRecord } from "../content-sum.ts";
import type { TableHeader } from "../header.ts";
import { isOf, parseProof, PROOF_SUFFIX, type ProofRecord } from "../proof.ts";
import { disk, writeWhole } from "./disk.ts";
import { openFiles } from "./open-files.ts";
import { keyProblem, Seal } from "./user-key.ts";

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

/** The proof of a table; null when there is none, or one of other values, or the file was written to since. */
export async function readProof(path: string, header: StatedIdentity): Promise<ProofRecord | null> {
  const record = await readAnyProof(path, header);
  if (record === null) return null;
  const file = await stat(path).catch(() => null);
  return file !== null && isOf(record, file.mtimeMs) ? record : null;
}

/** Whether a table was proven, but its file was written to since: see `renewProof`. */
export async function isProofStale(path: string, header: StatedIdentity): Promise<boolean> {
  return (await readAnyProof(path, header)) !== null && (await readProof(path, header)) === null;
}

/**
 * A file that was written to since its proof, such as a copy, is the one that was proven if its bytes fit its SHA-256:
 * says so in the record. To be called when they were found to.
 * @param begun before its bytes were read
 */
export async function renewProof(path: string, header: StatedIdentity, begun: Date): Promise<void> {
  const record = await readAnyProof(path, header);
  const file = await stat(path).catch(() => null);
  if (record === null || file === null || isOf(record, file.mtimeMs)) return;
  const checked = { ...record, checked: begun.toISOString() };
  if (isOf(checked, file.mtimeMs)) await writeProof(path, checked);
}

/** A file other than the one that was proven has the same proof if the content sums of both are known to be equal. */
async function readAnyProof(path: string, header: StatedIdentity): Promise<ProofRecord | null> {
  const record = await readRecord(path, PROOF_SUFFIX, parseProof);
  if (record === null || record.sha256 === header.sha256) return record;
  return record.sum !== undefined && record.sum === (await readSum(path, header)) ? record : null;
}

/** The content sum of a table: its header states it, or it is kept beside the file; null where it is not known. */
export async function readSum(path: string, { sha256, info }: StatedIdentity): Promise<string | null> {
  return info.contentSum ?? (await readRecord(path, SUM_SUFFIX, (text) => parseSum(text, sha256)))?.sum ?? null;
}

async function readRecord<T>(path: string, suffix: Suffix, parse: (text: string) => T | null): Promise<T | null> {
  try {
    const file = await openFiles.open(recordPath(path, suffix));
    try {
      const { size } = await file.stat();
      return size > MOST_BYTES ? null : parse(await file.readFile("utf8"));
    } finally {
      await file.close();
    }
  } catch {
    return null; // there is none, or it cannot be read: either way nothing is known
  }
}

/** @throws InputError where nothing can be written */
export function writeProof(path: string, record: ProofRecord): Promise<void> {
  return writeRecord(path, PROOF_SUFFIX, record);
}

/** The record of a proof that this process has made, for others of this user; who has no key leaves it as it is. */
export function sealProof(record: ProofRecord): ProofRecord {
  if (keyProblem() !== null) return record;
  return { ...record, seal: new Seal("proof record").of(sealedTextOf(record)).toString("hex") };
}

/** Whether this user's program has made a proof, whoever else can write where its record lies. */
export function isOwnProof(record: ProofRecord): boolean {
  const { seal = "" } = record;
  return keyProblem() === null && new Seal("proof record").isOf(Buffer.from(seal, "hex"), sealedTextOf(record));
}

/** All but when its file was looked at since. */
function sealedTextOf(record: ProofRecord): string {
  return JSON.stringify({ ...record, checked: undefined, seal: undefined });
}

/** @throws InputError where nothing can be written */
export function writeSum(path: string, record: SumRecord): Promise<void> {
  return writeRecord(path, SUM_SUFFIX, record);
}

/** Leaves a record, complete or not at all. */
async function writeRecord(path: string, suffix: Suffix, record: ProofRecord | SumRecord): Promise<void> {
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
