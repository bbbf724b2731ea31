import {
  copyFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  isProofStale,
  readKnown,
  readProof,
  readSum,
  recordPath,
  removeProof,
  renewProof,
  stampAt,
  writeProof,
  writeSum,
} from "../../src/table/node/record-file.ts";
import { SUM_SUFFIX } from "../../src/table/format/content-sum.ts";
import { parseProof, PROOF_SUFFIX, type ProofRecord } from "../../src/table/format/proof.ts";
import { as, newUser } from "../keys.ts";
import { proofRecordOf, type VerifyReport } from "../../src/verify/report.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-proof-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SHA256 = "ab".repeat(32);
const RECORD: ProofRecord = {
  endgame: "KRKA",
  sha256: SHA256,
  date: "2025-11-21T12:00:00.000Z",
  version: "0.1.0",
  seconds: 0.5,
  positions: 20_000,
  checks: ["checksums", "values", "statistics"],
  inputs: [{ name: "KRK", sha256: "cd".repeat(32) }],
};

const path = join(folder, "KRKA.canju");
const stated = (sha256: string, contentSum?: string) => ({ sha256, info: { contentSum } });

/** A record of the file that is there now, as a proof leaves it. */
const prove = async (record: ProofRecord) => writeProof(path, record, await stampAt(path));
const rawProof = () => JSON.parse(readFileSync(recordPath(path, PROOF_SUFFIX), "utf8")) as object;

test("a record is read back for its own table only", async () => {
  writeFileSync(path, "a table");
  expect(await readProof(path, stated(SHA256))).toBeNull();
  await prove(RECORD);
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

const FUTURE = "2999-01-01T00:00:00.000Z";

test.each([{ date: FUTURE }, { checked: FUTURE }])("a record from the future counts for nothing: %j", async (wrong) => {
  writeFileSync(path, "a table");
  await prove({ ...RECORD, sum: "12".repeat(32), ...wrong });
  expect(await readKnown(path, stated(SHA256))).toEqual({ verified: null, sum: null });
  expect(await isProofStale(path, stated(SHA256))).toBe(false);
  const before = rawProof();
  await renewProof(path, stated(SHA256), await stampAt(path));
  expect(rawProof()).toEqual(before);
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
  const date = new Date("2025-11-21T12:00:00Z");
  expect(proofRecordOf(full, date, "0.1.0")).toEqual({ ...RECORD, inputs: [] });
  expect(proofRecordOf({ ...full, proven: false }, date, "0.1.0")).toBeNull();
  const sum = "12".repeat(32);
  expect(proofRecordOf({ ...full, sum }, date, "0.1.0")).toEqual({ ...RECORD, sum, inputs: [] });
});

describe.each([
  ["who has a key", true],
  ["who can have none", false],
])("of a user %s a proof counts no more when something was done to its file since", (_user, hasKey) => {
  const keys = newUser();
  const aside = join(folder, "aside");
  /** With the times of last access and last change that the file had. */
  const disguise = (file: string): void => utimesSync(file, 1, 1);
  const changes: readonly [what: string, isOwn: boolean, change: () => void][] = [
    ["written to", false, () => writeFileSync(path, "A table")],
    ["written to in its place, its time put back", true, () => (writeFileSync(path, "A table"), disguise(path))],
    [
      "put there in its place, with its time",
      false,
      () => (writeFileSync(aside, "A table"), disguise(aside), renameSync(aside, path)),
    ],
    ["a link to the same bytes elsewhere", false, () => (renameSync(path, aside), symlinkSync(copyOf(aside), path))],
    ["given another name", true, () => linkSync(path, aside)],
  ];
  const copyOf = (file: string): string => (copyFileSync(file, `${file}.copy`), `${file}.copy`);

  test.each(changes)("%s", (_, isOwn, change) =>
    as(hasKey ? keys : "/dev/null/keys", () => checkChange(isOwn, change)),
  );

  async function checkChange(isOwn: boolean, change: () => void): Promise<void> {
    rmSync(aside, { force: true });
    rmSync(path, { force: true });
    writeFileSync(path, "a table");
    disguise(path);
    await prove(RECORD);
    expect(await readProof(path, stated(SHA256))).toEqual(RECORD);
    await new Promise((resolve) => setTimeout(resolve, 20)); // clocks of file systems tick
    change();
    expect(await readProof(path, stated(SHA256))).toBeNull();
    expect(await isProofStale(path, stated(SHA256))).toBe(true);
    // Until the bytes were compared again, and are those that were proven. What came from elsewhere was not proven here.
    const stamp = await stampAt(path);
    const word = isOwn || hasKey ? {} : { stated: true };
    expect((await readKnown(path, stated(SHA256), stamp)).verified).toEqual({ ...RECORD, ...word });
    await renewProof(path, stated(SHA256), "of another moment");
    expect(await readProof(path, stated(SHA256))).toBeNull();
    await renewProof(path, stated(SHA256), stamp);
    expect(await readProof(path, stated(SHA256))).toEqual({ ...RECORD, ...word, checked: expect.any(String) });
    await renewProof(path, stated(SHA256), stamp);
    expect(await readProof(path, stated(SHA256))).toMatchObject(word);
  }
});

test("a record that came with its file is its maker's word, whatever it says of the file", async () => {
  writeFileSync(path, "a table");
  const planted = { ...RECORD, sum: "12".repeat(32), file: "1 7 1 1" };
  writeFileSync(recordPath(path, PROOF_SUFFIX), JSON.stringify(planted));
  expect(await readKnown(path, stated(SHA256))).toEqual({ verified: null, sum: null });
  await renewProof(path, stated(SHA256), await stampAt(path));
  const { verified, sum } = await readKnown(path, stated(SHA256));
  expect([verified, sum]).toEqual([expect.objectContaining({ stated: true }), null]);
});

test("a word stays a word when it is written down again", async () => {
  writeFileSync(path, "a table");
  await prove({ ...RECORD, stated: true });
  expect(rawProof()).toEqual(RECORD);
  await renewProof(path, stated(SHA256), await stampAt(path));
  expect(await readProof(path, stated(SHA256))).toMatchObject({ stated: true });
});

test("a proof counts for every file whose content sum was computed here and is the same", async () => {
  const [sum, other] = ["12".repeat(32), "ef".repeat(32)];
  writeFileSync(path, "another table");
  const proven = { ...RECORD, sum };
  const keepSum = async (sha256: string, found: string) =>
    writeSum(path, { endgame: "KRKA", sha256, sum: found }, await stampAt(path));
  await prove(proven);
  rmSync(recordPath(path, SUM_SUFFIX), { force: true });
  expect(await readProof(path, stated(other))).toBeNull();
  await keepSum("34".repeat(32), sum);
  expect(await readProof(path, stated(other))).toBeNull(); // the sum of yet another file
  await keepSum(other, "56".repeat(32));
  expect(await readProof(path, stated(other))).toBeNull();
  await keepSum(other, sum);
  expect(await readProof(path, stated(other))).toEqual(proven);
  expect(await readKnown(path, stated(other, "78".repeat(32)))).toMatchObject({ sum: { sum, stated: false } });
  await writeSum(path, { endgame: "KRKA", sha256: other, sum }, null); // of a file elsewhere
  expect(await readProof(path, stated(other))).toBeNull();
  // What the file says of itself is worth nothing.
  expect(await readProof(path, stated(other, sum))).toBeNull();
  expect(await readSum(path, stated(other, sum))).toEqual({ sum, stated: true });
  expect(await readSum(path, stated(SHA256, sum))).toEqual({ sum, stated: false }); // the proof has computed it
  await keepSum(other, sum);
  await prove(RECORD); // an older one, which knows no sum
  expect(await readProof(path, stated(other))).toBeNull();
});
