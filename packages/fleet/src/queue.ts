/**
 * The queue of a fleet's jobs: pg-boss on PostgreSQL, in the schema `canju`. It is a hint only: what is there, the store
 * says. This is the one file that knows pg-boss.
 */
import { createHash } from "node:crypto";
import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import { canonicalEndgame, parseEndgame } from "../../../src/endgame/endgame.ts";
import { partsOfTable } from "../../../src/solve/slices/table-parts.ts";
import { isProofPart } from "../../../src/verify/node/proof-parts.ts";
import { VERSION } from "../../../src/base/version.ts";
import { InputError } from "../../../src/base/errors.ts";
import { highestPriority, nameOf, priorityOf, type Job, type JobKind, type SharedPart } from "./plan.ts";

const SCHEMA = "canju";
const QUEUES = ["table", "proof", "failed"] as const;
type QueueName = (typeof QUEUES)[number];

/** What a worker is given. Holds no credentials. */
export interface JobData extends Pick<Job, "kind" | "endgame" | "part" | "inSlices" | "pairs" | "memoryBytes"> {
  readonly store: string;
}

/** Whoever can write to the database may have written a job. @throws InputError `bad-job` for what no plan makes */
export function checkJob({ kind, endgame, part, inSlices }: JobData, wanted: JobKind): void {
  const isNamed = typeof endgame === "string" && canonicalEndgame(parseEndgame(endgame)).endgame.name === endgame;
  if (isNamed && kind === wanted && isPlanned({ kind, endgame, part, inSlices })) return;
  throw new InputError("bad-job", `no plan has made this job: ${JSON.stringify({ kind, endgame, part, inSlices })}`);
}

function isPlanned({
  kind,
  endgame,
  part,
  inSlices,
}: Pick<JobData, "kind" | "endgame" | "part" | "inSlices">): boolean {
  if (kind === "proof") return inSlices === undefined && (part === undefined || isProofPart(part));
  if (inSlices === undefined) return part === undefined;
  const { length } = partsOfTable(parseEndgame(endgame));
  return inSlices === true && length > 0 && (part === undefined || isPartOf(part, length));
}

function isPartOf(value: unknown, length: number): boolean {
  const { number, of } = (value ?? {}) as Partial<Record<keyof SharedPart, unknown>>;
  return of === length && Number.isSafeInteger(number) && (number as number) > 0 && (number as number) <= length;
}

/** How a job ended: `again` goes back with a wait, `released` at once, `never` to the failed ones. */
export type Ending =
  | { readonly kind: "done"; readonly report: object }
  | { readonly kind: "again" | "never"; readonly reason: string }
  | { readonly kind: "released" };

export interface TakenJob extends JobData {
  /** How often it was taken before. */
  readonly tries: number;
  /** Aborted when another worker has the job by now. */
  readonly signal: AbortSignal;
  /** @throws when another worker has the job by now */
  readonly stillOurs: () => Promise<void>;
}

export interface QueueOptions {
  /** Says what goes wrong while others work on; one line. */
  readonly onTrouble?: (line: string) => void;
  /** Without a sign of life for so long a job is given to another worker; at least 10. Default 60. */
  readonly heartbeatSeconds?: number;
  /** Between two waits of a job that failed. Default 30. */
  readonly retrySeconds?: number;
}

const RETRIES = 30;
const MOST_RETRY_SECONDS = 300;
const DAY = 86_400;
/** Every worker may look after the queue: the database lets one at a time. */
const LOOK_SECONDS = 15;

export class Queue {
  readonly #boss: PgBoss;
  readonly #store: string;
  readonly #options: QueueOptions;

  private constructor(boss: PgBoss, store: string, options: QueueOptions) {
    this.#boss = boss;
    this.#store = store;
    this.#options = options;
  }

  /**
   * @param url of the database; a password belongs into PGPASSWORD or ~/.pgpass
   * @param store the address of the store whose jobs they are
   * @param create makes schema and queues where there are none; else there must be some
   * @throws InputError `queue-unreachable`, `queue-refused`, `empty-queue`, `other-builder`
   */
  static async open(url: string, store: string, create: boolean, options: QueueOptions = {}): Promise<Queue> {
    const { PgBoss } = await import("pg-boss");
    checkAddress(url);
    const boss = new PgBoss({
      connectionString: url,
      schema: SCHEMA,
      application_name: "canju",
      max: 2,
      connectionTimeoutMillis: 10_000,
      migrate: create,
      createSchema: create,
      schedule: false,
      superviseIntervalSeconds: LOOK_SECONDS,
      monitorIntervalSeconds: LOOK_SECONDS,
      flowIntervalSeconds: 1,
    });
    boss.on("error", (error) => options.onTrouble?.(`queue: ${oneLine(error)}`));
    boss.on("warning", ({ message }) => options.onTrouble?.(`queue: ${message}`));
    const queue = new Queue(boss, store, options);
    try {
      await boss.start();
      if (create) await queue.#create();
      else await queue.#checkVersion();
      return queue;
    } catch (error) {
      await boss.stop({ graceful: false, close: true }).catch(() => {});
      throw explained(error, url, store);
    }
  }

  /** Adds jobs of a plan, all or none. Those that are there already do no harm: the second ends at once. */
  async add(jobs: readonly Job[]): Promise<number> {
    const all = jobs.map((job) => {
      const { kind, endgame, part, inSlices, pairs, memoryBytes } = job;
      const which = { kind, endgame, ...(part && { part }), ...(inSlices && { inSlices }) };
      const data: JobData = { store: this.#store, ...which, pairs, memoryBytes };
      const ref = nameOf(job);
      const options = { priority: priorityOf(job), singletonKey: ref };
      return { ref, name: this.#name(kind), data, options, dependsOn: [...job.dependsOn] };
    });
    if (all.length >= 2 && all.some(({ dependsOn }) => dependsOn.length > 0)) await this.#boss.flow(all);
    else for (const { name, data, options } of all) await this.#boss.send(name, data, options);
    return all.length;
  }

  /**
   * Takes jobs one after the other until the signal says stop.
   * @param memoryBytes of this worker: larger jobs are left to others
   */
  async work(
    kind: JobKind,
    memoryBytes: number,
    run: (job: TakenJob) => Promise<Ending>,
  ): Promise<{ readonly stop: () => Promise<void> }> {
    const maxPriority = highestPriority(memoryBytes);
    if (maxPriority === null) throw new InputError("does-not-fit", "a worker needs at least 1 GiB of memory");
    const name = this.#name(kind);
    const options = { includeMetadata: true, perJobResults: true, pollingIntervalSeconds: 0.5, maxPriority } as const;
    let [isBusy, ended] = [false, performance.now()];
    const id = await this.#boss.work<JobData, JobResult, typeof options>(name, options, async (jobs) => {
      const results: JobResult[] = [];
      isBusy = true;
      for (const job of jobs as JobWithMetadata<JobData>[]) {
        const ending = await run(this.#taken(job));
        if (ending.kind === "released") await this.#release(job);
        if (ending.kind === "done") await this.#complete(job, ending.report);
        results.push(resultOf(job.id, ending));
      }
      [isBusy, ended] = [false, performance.now()];
      this.#boss.notifyWorker(id); // what is next need not wait
      return results;
    });
    // Others end jobs as well, and so unblock what this worker can take: while jobs are short it looks more often than pg-boss lets it.
    const looking = setInterval(() => {
      if (!isBusy && performance.now() - ended < EAGER_MILLISECONDS) this.#boss.notifyWorker(id);
    }, EAGER_LOOK_MILLISECONDS);
    return {
      stop: () => {
        clearInterval(looking);
        return this.#boss.offWork(name, { wait: true });
      },
    };
  }

  /** Whether nothing is left that a worker of this kind and memory could run, now or when others have ended. */
  async isEmpty(kind: JobKind, memoryBytes: number): Promise<boolean> {
    await this.#unblock();
    const queues = [this.#name("table"), ...(kind === "proof" ? [this.#name("proof")] : [])]; // proofs wait for tables
    const { rows } = await this.#boss.getDb().executeSql(LEFT, [queues, highestPriority(memoryBytes) ?? -1]);
    return rows.length === 0;
  }

  async status(): Promise<QueueStatus> {
    const jobs = await Promise.all((["table", "proof"] as const).map((kind) => this.#jobs(kind)));
    const all = jobs.flat();
    const { rows } = await this.#boss.getDb().executeSql("select now() as now");
    const count = (of: (job: JobWithMetadata<JobData>) => boolean) => all.filter(of).length;
    const isWaiting = ({ state }: JobWithMetadata) => state === "created" || state === "retry";
    return {
      now: (rows[0] as { now: Date }).now.getTime(),
      done: count(({ state }) => state === "completed"),
      ready: count((job) => isWaiting(job) && !job.blocked),
      blocked: count((job) => isWaiting(job) && job.blocked),
      running: all
        .filter(({ state }) => state === "active")
        .map((job) => ({ ...told(job), since: job.startedOn.toISOString(), heartbeat: isoOf(job.heartbeatOn) })),
      failed: all.filter(({ state }) => state === "failed").map((job) => ({ ...told(job), reason: reasonOf(job) })),
      pairsLeft: all.filter(isWaiting).reduce((sum, { data }) => sum + data.pairs, 0),
      completed: all
        .filter(({ state }) => state === "completed")
        .map(({ data, completedOn }) => ({ pairs: data.pairs, on: completedOn?.getTime() ?? 0 })),
    };
  }

  /** Has failed jobs run again, and so what waits for them. @param names of endgames; none: all */
  async retry(names: readonly string[]): Promise<number> {
    let retried = 0;
    for (const kind of ["table", "proof"] as const) {
      const failed = (await this.#jobs(kind)).filter(({ state, data }) => {
        return state === "failed" && (names.length === 0 || names.includes(data.endgame));
      });
      if (failed.length > 0)
        await this.#boss.retry(
          this.#name(kind),
          failed.map(({ id }) => id),
        );
      retried += failed.length;
    }
    return retried;
  }

  /** Removes all jobs of this store; the store keeps what is done. */
  async clear(): Promise<void> {
    for (const name of QUEUES) await this.#boss.deleteAllJobs(this.#name(name));
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: true }).catch(() => {});
  }

  #jobs(kind: JobKind): Promise<JobWithMetadata<JobData>[]> {
    return this.#boss.findJobs<JobData>(this.#name(kind));
  }

  /** Jobs of each store and version have queues of their own: no worker takes those of another. */
  #name(queue: QueueName, version = VERSION): string {
    return `${storeId(this.#store)}/${version}/${queue}`;
  }

  async #create(): Promise<void> {
    const { heartbeatSeconds = 60, retrySeconds = 30 } = this.#options;
    const failed = this.#name("failed");
    await this.#boss.createQueue(failed, { retentionSeconds: 365 * DAY });
    for (const kind of ["table", "proof"] as const) {
      await this.#boss.createQueue(this.#name(kind), {
        policy: "singleton",
        deadLetter: failed,
        retryLimit: RETRIES, // that a machine goes away is no fault of the job
        retryDelay: retrySeconds,
        retryBackoff: true,
        retryDelayMax: MOST_RETRY_SECONDS,
        heartbeatSeconds,
        expireInSeconds: DAY,
        retentionSeconds: 365 * DAY,
        deleteAfterSeconds: 30 * DAY,
      });
    }
  }

  /** @throws InputError `other-builder` before a job is taken, `empty-queue` */
  async #checkVersion(): Promise<void> {
    const names = (await this.#boss.getQueues()).map(({ name }) => name);
    if (names.includes(this.#name("table"))) return;
    const versions = names
      .filter((name) => name.startsWith(`${storeId(this.#store)}/`))
      .map((name) => name.split("/")[1]);
    if (versions.length === 0) {
      throw new InputError("empty-queue", `nothing is planned for ${this.#store} in this queue: canju plan does that`);
    }
    const planned = [...new Set(versions)].join(", ");
    throw new InputError(
      "other-builder",
      `the jobs in this queue were planned by Canju ${planned}; this is ${VERSION}`,
    );
  }

  #taken(job: JobWithMetadata<JobData>): TakenJob {
    const { id, name, retryCount, data, signal } = job;
    return {
      ...data,
      tries: retryCount,
      signal,
      stillOurs: async () => {
        signal.throwIfAborted();
        const touched = (await this.#boss.touch(name, { id, retryCount })) as { readonly affected?: number };
        if (touched.affected === 0) throw new Error(`another worker has ${data.endgame} by now`);
      },
    };
  }

  /** Gives a job back, to be taken by anybody at once. */
  async #release({ id, name, retryCount }: JobWithMetadata<JobData>): Promise<void> {
    await this.#boss.getDb().executeSql(RELEASE, [name, id, retryCount]);
  }

  /** Done before the next job is taken, which may be one that has waited for this. pg-boss would store it later, and then finds it stored. */
  async #complete({ id, name, retryCount }: JobWithMetadata<JobData>, report: object): Promise<void> {
    const noteTrouble = (error: unknown) => this.#options.onTrouble?.(`queue: ${oneLine(error)}`);
    await this.#boss.complete(name, { id, retryCount }, report).catch(noteTrouble);
    await this.#unblock();
  }

  async #unblock(): Promise<void> {
    await this.#boss.resolveFlow().catch((error: unknown) => this.#options.onTrouble?.(`queue: ${oneLine(error)}`));
  }
}

/** A job that runs, can be run, or is about to be unblocked since all that it waited for is done. */
const LEFT = `select 1 from ${SCHEMA}.job as own where name = any($1) and (state = 'active' or (
  state in ('created', 'retry') and priority <= $2 and (not blocked or not exists (
    select 1 from ${SCHEMA}.job_dependency as edge join ${SCHEMA}.job as other
      on other.name = edge.parent_name and other.id = edge.parent_id
      where edge.child_name = own.name and edge.child_id = own.id and other.state <> 'completed'
  )))) limit 1`;

/** A worker that has just begun, or ended a job, looks for the next so often, for so long. */
const EAGER_LOOK_MILLISECONDS = 100;
const EAGER_MILLISECONDS = 10_000;

/** In one step: between cancelling and resuming it, the queue would look empty to others. */
const RELEASE = `update ${SCHEMA}.job set state = 'created', started_on = null, heartbeat_on = null
  where name = $1 and id = $2 and retry_count = $3 and state = 'active'`;

export interface ToldJob extends Pick<Job, "kind" | "endgame" | "part"> {
  readonly tries: number;
}

export interface QueueStatus {
  /** By the database's clock, which all that follows goes by: ms since 1970. */
  readonly now: number;
  readonly done: number;
  readonly ready: number;
  /** They wait for others. */
  readonly blocked: number;
  readonly running: readonly (ToldJob & { readonly since: string; readonly heartbeat: string | null })[];
  readonly failed: readonly (ToldJob & { readonly reason: string })[];
  /** Cell pairs of all jobs that wait. */
  readonly pairsLeft: number;
  /** Cell pairs and moment (ms since 1970) of each job that was done. */
  readonly completed: readonly { readonly pairs: number; readonly on: number }[];
}

function told({ data, retryCount }: JobWithMetadata<JobData>): ToldJob {
  const { kind, endgame, part } = data;
  return { kind, endgame, ...(part && { part }), tries: retryCount };
}

function isoOf(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

function reasonOf({ output }: JobWithMetadata<JobData>): string {
  const { message, value } = (output ?? {}) as { message?: string; value?: { message?: string } };
  return message ?? value?.message ?? "no reason was told";
}

function resultOf(id: string, ending: Ending): JobResult {
  switch (ending.kind) {
    case "done":
      return { id, status: "completed", output: ending.report };
    case "never":
      return { id, status: "deadletter", output: { message: ending.reason } };
    case "again":
      return { id, status: "failed", output: { message: ending.reason } };
    case "released":
      return { id, status: "failed", output: { message: "released" } }; // which finds it released already
  }
}

function storeId(store: string): string {
  return createHash("sha256").update(store).digest("hex").slice(0, 16);
}

/** @throws InputError `bad-queue`; a password must not be seen in the list of processes */
function checkAddress(url: string): void {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new InputError("bad-queue", "the queue must be a PostgreSQL database: postgres://user@host/database");
  }
}

/** @throws InputError where an address that was typed holds a password: others see the list of processes */
export function checkTypedAddress(url: string): void {
  if (/^\w+:\/\/[^/@]*:[^/@]+@/.test(url)) {
    const where = "set PGPASSWORD, write it into ~/.pgpass, or set CANJU_QUEUE to the whole address";
    throw new InputError("bad-queue", `a password does not belong into an option: ${where}`);
  }
}

const REFUSALS = ["28P01", "28000", "3D000", "42501"];
const UNREACHABLE = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "ECONNRESET", "EHOSTUNREACH", "57P03"];

function explained(error: unknown, url: string, store: string): unknown {
  if (error instanceof InputError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const where = withoutPassword(url);
  if (REFUSALS.includes(code ?? "")) {
    return new InputError("queue-refused", `${where} refuses: ${oneLine(error)}`, { cause: error });
  }
  if (/password must be a string/.test(message)) {
    const how = "set PGPASSWORD, or write it into ~/.pgpass";
    return new InputError("queue-refused", `${where} asks for a password: ${how}`, { cause: error });
  }
  if (UNREACHABLE.includes(code ?? "") || /timeout|terminated/i.test(message)) {
    return new InputError("queue-unreachable", `${where} cannot be reached (${code ?? message})`, { cause: error });
  }
  if (/not installed/.test(message)) {
    return new InputError("empty-queue", `nothing is planned for ${store} in this queue: canju plan does that`);
  }
  return error;
}

export function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, "$1@").replace(/([?&]password=)[^&]*/g, "$1...");
}

function oneLine(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).trim().replaceAll(/\s*\n\s*/g, " ");
}
