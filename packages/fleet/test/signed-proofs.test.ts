/** Contributed proofs: counted for trusted keys, of these values and rules, and for nothing else. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../../test/long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { beginStore, makeIdentity } from "../src/identity.ts";
import { makeKey, readKey, trustedKeys, trustKey } from "../src/keys.ts";
import { contributionsTo, openSigned, signProof, submitProof } from "../src/signed-proofs.ts";
import { type Store } from "../src/store.ts";
import { storedHeader } from "../src/stored-tables.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import type { ProofRecord } from "../../../src/table/format/proof.ts";
import { run, runJson } from "../../../test/doors/cli/program.ts";
import { openStore } from "../src/open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-signed-"));
const path = join(folder, "store");
const identity = makeIdentity(DEFAULT_COLLECTION);
let store: Store;
let record: ProofRecord;
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  await buildClosure([parseEndgame("KRK")], { ...DEFAULT_COLLECTION, folder: path, threads: 1 });
  store = await openStore(`file:${path}`);
  await beginStore(store, identity);
  const { sha256, info } = (await storedHeader(store, DEFAULT_COLLECTION, "KRK"))!;
  record = {
    endgame: "KRK",
    sha256,
    sum: info.contentSum!,
    date: "2025-01-02T03:04:05.000Z",
    version: "0.1.0",
    seconds: 1,
    positions: 2,
    checks: ["values"],
    inputs: [],
  };
});

const newKey = async (name: string) => {
  const file = join(folder, name);
  await makeKey(file);
  return readKey(file);
};

test("a key is made once, in a file for its owner alone", async () => {
  const file = join(folder, "mine");
  const key = await makeKey(file);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(file).mode & 0o077).toBe(0);
  await expect(makeKey(file)).rejects.toMatchObject({ code: "bad-key" });
  writeFileSync(join(folder, "none"), "{}");
  await expect(readKey(join(folder, "none"))).rejects.toMatchObject({ code: "bad-key" });
});

test("a signature holds for its text and key only", async () => {
  const [pair, other] = [await newKey("a"), await newKey("b")];
  const signed = await signProof(record, identity, pair);
  expect(await openSigned(signed)).toMatchObject({ endgame: "KRK", sum: record.sum });
  expect(await openSigned({ ...signed, proof: signed.proof.replace("KRK", "KNK") })).toBeNull();
  expect(await openSigned({ ...signed, key: other.key })).toBeNull();
  expect(await openSigned({ ...signed, signature: "00" })).toBeNull();
});

test("a proof counts when the store's owner trusts its key, and only of these values and this reading", async () => {
  const pair = await newKey("c");
  const header = (await storedHeader(store, DEFAULT_COLLECTION, "KRK"))!;
  const contributions = async () => contributionsTo(store, identity, header, await trustedKeys(store));
  expect(await submitProof(store, identity, await signProof(record, identity, pair))).toBe("new");
  expect(await submitProof(store, identity, await signProof(record, identity, pair))).toBe("there");
  expect(await contributions()).toEqual([]);
  await trustKey(store, pair.key, "The club");
  const { date, version } = record;
  expect(await contributions()).toEqual([{ name: "The club", key: pair.key, date, version, stated: true }]);

  const refused = async (wrong: ProofRecord, of = identity) => {
    await expect(submitProof(store, identity, await signProof(wrong, of, pair))).rejects.toMatchObject({
      code: "bad-proof",
    });
  };
  await refused({ ...record, sha256: "00", sum: "00" });
  await refused({ ...record, sha256: "00" }); // of the values that the table states, but of another file
  await refused({ ...record, date: "2999-01-02T03:04:05.000Z" });
  await refused({ ...record, endgame: "KNK" });
  await refused(record, makeIdentity({ rules: "none", metric: "dtc" }));
  // Whoever may write into these folders may write anything: it does not count.
  const forger = await newKey("d");
  await trustKey(store, forger.key, "Forger");
  const others = JSON.stringify(await signProof(record, identity, pair));
  await store.putText(`asian/dtc/KRK.proofs/${forger.key}.json`, others);
  expect(await contributions()).toHaveLength(1);
  await expect(trustKey(store, "no key", "x")).rejects.toMatchObject({ code: "bad-key" });
});

test("the commands make a key, prove, hand in, trust and list", LONG, async () => {
  const at = ["--store", `file:${path}`];
  const file = join(folder, "cli");
  const key = (await run(["store", "key", file])).stdout.trim();
  const out = join(folder, "signed.json");
  const cache = ["--data", join(folder, "cache")];
  const proven = await run(["work", "KRK", "--proofs", "--sign", file, "--out", out, ...at, ...cache]);
  expect(proven.stderr).toBe("");
  expect(proven.stdout).toContain(key);
  expect(readFileSync(out, "utf8")).not.toContain(JSON.parse(readFileSync(file, "utf8")).secret.d);
  expect((await run(["store", "submit", out, ...at])).code).toBe(0);
  expect((await run(["store", "list", ...at])).stdout).toContain(`not counted: key ${key}`);
  expect((await run(["store", "trust", key, "An old computer", ...at])).stdout).toContain("is trusted");
  const { tables } = await runJson<{ tables: { endgame: string; contributed: object[] }[] }>(["store", "list", ...at]);
  expect(tables.find(({ endgame }) => endgame === "KRK")!.contributed).toContainEqual(
    expect.objectContaining({ name: "An old computer", key }),
  );
  expect((await run(["store", "list", ...at])).stdout).not.toContain(`not counted: key ${key}`);
});

test("a name that a store holds does nothing to the terminal that it is shown on", async () => {
  const pair = await newKey("e");
  await submitProof(store, identity, await signProof(record, identity, pair));
  await trustKey(store, pair.key, "\u001b[2J\rNobody\u007f");
  const { stdout } = await run(["store", "list", "--store", `file:${path}`]);
  expect(stdout).toContain("by ?[2J?Nobody? (2025-01-02, stated)");
});
