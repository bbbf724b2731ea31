/** Stores whose contents somebody has put there to deceive: nothing of it is believed, nobody waits for it, and it is named. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { describeEach } from "../../../test/long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { Builder } from "../src/builder.ts";
import { CacheFolder } from "../src/cache-folder.ts";
import { checkStore, fetchClosure, listStore } from "../src/check-store.ts";
import { DiskBlocks } from "../src/disk-blocks.ts";
import { beginStore, collectionOf, makeIdentity } from "../src/identity.ts";
import { makeKey, readKey, trustedKeys, trustKey, type KeyPair } from "../src/keys.ts";
import { contributionsTo, signProof, submitProof } from "../src/signed-proofs.ts";
import { StoreCatalog } from "../src/store-catalog.ts";
import { type Store } from "../src/store.ts";
import { publishTable, storedHeader } from "../src/stored-tables.ts";
import type { TaskContext } from "../src/task-context.ts";
import { ensureProof } from "../src/tasks.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { BlockCache } from "../../../src/table/read/blocks.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { run } from "../../../test/doors/cli/program.ts";
import { alterTable, forgeTable } from "../../../test/verify/tables.ts";
import { openStore } from "../src/open-store.ts";

vi.setConfig({ testTimeout: 60_000 });

const identity = makeIdentity({ rules: "none", metric: "dtc" });
const collection = collectionOf(identity);
const folder = mkdtempSync(join(tmpdir(), "canju-hostile-store-"));
const signal = new AbortController().signal;
let pair: KeyPair;

/** An honest store: tables, the proof of KRKA by the store's own prover, and one by a trusted key. */
const honest = join(folder, "honest");
beforeAll(async () => {
  mkdirSync(honest);
  await buildClosure([parseEndgame("KRKA")], { ...collection, folder: honest, threads: 1 });
  const store = await openStore(`file:${honest}`);
  await beginStore(store, identity);
  await makeKey(join(folder, "key"));
  pair = await readKey(join(folder, "key"));
  await proveIn(store);
  const record = JSON.parse(new TextDecoder().decode((await store.read("none/dtc/KRKA.proof.json", 0, 1e5))!.bytes));
  await submitProof(store, identity, await signProof(record, identity, pair));
  await trustKey(store, pair.key, "The club");
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function copy(): Promise<{ path: string; store: Store }> {
  const path = mkdtempSync(join(folder, "store-"));
  cpSync(honest, path, { recursive: true });
  return { path, store: await openStore(`file:${path}`) };
}

async function proveIn(store: Store): Promise<string> {
  const settings = { folder: mkdtempSync(join(folder, "cache-")), collection };
  const cache = await CacheFolder.open(store, settings);
  const builder = new Builder({ ...settings, switches: undefined, threads: 1 });
  try {
    const context: TaskContext = { store, identity, cache, builder, signal };
    return (await ensureProof(parseEndgame("KRKA"), context)).outcome;
  } finally {
    await builder.close();
    await cache.close();
  }
}

const contributions = async (store: Store) =>
  contributionsTo(store, identity, (await storedHeader(store, collection, "KRKA"))!, await trustedKeys(store));
const served = async (store: Store) => {
  const blocks = await DiskBlocks.open(mkdtempSync(join(folder, "blocks-")), 2 ** 30);
  return new StoreCatalog(store, identity, blocks, new BlockCache(2 ** 24)).describe("KRKA");
};
const check = async (store: Store, deep: boolean) => (await checkStore(store, identity, { deep, signal })).problems;

test("an honest store's proofs are told, as what they are: of the file as it states itself", async () => {
  const { store } = await copy();
  expect(await contributions(store)).toMatchObject([{ name: "The club", stated: true }]);
  expect(await served(store)).toMatchObject({
    verified: { endgame: "KRKA", stated: true },
    sum: { stated: true },
    contributed: [{ name: "The club", stated: true }],
  });
  expect(await check(store, true)).toEqual([]);
  const { stdout } = await run(["store", "list", "--store", store.url]);
  expect(stdout).toMatch(/KRKA .* proven \(stated\), by The club \(20.*, stated\)/);
});

describe("a forged table in the place of a proven one", () => {
  test("that states its content sum has none of its proofs, is named by a deep check and not fetched", async () => {
    const { path, store } = await copy();
    const sum = await forgeTable(path, "KRKA", { stateSha256: false });
    expect(await contributions(store)).toEqual([]);
    expect(await served(store)).toMatchObject({ verified: null, contributed: [] });
    expect(await check(store, true)).toEqual([
      {
        key: "none/dtc/KRKA.canju",
        problem: expect.stringMatching(new RegExp(`is [0-9a-f]{64} instead of ${sum}, which`)),
      },
      expect.objectContaining({
        problem: expect.stringContaining("KRKA.proof.json is no proof of the table beside it"),
      }),
    ]);
    await expect(proveIn(store)).rejects.toMatchObject({ code: "other-proof" });
    const data = mkdtempSync(join(folder, "data-"));
    await expect(fetchClosure(store, identity, ["KRKA"], data, { signal })).rejects.toMatchObject({
      code: "damaged-in-store",
    });
    expect(readdirSync(join(data, "none/dtc")).filter((file) => file.includes("KRKA"))).toEqual([]);
  });

  test("that states its SHA-256 as well is not said to be proven, is named by a deep check and not fetched", async () => {
    const { path, store } = await copy();
    await forgeTable(path, "KRKA", { stateSha256: true });
    expect(await contributions(store)).toMatchObject([{ stated: true }]);
    expect(await served(store)).toMatchObject({ verified: { stated: true }, contributed: [{ stated: true }] });
    expect(await check(store, true)).toMatchObject([
      { problem: expect.stringContaining("does not match its SHA-256") },
    ]);
    const data = mkdtempSync(join(folder, "data-"));
    await expect(fetchClosure(store, identity, ["KRKA"], data, { signal })).rejects.toMatchObject({
      code: "damaged-in-store",
    });
  });
});

test("a builder that finds other values in the store is not content with the sum that they state", async () => {
  const { path, store } = await copy();
  await forgeTable(path, "KRKA", { stateSha256: false });
  const data = mkdtempSync(join(folder, "data-"));
  cpSync(join(honest, "none"), join(data, "none"), { recursive: true });
  const publish = () => publishTable(store, new FolderCatalog(data, collection), "KRKA", signal);
  await expect(publish()).rejects.toMatchObject({ code: "other-table" });
  expect(readdirSync(join(data, "none/dtc"))).toContain("KRKA.canju.other");
});

test("a proof counts for a file with the same values, stored in another way, once they were summed", async () => {
  const { path, store } = await copy();
  const { contentSum } = (await storedHeader(store, collection, "KRKA"))!.info;
  await alterTable(path, "KRKA", () => {}, { contentSum: contentSum! });
  expect(await served(store)).toMatchObject({ verified: null, contributed: [] });
  expect(await check(store, true)).toEqual([]);
  expect(await proveIn(store)).toBe("there");
});

test("what was fetched was summed here, and its sum is kept", async () => {
  const { store } = await copy();
  const data = mkdtempSync(join(folder, "data-"));
  for (let i = 0; i < 2; i++) {
    expect(await fetchClosure(store, identity, ["KRKA"], data, { signal })).toMatchObject({ tables: 4, unsummed: [] });
    const { tables } = await new FolderCatalog(data, collection).list();
    expect(tables.map(({ sum }) => sum?.stated)).toEqual([false, false, false, false]);
  }
});

test("a record from the future is no proof", async () => {
  const { path, store } = await copy();
  for (const file of [`KRKA.proofs/${pair.key}.json`, "KRKA.proof.json"]) rmSync(join(path, "none/dtc", file));
  const { sha256 } = (await storedHeader(store, collection, "KRKA"))!;
  const record = {
    endgame: "KRKA",
    sha256,
    date: "2999-01-01T00:00:00.000Z",
    version: "0.1.0",
    seconds: 1,
    positions: 1,
  };
  const future = { ...record, checks: ["values"] as const, inputs: [] };
  await store.putText(`none/dtc/KRKA.proofs/${pair.key}.json`, JSON.stringify(await signProof(future, identity, pair)));
  await store.putText("none/dtc/KRKA.proof.json", JSON.stringify(future));
  expect(await contributions(store)).toEqual([]);
  expect(await served(store)).toMatchObject({ verified: null, contributed: [] });
  expect(await check(store, false)).toMatchObject([{ problem: expect.stringContaining("is from the future") }]);
});

test("what lies among the trusted keys and is none is not counted, and named", async () => {
  const { path, store } = await copy();
  const trusted = join(path, "trusted");
  const other = "ab".repeat(32);
  writeFileSync(join(trusted, "notes.txt"), "hello");
  writeFileSync(join(trusted, `${other}.json`), JSON.stringify({ key: pair.key, name: "Another", since: "" }));
  writeFileSync(join(trusted, `${"cd".repeat(32)}.json`), "");
  truncateSync(join(trusted, `${"cd".repeat(32)}.json`), 2 ** 40);
  execFileSync("mkfifo", [join(trusted, `${"ef".repeat(32)}.json`)]);
  symlinkSync(join(folder, "key"), join(trusted, `${"12".repeat(32)}.json`));
  expect((await trustedKeys(store)).map(({ name }) => name)).toEqual(["The club"]);
  expect(await contributions(store)).toHaveLength(1);
  expect(await served(store)).toMatchObject({ contributed: [{ name: "The club" }] });
  const named = (await check(store, false)).map(({ key }) => key).sort();
  expect(named).toEqual(
    [`trusted/${other}.json`, `trusted/${"cd".repeat(32)}.json`, "trusted/notes.txt"]
      .map((key) => JSON.stringify(key))
      .sort(),
  );
});

const OTHERS: readonly [what: string, make: (path: string) => unknown][] = [
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
  ["a link out of the store", (path) => symlinkSync(join(folder, "key"), path)],
  ["a folder", (path) => mkdirSync(path)],
  ["a file of 1 TiB", (path) => (writeFileSync(path, ""), truncateSync(path, 2 ** 40))],
  ["an empty file", (path) => writeFileSync(path, "")],
];

describeEach(1, OTHERS)("%s in the place of an object", (_, make) => {
  const replace = (path: string, key: string): void => {
    rmSync(join(path, key));
    make(join(path, key));
  };

  test("of the store's identity ends commands in a line", async () => {
    const { path, store } = await copy();
    replace(path, "store.json");
    for (const args of [["list"], ["check", "--deep"], ["fetch", "KRKA", "--data", join(folder, "nowhere")]]) {
      const { code, stderr } = await run(["store", ...args, "--store", store.url]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^canju: .*\n$/)]);
    }
  });

  test("of a table is missed or named, and keeps nobody from the others", async () => {
    const { path, store } = await copy();
    replace(path, "none/dtc/KRK.canju");
    expect((await listStore(store, identity)).tables.map(({ endgame }) => endgame)).toContain("KRKA");
    expect(await check(store, true)).not.toEqual([]);
    expect(await served(store)).toMatchObject({ endgame: "KRKA", verified: { stated: true } });
    await expect(
      fetchClosure(store, identity, ["KRKA"], mkdtempSync(join(folder, "data-")), { signal }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^(missing-table|damaged-table|source-.*)$/),
    });
  });

  test.each([
    ["none/dtc/KRKA.proof.json", { verified: null, contributed: [{ name: "The club" }] }],
    ["KEY", { verified: { stated: true }, contributed: [] }],
  ])("of the record %s says nothing of its table", async (name, told) => {
    const { path, store } = await copy();
    replace(path, name === "KEY" ? `none/dtc/KRKA.proofs/${pair.key}.json` : name);
    expect(await served(store)).toMatchObject(told);
  });
});

test("a store of another reading is served and checked as what it says, and its tables as what they are", async () => {
  const { path, store } = await copy();
  const text = JSON.stringify(makeIdentity({ rules: "none", metric: "dtm" }));
  writeFileSync(join(path, "store.json"), text);
  cpSync(join(path, "none/dtc"), join(path, "none/dtm"), { recursive: true });
  const other = makeIdentity({ rules: "none", metric: "dtm" });
  const { problems } = await checkStore(store, other, { deep: false, signal });
  expect(problems.map(({ problem }) => problem)).toEqual(
    Array.from({ length: 4 }, () => expect.stringContaining("dtc")),
  );
  const blocks = await DiskBlocks.open(mkdtempSync(join(folder, "blocks-")), 2 ** 30);
  const catalog = new StoreCatalog(store, other, blocks, new BlockCache(2 ** 24));
  await expect(catalog.open("KRKA")).rejects.toMatchObject({ code: expect.stringMatching(/table|rules/) });
});

test("names that are no endgames' are named as text, whatever they do to a terminal", async () => {
  const { path, store } = await copy();
  const bad = "\u001b]0;gone\u0007\u001b[2J.canju";
  writeFileSync(join(path, "none/dtc", bad), "");
  const list = await run(["store", "list", "--store", store.url]);
  expect(list.stdout + list.stderr).not.toContain("\u001b");
  const { code, stdout, stderr } = await run(["store", "check", "--store", store.url]);
  expect([code, stdout + stderr]).toEqual([2, expect.not.stringContaining("\u001b")]);
  expect(stdout).toContain("its name is that of no endgame");
});

test("what lies among the pieces of a server's cache and is none is left there, and kept from nobody", async () => {
  const { store } = await copy();
  const blocks = mkdtempSync(join(folder, "blocks-"));
  const catalog = async () =>
    new StoreCatalog(store, identity, await DiskBlocks.open(blocks, 2 ** 30), new BlockCache(2 ** 24));
  const value = async () => (await (await catalog()).open("KRKA"))!.valueAt("red", 4711);
  const right = await value();
  for (const file of readdirSync(blocks)) {
    rmSync(join(blocks, file));
    execFileSync("mkfifo", [join(blocks, file)]);
  }
  mkdirSync(join(blocks, "a.tmp"));
  symlinkSync(join(folder, "nowhere"), join(blocks, "link"));
  expect(await value()).toBe(right);
});
