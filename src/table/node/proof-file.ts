/** Records of proofs beside their tables. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { TABLE_SUFFIX } from "../catalog.ts";
import { parseProof, PROOF_SUFFIX, type ProofRecord } from "../proof.ts";
import { unfinishedPath } from "./unfinished.ts";
import { explainWriteError } from "./write-errors.ts";

/** Where the record of the table at `path` lies. */
export function proofPath(path: string): string {
  return path.slice(0, -TABLE_SUFFIX.length) + PROOF_SUFFIX;
}

/** The record of a table; null when there is none, or one of another file. */
export async function readProof(path: string, sha256: string): Promise<ProofRecord | null> {
  try {
    return parseProof(await readFile(proofPath(path), "utf8"), sha256);
  } catch {
    return null; // not proven, or it cannot be read: either way nothing is known
  }
}

/**
 * Leaves a record, complete or not at all.
 * @throws InputError where nothing can be written
 */
export async function writeProof(path: string, record: ProofRecord): Promise<void> {
  const final = proofPath(path);
  const temporary = unfinishedPath(final);
  try {
    await writeFile(temporary, `${JSON.stringify(record, null, 2)}\n`, { flag: "wx" });
    await rename(temporary, final);
  } catch (error) {
    await rm(temporary, { force: true });
    throw explainWriteError(error, final);
  }
}

/** What did not pass has no record. */
export async function removeProof(path: string): Promise<void> {
  await rm(proofPath(path), { force: true });
}
