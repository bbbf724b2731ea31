/** Tables served straight from a store: the same answers, and none of what was read once is asked for again. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../../test/long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { DiskBlocks } from "../src/disk-blocks.ts";
import { beginStore, makeIdentity } from "../src/identity.ts";
import { type Store } from "../src/store.ts";
import { makeKey, readKey, trustKey } from "../src/keys.ts";
import { signProof, submitProof } from "../src/signed-proofs.ts";
import { storedHeader } from "../src/stored-tables.ts";
import { StoreCatalog } from "../src/store-catalog.ts";
import { serve } from "../../../src/doors/http/serve.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { BlockCache } from "../../../src/table/read/blocks.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { openStore } from "../src/open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-serving-"));
const identity = makeIdentity(DEFAULT_COLLECTION);
let store: Store;
let reads = 0;
let isGone = false;

beforeAll(async () => {
  const path = join(folder, "store");
  await buildClosure([parseEndgame("KRKNA")], { ...DEFAULT_COLLECTION, folder: path, threads: 1 });
  const own = await openStore(`file:${path}`);
  await beginStore(own, identity);
  const counted = <T>(read: () => Promise<T>): Promise<T> => {
    reads++;
    return isGone ? Promise.reject(new Error("the store is gone")) : read();
  };
  store = {
    ...own,
    url: own.url,
    read: (...args) => counted(() => own.read(...args)),
    list: (...args) => own.list(...args),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const newCatalog = async (blocks: string, mostBytes = 2 ** 30) => {
  const kept = await DiskBlocks.open(join(folder, blocks), mostBytes);
  return { kept, catalog: new StoreCatalog(store, identity, kept, new BlockCache(2 ** 24)) };
};

async function valuesOf(catalog: { open(name: string): ReturnType<StoreCatalog["open"]> }): Promise<number[]> {
  const table = (await catalog.open("KRKNA"))!;
  const values: number[] = [];
  for (let cell = 0; cell < table.header.cells; cell += 997) values.push(await table.valueAt("black", cell));
  return values;
}

test("gives the values of the files with few requests, and those read once without the store", async () => {
  const plain = new FolderCatalog(join(folder, "store"));
  const right = await valuesOf(plain);
  await plain.close();
  const cold = (await newCatalog("kept")).catalog;
  expect(await valuesOf(cold)).toEqual(right);
  // A request for each piece of 256 KiB, and none that only asks for the size.
  const { size } = (await store.read("asian/dtc/KRKNA.canju", 0, 1))!;
  expect(reads - 1).toBeGreaterThan(0);
  expect(reads - 1).toBeLessThanOrEqual(Math.ceil(size / 2 ** 18));
  reads = 0;
  const warm = (await newCatalog("kept")).catalog;
  expect(await valuesOf(warm)).toEqual(right);
  expect(reads).toBe(0);
});

test("a piece that was damaged on the disk is read again from the store", async () => {
  const path = join(folder, "kept");
  for (const file of readdirSync(path).filter((name) => /KRKNA\.canju\.\d+$/.test(name))) {
    const bytes = readFileSync(join(path, file));
    writeFileSync(join(path, file), bytes.fill(7, bytes.length >> 1));
  }
  const plain = new FolderCatalog(join(folder, "store"));
  expect(await valuesOf((await newCatalog("kept")).catalog)).toEqual(await valuesOf(plain));
  await plain.close();
});

test("keeps no more than it may, and answers nevertheless", async () => {
  const { kept, catalog } = await newCatalog("small", 1000);
  expect(await valuesOf(catalog)).toHaveLength((await valuesOf((await newCatalog("kept")).catalog)).length);
  expect(kept.bytes).toBeLessThanOrEqual(1000);
});

test("a server answers probes, lists and statistics of a store beside its own tables", LONG, async () => {
  const data = join(folder, "data");
  cpSync(join(folder, "store/asian/dtc/KRKN.canju"), join(data, "asian/dtc/KRKN.canju"));
  const { kept } = await newCatalog("served");
  const pair = await readKey(await makeKey(join(folder, "key")).then(() => join(folder, "key")));
  const { sha256, info } = (await storedHeader(store, DEFAULT_COLLECTION, "KRKNA"))!;
  const record = {
    endgame: "KRKNA",
    sha256,
    sum: info.contentSum!,
    date: "2025-01-02T03:04:05.000Z",
    version: "0.1.0",
    seconds: 1,
    positions: 2,
    checks: ["values"] as const,
    inputs: [],
  };
  const own = await openStore(store.url);
  await submitProof(own, identity, await signProof(record, identity, pair));
  await trustKey(own, pair.key, "The club");
  const more = (_: unknown, cache: BlockCache) => new StoreCatalog(store, identity, kept, cache);
  const server = await serve({
    dataDir: data,
    port: 0,
    more: (each, cache) =>
      each.metric === "dtc" && each.rules === "asian" && each.orders !== "chessdb" ? more(each, cache) : undefined,
  });
  try {
    const get = async (path: string) =>
      (await fetch(`${server.url}api/v1/${path}`)).json() as Promise<Record<string, never>>;
    const fen = "3ak4/9/9/9/4n4/9/9/9/4R4/3K5 w";
    expect(await get(`probe?fen=${encodeURIComponent(fen)}`)).toMatchObject({ endgame: "KRKNA", category: "win" });
    const { tables } = (await get("tables")) as unknown as { tables: { endgame: string }[] };
    expect(tables.map(({ endgame }) => endgame).filter((name) => name === "KRKN")).toHaveLength(1);
    expect(tables.map(({ endgame }) => endgame)).toContain("KRKNA");
    const contributed = [{ name: "The club", key: pair.key, date: record.date, version: record.version, stated: true }];
    expect(await get("tables/KRKNA")).toMatchObject({ endgame: "KRKNA", verified: null, contributed });
    expect(await get("tables/KRKN")).toMatchObject({ contributed: [] });
    const right = readFileSync(join(folder, "store/asian/dtc/KRKNA.canju"));
    const file = await fetch(`${server.url}tables/asian/dtc/KRKNA.canju`);
    expect(Buffer.from(await file.arrayBuffer()).equals(right)).toBe(true);
    const tag = file.headers.get("etag")!;
    const part = await fetch(`${server.url}tables/asian/dtc/KRKNA.canju`, {
      headers: { range: "bytes=1000-1099", "if-range": tag },
    });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 1000-1099/${right.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(right.subarray(1000, 1100))).toBe(true);
    const none = await fetch(`${server.url}tables/asian/dtc/KRRK.canju`);
    expect(none.status).toBe(404);
    isGone = true;
    expect(await get(`probe?fen=${encodeURIComponent(fen)}`)).toMatchObject({ category: "win" });
  } finally {
    isGone = false;
    await server.close();
  }
});
