/**
 * Looks for proofs in threads of their own, so that answering goes on: short questions in one, while the request waits, and jobs in
 * another, each one after the other.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { CrewThread } from "../../base/node/crew.ts";
import { InputError } from "../../base/errors.ts";
import type { ProvedJson } from "../../say/proof.ts";
import type { DataFolder } from "./data-folder.ts";
import type { AskedProof, ProofQuestion, ProofThreadData, SharedNumber } from "./prover-thread.ts";

export interface ProofJob {
  /** Known to whoever asked alone. */
  readonly id: string;
  readonly question: ProofQuestion;
  readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
  /** How many jobs come before it, 0 for the next; null when it does not wait. */
  readonly ahead: number | null;
  /** Null unless it runs. */
  readonly progress: { readonly nodes: number; readonly deepest: number; readonly seconds: number } | null;
  /** When it is done. */
  readonly result: ProvedJson | null;
  /** Why it failed. */
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** What the thread is told, and tells, while it looks. */
type Shared = Pick<AskedProof, "isOver" | "nodes" | "deepest">;

interface Job {
  readonly id: string;
  readonly client: string;
  readonly question: ProofQuestion;
  readonly shared: Shared;
  readonly charge: (seconds: number) => void;
  state: ProofJob["state"];
  /** Of `performance.now`, when it began to run. */
  started: number;
  result: ProvedJson | null;
  problem: ProofJob["problem"];
  readonly over: PromiseWithResolvers<void>;
}

/** Questions at once: each is answered within some seconds, and all of them before a request is given up. */
const MOST_QUESTIONS = 4;
/** Jobs that wait, one of each client. */
const MOST_WAITING = 8;
/** Jobs that are over and remembered, and the bytes of their proofs. */
const REMEMBERED = 50;
const REMEMBERED_BYTES = 64 * 2 ** 20;
/** After the time for looking, for writing down what was found and having it checked. */
const GRACE_SECONDS = 30;
/** Of a thread, beside the search's own tables and those of the data folder. */
const HEAP_MIB = 512;
/** For what is told to end when the server ends. */
const CLOSING_MILLISECONDS = 2000;

const BUSY = "too many proofs are being looked for; ask again";
const ONE_EACH = "a proof is being looked for already for this client; ask again then";
const TOO_LARGE =
  "to write this proof down and check it takes more than a server gives to one; canju prove has no such limit";

export class Prover {
  readonly #data: DataFolder;
  readonly #questions: Lane;
  readonly #jobLane: Lane;
  readonly #clients = new Set<string>();
  /** In the order they were asked for. */
  readonly #jobs = new Map<string, Job>();
  #running: Job | null = null;
  #closed = false;

  /** @param data whose own tables proofs may rest on */
  constructor(data: DataFolder) {
    this.#data = data;
    this.#questions = new Lane({ folder: data.folder, isPatient: false });
    this.#jobLane = new Lane({ folder: data.folder, isPatient: true });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /**
   * @param client whoever asks: one question at a time
   * @param gone ends it: nobody waits any more
   * @throws InputError `queue-full`, `too-much-work`, and whatever reading a table throws
   */
  async prove(client: string, question: ProofQuestion, gone: AbortSignal): Promise<ProvedJson> {
    if (this.#clients.has(client)) throw new InputError("queue-full", ONE_EACH);
    if (this.#closed || this.#clients.size >= MOST_QUESTIONS) throw new InputError("queue-full", BUSY);
    const shared = newShared();
    const stop = () => end(shared);
    this.#clients.add(client);
    gone.addEventListener("abort", stop);
    try {
      return await this.#questions.ask({ ...question, ...shared });
    } finally {
      this.#clients.delete(client);
      gone.removeEventListener("abort", stop);
    }
  }

  /**
   * A new job.
   * @param client whoever asks: one job at a time
   * @param charge told while it runs of how long it has run
   * @throws InputError `queue-full`
   */
  start(client: string, question: ProofQuestion, charge: (seconds: number) => void): ProofJob {
    const pending = [...this.#jobs.values()].filter(isPending);
    if (pending.some((job) => job.client === client)) throw new InputError("queue-full", ONE_EACH);
    if (this.#closed || this.#waiting.length >= MOST_WAITING) throw new InputError("queue-full", BUSY);
    const job: Job = {
      id: randomBytes(16).toString("base64url"),
      client,
      question,
      shared: newShared(),
      charge,
      state: "queued",
      started: 0,
      result: null,
      problem: null,
      over: Promise.withResolvers(),
    };
    this.#jobs.set(job.id, job);
    this.#forgetOld();
    void this.#startNext();
    return this.#describe(job);
  }

  /** @throws InputError `no-such-proof` */
  find(id: string): ProofJob {
    return this.#describe(this.#find(id));
  }

  /** The job, as soon as it is over, or after so many milliseconds. */
  async follow(id: string, milliseconds: number): Promise<ProofJob> {
    const job = this.#find(id);
    await Promise.race([job.over.promise, wait(milliseconds, null, { ref: false })]);
    return this.#describe(job);
  }

  /**
   * Ends a job, whether it waits or runs.
   * @throws InputError `no-such-proof`
   */
  stop(id: string): ProofJob {
    const job = this.#find(id);
    if (isPending(job)) this.#finish(job, { state: "cancelled" });
    return this.#describe(job);
  }

  /** Ends everything. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#jobs.values()) if (isPending(job)) this.#finish(job, { state: "cancelled" });
    await Promise.all([this.#questions.close(), this.#jobLane.close()]);
  }

  get #waiting(): Job[] {
    return [...this.#jobs.values()].filter(({ state }) => state === "queued");
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw new InputError("no-such-proof", `there is no proof ${JSON.stringify(id)}`);
    return job;
  }

  #describe(job: Job): ProofJob {
    const { id, question, shared, state, result, problem } = job;
    const [nodes, deepest] = [shared.nodes[0]!, shared.deepest[0]!];
    const progress = state === "running" ? { nodes, deepest, seconds: secondsOf(job) } : null;
    const ahead = state === "queued" ? this.#waiting.indexOf(job) : null;
    return { id, question, state, ahead, progress, result, problem };
  }

  async #startNext(): Promise<void> {
    const [job] = this.#waiting;
    if (this.#running !== null || job === undefined) return;
    this.#running = job;
    job.state = "running";
    job.started = performance.now();
    const timer = setInterval(() => job.charge(secondsOf(job)), 1000).unref();
    try {
      const result = await this.#jobLane.ask({ ...job.question, ...job.shared });
      this.#finish(job, { state: "done", result });
    } catch (error) {
      this.#finish(job, { state: "failed", problem: this.#failure(error) });
    }
    clearInterval(timer);
    job.charge(secondsOf(job));
    this.#running = null;
    void this.#startNext();
  }

  /** What was cancelled stays so. */
  #finish(job: Job, how: Pick<Job, "state"> & Partial<Pick<Job, "result" | "problem">>): void {
    if (!isPending(job)) return;
    end(job.shared);
    Object.assign(job, how);
    job.over.resolve();
    this.#forgetOld();
  }

  #failure(error: unknown): ProofJob["problem"] {
    if (error instanceof InputError) return { code: error.code, detail: this.#data.withoutFolder(error.message) };
    console.error(error);
    return { code: "internal", detail: "something went wrong; the server's log has more" };
  }

  #forgetOld(): void {
    const over = [...this.#jobs.values()].filter((job) => !isPending(job)).reverse();
    let [count, bytes] = [0, 0];
    for (const { id, result } of over) {
      bytes += bytesOf(result);
      if (++count > REMEMBERED || (count > 1 && bytes > REMEMBERED_BYTES)) this.#jobs.delete(id);
    }
  }
}

/** A thread that answers one question after the other: started when it is first asked, anew when it has broken off; it keeps no process alive. */
class Lane {
  readonly #data: ProofThreadData;
  #thread: CrewThread<AskedProof, ProvedJson> | null = null;
  readonly #asked = new Set<AskedProof>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(data: ProofThreadData) {
    this.#data = data;
  }

  /** @throws InputError `too-much-work` where it takes more memory, or far longer, than it may; what the thread throws */
  ask(question: AskedProof): Promise<ProvedJson> {
    this.#asked.add(question);
    const answer = this.#last.then(() => this.#answer(question)).finally(() => this.#asked.delete(question));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async close(): Promise<void> {
    this.#asked.forEach(end);
    const waiting = new AbortController();
    await Promise.race([this.#last, wait(CLOSING_MILLISECONDS, null, waiting)]);
    waiting.abort();
    await this.#thread?.stop();
  }

  async #answer(question: AskedProof): Promise<ProvedJson> {
    if (this.#thread?.hasFailed !== false) {
      const program = new URL("./prover-thread.ts", import.meta.url);
      const limits = { maxOldGenerationSizeMb: HEAP_MIB };
      this.#thread = new CrewThread<AskedProof, ProvedJson>(program, this.#data, limits).unref();
    }
    const thread = this.#thread;
    const seconds = (question.cooks ? 2 : 1) * question.seconds + GRACE_SECONDS;
    const timer = setTimeout(() => void thread.stop(), 1000 * seconds).unref();
    try {
      return await thread.ask(question);
    } catch (error) {
      if (!thread.hasFailed) throw error;
      console.error(`the proof of ${question.fen} broke off:`, error);
      throw new InputError("too-much-work", TOO_LARGE);
    } finally {
      clearTimeout(timer);
    }
  }
}

function newShared(): Shared {
  return { isOver: newNumber(), nodes: newNumber(), deepest: newNumber() };
}

function newNumber(): SharedNumber {
  return new Int32Array(new SharedArrayBuffer(4));
}

function end({ isOver }: Pick<Shared, "isOver">): void {
  Atomics.store(isOver, 0, 1);
}

function isPending({ state }: Pick<Job, "state">): boolean {
  return state === "queued" || state === "running";
}

function secondsOf({ started }: Job): number {
  return (performance.now() - started) / 1000;
}

function bytesOf(result: ProvedJson | null): number {
  const certificates = [result?.certificate, ...(result?.cooks ?? []).map(({ certificate }) => certificate)];
  return certificates.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
