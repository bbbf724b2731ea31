import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  readProof,
  recordPath,
  removeProof,
  renewProof,
  writeProof,
  writeSum,
} from "../../src/table/node/record-file.ts";
import { SUM_SUFFIX } from "../../src/table/content-sum.ts";
import { isOf, parseProof, PROOF_SUFFIX, type ProofRecord } from "../../src/table/proof.ts";
import { proofRecordOf, type VerifyReport } from "../../src/verify/report.ts";

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

const path = join(folder, "KRKA.canju");
const stated = (sha256: string, contentSum?: string) => ({ sha256, info: { contentSum } });

test("a record is read back for its own table only", async () => {
  writeFileSync(path, "a table");
  utimesSync(path, 0, 0);
  expect(await readProof(path, stated(SHA256))).toBeNull();
  await writeProof(path, RECORD);
  expect(readdirSync(folder)).toEqual(["KRKA.canju", "KRKA.proof.json"]);
  expect(recordPath(path, PROOF_SUFFIX)).toBe(join(folder, "KRKA.proof.json"));
  expect(await readProof(path, stated(SHA256))).toEqual(RECORD);
  expect(await readProof(path, stated("ef".repeat(32)))).toBeNull();
  await removeProof(path);
  await removeProof(path);
  expect(readdirSync(folder)).toEqual(["KRKA.canju"]);
});

test.each([
  "",
  "null",
  "[]",
  "{}",
  JSON.stringify({ ...RECORD, date: "soon" }),
  JSON.stringify({ ...RECORD, inputs: 1 }),
  JSON.stringify({ ...RECORD, sum: 1 }),
  JSON.stringify({ ...RECORD, checked: "later" }),
  JSON.stringify({ ...RECORD, checked: 1 }),
  JSON.stringify({ ...RECORD, seconds: "1" }),
  JSON.stringify({ ...RECORD, positions: null }),
  JSON.stringify({ ...RECORD, checks: "all" }),
  JSON.stringify({ ...RECORD, checks: ["checksums", 1] }),
  JSON.stringify({ ...RECORD, inputs: [...RECORD.inputs, null] }),
  JSON.stringify({ ...RECORD, inputs: [{ name: "KRK" }] }),
  JSON.stringify({ ...RECORD, inputs: [{ ...RECORD.inputs[0], sum: 1 }] }),
])("%j is no record", (text) => {
  expect(parseProof(text)).toBeNull();
});

test("a proof is of a file that was last written to when it was finished, to the tick of a clock, and of no later one", () => {
  const finished = Date.parse(RECORD.date);
  const moments = [finished - 1, finished, finished + 0.9, finished + 1];
  expect(moments.map((moment) => isOf(RECORD, moment))).toEqual([true, true, true, false]);
  const checked = { ...RECORD, checked: "2026-11-21T12:00:01.000Z" };
  expect([finished + 1_000, finished + 1_001].map((moment) => isOf(checked, moment))).toEqual([true, false]);
});

test("only a table that passed every check gets a record", () => {
  const report = {
    proven: true,
    endgame: "KRKA",
    sha256: SHA256,
    sum: null,
    seconds: 0.5,
    checked: 20_000,
    inputs: [],
  };
  const full = { ...report, perpetuals: null } as unknown as VerifyReport;
  const date = new Date("2026-11-21T12:00:00Z");
  expect(proofRecordOf(full, date, "0.1.0")).toEqual({ ...RECORD, inputs: [] });
  expect(proofRecordOf({ ...full, proven: false }, date, "0.1.0")).toBeNull();
  const sum = "12".repeat(32);
  expect(proofRecordOf({ ...full, sum }, date, "0.1.0")).toEqual({ ...RECORD, sum, inputs: [] });
});

test("a proof counts no more when its file was written to since, until the bytes were compared again", async () => {
  writeFileSync(path, "a table");
  await writeProof(path, RECORD);
  utimesSync(path, 0, Date.parse(RECORD.date) / 1000 - 1);
  expect(await readProof(path, stated(SHA256))).toEqual(RECORD);
  const since = Date.parse(RECORD.date) / 1000 + 60;
  utimesSync(path, 0, since);
  expect(await readProof(path, stated(SHA256))).toBeNull();
  await renewProof(path, stated(SHA256), new Date(1000 * since - 1)); // it was written to while it was read
  expect(await readProof(path, stated(SHA256))).toBeNull();
  const begun = new Date(1000 * since + 5);
  await renewProof(path, stated(SHA256), begun);
  expect(await readProof(path, stated(SHA256))).toEqual({ ...RECORD, checked: begun.toISOString() });
});

test("a proof counts for every file that is known to have the same values", async () => {
  const [sum, other] = ["12".repeat(32), "ef".repeat(32)];
  writeFileSync(path, "another table");
  utimesSync(path, 0, 0);
  const proven = { ...RECORD, sum };
  await writeProof(path, proven);
  rmSync(recordPath(path, SUM_SUFFIX), { force: true });
  expect(await readProof(path, stated(other))).toBeNull();
  await writeSum(path, { endgame: "KRKA", sha256: "34".repeat(32), sum });
  expect(await readProof(path, stated(other))).toBeNull(); // the sum of yet another file
  await writeSum(path, { endgame: "KRKA", sha256: other, sum: "56".repeat(32) });
  expect(await readProof(path, stated(other))).toBeNull();
  await writeSum(path, { endgame: "KRKA", sha256: other, sum });
  expect(await readProof(path, stated(other))).toEqual(proven);
  expect(await readProof(path, stated(SHA256.replaceAll("a", "b"), sum))).toEqual(proven);
  await writeProof(path, RECORD); // an older one, which knows no sum
  expect(await readProof(path, stated(other))).toBeNull();
});
