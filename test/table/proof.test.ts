import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { recordPath, readProof, removeProof, writeProof } from "../../src/table/node/record-file.ts";
import { parseProof, PROOF_SUFFIX, type ProofRecord } from "../../src/table/proof.ts";
import { proofRecordOf } from "../../src/verify/proof-record.ts";
import type { VerifyReport } from "../../src/verify/report.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-proof-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SHA256 = "ab".repeat(32);
const RECORD: ProofRecord = {
  endgame: "KRKA",
  sha256: SHA256,
  date: "2026-11-21T12:00:00.000Z",
  version: "0.1.0",
  seconds: 0.5,
  positions: 20_000,
  checks: ["checksums", "values", "statistics"],
  inputs: [{ name: "KRK", sha256: "cd".repeat(32) }],
};

test("a record is read back for its own table only", async () => {
  const path = join(folder, "KRKA.canju");
  expect(await readProof(path, SHA256)).toBeNull();
  await writeProof(path, RECORD);
  expect(readdirSync(folder)).toEqual(["KRKA.proof.json"]);
  expect(recordPath(path, PROOF_SUFFIX)).toBe(join(folder, "KRKA.proof.json"));
  expect(await readProof(path, SHA256)).toEqual(RECORD);
  expect(await readProof(path, "ef".repeat(32))).toBeNull();
  await removeProof(path);
  await removeProof(path);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  "",
  "null",
  "[]",
  "{}",
  JSON.stringify({ ...RECORD, date: "soon" }),
  JSON.stringify({ ...RECORD, inputs: 1 }),
])("%j is no record", (text) => {
  expect(parseProof(text, SHA256)).toBeNull();
});

test("only a table that passed every check gets a record", () => {
  const report = { proven: true, endgame: "KRKA", sha256: SHA256, seconds: 0.5, checked: 20_000, inputs: [] };
  const full = { ...report, perpetuals: null } as unknown as VerifyReport;
  const date = new Date("2026-11-21T12:00:00Z");
  expect(proofRecordOf(full, date, "0.1.0")).toEqual({ ...RECORD, inputs: [] });
  expect(proofRecordOf({ ...full, proven: false }, date, "0.1.0")).toBeNull();
});
