/** Jobs that somebody has written into the queue's database by hand: none makes a worker do what no plan asks for. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { Builder } from "../src/builder.ts";
import { CacheFolder } from "../src/cache-folder.ts";
import { beginStore, collectionOf, makeIdentity, switchesOf } from "../src/identity.ts";
import { makeKey, readKey, trustKey } from "../src/keys.ts";
import type { JobKind } from "../src/plan.ts";
import type { Ending, Queue, TakenJob } from "../src/queue.ts";
import { type Store } from "../src/store.ts";
import { runWorker } from "../src/worker.ts";
import { WorkerFigures } from "../src/worker-figures.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import { openStore } from "../src/open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-jobs-"));
const identity = makeIdentity(DEFAULT_COLLECTION);
let store: Store;
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  mkdirSync(join(folder, "store"));
  store = await openStore(`file:${join(folder, "store")}`);
  await beginStore(store, identity);
  const reference = join(folder, "reference");
  await buildClosure([parseEndgame("KRK")], { ...DEFAULT_COLLECTION, folder: reference, threads: 1 });
  cpSync(join(reference, "asian/dtc"), join(folder, "store/asian/dtc"), { recursive: true });
});

/** What a worker makes of jobs, one after the other. */
async function endingsOf(kind: JobKind, jobs: readonly unknown[]): Promise<Ending[]> {
  const key = join(mkdtempSync(join(folder, "key-")), "key");
  await trustKey(store, await makeKey(key), "this worker");
  const settings = { folder: mkdtempSync(join(folder, "cache-")), collection: collectionOf(identity) };
  const cache = await CacheFolder.open(store, settings);
  const builder = new Builder({ ...settings, switches: switchesOf(identity), threads: 1 });
  const endings: Ending[] = [];
  const stop = new AbortController();
  const queue = {
    async work(_kind: JobKind, _memoryBytes: number, run: (job: TakenJob) => Promise<Ending>) {
      for (const job of jobs) {
        const taken = { store: store.url, pairs: 1, memoryBytes: 1, tries: 0, signal: new AbortController().signal };
        endings.push(await run({ ...(job as TakenJob), ...taken, stillOurs: async () => {} }));
      }
      stop.abort();
      return { stop: async () => {} };
    },
  } as unknown as Queue;
  const options = { queue, store, identity, cache, builder, kind, memoryBytes: 2 ** 31, pair: await readKey(key) };
  await runWorker({ ...options, figures: new WorkerFigures(), untilEmpty: false, signal: stop.signal, log: () => {} });
  await builder.close();
  await cache.close();
  return endings;
}

const bad = (reason: RegExp) => ({ kind: "never", reason: expect.stringMatching(reason) as string });

test("a part whose numbers are paths is refused, and writes nothing", async () => {
  const outside = "/../../../../../outside";
  const parts = [
    { number: 1, of: outside },
    { number: `1${outside}`, of: 2 },
    { number: 1, of: `2${outside}` },
    { number: ["1"], of: 2 },
    { number: 3, of: 2 },
    { number: 1, of: 3 },
    { number: 1, of: 1e9 },
    { number: 0.5, of: 2 },
    {},
    "1/2",
    null,
  ];
  const endings = await endingsOf(
    "proof",
    parts.map((part) => ({ kind: "proof", endgame: "KRK", part })),
  );
  expect(endings).toEqual(parts.map(() => bad(/: bad-job: no plan has made this job: \{/)));
  expect(existsSync(join(folder, "outside"))).toBe(false);
  expect(readdirSync(join(folder, "store/asian/dtc")).toSorted()).toEqual(["KK.canju", "KRK.canju"]);
}, 60_000);

test("a job of another kind, or of what is no endgame, is refused", async () => {
  const jobs = [
    { kind: "proof", endgame: "KRK" },
    { kind: "table", endgame: "KRK", part: { number: 1, of: 2 } },
    { kind: "table", endgame: "KKR" },
    { kind: "table", endgame: "../KRK" },
    { kind: "table", endgame: ["KRK"] },
    { kind: "table", endgame: null },
    { kind: "table" },
    {},
    { kind: "table", endgame: "KPKP", part: { number: 1, of: 9 } },
    { kind: "table", endgame: "KPKP", part: { number: 10, of: 9 }, inSlices: true },
    { kind: "table", endgame: "KPKP", part: { number: 1, of: 8 }, inSlices: true },
    { kind: "table", endgame: "KPKP", part: { number: 0.5, of: 9 }, inSlices: true },
    { kind: "table", endgame: "KPKP", part: { number: "1/../../../outside", of: 9 }, inSlices: true },
    { kind: "table", endgame: "KPKP", part: null, inSlices: true },
    { kind: "table", endgame: "KPKP", inSlices: "yes" },
    { kind: "table", endgame: "KRK", inSlices: true },
  ];
  const endings = await endingsOf("table", jobs);
  expect(endings).toEqual(jobs.map(() => bad(/: (bad-job|bad-endgame): /)));
  const planned = [
    { kind: "table", endgame: "KRK" },
    { kind: "table", endgame: "KPK" },
    { kind: "table", endgame: "KPKP", part: { number: 1, of: 9 }, inSlices: true },
    { kind: "table", endgame: "KPKP", inSlices: true },
  ];
  expect(await endingsOf("table", planned)).toMatchObject(planned.map(() => ({ kind: "done" })));
}, 60_000);
