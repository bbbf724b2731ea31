/**
 * Three workers and a prover build and prove 31 tables on a real PostgreSQL and a real S3 server, while they are killed,
 * stopped and frozen, the queue is dropped, and a proxy spoils a tenth of all requests to the store. By a seed, which is printed.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { parseEndgame } from "../../../../src/endgame/endgame.ts";
import { checkStore, fetchClosure, listStore } from "../../src/check-store.ts";
import { beginStore, makeIdentity } from "../../src/identity.ts";
import { makeKey, trustKey } from "../../src/keys.ts";
import { makePlan } from "../../src/plan.ts";
import { Queue } from "../../src/queue.ts";
import { RATES } from "../../src/rates.ts";
import type { WorkerEvent } from "../../src/worker.ts";
import { buildClosure } from "../../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../../src/table/catalog/collection.ts";
import { PROGRAM } from "../../../../test/doors/cli/program.ts";
import { randomFrom, SPOILS, startProxy, type Proxy } from "../proxy.ts";
import { bytesIn } from "../store-suite.ts";
import { makeBucket, s3Environment, useS3 } from "./s3.ts";
import { psql } from "./postgres.ts";
import { openStore } from "../../src/open-store.ts";

const SEED = Number(process.env.CANJU_SEED ?? Date.now() % 1_000_000);
const STORE = "s3://chaos/tables";
const NAMES = ["KRKNAA", "KRNKAA", "KRKAABB", "KPKP"];
const TABLES = 31;
const SPOILED = 0.1;
/** How often a worker is disturbed in the midst of its first job since the last time. */
const AT_WORK = 0.3;
/** The proof of KRKNAA alone is divided; and KPKP, which alone has slices, is shared out. */
const DIVIDING = { rates: RATES, mostProofSeconds: 1.5, mostTableSeconds: 0 };

const folder = mkdtempSync(join(tmpdir(), "canju-chaos-"));
const random = randomFrom(SEED);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
let proxy: Proxy;
let database: string;
const workers: Worker[] = [];

beforeAll(async () => {
  console.log(`seed ${SEED} (CANJU_SEED)`);
  await makeBucket("chaos");
  const spoil = randomFrom(SEED + 1);
  proxy = await startProxy(inject("s3").endpoint, () => {
    return spoil() < SPOILED ? SPOILS[Math.floor(spoil() * SPOILS.length)]! : null;
  });
  database = inject("postgres");
});
afterAll(async () => {
  for (const worker of workers) worker.end();
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A worker that is started again whenever it ends. */
class Worker {
  #child: ChildProcess | null = null;
  #isOver = false;
  /** Whether it has begun a job, and ended one, since it was disturbed. */
  #since = { begun: false, ended: false };
  readonly #args: readonly string[];

  constructor(name: string, ...more: readonly string[]) {
    const data = join(folder, name);
    this.#args = [PROGRAM, "work", "--store", STORE, "--data", data, "--threads", "1", "--memory", "2G", ...more];
    void this.#run();
  }

  /** One that did nothing since is mostly left alone: on a slow machine nobody would ever come to an end. */
  get mayBeDisturbed(): boolean {
    return this.#child !== null && (this.#since.ended || (this.#since.begun && random() < AT_WORK));
  }

  /** `freeze`: for a while, long enough for others to take its job now and then. */
  async disturb(how: "kill" | "stop" | "freeze"): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#since = { begun: false, ended: false };
    if (how === "kill") child.kill("SIGKILL");
    else if (how === "stop") child.kill("SIGTERM");
    else {
      child.kill("SIGSTOP");
      await wait(2_000 + random() * 15_000);
      child.kill("SIGCONT");
    }
  }

  end(): void {
    this.#isOver = true;
    this.#child?.kill("SIGKILL");
  }

  async #run(): Promise<void> {
    const env = { ...process.env, ...s3Environment(), AWS_ENDPOINT_URL: proxy.endpoint, CANJU_QUEUE: database };
    while (!this.#isOver) {
      const child = (this.#child = spawn(process.execPath, this.#args, { env, stdio: ["ignore", "pipe", "ignore"] }));
      createInterface(child.stdout!).on("line", (line) => {
        const { event } = JSON.parse(line) as WorkerEvent;
        if (event === "start") this.#since.begun = true;
        if (event === "end") this.#since.ended = true;
      });
      await new Promise((resolve) => child.once("exit", resolve));
      this.#child = null;
      await wait(500);
    }
  }
}

test("every byte is that of one machine, and every table is proven, whatever happens", async () => {
  const started = performance.now();
  const endgames = NAMES.map(parseEndgame);
  await buildClosure(endgames, { ...DEFAULT_COLLECTION, folder: join(folder, "one"), threads: 1 });
  const right = bytesIn(join(folder, "one/asian/dtc"));
  expect(right.size).toBe(TABLES);

  useS3(); // this process asks the store itself, not the proxy
  const store = await openStore(STORE);
  const identity = await beginStore(store, makeIdentity(DEFAULT_COLLECTION));
  const present = async () => {
    const { tables, proofs } = await listStore(store, identity);
    return { tables: new Set(tables.map(({ endgame }) => endgame)), proofs };
  };
  const plan = async (): Promise<Queue> => {
    const { rules, metric } = DEFAULT_COLLECTION;
    const what = { endgames, rules, metric, ...(await present()), prove: true, memoryBytes: 2 ** 31, buildable: true };
    const queue = await Queue.open(database, store.url, true, { heartbeatSeconds: 10, retrySeconds: 1 });
    await queue.add(makePlan({ ...what, threads: 1, ...DIVIDING }).jobs);
    return queue;
  };
  let queue = await plan();
  const key = join(folder, "key");
  await trustKey(store, await makeKey(key), "the fleet");
  for (const name of ["a", "b", "c"]) workers.push(new Worker(name, "--sign", key));
  workers.push(new Worker("prover", "--proofs", "--sign", key));

  const counts = { kill: 0, stop: 0, freeze: 0 };
  let isDropped = false;
  for (;;) {
    await wait(1_500 + random() * 2_500);
    const { tables, proofs } = await present();
    if (tables.size === right.size && proofs.size === right.size) break;
    if (!isDropped && tables.size >= 10) {
      isDropped = true;
      await queue.close();
      await psql(database, "drop schema canju cascade");
      queue = await plan();
    }
    const victims = workers.filter((worker) => worker.mayBeDisturbed);
    if (victims.length > 0) {
      const how = pick(["kill", "stop", "freeze"] as const);
      counts[how]++;
      void pick(victims).disturb(how);
    }
    expect((await queue.status().catch(() => null))?.failed ?? []).toEqual([]);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${seconds} s; ${JSON.stringify(counts)}; requests ${JSON.stringify(proxy.counts)}`);
  expect(isDropped).toBe(true);
  for (const worker of workers) worker.end();

  expect(await checkStore(store, identity, { deep: true })).toEqual({ tables: TABLES, problems: [], unsummed: [] });
  const signal = new AbortController().signal;
  await fetchClosure(store, identity, NAMES, join(folder, "fetched"), { signal });
  // Beside each fetched table lies the sum of its values.
  const fetched = bytesIn(join(folder, "fetched/asian/dtc"));
  for (const [file, bytes] of fetched) {
    if (right.has(file)) expect(bytes).toBe(right.get(file));
    else expect(file).toMatch(/\.sum\.json$/);
  }
  expect([...right.keys()].filter((file) => !fetched.has(file))).toEqual([]);
  const countIn = async (parts: string): Promise<number> => {
    let count = 0;
    for await (const _ of store.list(parts)) count++;
    return count;
  };
  expect(await countIn("asian/dtc/KRKNAA.parts/")).toBe(8);
  expect(await countIn("asian/dtc/KPKP.slices/")).toBe(9);
  await queue.close();
  await store.close();
  vi.unstubAllEnvs();
}, 900_000);
