import type { ProofCheck, ProofRecord } from "../table/proof.ts";
import type { VerifyReport } from "./report.ts";

/** What a report leaves beside the table; null unless every check passed. */
export function proofRecordOf(report: VerifyReport, date: Date, version: string): ProofRecord | null {
  const { proven, endgame, sha256, seconds, checked, by, perpetuals, inputs } = report;
  if (!proven || sha256 === null) return null;
  const levels: ProofCheck[] = perpetuals === null ? [] : ["levels"];
  return {
    endgame,
    sha256,
    date: date.toISOString(),
    version,
    seconds: Number(seconds.toFixed(3)),
    positions: checked,
    checks: ["checksums", "values", ...levels, "statistics"],
    by,
    inputs,
  };
}
