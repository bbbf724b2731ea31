/**
 * What can go wrong in a fleet (docs/guides/fleet.md), on a real PostgreSQL and a real S3 server: what is in the store at the end is
 * whole, and byte for byte that of one machine. Rows of the database alone are in queue.test.ts, of requests alone in
 * s3-store.test.ts; all of them together in chaos.test.ts.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { parseEndgame } from "../../../../src/endgame/endgame.ts";
import { closure } from "../../../../src/endgame/graph.ts";
import { Builder } from "../../src/builder.ts";
import { CacheFolder } from "../../src/cache-folder.ts";
import { checkStore, listStore } from "../../src/check-store.ts";
import { beginStore, makeIdentity, switchesOf } from "../../src/identity.ts";
import { makeKey, readKey, trustKey } from "../../src/keys.ts";
import { makePlan } from "../../src/plan.ts";
import { Queue } from "../../src/queue.ts";
import { RATES } from "../../src/rates.ts";
import type { Store } from "../../src/store.ts";
import { storedHeader } from "../../src/stored-tables.ts";
import { ensureTable, storedProof } from "../../src/tasks.ts";
import { runWorker, type WorkerEvent } from "../../src/worker.ts";
import { WorkerFigures } from "../../src/worker-figures.ts";
import { buildClosure } from "../../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../../src/table/catalog/collection.ts";
import { PROGRAM, run } from "../../../../test/doors/cli/program.ts";
import { startProxy, type Spoil } from "../proxy.ts";
import { end, until } from "./processes.ts";
import { Postgres, psql } from "./postgres.ts";
import { makeBucket, removeObject, s3Environment, useS3 } from "./s3.ts";
import { openStore } from "../../src/open-store.ts";

const identity = makeIdentity(DEFAULT_COLLECTION);
const folder = mkdtempSync(join(tmpdir(), "canju-failures-"));
/** Takes one thread a second or two, so that it can be disturbed in the midst. */
const SLOW = "KRKNAB";
const QUICK = ["KK", "KRK", "KNK", "KRKN"];
const closers: (() => unknown)[] = [];
let number = 0;

/** Built by one machine. */
const rightBytes = (name: string): Buffer => readFileSync(join(folder, "one/asian/dtc", `${name}.canju`));

beforeAll(async () => {
  const options = { ...DEFAULT_COLLECTION, folder: join(folder, "one"), threads: 1 };
  await buildClosure([parseEndgame(SLOW), parseEndgame("KRKN")], options);
  await makeBucket("failures");
});
beforeEach(() => useS3());
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A store and a queue of their own. */
async function newFleet(options: { readonly postgres?: string } = {}) {
  const url = `s3://failures/${number++}`;
  const store = await openStore(url);
  closers.push(() => store.close());
  await beginStore(store, identity);
  const server = options.postgres ?? inject("postgres");
  const database = `failures${number}`;
  await psql(server, `create database ${database}`);
  const queueUrl = server.replace(/\/postgres$/, `/${database}`);
  const openQueue = async (create = true): Promise<Queue> => {
    const queue = await Queue.open(queueUrl, url, create, { heartbeatSeconds: 10, retrySeconds: 1 });
    closers.push(() => queue.close());
    return queue;
  };
  /** Plans what is missing of these; tells which jobs that makes. */
  const plan = async (names: readonly string[]): Promise<{ queue: Queue; jobs: string[] }> => {
    const { tables, proofs } = await listStore(store, identity);
    const { jobs } = makePlan({
      endgames: names.map(parseEndgame),
      ...DEFAULT_COLLECTION,
      tables: new Set(tables.map(({ endgame }) => endgame)),
      proofs,
      prove: false,
      memoryBytes: 2 ** 31,
      buildable: true,
      threads: 1,
      rates: RATES,
    });
    const queue = await openQueue();
    await queue.add(jobs);
    return { queue, jobs: jobs.map(({ endgame }) => endgame) };
  };
  /** Puts tables that one machine has built. */
  const put = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await store.putFile(`asian/dtc/${name}.canju`, join(folder, "one/asian/dtc", `${name}.canju`));
    }
  };
  const below = (name: string): string[] =>
    closure([parseEndgame(name)])
      .slice(0, -1)
      .map((each) => each.name);
  const bytesOf = async (name: string): Promise<Buffer | null> => {
    const found = await store.read(`asian/dtc/${name}.canju`, 0, 2 ** 26);
    return found && Buffer.from(found.bytes);
  };
  const expectRight = async (names: readonly string[]): Promise<void> => {
    for (const name of names) expect((await bytesOf(name))!.equals(rightBytes(name)), name).toBe(true);
    expect((await checkStore(store, identity, { deep: true })).problems).toEqual([]);
  };
  return { url, store, queueUrl, openQueue, plan, put, below, bytesOf, expectRight };
}
type Fleet = Awaited<ReturnType<typeof newFleet>>;

interface LoggedEvent {
  readonly event: string;
  readonly endgame?: string;
  readonly reason?: string;
}

/** `canju work` in a process of its own. */
class Worker {
  readonly child: ChildProcess;
  readonly events: LoggedEvent[] = [];
  text = "";
  readonly args: readonly string[];

  constructor({ url, queueUrl }: Fleet, { before = [] as readonly string[], env = {} } = {}) {
    const data = mkdtempSync(join(folder, "worker-"));
    const options = ["--store", url, "--data", data, "--threads", "1", "--memory", "2G", "--until-empty"];
    const [program, ...args] = [...before, process.execPath, PROGRAM, "work", ...options];
    this.args = args;
    const environment = { ...process.env, ...s3Environment(), CANJU_QUEUE: queueUrl, ...env };
    this.child = spawn(program!, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
    createInterface(this.child.stdout!).on("line", (line) => {
      this.text += line;
      this.events.push(JSON.parse(line) as LoggedEvent);
    });
    this.child.stderr!.on("data", (text: Buffer) => (this.text += text.toString()));
    closers.push(() => end(this.child, "SIGKILL"));
  }

  /** Waits for an event. */
  async saw(event: string, endgame?: string): Promise<void> {
    const isSeen = async () => {
      return this.events.some((each) => each.event === event && (endgame ?? each.endgame) === each.endgame);
    };
    await until(`a worker says ${event} ${endgame ?? ""} (${this.text})`, isSeen);
  }

  /** The exit code; -1 after a signal. */
  async ended(): Promise<number> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, "exit");
    return this.child.exitCode ?? -1;
  }
}

/** A worker in this process, until its queue is empty or it is told to stop. */
async function workHere(
  fleet: Fleet,
  over: { store?: Store; freeBytes?: () => number; builder?: (builder: Builder) => void } = {},
  until_ = new AbortController(),
) {
  const { store = fleet.store, freeBytes } = over;
  const cacheFolder = mkdtempSync(join(folder, "cache-"));
  const settings = { folder: cacheFolder, collection: { ...DEFAULT_COLLECTION } };
  const cache = await CacheFolder.open(store, { ...settings, ...(freeBytes && { freeBytes }) });
  const builder = new Builder({ ...settings, switches: switchesOf(identity), threads: 1 });
  closers.push(
    () => cache.close(),
    () => builder.close(),
  );
  over.builder?.(builder);
  const events: WorkerEvent[] = [];
  const done = runWorker({
    queue: await fleet.openQueue(false),
    store,
    identity,
    cache,
    builder,
    kind: "table",
    memoryBytes: 2 ** 31,
    figures: new WorkerFigures(),
    untilEmpty: true,
    signal: until_.signal,
    log: (event) => events.push(event),
  });
  return { events, done, stop: () => until_.abort(), tables: join(cacheFolder, "asian/dtc") };
}

/** A store that does something else in some of its methods. */
function wrapped(store: Store, over: Partial<Store>): Store {
  return {
    url: store.url,
    read: (...args) => store.read(...args),
    putFile: (...args) => store.putFile(...args),
    putText: (...args) => store.putText(...args),
    list: (...args) => store.list(...args),
    close: () => store.close(),
    ...over,
  };
}

describe("a worker", () => {
  async function slowFleet(options = {}) {
    const fleet = await newFleet(options);
    await fleet.put(fleet.below(SLOW));
    const { queue, jobs } = await fleet.plan([SLOW]);
    expect(jobs).toEqual([SLOW]);
    return { fleet, queue };
  }
  const begun = async (fleet: Fleet): Promise<Worker> => {
    const worker = new Worker(fleet);
    await worker.saw("start", SLOW);
    await wait(400); // its builder is at work
    return worker;
  };

  test("dies in the midst of a table: another begins it again once its heartbeats are missed", async () => {
    const { fleet, queue } = await slowFleet();
    const worker = await begun(fleet);
    worker.child.kill("SIGKILL");
    expect(await worker.ended()).toBe(-1);
    expect(await fleet.bytesOf(SLOW)).toBeNull();
    expect(await new Worker(fleet).ended()).toBe(0);
    expect((await queue.status()).done).toBe(1);
    await fleet.expectRight([SLOW]);
  });

  test("is told to stop, as a spot machine is: its job is free at once, and nothing of its table is in the store", async () => {
    const { fleet, queue } = await slowFleet();
    const worker = await begun(fleet);
    worker.child.kill("SIGTERM");
    expect(await worker.ended()).toBe(0);
    const { ready, running, failed } = await queue.status();
    expect([ready, running, failed]).toEqual([1, [], []]);
    expect(await fleet.bytesOf(SLOW)).toBeNull();
    const next = new Worker(fleet);
    await next.saw("start", SLOW);
    // It was given back, and not missed.
    expect(next.events.find(({ event }) => event === "start")).toMatchObject({ tries: 0 });
  });

  test("is frozen and comes back when another has built its table: it lets go, and the bytes are the same", async () => {
    const { fleet, queue } = await slowFleet();
    const worker = await begun(fleet);
    worker.child.kill("SIGSTOP");
    expect(await new Worker(fleet).ended()).toBe(0);
    worker.child.kill("SIGCONT");
    expect(await worker.ended()).toBe(0);
    expect(worker.text).toMatch(/another worker has|not found|no longer/);
    expect((await queue.status()).done).toBe(1);
    await fleet.expectRight([SLOW]);
  });

  test("has its database killed beside it: it waits, and the job is counted once when the database is back", async () => {
    const own = await Postgres.start();
    closers.push(() => own.close());
    const { fleet } = await slowFleet({ postgres: own.url() });
    const worker = await begun(fleet);
    await own.kill();
    await wait(3000);
    await own.run();
    expect(await worker.ended()).toBe(0);
    expect((await (await fleet.openQueue(false)).status()).done).toBe(1);
    await fleet.expectRight([SLOW]);
  });

  test.each(["+2h", "-2h"])("has a clock that is %s off: it builds and publishes nevertheless", async (offset) => {
    const fleet = await newFleet();
    const { queue } = await fleet.plan(["KRKN"]);
    // Only the time of day is another one: seconds still pass as they do.
    const worker = new Worker(fleet, {
      before: ["faketime", "-f", offset],
      env: { FAKETIME_DONT_FAKE_MONOTONIC: "1" },
    });
    expect(await worker.ended(), worker.text).toBe(0);
    expect((await queue.status()).done).toBe(QUICK.length);
    await fleet.expectRight(QUICK);
  });

  test("tells nobody its credentials: not in options, log or jobs, nor to the process that builds", async () => {
    const { fleet } = await slowFleet();
    const { secretKey } = inject("s3");
    const queueUrl = fleet.queueUrl.replace("canju@", "canju:pass-of-nobody@");
    const worker = new Worker(fleet, { env: { CANJU_QUEUE: queueUrl, AWS_SESSION_TOKEN: "" } });
    await worker.saw("start", SLOW);
    const child = (): string | undefined =>
      readdirSync("/proc").find(
        (pid) => readOr(`/proc/${pid}/stat`).split(") ")[1]?.split(" ")[1] === `${worker.child.pid}`,
      );
    if (existsSync("/proc")) {
      await until("it has a builder", async () => child() !== undefined);
      const environment = readOr(`/proc/${child()}/environ`);
      expect(environment).toContain("PATH=");
      for (const secret of [secretKey, "pass-of-nobody"]) expect(environment).not.toContain(secret);
      expect(environment).not.toContain("AWS_");
    }
    worker.child.kill("SIGTERM");
    await worker.ended();
    const jobs = await psql(fleet.queueUrl, "select * from canju.job");
    expect(jobs).toContain(SLOW);
    for (const secret of [secretKey, "pass-of-nobody"]) {
      for (const text of [worker.args.join(" "), worker.text, jobs]) expect(text).not.toContain(secret);
    }
  });
});

const readOr = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

test("two workers build one table: the second finds the same values there", async () => {
  const fleet = await newFleet();
  await fleet.put(["KK"]);
  // Neither publishes before both have built it.
  let built = 0;
  const bothHaveBuilt = async (): Promise<void> => {
    built++;
    await until("both have built it", async () => built === 2);
  };
  const reports = await Promise.all(
    ["a", "b"].map(async (name) => {
      const settings = { folder: join(mkdtempSync(join(folder, "two-")), name), collection: { ...DEFAULT_COLLECTION } };
      const cache = await CacheFolder.open(fleet.store, settings);
      const builder = new Builder({ ...settings, switches: switchesOf(identity), threads: 1 });
      closers.push(() => builder.close());
      const { signal } = new AbortController();
      const context = { store: fleet.store, identity, cache, builder, signal, stillOurs: bothHaveBuilt };
      return ensureTable(parseEndgame("KRK"), context);
    }),
  );
  expect(reports.map(({ outcome }) => outcome).toSorted()).toEqual(["built", "there"]);
  await fleet.expectRight(["KK", "KRK"]);
});

test("a table that has other values is never published, nor tried again: both files are kept", async () => {
  const fleet = await newFleet();
  await fleet.put(["KK"]);
  const forged = join(folder, "forged");
  const options = { ...switchesOf(identity)!, checksMayChase: true };
  await buildClosure([parseEndgame("KRK")], { ...DEFAULT_COLLECTION, options, folder: forged, threads: 1 });
  const other = join(forged, "asian/dtc/KRK.canju");
  const { queue } = await fleet.plan(["KRK"]);
  const store = wrapped(fleet.store, {
    async putFile(key, path) {
      await fleet.store.putFile(key, other);
      return fleet.store.putFile(key, path);
    },
  });
  const { done, events, tables } = await workHere(fleet, { store });
  await done;
  expect(events.at(-1)).toMatchObject({ event: "failed", code: "other-table" });
  expect((await queue.status()).failed).toMatchObject([{ endgame: "KRK", tries: 0 }]);
  expect((await fleet.bytesOf("KRK"))!.equals(readFileSync(other))).toBe(true);
  expect(readFileSync(join(tables, "KRK.canju.other")).equals(rightBytes("KRK"))).toBe(true);
});

test("bytes that change on the way down, on the way up or in the cache are told, and sent again", async () => {
  const fleet = await newFleet();
  await fleet.put(["KK", "KRK", "KNK"]);
  await fleet.plan(["KRKN"]);
  const spoiled: Spoil[] = [];
  const proxy = await startProxy(process.env.AWS_ENDPOINT_URL!, (method, url) => {
    const spoil = method === "PUT" ? "spoil-up" : url.includes("KRK.canju") ? "spoil-down" : null;
    if (spoil === null || spoiled.includes(spoil)) return null; // each once
    spoiled.push(spoil);
    return spoil;
  });
  closers.push(() => proxy.close());
  vi.stubEnv("AWS_ENDPOINT_URL", proxy.endpoint);
  const store = await openStore(fleet.url);
  closers.push(() => store.close());
  const cacheFolder = mkdtempSync(join(folder, "spoiled-"));
  const settings = { folder: cacheFolder, collection: { ...DEFAULT_COLLECTION } };
  const cache = await CacheFolder.open(store, settings);
  const builder = new Builder({ ...settings, switches: switchesOf(identity), threads: 1 });
  closers.push(() => builder.close());
  const kept = join(cacheFolder, "asian/dtc/KNK.canju");
  writeFileSync(kept, rightBytes("KNK").fill(7, 3000));
  const context = { store, identity, cache, builder, signal: new AbortController().signal };
  expect(await ensureTable(parseEndgame("KRKN"), context)).toMatchObject({ outcome: "built" });
  expect(spoiled.toSorted()).toEqual(["spoil-down", "spoil-up"]);
  expect(readFileSync(kept).equals(rightBytes("KNK"))).toBe(true);
  await fleet.expectRight(QUICK);
});

test("parts that strangers have put do not count, and those of a trusted key are named by the proof", async () => {
  const fleet = await newFleet();
  await fleet.put(QUICK);
  const keys = await Promise.all(
    ["trusted", "stranger"].map(async (name) => {
      const file = join(mkdtempSync(join(folder, "key-")), name);
      await makeKey(file);
      return { file, pair: await readKey(file) };
    }),
  );
  const [trusted, stranger] = keys as [(typeof keys)[0], (typeof keys)[0]];
  await trustKey(fleet.store, trusted.pair.key, "The club");
  const at = ["--store", fleet.url, "--data", mkdtempSync(join(folder, "parts-")), "--threads", "1"];
  const work = (...more: readonly string[]) => {
    return run(["work", "KRKN", "--proofs", ...at, ...more], { env: { ...s3Environment(), CANJU_QUEUE: undefined } });
  };
  const refused = await work("--part", "1/4", "--sign", stranger.file);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is not trusted") as string });
  expect((await work("--part", "1/4", "--sign", trusted.file)).stdout).toContain("part 1/4 of its proof done");
  const parts: string[] = [];
  for await (const { key } of fleet.store.list("asian/dtc/KRKN.parts/")) parts.push(key);
  expect(parts).toHaveLength(1);
  const planted = join(folder, "planted");
  const names = [
    parts[0]!.replace("1-of-4", "2-of-4"),
    parts[0]!.replace("1-of-4", "../../../../trusted/1-of-4"),
    parts[0]!.replace(trusted.pair.key.slice(0, 16), stranger.pair.key.slice(0, 16)),
    `${parts[0]!}0`,
  ];
  for (const [i, name] of names.entries()) {
    const found = (await fleet.store.read(parts[0]!, 0, 2 ** 26))!;
    writeFileSync(planted, Buffer.from(found.bytes).fill(i, 2000, 2001 + i));
    await fleet.store.putFile(name, planted);
  }
  expect(await work()).toMatchObject({ code: 0, stderr: "" });
  const { header, proof } = await provenIn(fleet, "KRKN");
  expect(proof).toMatchObject({ sha256: header.sha256, parts: [{ name: "The club", key: trusted.pair.key }] });
});

async function provenIn({ store }: Fleet, name: string) {
  const header = (await storedHeader(store, DEFAULT_COLLECTION, name))!;
  return { header, proof: await storedProof(store, identity, header, async () => null) };
}

test("a table that the store has lost is missed by the check, planned again, and the same bytes", async () => {
  const fleet = await newFleet();
  await fleet.put(QUICK);
  await removeObject("failures", `${fleet.url.split("/").at(-1)}/asian/dtc/KNK.canju`);
  const { problems } = await checkStore(fleet.store, identity, { deep: false });
  expect(problems).toMatchObject([{ key: "asian/dtc/KRKN.canju", problem: expect.stringContaining("KNK") as string }]);
  const { jobs } = await fleet.plan(["KRKN"]);
  expect(jobs).toEqual(["KNK"]);
  await (
    await workHere(fleet)
  ).done;
  await fleet.expectRight(QUICK);
});

test("a builder that runs out of memory twice: its worker lives, and the table is not tried again", async () => {
  const fleet = await newFleet();
  await fleet.put(fleet.below(SLOW));
  const { queue } = await fleet.plan([SLOW]);
  let builder: Builder;
  const { done, events } = await workHere(fleet, { builder: (made) => (builder = made) });
  const killed = new Set<number>();
  await until("it was killed twice", async () => {
    const { pid } = builder;
    if (pid !== undefined && !killed.has(pid) && events.at(-1)?.event === "start") {
      await wait(500);
      killed.add(pid);
      process.kill(pid, "SIGKILL");
    }
    return killed.size === 2;
  });
  await done;
  expect(events.map(({ event }) => event)).toEqual(["start", "again", "start", "failed"]);
  expect((await queue.status()).failed).toMatchObject([
    { endgame: SLOW, reason: expect.stringContaining("does-not-fit") as string },
  ]);
});

test("what no other try can mend fails at once, what waits for it stays blocked, and goes on after a retry", async () => {
  const fleet = await newFleet();
  const { queue } = await fleet.plan(["KRKN"]);
  await fleet.put(["KK"]);
  await fleet.store.putText("asian/dtc/KNK.canju", "no table at all");
  await (
    await workHere(fleet)
  ).done;
  const { failed, blocked } = await queue.status();
  expect(failed).toMatchObject([{ endgame: "KNK", tries: 0 }]);
  expect(blocked).toBe(1);
  await removeObject("failures", `${fleet.url.split("/").at(-1)}/asian/dtc/KNK.canju`);
  expect(await queue.retry(["KNK"])).toBe(1);
  await (
    await workHere(fleet)
  ).done;
  await fleet.expectRight(QUICK);
});

test("a full disk: the job goes back before anything is fetched, and is done when there is room", async () => {
  const fleet = await newFleet();
  await fleet.put(["KK", "KRK", "KNK"]);
  await fleet.plan(["KRKN"]);
  let free = 1000;
  const { done, events, tables } = await workHere(fleet, { freeBytes: () => free });
  await until("it has told so", async () => events.some(({ event }) => event === "again"));
  expect(events.find(({ event }) => event === "again")).toMatchObject({ code: "disk-full" });
  expect(readdirSync(tables)).toEqual([]);
  free = 2 ** 30;
  await done;
  await fleet.expectRight(QUICK);
});

test("wrong addresses, refused credentials, an empty store and one of another kind: a line each, before a job is taken", async () => {
  const fleet = await newFleet();
  const { queue, jobs } = await fleet.plan(["KRKN"]);
  const other = await openStore(`s3://failures/${number++}`);
  closers.push(() => other.close());
  await other.putText("store.json", JSON.stringify({ ...identity, format: 3 }));
  const queueless = `${fleet.queueUrl}none`;
  const right = { ...s3Environment(), CANJU_QUEUE: fleet.queueUrl };
  const planned = ["plan", "KRKN", "--store", fleet.url];
  const rows: readonly (readonly [args: readonly string[], env: object, text: string])[] = [
    [["--store", "s3://no-bucket/x"], {}, "there is no bucket no-bucket"],
    [["--store", "s3://failures/nothing-here"], {}, "holds no tables yet"],
    [["--store", other.url], {}, "holds tables of format 3"],
    [[...planned, "--rules", "none"], {}, "use another prefix or folder"],
    [[...planned, "--metric", "dtm"], {}, "use another prefix or folder"],
    [["--store", fleet.url], { AWS_SECRET_ACCESS_KEY: "wrong-secret" }, "refuses these credentials"],
    [
      ["--store", fleet.url],
      { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_EC2_METADATA_DISABLED: "true" },
      "no credentials",
    ],
    [["--store", fleet.url], { AWS_ENDPOINT_URL: "http://127.0.0.1:9" }, "cannot be reached"],
    [["--store", fleet.url], { CANJU_QUEUE: queueless }, "refuses"],
    [["--store", fleet.url], { CANJU_QUEUE: "postgres://canju:secret@127.0.0.1:9/x" }, "cannot be reached"],
    [["--store", fleet.url], { CANJU_QUEUE: inject("postgres") }, "nothing is planned"],
    [["--store", fleet.url], { CANJU_QUEUE: "redis://host" }, "must be a PostgreSQL database"],
  ];
  for (const [args, env, text] of rows) {
    const words = args[0] === "plan" ? args : ["work", ...args, "--data", join(folder, "none")];
    const { code, stdout, stderr } = await run(words, { env: { ...right, ...env } });
    expect(stderr, words.join(" ")).toContain(text);
    expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
    expect(stderr).not.toContain("secret@");
    expect(stdout).toBe("");
    expect(code).toBe(2);
  }
  const { ready, blocked, running, done } = await queue.status();
  expect([ready + blocked, running, done]).toEqual([jobs.length, [], 0]);
});
