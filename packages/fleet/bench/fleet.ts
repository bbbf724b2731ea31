/**
 * A fleet on one machine (docs/guides/fleet.md), side by side with what `canju build` takes: a PostgreSQL of its own, and for the store
 * a folder or a real S3 server (Ceph's gateway), which shares the processors with the workers.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { closure, subEndgames } from "../../../src/endgame/graph.ts";
import { DiskBlocks } from "../src/disk-blocks.ts";
import { beginStore, makeIdentity, readIdentity } from "../src/identity.ts";
import { makeKey, trustKey } from "../src/keys.ts";
import { makePlan, parseWanted, type Job } from "../src/plan.ts";
import { Queue } from "../src/queue.ts";
import { RATES } from "../src/rates.ts";
import type { Store } from "../src/store.ts";
import { StoreCatalog } from "../src/store-catalog.ts";
import { fetchFile } from "../src/stored-tables.ts";
import { BlockCache } from "../../../src/table/read/blocks.ts";
import { DEFAULT_COLLECTION, tablePath } from "../../../src/table/catalog/collection.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { COLOURS } from "../../../src/xiangqi/pieces.ts";
import { startCeph, type Ceph } from "../test/servers/ceph.ts";
import { Postgres } from "../test/servers/postgres.ts";
import { buildByProgram } from "../../../bench/program.ts";
import { measured, short, spread, type Section } from "../../../bench/report.ts";
import { openStore } from "../src/open-store.ts";

const PROGRAM = join(import.meta.dirname, "../../../dist/doors/cli/canju.js");
/** Of the speed of `canju build` on as many threads. */
const LEAST_SHARE = 0.8;
const CLOSURES = [
  { name: "KNPKAABB", runs: 7 },
  { name: "KCPBKAABB", runs: 1 },
];
/** Shared out slice by slice; and of the speed of `canju build --slices` on as many threads. */
const SLICED = "KNPKNP";
const LEAST_SLICED_SHARE = 0.9;
/** Seconds. */
const LIMITS = { overhead: 0.3, gap: 0.1, plan: 10 };
const WORKERS = 2;
/** Of what a store takes and gives; how often. */
const TRANSFER_MIB = 64;
const TRANSFERS = 5;
/** Whose cold positions are asked for, and how many. */
const SERVED = "KNPKABB";
const COLD_POSITIONS = 100;

/** Null where a server is missing. */
export async function benchFleet(root: string, log: (line: string) => void): Promise<Section[] | null> {
  if (!Postgres.isInstalled()) return null;
  const postgres = await Postgres.start();
  let ceph: Ceph | null = null;
  try {
    ceph = await startCeph().catch(() => null);
    if (ceph === null) log("the rows of S3 are left out: Ceph's gateway is not installed");
    const bench = new FleetBench(root, postgres, ceph, log);
    return [
      await bench.closures(),
      await bench.slices(),
      await bench.jobs(),
      await bench.plan(),
      ...(await bench.store()),
    ];
  } finally {
    await ceph?.close();
    await postgres.close();
  }
}

interface WorkEvent {
  readonly time: string;
  readonly event: string;
  readonly seconds?: number;
  readonly workSeconds?: number;
  readonly part?: object;
}

type StoreKind = "folder" | "S3";

export class FleetBench {
  readonly #root: string;
  readonly #postgres: Postgres;
  readonly #ceph: Ceph | null;
  readonly #log: (line: string) => void;
  #number = 0;

  constructor(root: string, postgres: Postgres, ceph: Ceph | null, log: (line: string) => void) {
    this.#root = root;
    this.#postgres = postgres;
    this.#ceph = ceph;
    this.#log = log;
  }

  get #kinds(): readonly StoreKind[] {
    return this.#ceph === null ? ["folder"] : ["folder", "S3"];
  }

  /** Two workers of one thread beside one build of two. */
  async closures(): Promise<Section> {
    const rows: string[][] = [];
    for (const { name, runs } of CLOSURES) {
      for (const kind of this.#kinds) {
        const [alone, fleet]: number[][] = [[], []];
        for (let run = 0; run < runs; run++) {
          this.#log(`${name} by one build and by ${WORKERS} workers (${kind})`);
          alone!.push((await buildByProgram(name, WORKERS, mkdtempSync(join(this.#root, "alone-")))).wallSeconds);
          fleet!.push((await this.#build(name, kind, WORKERS)).seconds);
        }
        const [one, several] = [measured(alone!), measured(fleet!)];
        rows.push([
          name,
          kind,
          short(one.median),
          short(several.median),
          spread(several),
          (one.median / several.median).toFixed(2),
          String(LEAST_SHARE),
        ]);
      }
    }
    return {
      title: "A fleet's closures",
      about:
        `Wall seconds of \`canju build --threads ${WORKERS}\` into an empty folder, and of ${WORKERS} workers of one thread that wait for ` +
        "jobs, from the moment these are in the queue to the last table in the store. PostgreSQL, and Ceph's gateway for S3, run on the same processors.",
      columns: ["closure", "store", "one build", "workers", "min..max", "share of its speed", "at least"],
      rows,
    };
  }

  /** A table whose parts two workers of one thread share, beside one build of two. */
  async slices(): Promise<Section> {
    const subs = mkdtempSync(join(this.#root, "subs-"));
    for (const { name } of subEndgames(parseEndgame(SLICED))) await buildByProgram(name, WORKERS, subs);
    const build = async (more: readonly string[]): Promise<{ seconds: number; file: Buffer }> => {
      const folder = mkdtempSync(join(this.#root, "alone-"));
      cpSync(subs, folder, { recursive: true });
      const { wallSeconds } = await buildByProgram(SLICED, WORKERS, folder, more);
      return { seconds: wallSeconds, file: readFileSync(join(folder, tablePath(DEFAULT_COLLECTION, SLICED))) };
    };
    this.#log(`${SLICED} by one build, slice by slice and whole`);
    const [sliced, whole] = [await build(["--slices"]), await build([])];
    this.#log(`${SLICED} by ${WORKERS} workers`);
    const { seconds, events, url } = await this.#build(SLICED, "folder", WORKERS, { subs });
    const made = readFileSync(join(url.slice("file:".length), tablePath(DEFAULT_COLLECTION, SLICED)));
    const isSame = [sliced, whole].every(({ file }) => file.equals(made));
    const parts = events.filter(({ event, part }) => event === "end" && part !== undefined);
    const overhead = parts.map(({ seconds: all, workSeconds }) => all! - workSeconds!);
    return {
      title: "A fleet's slices",
      about:
        `Wall seconds of \`canju build --threads ${WORKERS}\` where the sub-endgames are there, and of ${WORKERS} workers of one thread ` +
        "that wait for jobs, from the moment these are in the queue to the table in the store: all are the same file.",
      columns: [
        "table",
        "store",
        "--slices",
        "whole",
        "workers",
        "share of the speed of --slices",
        "of whole",
        "at least",
        "parts",
        "s beside work, median",
        "same file",
      ],
      rows: [
        [
          SLICED,
          "folder",
          short(sliced.seconds),
          short(whole.seconds),
          short(seconds),
          (sliced.seconds / seconds).toFixed(2),
          (whole.seconds / seconds).toFixed(2),
          String(LEAST_SLICED_SHARE),
          String(parts.length),
          short(measured(overhead).median),
          isSame ? "yes" : "no",
        ],
      ],
    };
  }

  /** What a small table takes beside being built. */
  async jobs(): Promise<Section> {
    const rows: string[][] = [];
    for (const kind of this.#kinds) {
      const { events } = await this.#build("KRKAABB", kind, 1);
      const ends = events.filter(({ event }) => event === "end").slice(1); // the first starts the process that builds
      const overhead = ends.map(({ seconds, workSeconds }) => seconds! - workSeconds!);
      const gaps = events.flatMap(({ event, time }, i) => {
        const before = events[i - 1];
        return event === "start" && before?.event === "end"
          ? [(Date.parse(time) - Date.parse(before.time)) / 1000]
          : [];
      });
      for (const [what, values, limit] of [
        ["overhead of a table", overhead, LIMITS.overhead],
        ["gap to the next job", gaps, LIMITS.gap],
      ] as const) {
        const each = measured(values);
        rows.push([what, kind, short(each.median), spread(each), String(limit)]);
      }
    }
    return {
      title: "A fleet's jobs",
      about:
        "The 18 tables of KRKAABB by one worker, seconds: of a job beside what its builder works, inputs fetched and the table published " +
        "with all comparisons; and from the end of a job to the start of the next.",
      columns: ["", "store", "s", "min..max", "limit"],
      rows,
    };
  }

  /** What a store takes and gives, and what a position costs that is asked of it for the first time. */
  async store(): Promise<[Section, Section]> {
    const transfers: string[][] = [];
    const cold: string[][] = [];
    const tables = mkdtempSync(join(this.#root, "served-"));
    await buildByProgram(SERVED, WORKERS, tables);
    for (const kind of this.#kinds) {
      this.#log(`transfers and cold positions (${kind})`);
      const { store, queue } = await this.#newFleet(kind);
      await queue.close();
      transfers.push(...(await this.#transfers(store, kind)));
      const own = new FolderCatalog(tables);
      await store.putFile(tablePath(DEFAULT_COLLECTION, SERVED), own.pathOf(SERVED));
      cold.push(await this.#coldPositions(store, kind));
      await Promise.all([own.close(), store.close()]);
    }
    return [
      {
        title: "A fleet's store",
        about: `${TRANSFER_MIB} MiB that nothing can compress, ${TRANSFERS} times; fetched with SHA-256. CPU of this process.`,
        columns: ["", "store", "MB/s", "min..max", "MB for each CPU second"],
        rows: transfers,
      },
      {
        title: "Cold positions of a fleet's store",
        about:
          `${COLD_POSITIONS} random cells of ${SERVED}, each of the derived side in turn with the other, asked of a server's catalogue ` +
          "that has nothing of the table yet; then the same cells again, by a new one with the same blocks on its disk.",
        columns: ["store", "requests, median", "most", "ms, median", "min..max", "requests when warm"],
        rows: cold,
      },
    ];
  }

  async #transfers(store: Store, kind: StoreKind): Promise<string[][]> {
    const bytes = TRANSFER_MIB * 2 ** 20;
    const [put, got] = [join(this.#root, "put"), join(this.#root, "got")];
    const rates: Record<"put" | "fetched", { wall: number[]; cpu: number[] }> = {
      put: { wall: [], cpu: [] },
      fetched: { wall: [], cpu: [] },
    };
    const time = async (what: keyof typeof rates, work: () => Promise<unknown>): Promise<void> => {
      const [started, before] = [performance.now(), process.cpuUsage()];
      await work();
      const { user, system } = process.cpuUsage(before);
      rates[what].wall.push(bytes / 1e3 / (performance.now() - started));
      rates[what].cpu.push(bytes / (user + system));
    };
    for (let i = 0; i < TRANSFERS; i++) {
      writeFileSync(put, randomBytes(bytes));
      await time("put", () => store.putFile(`bench/${i}`, put));
      await time("fetched", async () => {
        await fetchFile(store, `bench/${i}`, got, bytes);
        createHash("sha256").update(readFileSync(got)).digest();
      });
      rmSync(got);
    }
    return Object.entries(rates).map(([what, { wall, cpu }]) => {
      const each = measured(wall);
      return [what, kind, short(each.median), spread(each), short(measured(cpu).median)];
    });
  }

  async #coldPositions(store: Store, kind: StoreKind): Promise<string[]> {
    const identity = await readIdentity(store);
    let requests = 0;
    const counted: Store = {
      url: store.url,
      read: (...args) => (requests++, store.read(...args)),
      putFile: (...args) => store.putFile(...args),
      putText: (...args) => store.putText(...args),
      list: (...args) => store.list(...args),
      close: async () => {},
    };
    const [counts, times]: number[][] = [[], []];
    let warm = 0;
    for (let i = 0; i < COLD_POSITIONS; i++) {
      const folder = mkdtempSync(join(this.#root, "blocks-"));
      const cell = Math.random();
      const ask = async (): Promise<void> => {
        const blocks = await DiskBlocks.open(folder, 2 ** 30);
        const catalog = new StoreCatalog(counted, identity, blocks, new BlockCache(2 ** 24));
        const table = (await catalog.open(SERVED))!;
        await table.valueAt(COLOURS[i % 2]!, Math.floor(cell * table.header.cells));
        await catalog.close();
      };
      requests = 0;
      const started = performance.now();
      await ask();
      times!.push(performance.now() - started);
      counts!.push(requests);
      requests = 0;
      await ask();
      warm += requests;
      rmSync(folder, { recursive: true });
    }
    const [asked, took] = [measured(counts!), measured(times!)];
    return [kind, String(asked.median), String(Math.max(...counts!)), short(took.median), spread(took), String(warm)];
  }

  async plan(): Promise<Section> {
    const { store, queue } = await this.#newFleet("folder");
    const started = performance.now();
    const jobs = this.#jobsOf(parseWanted(["2v2", "3v1"]), false);
    const planned = performance.now();
    await queue.add(jobs);
    const stored = performance.now();
    await queue.close();
    await store.close();
    const seconds = (from: number, to: number): string => short((to - from) / 1000);
    return {
      title: "A fleet's plan",
      about:
        "All endgames of 2 v 2 and 3 v 1 attacking men with all that they lead to, into an empty queue: wall seconds.",
      columns: ["jobs", "planned", "stored", "both", "limit"],
      rows: [
        [
          jobs.length.toLocaleString("en"),
          seconds(started, planned),
          seconds(planned, stored),
          seconds(started, stored),
          String(LIMITS.plan),
        ],
      ],
    };
  }

  /**
   * Has workers that wait build a closure; `seconds` from the filled queue to the last event.
   * @param subs a data folder with all tables but the endgame's own, which is shared out slice by slice
   */
  async #build(
    name: string,
    kind: StoreKind,
    workers: number,
    { subs }: { readonly subs?: string } = {},
  ): Promise<{ seconds: number; events: WorkEvent[]; url: string }> {
    const { store, queue, url, database } = await this.#newFleet(kind);
    const there = subs === undefined ? [] : closure([parseEndgame(name)]).map((each) => each.name);
    const tables = new Set(there.filter((each) => each !== name));
    for (const each of tables) {
      const key = tablePath(DEFAULT_COLLECTION, each);
      await store.putFile(key, join(subs!, key));
    }
    const keys = mkdtempSync(join(this.#root, "keys-"));
    await trustKey(store, await makeKey(join(keys, "sign.json")), "the fleet");
    const jobs = this.#jobsOf([parseEndgame(name)], true, tables);
    const events: WorkEvent[] = [];
    let left = jobs.length;
    let allDone = (): void => {};
    const done = new Promise<void>((resolve) => (allDone = resolve));
    const children = Array.from({ length: workers }, () => {
      const args = ["work", "--store", url, "--data", mkdtempSync(join(this.#root, "worker-")), "--threads", "1"];
      const env = { ...process.env, ...this.#environment(kind), CANJU_QUEUE: database, CANJU_KEYS: keys };
      const child = spawn(process.execPath, [PROGRAM, ...args, "--memory", subs === undefined ? "4G" : "8G"], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      createInterface(child.stdout).on("line", (line) => {
        const event = JSON.parse(line) as WorkEvent;
        events.push(event);
        if (event.event === "failed" || event.event === "again") throw new Error(line);
        if (event.event === "end" && --left === 0) allDone();
      });
      return child;
    });
    await new Promise((resolve) => setTimeout(resolve, 3000)); // they wait for jobs by now
    await queue.add(jobs);
    const started = performance.now();
    await done;
    const seconds = (performance.now() - started) / 1000;
    for (const child of children) await end(child);
    await queue.close();
    await store.close();
    return { seconds, events, url };
  }

  /** @param tables those that are there; where there are any, what is left is shared out slice by slice */
  #jobsOf(
    endgames: Parameters<typeof makePlan>[0]["endgames"],
    buildable: boolean,
    tables: ReadonlySet<string> = new Set(),
  ): readonly Job[] {
    const { rules, metric } = DEFAULT_COLLECTION;
    const mostTableSeconds = tables.size > 0 ? 0 : undefined;
    const how = { prove: false, memoryBytes: Infinity, buildable, threads: 1, rates: RATES, mostTableSeconds };
    return makePlan({ endgames, rules, metric, tables, proofs: new Set(), ...how }).jobs;
  }

  async #newFleet(kind: StoreKind) {
    const number = this.#number++;
    const url = kind === "S3" ? `s3://bench${number}/tables` : `file:${join(this.#root, `store-${number}`)}`;
    if (kind === "S3") await this.#makeBucket(`bench${number}`);
    else mkdirSync(url.slice("file:".length));
    Object.assign(process.env, this.#environment(kind));
    const store = await openStore(url);
    await beginStore(store, makeIdentity(DEFAULT_COLLECTION));
    const database = await this.#postgres.newDatabase(`bench${number}`);
    const queue = await Queue.open(database, store.url, true);
    return { store, queue, url: store.url, database };
  }

  #environment(kind: StoreKind): Record<string, string> {
    if (kind === "folder" || this.#ceph === null) return {};
    const { endpoint, accessKey, secretKey } = this.#ceph;
    return { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey };
  }

  async #makeBucket(name: string): Promise<void> {
    const { endpoint, accessKey: accessKeyId, secretKey: secretAccessKey } = this.#ceph!;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new S3Client({ endpoint, credentials, forcePathStyle: true, region: "us-east-1" });
    await client.send(new CreateBucketCommand({ Bucket: name }));
    client.destroy();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
