/**
 * Builds asked for over HTTP: what one would take; and the queue, one after another, each in a process of its own, so that
 * answering goes on meanwhile.
 */
import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { availableParallelism, constants, setPriority } from "node:os";
import { dirname, join } from "node:path";
import { canonicalEndgame, type Endgame } from "../../endgame/endgame.ts";
import type { BuildState } from "../../solve/build/build-figures.ts";
import { collectionPath, type Collection, type TableProvider } from "../../table/catalog/catalog.ts";
import { formatBytes } from "../../base/sizes.ts";
import { removeLeftLocks } from "../../base/node/locks.ts";
import { writerOf } from "../../base/node/unfinished.ts";
import { InputError } from "../../base/errors.ts";
import { DEFAULT_BUILD_LIMITS, type BuildLimits } from "./defaults.ts";
import type { BuildOrder, BuildReply } from "./build-process.ts";
import type { DataFolder } from "./data-folder.ts";
import { checkFits, secondsToBuild } from "../../solve/build/estimate.ts";
import { memoryToTake } from "../../base/node/memory.ts";
import { closure } from "../../endgame/graph.ts";
import { DamagedTableError } from "../../table/format/errors.ts";
import type { Table } from "../../table/read/table.ts";

/** What a build that somebody asks for would take. */
export interface BuildEstimate {
  /** Tables to build: the endgame and what it leads to, as far as they are missing. */
  readonly tables: number;
  /** Of these tables, both sides to move; cells that are no legal position counted in. */
  readonly positions: number;
  /** Of their files, within a factor of about three. */
  readonly bytes: number;
  /** Once it runs. */
  readonly seconds: { readonly least: number; readonly most: number };
}

/** @throws InputError when it cannot be built, or does not fit into the memory that is free */
async function estimateBuild(endgame: Endgame, catalog: TableProvider, threads: number): Promise<BuildEstimate> {
  const limit = memoryToTake();
  checkFits(endgame, catalog.rules, limit, catalog.metric); // first, so that it is named as it was asked for
  const absent: Endgame[] = [];
  let cells = 0;
  let bytes = 0;
  for (const each of closure([endgame])) {
    if (await isThere(() => catalog.open(each.name))) continue;
    const estimate = checkFits(each, catalog.rules, limit, catalog.metric);
    absent.push(each);
    cells += estimate.cells;
    bytes += estimate.fileBytes;
  }
  const [least, most] = secondsToBuild(absent, catalog.rules, threads).map((each) => Number(each.toPrecision(2)));
  return { tables: absent.length, positions: 2 * cells, bytes, seconds: { least: least!, most: most! } };
}

/** A table that is damaged, as far as opening and reading it has shown, counts as missing: it is built anew. */
async function isThere(open: () => Promise<Table | null>): Promise<boolean> {
  try {
    const table = await open();
    return table !== null && !table.isDamaged;
  } catch (error) {
    if (error instanceof DamagedTableError) return false;
    throw error;
  }
}

export type BuildJobState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface BuildJob {
  /** The same for the same endgame of the same collection. */
  readonly id: string;
  /** Canonical name. */
  readonly endgame: string;
  readonly collection: Collection;
  readonly estimate: BuildEstimate;
  readonly state: BuildJobState;
  /** How many jobs come before it, 0 for the next; null when it does not wait. */
  readonly ahead: number | null;
  /** Null until the first report, and once it is over. */
  readonly progress: BuildState | null;
  /** Why it failed. */
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** A job, and what cancels it for whoever asked; null where so many have asked that nobody can. */
export interface AskedJob {
  readonly job: BuildJob;
  readonly token: string | null;
}

interface Job extends BuildJob {
  /** Who asked first. */
  readonly client: string;
  /** Of those who asked and have not withdrawn. */
  readonly tokens: Set<string>;
  /** Bytes of the tables that it has written. */
  written: number;
  state: BuildJobState;
  ahead: number | null;
  progress: BuildState | null;
  problem: BuildJob["problem"];
  readonly listeners: Set<(job: BuildJob) => void>;
}

/** A build that was told to stop is given so long. */
const STOP_MILLISECONDS = 5000;
/** Finished jobs that are remembered. */
const REMEMBERED = 100;
/** Who can cancel one job. It goes on until all of them have withdrawn, so those beyond can have it cancelled by none. */
const MOST_TOKENS = 1000;

export class BuildQueue {
  readonly limits: BuildLimits;
  readonly #data: DataFolder;
  readonly #threads: number;
  /** In the order they were asked for. */
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: Job[] = [];
  /** Those that are being looked into before they become jobs. */
  readonly #asked = new Map<string, Promise<Job>>();
  #running: { readonly job: Job; readonly child: ChildProcess; readonly over: Promise<void> } | null = null;
  #closed = false;
  /** Bytes of all tables that were built since the start. */
  #written = 0;
  readonly counts = { done: 0, failed: 0, cancelled: 0 };

  /** @param threads of a build; by default all processors but one */
  constructor(data: DataFolder, limits: Partial<BuildLimits> = {}, threads = Math.max(1, availableParallelism() - 1)) {
    this.#data = data;
    this.limits = { ...DEFAULT_BUILD_LIMITS, ...limits };
    this.#threads = threads;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Of the running build. */
  get processId(): number | undefined {
    return this.#running?.child.pid;
  }

  /** In the order they were asked for. */
  get jobs(): readonly BuildJob[] {
    return [...this.#jobs.values()];
  }

  /** @throws InputError `no-such-build` */
  find(id: string): BuildJob {
    return this.#find(id);
  }

  /**
   * The job that builds an endgame with all it leads to: the one that waits or runs already, or a new one. Done at once
   * when all tables are there.
   * @param client who asks
   * @param known the token that the same request gave before: it stays good
   * @throws InputError when it cannot be built, is larger than a limit, or too many wait
   */
  async request(asked: Endgame, collection: Collection, client = "", known?: string): Promise<AskedJob> {
    const job = await this.#jobFor(asked, collection, client);
    if (!isPending(job)) return { job, token: null };
    if (known !== undefined && job.tokens.has(known)) return { job, token: known };
    if (job.tokens.size >= MOST_TOKENS) return { job, token: null };
    const token = randomBytes(16).toString("base64url");
    job.tokens.add(token);
    return { job, token };
  }

  async #jobFor(asked: Endgame, collection: Collection, client: string): Promise<Job> {
    const { endgame } = canonicalEndgame(asked);
    const id = `${collectionPath(collection).replace("/", "-")}-${endgame.name}`;
    const known = this.#jobs.get(id);
    if (known !== undefined && isPending(known)) return known;
    let asking = this.#asked.get(id);
    if (asking === undefined) {
      asking = this.#add(id, endgame, collection, client).finally(() => this.#asked.delete(id));
      this.#asked.set(id, asking);
    }
    return asking;
  }

  async #add(id: string, endgame: Endgame, collection: Collection, client: string): Promise<Job> {
    const estimate = await estimateBuild(endgame, this.#data.catalog(collection), this.#threads);
    const isDone = estimate.tables === 0;
    if (!isDone) this.#checkLimits(endgame, estimate, client);
    const job: Job = {
      id,
      endgame: endgame.name,
      collection,
      estimate,
      state: isDone ? "done" : "queued",
      ahead: isDone ? null : this.#waiting.length,
      progress: null,
      problem: null,
      client,
      tokens: new Set(),
      written: 0,
      listeners: new Set(),
    };
    this.#jobs.delete(id); // to stand last
    this.#jobs.set(id, job);
    this.#forgetOld();
    if (!isDone) this.#line(job);
    void this.#startNext();
    return job;
  }

  /** Clients take turns: the second job of one waits behind the first of every other. */
  #line(job: Job): void {
    const rounds = new Map<string, number>();
    const roundOf = ({ client }: Job): number => {
      const round = (rounds.get(client) ?? 0) + 1;
      rounds.set(client, round);
      return round;
    };
    const waiting = this.#waiting.map(roundOf);
    const own = roundOf(job);
    const place = waiting.findIndex((round) => round > own);
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, job);
    this.#moveUp();
  }

  /**
   * Withdraws one request for a job. When nobody wants it any more it ends, whether it waits or runs; finished tables stay.
   * @throws InputError `no-such-build`; `not-yours` where the token is none of this job's
   */
  withdraw(id: string, token: string | undefined): BuildJob {
    const job = this.#find(id);
    if (!isPending(job)) return job;
    if (token === undefined || !job.tokens.delete(token)) {
      throw new InputError("not-yours", "a build is cancelled with the token that asking for it gave");
    }
    if (job.tokens.size === 0) this.#cancel(job);
    return job;
  }

  #cancel(job: Job): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      this.#finish(job, "cancelled");
      this.#moveUp();
    } else if (this.#running?.job === job && job.state === "running") {
      this.#finish(job, "cancelled");
      stop(this.#running.child);
    }
  }

  /** Calls the listener at every change until the returned function is called. */
  watch(id: string, listener: (job: BuildJob) => void): () => void {
    const { listeners } = this.#find(id);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Cancels everything, and waits until the running build has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#jobs.values()) this.#cancel(job);
    await this.#running?.over;
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw new InputError("no-such-build", `there is no build ${JSON.stringify(id)}`);
    return job;
  }

  #checkLimits({ name }: Endgame, { positions, bytes }: BuildEstimate, client: string): void {
    const { maxPositions, maxQueue, maxDisk } = this.limits;
    if (positions > maxPositions) {
      const size = `${positions.toLocaleString("en")} positions (${formatBytes(bytes)})`;
      const most = `this server builds at most ${maxPositions.toLocaleString("en")}`;
      throw new InputError("build-too-large", `${name} takes about ${size}; ${most}`);
    }
    const pending = [...this.#jobs.values()].filter(isPending);
    const promised = pending.reduce((sum, { estimate, written }) => sum + Math.max(0, estimate.bytes - written), 0);
    if (this.#written + promised + bytes > maxDisk) {
      const left = formatBytes(Math.max(0, maxDisk - this.#written - promised));
      throw new InputError("disk-full", `${name} takes about ${formatBytes(bytes)}; ${left} are left for builds`);
    }
    const own = this.#waiting.filter((job) => job.client === client).length;
    if (own > 0 && own >= maxQueue - this.#waiting.length) {
      throw new InputError("queue-full", `${own} builds that you asked for wait already; ask again later`);
    }
    if (this.#waiting.length >= maxQueue) {
      throw new InputError("queue-full", `${this.#waiting.length} builds wait already; ask again later`);
    }
  }

  async #startNext(): Promise<void> {
    if (this.#running !== null || this.#closed) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    const child = fork(new URL("./build-process.ts", import.meta.url), {
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const over = this.#attend(job, child);
    this.#running = { job, child, over };
    this.#change(job, { state: "running", ahead: null });
    this.#moveUp();
    await over;
    this.#running = null;
    void this.#startNext();
  }

  /** Follows a build until its process has ended. */
  async #attend(job: Job, child: ChildProcess): Promise<void> {
    const ended = Promise.race([once(child, "exit"), once(child, "error")]).catch((error: unknown) => [error]);
    child.on("message", (reply: BuildReply) => this.#hear(job, reply));
    const order: BuildOrder = {
      endgame: job.endgame,
      folder: this.#data.folder,
      collection: job.collection,
      threads: this.#threads,
    };
    child.send(order, () => {}); // one that has ended already is told by its end
    lowerPriority(child);
    const [code, signal] = await ended;
    if (job.state === "running") {
      console.error(`the build of ${job.endgame} ended unexpectedly:`, code ?? signal);
      this.#finish(job, "failed", { code: "internal", detail: "the build broke off; the server's log has more" });
    }
    await this.#removeUnfinished(job, child.pid);
  }

  #hear(job: Job, reply: BuildReply): void {
    if (reply.kind === "built") {
      this.#data.forget(job.collection, reply.endgame);
      this.#written += reply.bytes;
      job.written += reply.bytes;
      if (this.#written > this.limits.maxDisk) this.#breakOff(job);
      return;
    }
    if (job.state !== "running") return; // cancelled meanwhile
    switch (reply.kind) {
      case "progress":
        this.#change(job, { progress: reply.state });
        return;
      case "done":
        this.#finish(job, "done");
        return;
      case "failed": {
        const told = { code: reply.code ?? "internal", detail: this.#data.withoutFolder(reply.message) };
        const hidden = { code: "internal", detail: "something went wrong; the server's log has more" };
        this.#finish(job, "failed", reply.code === null ? hidden : told);
      }
    }
  }

  /** Estimates can be too low. */
  #breakOff(job: Job): void {
    if (job.state !== "running" || this.#running?.job !== job) return;
    this.#finish(job, "failed", { code: "disk-full", detail: "the disk space for builds is used up" });
    stop(this.#running.child);
  }

  #finish(job: Job, state: "done" | "failed" | "cancelled", problem: BuildJob["problem"] = null): void {
    this.counts[state]++;
    this.#change(job, { state, problem, ahead: null, progress: null });
  }

  #change(job: Job, change: Partial<Pick<Job, "state" | "ahead" | "progress" | "problem">>): void {
    Object.assign(job, change);
    for (const listener of job.listeners) listener(job);
  }

  #moveUp(): void {
    this.#waiting.forEach((job, ahead) => this.#change(job, { ahead }));
  }

  #forgetOld(): void {
    for (const { id, state, listeners } of this.#jobs.values()) {
      if (this.#jobs.size <= REMEMBERED + this.limits.maxQueue) return;
      if (!isPending({ state }) && listeners.size === 0) this.#jobs.delete(id);
    }
  }

  /** What the process left in the midst of a file when it was killed. */
  async #removeUnfinished(job: Job, writer: number | undefined): Promise<void> {
    const folder = dirname(this.#data.catalog(job.collection).pathOf(job.endgame));
    const files = await readdir(folder).catch(() => []);
    for (const file of files) {
      // One that cannot be removed is no reason to end the server.
      if (writerOf(file) === writer) await rm(join(folder, file), { force: true }).catch(console.error);
    }
    await removeLeftLocks(folder).catch(console.error);
  }
}

/** Whether a job still has something to wait for. */
export function isPending({ state }: Pick<BuildJob, "state">): boolean {
  return state === "queued" || state === "running";
}

function stop(child: ChildProcess): void {
  if (child.connected) child.send("stop", () => {});
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
  child.once("exit", () => clearTimeout(timer));
}

/** Answering comes first. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or this system does not allow it.
  }
}
