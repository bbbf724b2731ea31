/** Records of proofs that somebody else puts beside tables while they are being proven. */
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { ProgressLine } from "../../../src/doors/cli/progress.ts";
import { SharedProofs } from "../../../src/doors/cli/shared-proofs.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import {
  readProof,
  readSum,
  recordPath,
  renewProof,
  stampAt,
  writeProof,
  writeSum,
} from "../../../src/table/node/record-file.ts";
import { PROOF_SUFFIX, type ProofRecord } from "../../../src/table/format/proof.ts";
import { proofRecordOf } from "../../../src/verify/report.ts";
import { verifyEndgame } from "../../../src/verify/node/verify.ts";
import { as, newUser } from "../../keys.ts";
import { dataFolderOfTest } from "./program.ts";

const attacker = newUser();

/** What a command that proves KK and KRK makes of a record of KRK that appears while it proves KK. */
async function proving(plant: (record: ProofRecord, path: string) => Promise<void>): Promise<string[]> {
  const folder = dataFolderOfTest();
  await buildClosure([parseEndgame("KRK")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const provider = new FolderCatalog(folder);
  onTestFinished(() => provider.close());
  const done: string[] = [];
  const shared = new SharedProofs(["KK", "KRK"], false, new ProgressLine());
  const next = (names: readonly string[]) =>
    shared.next(names, provider, {
      prove: async (name) => void done.push(`${name} proven here`),
      found: ({ endgame }) => void done.push(`${endgame} proven elsewhere`),
      signal: new AbortController().signal,
    });
  await next(["KK", "KRK"]);
  const record = proofRecordOf(await verifyEndgame("KRK", { provider, threads: 1 }), new Date(), "0.1.0")!;
  await plant(record, provider.pathOf("KRK"));
  await next(["KRK"]);
  return done;
}

const write = async (record: ProofRecord, path: string) => writeProof(path, record, await stampAt(path));
const kept = (path: string) => JSON.parse(readFileSync(recordPath(path, PROOF_SUFFIX), "utf8")) as ProofRecord;
const plant = (path: string, record: object): void => {
  writeFileSync(recordPath(path, PROOF_SUFFIX), JSON.stringify(record));
};

test("a proof that another process of this user has made meanwhile is not made again", async () => {
  expect(await proving(write)).toEqual(["KK proven here", "KRK proven elsewhere"]);
});

test.each<[string, (record: ProofRecord, path: string) => Promise<void>]>([
  ["without a seal", async (record, path) => plant(path, { ...record, file: await stampAt(path) })],
  ["of another user", (record, path) => as(attacker, () => write(record, path))],
  [
    "with the seal of another record",
    async (record, path) => {
      await write(record, path);
      plant(path, { ...kept(path), seconds: 1e6 });
    },
  ],
  ["with no seal at all", async (record, path) => plant(path, { ...record, seal: "no hexadecimal" })],
  [
    "of the file that was there before, which states the same SHA-256",
    async (record, path) => {
      await write(record, path);
      await new Promise((resolve) => setTimeout(resolve, 20)); // clocks of file systems tick
      const bytes = readFileSync(path);
      bytes[bytes.length - 100]! ^= 1;
      writeFileSync(path, bytes);
      plant(path, { ...kept(path), file: await stampAt(path), compared: await stampAt(path) });
    },
  ],
  ["of another file with the same content sum", (record, path) => write({ ...record, sha256: "0".repeat(64) }, path)],
])("a record %s says nothing: the table is proven", async (_, planted) => {
  expect(await proving(planted)).toEqual(["KK proven here", "KRK proven here"]);
});

test("a record is this user's wherever its file is copied to, and nobody else's", async () => {
  const folder = dataFolderOfTest();
  await buildClosure([parseEndgame("KK")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const provider = new FolderCatalog(folder);
  onTestFinished(() => provider.close());
  const { header } = (await provider.open("KK"))!;
  const path = provider.pathOf("KK");
  await write(proofRecordOf(await verifyEndgame("KK", { provider, threads: 1 }), new Date(), "0.1.0")!, path);
  const proof = await readProof(path, header);
  expect(proof).toMatchObject({ endgame: "KK" });
  expect(proof).not.toHaveProperty("stated");
  expect(await as(attacker, () => readProof(path, header))).toEqual({ ...proof, stated: true });

  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
  // Whoever looks first, a record stays its maker's.
  await as(attacker, async () => renewProof(path, header, await stampAt(path)));
  expect(await as(attacker, () => readProof(path, header))).toMatchObject({
    stated: true,
    checked: expect.any(String),
  });
  await renewProof(path, header, await stampAt(path));
  const renewed = await readProof(path, header);
  expect(renewed).toEqual({ ...proof, checked: expect.any(String) });
});

test("a sum counts as computed when this user's program has computed it", async () => {
  const folder = dataFolderOfTest();
  await buildClosure([parseEndgame("KK")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  const provider = new FolderCatalog(folder);
  onTestFinished(() => provider.close());
  const { header } = (await provider.open("KK"))!;
  const path = provider.pathOf("KK");
  const record = { endgame: "KK", sha256: header.sha256, sum: "12".repeat(32) };
  await as(attacker, async () => writeSum(path, record, await stampAt(path)));
  expect(await readSum(path, header)).toEqual({ sum: header.info.contentSum, stated: true });
  await writeSum(path, { ...record, sum: header.info.contentSum! }, await stampAt(path));
  expect(await readSum(path, header)).toEqual({ sum: header.info.contentSum, stated: false });
});
