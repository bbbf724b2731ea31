/**
 * The record of a proof: a small JSON file beside a table, `KRKAABB.proof.json`, that `canju verify` leaves when the table
 * passes every check. It says when and how; it counts only while its SHA-256 is that of the table, and while the file was not
 * written to since the proof, or since its bytes were last compared with the SHA-256.
 */

/**
 * What was checked: every checksum of the file (`checksums`), every value against those of its successors (`values`), the
 * seeds of every order against patterns computed anew (`levels`), counts, longest distances and histogram (`statistics`).
 */
export type ProofCheck = "checksums" | "values" | "levels" | "statistics";

export interface ProofRecord {
  readonly endgame: string;
  /** Of the table, as its header states it. */
  readonly sha256: string;
  /** When the proof was finished: ISO 8601, UTC. */
  readonly date: string;
  /** When its bytes were compared with the SHA-256 since, if they were: ISO 8601, UTC. */
  readonly checked?: string;
  /** Of the program that made it. */
  readonly version: string;
  readonly seconds: number;
  /** Positions compared, both sides together; of a position and its mirror image only the stored one. */
  readonly positions: number;
  readonly checks: readonly ProofCheck[];
  /** What compared them: the proof kernel, or the plain program. Records of older versions do not say: it was the plain one. */
  readonly by?: "kernel" | "plain";
  /** The tables whose values were taken for granted. */
  readonly inputs: readonly { readonly name: string; readonly sha256: string }[];
}

export const PROOF_SUFFIX = ".proof.json";

/** The record in a text; null for anything that is not a record of this table. */
export function parseProof(text: string, sha256: string): ProofRecord | null {
  try {
    const read: unknown = JSON.parse(text);
    return isProof(read) && read.sha256 === sha256 ? read : null;
  } catch {
    return null;
  }
}

/** Whether a file written to at this moment (milliseconds since 1970) is the one that was proven. */
export function isOf({ date, checked = date }: ProofRecord, modified: number): boolean {
  // Files state their times to the clock's tick, records to the millisecond.
  return Math.floor(modified) <= Math.max(Date.parse(date), Date.parse(checked));
}

function isProof(value: unknown): value is ProofRecord {
  if (typeof value !== "object" || value === null) return false;
  const { endgame, sha256, date, checked, version, seconds, positions, checks, inputs } = value as Record<
    string,
    unknown
  >;
  return (
    [endgame, sha256, date, version].every((each) => typeof each === "string") &&
    !Number.isNaN(Date.parse(date as string)) &&
    (checked === undefined || (typeof checked === "string" && !Number.isNaN(Date.parse(checked)))) &&
    [seconds, positions].every((each) => typeof each === "number") &&
    Array.isArray(checks) &&
    checks.every((each) => typeof each === "string") &&
    Array.isArray(inputs) &&
    inputs.every((each) => typeof each?.name === "string" && typeof each?.sha256 === "string")
  );
}
