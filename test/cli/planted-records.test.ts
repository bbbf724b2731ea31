/** Records of proofs that somebody else puts beside tables while they are being proven. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { Progress } from "../../src/cli/progress.ts";
import { SharedProofs } from "../../src/cli/shared-proofs.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/collection.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { isOwnProof, recordPath, renewProof, sealProof, writeProof } from "../../src/table/node/record-file.ts";
import { parseProof, PROOF_SUFFIX, type ProofRecord } from "../../src/table/proof.ts";
import { proofRecordOf } from "../../src/verify/report.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { as, newUser } from "../keys.ts";
import { dataFolderOfTest } from "./program.ts";

const attacker = newUser();

/** What a command that proves KK and KRK makes of a record of KRK that appears while it proves KK. */
async function proving(seal: (record: ProofRecord, path: string) => Promise<ProofRecord>): Promise<string[]> {
  const folder = dataFolderOfTest();
  await buildClosure([parseEndgame("KRK")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const provider = new FolderCatalog(folder);
  onTestFinished(() => provider.close());
  const done: string[] = [];
  const shared = new SharedProofs(["KK", "KRK"], false, new Progress());
  const next = (names: readonly string[]) =>
    shared.next(names, provider, {
      prove: async (name) => void done.push(`${name} proven here`),
      found: ({ endgame }) => void done.push(`${endgame} proven elsewhere`),
      signal: new AbortController().signal,
    });
  await next(["KK", "KRK"]);
  const record = proofRecordOf(await verifyEndgame("KRK", { provider, threads: 1 }), new Date(), "0.1.0")!;
  await writeProof(provider.pathOf("KRK"), await seal(record, provider.pathOf("KRK")));
  await next(["KRK"]);
  return done;
}

test("a proof that another process of this user has made meanwhile is not made again", async () => {
  expect(await proving(async (record) => sealProof(record))).toEqual(["KK proven here", "KRK proven elsewhere"]);
});

test.each<[string, (record: ProofRecord, path: string) => Promise<ProofRecord>]>([
  ["without a seal", async (record) => record],
  ["of another user", (record) => as(attacker, async () => sealProof(record))],
  [
    "with the seal of another record",
    async (record) => ({ ...sealProof(record), sha256: record.sha256, seconds: 1e6 }),
  ],
  ["with no seal at all", async (record) => ({ ...record, seal: "no hexadecimal" })],
  [
    "of the file that was there before, which states the same SHA-256",
    async (record, path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length - 100]! ^= 1;
      writeFileSync(path, bytes);
      return { ...sealProof({ ...record, date: new Date(Date.now() + 1e6).toISOString() }) };
    },
  ],
  ["of another file with the same content sum", async (record) => sealProof({ ...record, sha256: "0".repeat(64) })],
])("a record %s says nothing: the table is proven", async (_, seal) => {
  expect(await proving(seal)).toEqual(["KK proven here", "KRK proven here"]);
});

test("a record that was renewed is still this user's", async () => {
  const folder = dataFolderOfTest();
  await buildClosure([parseEndgame("KK")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const provider = new FolderCatalog(folder);
  onTestFinished(() => provider.close());
  const { header } = (await provider.open("KK"))!;
  const date = new Date(0);
  const record = sealProof(proofRecordOf(await verifyEndgame("KK", { provider, threads: 1 }), date, "0.1.0")!);
  expect(isOwnProof(record)).toBe(true);
  const path = provider.pathOf("KK");
  await writeProof(path, record);
  await renewProof(path, header, new Date());
  const renewed = parseProof(readFileSync(recordPath(path, PROOF_SUFFIX), "utf8"))!;
  expect(renewed.checked).toBeDefined();
  expect(isOwnProof(renewed)).toBe(true);
});
