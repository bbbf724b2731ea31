/** The two tasks on a folder store, interrupted anywhere: never a partial table, and always done in the end. */
import fc from "fast-check";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LONG, testEach } from "../../../test/long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { closure, subEndgames } from "../../../src/endgame/graph.ts";
import { Builder } from "../src/builder.ts";
import { CacheFolder } from "../src/cache-folder.ts";
import { checkStore, fetchClosure, listStore } from "../src/check-store.ts";
import { beginStore, collectionOf, makeIdentity, switchesOf, type Identity } from "../src/identity.ts";
import { makeKey, readKey, trustKey } from "../src/keys.ts";
import { TryAgainError, type Store } from "../src/store.ts";
import type { TaskContext } from "../src/task-context.ts";
import { ensureProof, ensureProofPart, ensureTable } from "../src/tasks.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import type { ProofRecord } from "../../../src/table/format/proof.ts";
import { bytesIn, failingAfter } from "./store-suite.ts";
import { openStore } from "../src/open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-tasks-"));
const reference = join(folder, "reference");
const identity: Identity = makeIdentity(DEFAULT_COLLECTION);
const wanted = closure([parseEndgame("KRKN"), parseEndgame("KNKA")]);
const builders: Builder[] = [];

beforeAll(async () => {
  await buildClosure(wanted, { ...DEFAULT_COLLECTION, folder: reference, threads: 1 });
});
afterAll(async () => {
  await Promise.all(builders.map((builder) => builder.close()));
  rmSync(folder, { recursive: true });
});

async function newStore(): Promise<{ store: Store; tables: string }> {
  const path = mkdtempSync(join(folder, "store-"));
  const store = await openStore(`file:${path}`);
  await beginStore(store, identity);
  return { store, tables: join(path, "asian/dtc") };
}

const recordIn = (path: string) => JSON.parse(readFileSync(join(path, "KRKN.proof.json"), "utf8")) as ProofRecord;

const newKey = async (name: string) => {
  const file = join(mkdtempSync(join(folder, "key-")), name);
  await makeKey(file);
  return readKey(file);
};

/** A worker with a cache folder of its own. */
async function newWorker(store: Store, options: { mostBytes?: number; freeBytes?: () => number } = {}) {
  const cacheFolder = mkdtempSync(join(folder, "cache-"));
  const settings = { folder: cacheFolder, collection: collectionOf(identity) };
  const cache = await CacheFolder.open(store, { ...settings, ...options });
  const builder = new Builder({ ...settings, switches: switchesOf(identity), threads: 1 });
  builders.push(builder);
  const context = (over: Partial<TaskContext> = {}): TaskContext => {
    return { store, identity, cache, builder, signal: new AbortController().signal, ...over };
  };
  return { context, tables: join(cacheFolder, "asian/dtc") };
}

test("a closure built table by table is byte for byte that of one build, and proven", async () => {
  const { store, tables } = await newStore();
  const { context } = await newWorker(store);
  for (const endgame of wanted) expect((await ensureTable(endgame, context())).outcome).toBe("built");
  expect(bytesIn(tables)).toEqual(bytesIn(join(reference, "asian/dtc")));
  const other = await newWorker(store);
  expect((await ensureTable(wanted.at(-1)!, other.context())).outcome).toBe("there");
  for (const outcome of ["proven", "there"]) {
    expect((await ensureProof(wanted.at(-1)!, other.context())).outcome).toBe(outcome);
  }
  expect(await checkStore(store, identity, { deep: true })).toEqual({
    tables: wanted.length,
    problems: [],
    unsummed: [],
  });
  const { tables: fetched } = await fetchClosure(store, identity, ["KRKN"], join(folder, "fetched"), {
    signal: new AbortController().signal,
  });
  expect(fetched).toBe(4);
});

testEach(0, [8])(
  "whatever breaks off, tables are whole or absent, and all are there in the end: %i runs",
  async (numRuns) => {
    const right = bytesIn(join(reference, "asian/dtc"));
    const step = fc.record({
      worker: fc.nat(1),
      /** The request of the task that fails, if it comes so far; or the milliseconds after which it is killed. */
      fails: fc.option(fc.nat(12)),
      killed: fc.option(fc.nat(60)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { store, tables } = await newStore();
        const workers = [await newWorker(store), await newWorker(store)];
        const isDone = ({ name }: { name: string }) => existsSync(join(tables, `${name}.canju`));
        const next = () => wanted.find((each) => !isDone(each) && subEndgames(each).every(isDone));
        for (const { worker, fails, killed } of steps) {
          const endgame = next() ?? wanted.at(-1)!;
          const controller = new AbortController();
          if (killed !== null) setTimeout(() => controller.abort(new Error("killed")), killed);
          const failing = failingAfter(
            store,
            fails ?? Infinity,
            () => new TryAgainError("store-unreachable", "the store is gone"),
          );
          await ensureTable(endgame, workers[worker]!.context({ store: failing, signal: controller.signal })).catch(
            () => {},
          );
          for (const [file, bytes] of existsSync(tables) ? bytesIn(tables) : []) expect(bytes).toBe(right.get(file));
        }
        for (let endgame = next(); endgame !== undefined; endgame = next()) {
          await ensureTable(endgame, workers[0]!.context());
        }
        expect(bytesIn(tables)).toEqual(right);
        await Promise.all(builders.splice(0).map((builder) => builder.close()));
      }),
      { numRuns },
    );
  },
  180_000,
);

test("two workers that build one table at a time both succeed", LONG, async () => {
  const { store, tables } = await newStore();
  const workers = [await newWorker(store), await newWorker(store)];
  await ensureTable(parseEndgame("KK"), workers[0]!.context());
  const reports = await Promise.all(workers.map(({ context }) => ensureTable(parseEndgame("KRK"), context())));
  for (const { outcome } of reports) expect(["built", "there"]).toContain(outcome);
  expect(readdirSync(tables).toSorted()).toEqual(["KK.canju", "KRK.canju"]);
});

test("parts of a proof by several workers are taken over, are no proof, and are named by it", LONG, async () => {
  const { store, tables } = await newStore();
  const keys = [await newKey("a"), await newKey("b")];
  for (const [number, pair] of keys.entries()) await trustKey(store, pair.key, `Worker ${number}`);
  cpSync(join(reference, "asian/dtc"), tables, { recursive: true });
  const endgame = parseEndgame("KRKN");
  const workers = [await newWorker(store), await newWorker(store)];
  const read = vi.spyOn(store, "read");
  const fetched = (): number =>
    new Set(read.mock.calls.flatMap(([key]) => (key.includes(".parts/") ? [key] : []))).size;
  for (const number of [1, 2, 4]) {
    const context = workers[number % 2]!.context({ pair: keys[number % 2] });
    expect((await ensureProofPart(endgame, { number, of: 4 }, context)).outcome).toBe("part");
    expect((await ensureProofPart(endgame, { number, of: 4 }, context)).outcome).toBe("there");
  }
  const { proofs } = await listStore(store, identity);
  expect([...proofs]).toEqual([]);
  expect(await checkStore(store, identity, { deep: true })).toEqual({
    tables: wanted.length,
    problems: [],
    unsummed: [],
  });
  const [part] = readdirSync(join(tables, "KRKN.parts")).toSorted();
  const bytes = readFileSync(join(tables, "KRKN.parts", part!));
  bytes[bytes.length >> 1]! ^= 1; // what is damaged is done again
  writeFileSync(join(tables, "KRKN.parts", part!), bytes);
  read.mockClear();
  expect((await ensureProof(endgame, workers[0]!.context())).outcome).toBe("proven");
  expect(fetched()).toBe(3);
  for (const worker of workers)
    expect(readdirSync(worker.tables).filter((file) => !file.endsWith(".canju"))).toEqual([]);
  const names = keys.map(({ key }, number) => ({ name: `Worker ${number}`, key }));
  const makers = recordIn(tables).parts!.toSorted((a, b) => a.name.localeCompare(b.name));
  expect(makers).toEqual(names);
  const alone = await newStore();
  cpSync(join(reference, "asian/dtc"), alone.tables, { recursive: true });
  await ensureProof(endgame, (await newWorker(alone.store)).context());
  const [divided, whole] = [tables, alone.tables].map((path) => {
    const { parts: _, ...record } = recordIn(path);
    return { ...record, date: "", seconds: 0 };
  });
  expect(divided).toEqual(whole);
  expect((await ensureProofPart(endgame, { number: 3, of: 4 }, workers[0]!.context())).outcome).toBe("there");
});

test("a table whose inputs are not there is refused, and a damaged copy in the cache is fetched again", async () => {
  const { store, tables } = await newStore();
  const worker = await newWorker(store);
  await expect(ensureTable(parseEndgame("KRK"), worker.context())).rejects.toMatchObject({ code: "missing-input" });
  await ensureTable(parseEndgame("KK"), worker.context());
  truncateSync(join(worker.tables, "KK.canju"), 500);
  const { fetchedBytes } = await ensureTable(parseEndgame("KRK"), worker.context());
  expect(fetchedBytes).toBe(readFileSync(join(tables, "KK.canju")).length);
  expect(bytesIn(worker.tables)).toEqual(bytesIn(tables));
});

test(
  "what a worker has built or fetched is neither asked for nor compared again, unless its copy was written to",
  LONG,
  async () => {
    const { store, tables } = await newStore();
    const [worker, other] = [await newWorker(store), await newWorker(store)];
    const read = vi.spyOn(store, "read");
    const asked = async (name: string, { context }: typeof worker) => {
      read.mockClear();
      const { fetchedBytes } = await ensureTable(parseEndgame(name), context());
      return { requests: read.mock.calls.length, fetchedBytes };
    };
    expect(await asked("KK", worker)).toEqual({ requests: 1, fetchedBytes: 0 }); // whether it is there
    expect(await asked("KRK", worker)).toEqual({ requests: 1, fetchedBytes: 0 });
    const { length } = readFileSync(join(tables, "KK.canju"));
    expect(await asked("KNK", other)).toEqual({ requests: 3, fetchedBytes: length }); // the input's header and its bytes
    expect(await asked("KPK", other)).toEqual({ requests: 1, fetchedBytes: 0 });
    writeFileSync(join(other.tables, "KK.canju"), "spoilt");
    expect(await asked("KCK", other)).toEqual({ requests: 3, fetchedBytes: length });
  },
);

test("a copy that rots unnoticed gives the task back, and is fetched again at the next try", LONG, async () => {
  const { store, tables } = await newStore();
  const worker = await newWorker(store);
  await ensureTable(parseEndgame("KK"), worker.context());
  const copy = join(worker.tables, "KK.canju");
  const { atime, mtime } = statSync(copy);
  writeFileSync(copy, readFileSync(copy).fill(7));
  utimesSync(copy, atime, mtime);
  const task = ensureTable(parseEndgame("KRK"), worker.context());
  await expect(task).rejects.toMatchObject({ code: "damaged-table" });
  await expect(task).rejects.toBeInstanceOf(TryAgainError);
  expect((await ensureTable(parseEndgame("KRK"), worker.context())).outcome).toBe("built");
  expect(bytesIn(worker.tables)).toEqual(bytesIn(tables));
});

test("other values are never published: both files are kept", async () => {
  const { store, tables } = await newStore();
  const worker = await newWorker(store);
  await ensureTable(parseEndgame("KK"), worker.context());
  // Somebody else's table of that name turns up while ours is built: whole, of its name, of other values.
  const forged = join(folder, "forged");
  const rules = { rules: "asian", metric: "dtc", orders: "fang" } as const;
  const options = { ...switchesOf(identity)!, checksMayChase: true };
  await buildClosure([parseEndgame("KRK")], { ...rules, options, folder: forged, threads: 1 });
  const stillOurs = async (): Promise<void> => cpSync(join(forged, "asian/dtc/KRK.canju"), join(tables, "KRK.canju"));
  const published: unknown = await ensureTable(parseEndgame("KRK"), worker.context({ stillOurs })).catch(
    (e: unknown) => e,
  );
  expect(published).toMatchObject({ code: "other-table" });
  expect(readdirSync(worker.tables)).toContain("KRK.canju.other");
  expect(readFileSync(join(tables, "KRK.canju"))).toEqual(readFileSync(join(forged, "asian/dtc/KRK.canju")));
  const { problems } = await checkStore(store, identity, { deep: false });
  expect(problems.map(({ key }) => key)).toContain("asian/dtc/KRK.canju");
});

test("a file of other bytes with the same values, such as another version builds, is as good", LONG, async () => {
  const { store, tables } = await newStore();
  const worker = await newWorker(store);
  await ensureTable(parseEndgame("KK"), worker.context());
  const published = join(folder, "published");
  await buildClosure([parseEndgame("KRK")], { ...DEFAULT_COLLECTION, effort: "small", folder: published, threads: 1 });
  const theirs = readFileSync(join(published, "asian/dtc/KRK.canju"));
  const stillOurs = async (): Promise<void> => writeFileSync(join(tables, "KRK.canju"), theirs);
  expect(await ensureTable(parseEndgame("KRK"), worker.context({ stillOurs }))).toMatchObject({ outcome: "there" });
  expect(readFileSync(join(tables, "KRK.canju"))).toEqual(theirs);
  expect(readFileSync(join(worker.tables, "KRK.canju"))).not.toEqual(theirs);
  expect(readdirSync(worker.tables)).not.toContain("KRK.canju.other");
  expect(await checkStore(store, identity, { deep: true })).toEqual({ tables: 2, problems: [], unsummed: [] });
});

test("the store's check names what is damaged, lost or no proof, and deletes nothing", async () => {
  const { store, tables } = await newStore();
  cpSync(join(reference, "asian/dtc"), tables, { recursive: true });
  writeFileSync(join(tables, "KRK.proof.json"), "{}");
  const bytes = readFileSync(join(tables, "KRKN.canju"));
  bytes[bytes.length - 2000]! ^= 1;
  writeFileSync(join(tables, "KRKN.canju"), bytes);
  rmSync(join(tables, "KAK.canju"));
  const keysOf = async (deep: boolean) => {
    return (await checkStore(store, identity, { deep })).problems.map(({ key }) => key.replace(/.*\//, ""));
  };
  expect(await keysOf(true)).toEqual(expect.arrayContaining(["KRK.canju", "KRKN.canju", "KNKA.canju"]));
  expect(await keysOf(false)).not.toContain("KRKN.canju");
  expect(readdirSync(tables)).toHaveLength(wanted.length);
});

test("a full disk empties the cache once of what the store has, then gives the task back", LONG, async () => {
  const { store } = await newStore();
  const roomy = await newWorker(store);
  for (const endgame of wanted.slice(0, 3)) await ensureTable(endgame, roomy.context());
  let free = 0;
  const full = await newWorker(store, { freeBytes: () => free });
  await expect(ensureTable(parseEndgame("KRK"), full.context())).resolves.toMatchObject({ outcome: "there" });
  const refused = ensureTable(wanted[3]!, full.context());
  await expect(refused).rejects.toMatchObject({ code: "disk-full" });
  await expect(refused).rejects.toBeInstanceOf(TryAgainError);
  free = 2 ** 30;
  await ensureTable(wanted[3]!, full.context());
  const small = await newWorker(store, { mostBytes: 9_000 });
  for (const endgame of wanted) await ensureTable(endgame, small.context());
  expect(readdirSync(small.tables).filter((file) => file.endsWith(".canju")).length).toBeLessThan(wanted.length);
});

test("a builder that is killed twice on a table says that it does not fit", async () => {
  const { store } = await newStore();
  const { context } = await newWorker(store);
  const { builder } = context();
  const outOfMemory = async (): Promise<unknown> => {
    const run = builder.run("build", "KRKN", new AbortController().signal, () => {}).catch((error: unknown) => error);
    await expect.poll(() => builder.pid).toBeDefined();
    process.kill(builder.pid!, "SIGKILL");
    return run;
  };
  expect(await outOfMemory()).toMatchObject({ message: expect.stringContaining("SIGKILL") as string });
  expect(await outOfMemory()).toMatchObject({ code: "does-not-fit" });
});
