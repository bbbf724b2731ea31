/**
 * The record of a proof: a small JSON file beside a table, `KRKAABB.proof.json`, that `canju verify` leaves when the table
 * passes every check. It says when and how. Of which file it is, and what else has to be so for it to count, is looked after
 * where records are read (node/record-file.ts, packages/fleet/src/tasks.ts).
 */
import type { Colour } from "../../xiangqi/pieces.ts";
import type { InputTable } from "./header.ts";

/**
 * What was checked: every checksum of the file (`checksums`), every value against those of its successors (`values`), the
 * seeds of every order against patterns computed anew (`levels`), counts, longest distances and histogram (`statistics`).
 */
export type ProofCheck = "checksums" | "values" | "levels" | "statistics";

/** What a proof counts on its way: positions of the whole board. */
export interface Survey {
  /** By the side to move: positions that it wins, but by one move only. */
  readonly onlyWinningMoves: Readonly<Record<Colour, number>>;
  /**
   * Mutual zugzwangs, in which either side would rather not move: whoever moves is lost (`both`), or this side loses if it
   * has to move, and the other one then only draws.
   */
  readonly zugzwangs: Readonly<Record<"both" | Colour, number>>;
}

export interface ProofRecord {
  readonly endgame: string;
  /** Of the file that was proven, as its header states it. */
  readonly sha256: string;
  /** The content sum (docs/spec/content-sum.md) of what was proven: any file that has it holds the same values. */
  readonly sum?: string;
  /** The sum over the outcomes of what was proven (docs/guides/atlas.md); records of older versions have none. */
  readonly outcomeSum?: string;
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
  /** Made by the proof kernel; records of older versions have none. */
  readonly survey?: Survey;
  /** The tables whose values were taken for granted. */
  readonly inputs: readonly InputTable[];
  /** Whose parts were taken over, of a proof that was shared out: raw public keys in hexadecimal, and what the store's owner calls them. */
  readonly parts?: readonly PartMaker[];
  /** By which the program of the user who made it knows it again (node/user-key.ts), in hexadecimal; to others it says nothing. */
  readonly seal?: string;
  /**
   * It is somebody's word: this user's program has not made it, or has not compared the bytes of the file with the SHA-256 that the
   * file states.
   */
  readonly stated?: true;
}

export interface PartMaker {
  readonly name: string;
  readonly key: string;
}

/** A proof that somebody else has contributed, who is trusted by the owner of the store that the table lies in. */
export interface Contribution {
  /** As the owner calls the key's owner. */
  readonly name: string;
  /** Raw public key, in hexadecimal. */
  readonly key: string;
  /** When the proof was finished, as its maker says: ISO 8601, UTC. */
  readonly date: string;
  /** Of the program that made it. */
  readonly version: string;
  /** As that of a ProofRecord. */
  readonly stated?: true;
}

export const PROOF_SUFFIX = ".proof.json";

/** The record in a text; null for anything that is not one. */
export function parseProof(text: string): ProofRecord | null {
  try {
    const read: unknown = JSON.parse(text);
    return isProof(read) ? read : null;
  } catch {
    return null;
  }
}

/** Whether the clock was wrong when a record was made, or is wrong now: either way it tells nothing. */
export function isFromFuture({ date, checked = date }: Pick<ProofRecord, "date" | "checked">): boolean {
  return Math.max(Date.parse(date), Date.parse(checked)) > Date.now();
}

function isProof(value: unknown): value is ProofRecord {
  if (typeof value !== "object" || value === null) return false;
  const {
    endgame,
    sha256,
    sum,
    outcomeSum,
    date,
    checked,
    version,
    seconds,
    positions,
    checks,
    survey,
    inputs,
    parts = [],
    seal,
  } = value as Record<string, unknown>;
  return (
    [endgame, sha256, sum ?? "", outcomeSum ?? "", date, version, seal ?? ""].every(
      (each) => typeof each === "string",
    ) &&
    !Number.isNaN(Date.parse(date as string)) &&
    (checked === undefined || (typeof checked === "string" && !Number.isNaN(Date.parse(checked)))) &&
    [seconds, positions].every((each) => typeof each === "number") &&
    Array.isArray(checks) &&
    checks.every((each) => typeof each === "string") &&
    (survey === undefined || isSurvey(survey)) &&
    Array.isArray(inputs) &&
    inputs.every((each) => [each?.name, each?.sha256, each?.sum ?? ""].every((text) => typeof text === "string")) &&
    Array.isArray(parts) &&
    parts.every((each) => [each?.name, each?.key].every((text) => typeof text === "string"))
  );
}

function isSurvey(value: unknown): value is Survey {
  const { onlyWinningMoves, zugzwangs } = (value ?? {}) as Record<string, Record<string, unknown> | undefined>;
  const counts = [onlyWinningMoves?.red, onlyWinningMoves?.black, zugzwangs?.both, zugzwangs?.red, zugzwangs?.black];
  return counts.every((count) => typeof count === "number");
}
