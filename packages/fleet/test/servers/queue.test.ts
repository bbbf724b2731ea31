/**
 * The queue on a real PostgreSQL: what can go wrong, without building anything. With `npm test` as well, where there is one
 * (vitest.config.ts).
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Job } from "../../src/plan.ts";
import { checkJob, Queue, withoutPassword, type Ending, type TakenJob } from "../../src/queue.ts";
import { Postgres } from "./postgres.ts";
import { end, until } from "./processes.ts";
import { waitFor } from "../../../../test/doors/cli/program.ts";
import { LONG } from "../../../../test/long.ts";

const STORE = "file:/store";
const GIB = 2 ** 30;
const queues: Queue[] = [];
afterAll(() => Promise.all(queues.map((queue) => queue.close())));

/** A queue of its own database, unless one is given. */
async function open(options: { url?: string; create?: boolean; heartbeatSeconds?: number } = {}): Promise<Queue> {
  const { url = await database(), create = true, ...rest } = options;
  const queue = await Queue.open(url, STORE, create, { retrySeconds: 1, ...rest });
  queues.push(queue);
  return queue;
}

let postgres: Postgres;
let number = 0;
const database = (): Promise<string> => postgres.newDatabase(`queue${number++}`);
beforeAll(async () => {
  postgres = await Postgres.start();
});
afterAll(() => postgres.close());

const job = (endgame: string, dependsOn: readonly string[] = [], over: Partial<Job> = {}): Job => ({
  kind: "table",
  endgame,
  pairs: 1,
  memoryBytes: GIB,
  fileBytes: 1,
  cpuSeconds: 1,
  urgency: 0,
  dependsOn,
  ...over,
});
const DIAMOND = [job("KK"), job("KRK", ["KK"]), job("KNK", ["KK"]), job("KRNK", ["KRK", "KNK"])];
const done: Ending = { kind: "done", report: {} };

/** Works until nothing is left; tells the order. */
async function drain(queue: Queue, run: (job: TakenJob) => Promise<Ending> = async () => done, memory = 64 * GIB) {
  const order: string[] = [];
  const { stop } = await queue.work("table", memory, async (taken) => {
    order.push(taken.endgame);
    return run(taken);
  });
  await until("the queue is empty", () => queue.isEmpty("table", memory), 150_000);
  await stop();
  return order;
}

test("a diamond runs in order, and two plans of it run each table once at a time", async () => {
  const queue = await open();
  await queue.add(DIAMOND);
  expect((await queue.status()).blocked).toBe(3);
  const order = await drain(queue);
  expect([order[0], order[3]]).toEqual(["KK", "KRNK"]);
  const { done: jobsDone, completed, now } = await queue.status();
  expect(jobsDone).toBe(4);
  expect(completed.filter(({ on }) => on <= now && on > now - 60_000)).toHaveLength(4);
  await queue.add(DIAMOND);
  await queue.add(DIAMOND);
  const running = new Set<string>();
  const other = await queue.work("table", 64 * GIB, overlapping);
  await drain(queue, overlapping);
  await other.stop();
  expect((await queue.status()).done).toBe(12);

  async function overlapping({ endgame }: TakenJob): Promise<Ending> {
    expect(running).not.toContain(endgame);
    running.add(endgame);
    await wait(50);
    running.delete(endgame);
    return done;
  }
});

test("one job alone, and jobs without edges, are added as well", async () => {
  const queue = await open();
  expect(await queue.add([])).toBe(0);
  expect(await queue.add([job("KK")])).toBe(1);
  expect(await queue.add([job("KAK"), job("KBK")])).toBe(2);
  expect((await drain(queue)).toSorted()).toEqual(["KAK", "KBK", "KK"]);
});

test("a worker takes the largest that it can hold, then the most urgent, and leaves larger ones", async () => {
  const queue = await open();
  const jobs = [
    job("KRK", [], { memoryBytes: GIB, urgency: 10 }),
    job("KNK", [], { memoryBytes: GIB, urgency: 900 }),
    job("KRRK", [], { memoryBytes: 4 * GIB, urgency: 0 }),
    job("KRNK", [], { memoryBytes: 16 * GIB, urgency: 0 }),
  ];
  await queue.add(jobs);
  expect(await drain(queue, undefined, 8 * GIB)).toEqual(["KRRK", "KNK", "KRK"]);
  expect(await drain(queue, undefined, 16 * GIB)).toEqual(["KRNK"]);
});

test("what waited for a job is among what is taken when that is done", async () => {
  const queue = await open();
  await queue.add([
    job("KK", [], { urgency: 900 }),
    job("KAK"),
    job("KRK", ["KK"], { urgency: 500 }),
    job("KRAK", ["KRK"], { urgency: 100 }),
  ]);
  expect(await drain(queue)).toEqual(["KK", "KRK", "KRAK", "KAK"]);
});

test("what cannot pass fails at once, what waits for it stays blocked, and retry runs it and them", LONG, async () => {
  const queue = await open();
  await queue.add(DIAMOND);
  let broken = true;
  const order = await drain(queue, async ({ endgame }) => {
    return endgame === "KRK" && broken ? { kind: "never", reason: "here: not-proven: why" } : done;
  });
  expect(order.toSorted()).toEqual(["KK", "KNK", "KRK"]);
  const { failed, blocked } = await queue.status();
  expect(failed).toEqual([{ kind: "table", endgame: "KRK", tries: 0, reason: "here: not-proven: why" }]);
  expect(blocked).toBe(1);
  broken = false;
  expect(await queue.retry(["KNK"])).toBe(0);
  expect(await queue.retry(["KRK"])).toBe(1);
  expect(await drain(queue)).toEqual(["KRK", "KRNK"]);
});

test("what may pass is tried again, and what is given back is taken at once", LONG, async () => {
  const queue = await open();
  await queue.add([job("KK")]);
  let tries = 0;
  await drain(queue, async () => (++tries < 3 ? { kind: "again", reason: "no luck" } : done));
  expect(tries).toBe(3);
  await queue.add([job("KAK")]);
  const released = performance.now();
  let taken = 0;
  await drain(queue, async () => (++taken === 1 ? { kind: "released" } : done));
  expect(taken).toBe(2);
  expect(performance.now() - released).toBeLessThan(20_000); // a failed one would wait longer and longer
});

test(
  "a worker that was frozen loses its job after its heartbeats, and can neither touch nor end it",
  LONG,
  async () => {
    const url = await database();
    await (await open({ url, heartbeatSeconds: 10 })).add([job("KK")]);
    const frozen = spawn(process.execPath, [join(import.meta.dirname, "frozen-worker.ts"), url, STORE], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await waitFor(frozen.stdout, "taken");
    frozen.kill("SIGSTOP");
    const other = await open({ url, create: false });
    expect(await drain(other)).toEqual(["KK"]);
    const lost = waitFor(frozen.stdout, "lost");
    frozen.kill("SIGCONT");
    expect(await lost).toContain("not ours");
    await end(frozen, "SIGKILL");
    const { done: ended, running } = await other.status();
    expect([ended, running]).toEqual([1, []]);
  },
);

test("PostgreSQL is killed in the midst of a job: it is counted once when it is back", LONG, async () => {
  const own = await Postgres.start();
  try {
    // Where the end of the job cannot be stored either, it is taken anew once its heartbeats are missed.
    const queue = await open({ url: own.url(), heartbeatSeconds: 10 });
    await queue.add(DIAMOND);
    let killed = false;
    const order: string[] = [];
    const { stop } = await queue.work("table", GIB, async ({ endgame }) => {
      order.push(endgame);
      if (!killed) {
        killed = true;
        await own.kill();
        await own.run();
      }
      return done;
    });
    await until("all is done", async () => (await queue.status()).done === 4);
    await stop();
    expect(order).toEqual(expect.arrayContaining(["KK", "KNK", "KRK", "KRNK"]));
    await queue.close();
  } finally {
    await own.close();
  }
});

test("the queue is dropped while workers wait: they go on when it is planned anew", LONG, async () => {
  const url = await database();
  const troubles: string[] = [];
  const worker = await Queue.open(url, STORE, true, { onTrouble: (line) => troubles.push(line) });
  queues.push(worker);
  const order: string[] = [];
  await worker.work("table", GIB, async ({ endgame }) => {
    order.push(endgame);
    return done;
  });
  await postgres.query("drop schema canju cascade", url.split("/").at(-1));
  await until("it complains", async () => troubles.length > 0);
  const planner = await open({ url });
  await planner.add(DIAMOND);
  await until("all is done", async () => order.length === 4);
});

test("wrong addresses and other versions are told in one line before a job is taken", LONG, async () => {
  const url = await database();
  await expect(open({ url, create: false })).rejects.toMatchObject({ code: "empty-queue" });
  await expect(open({ url: `${url}-missing`, create: false })).rejects.toMatchObject({ code: "queue-refused" });
  await expect(open({ url: "postgres://canju@127.0.0.1:9/x" })).rejects.toMatchObject({ code: "queue-unreachable" });
  await expect(open({ url: "mysql://x" })).rejects.toMatchObject({ code: "bad-queue" });
  expect(withoutPassword("postgres://me:secret@host/db")).toBe("postgres://me@host/db");
  const boss = await new PgBoss({ connectionString: url, schema: "canju" }).start();
  await boss.createQueue(`${createHash("sha256").update(STORE).digest("hex").slice(0, 16)}/9.9.9/table`);
  await boss.stop({ graceful: false });
  await expect(open({ url, create: false })).rejects.toMatchObject({ code: "other-builder" });
  await expect(Queue.open(await database(), STORE, false)).rejects.toMatchObject({ code: "empty-queue" });
});

test("a database that asks for a password that was not told says where to tell it", LONG, async () => {
  const url = await database();
  const lines = ["host all guarded 127.0.0.1/32 scram-sha-256", "host all all 127.0.0.1/32 trust"];
  const file = await postgres.query("show hba_file");
  await postgres.query("create role guarded login password 'secret'");
  await postgres.query(`copy (select unnest(array['${lines.join("', '")}'])) to '${file}'`);
  await postgres.query("select pg_reload_conf()");
  const guarded = url.replace("canju@", "guarded@");
  const opened = open({ url: guarded, create: false });
  await expect(opened).rejects.toMatchObject({ code: "queue-refused", message: expect.stringContaining("PGPASSWORD") });
});

test("a row that somebody has written is no job, and is told like any other", LONG, async () => {
  const url = await database();
  const queue = await open({ url });
  await queue.add(["KRK", "KNK", "KCK"].map((name) => job(name)));
  const change = (endgame: string, data: string) => {
    const statement = `update canju.job set data = data || '${data}' where data->>'endgame' = '${endgame}'`;
    return postgres.query(statement, url.split("/").at(-1));
  };
  await change("KNK", '{"part": {"number": "1", "of": "/../../outside"}, "pairs": "many"}');
  await change("KCK", '{"endgame": "\\u001b[2J", "kind": 7}');
  const seen: string[] = [];
  await drain(queue, async (taken) => {
    try {
      checkJob(taken, "table");
      return done;
    } catch (error) {
      seen.push((error as Error).message);
      return { kind: "never", reason: (error as Error).message };
    }
  });
  expect(seen.toSorted()).toEqual([
    expect.stringMatching(/is not an endgame/),
    expect.stringContaining('"part":{"of":"/../../outside","number":"1"}'),
  ]);
  const { failed, pairsLeft } = await queue.status();
  expect([failed.length, pairsLeft]).toEqual([2, 0]);
  expect(JSON.stringify(failed.map(({ reason }) => reason))).not.toMatch(/\\u001b/);
});
