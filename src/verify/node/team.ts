/** Runs a check on some threads, or on this one when the table is too small to be worth starting any. */
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Checker } from "../check.ts";
import { addTally, emptyTally, type Tally } from "../tally.ts";
import { checkChunks, shareDone, type Work } from "./work.ts";

const PROGRESS_MILLISECONDS = 250;
/** Below this a check takes less than the start of threads costs. */
const SMALL_TABLE_CELLS = 100_000;

export interface TeamOptions {
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second with the share of blocks done. */
  readonly onProgress: (done: number) => void;
}

/** How many threads a table of this size is checked on. */
export function threadsFor(cells: number, threads: number): number {
  return cells < SMALL_TABLE_CELLS ? 1 : Math.max(1, threads);
}

/** @throws `signal.reason` when aborted; no thread is left behind */
export async function runCheck(work: Work, options: TeamOptions): Promise<Tally> {
  options.signal?.throwIfAborted();
  return work.tables.table.header.cells < SMALL_TABLE_CELLS ? runHere(work, options) : runThreads(work, options);
}

async function runHere(work: Work, { signal, onProgress }: TeamOptions): Promise<Tally> {
  const checker = new Checker(work.tables);
  for (const _ of checkChunks(checker, work)) {
    onProgress(shareDone(work));
    await setImmediate();
    signal?.throwIfAborted();
  }
  return checker.tally;
}

async function runThreads(work: Work, { threads, signal, onProgress }: TeamOptions): Promise<Tally> {
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL("./worker.ts", import.meta.url), { workerData: work, execArgv: [] }),
  );
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal!.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setInterval(() => onProgress(shareDone(work)), PROGRESS_MILLISECONDS);
  try {
    const tallies = await Promise.race([Promise.all(workers.map(tallyOf)), aborted.promise]);
    const sum = emptyTally(work.tables.table.header.values.length);
    for (const tally of tallies) addTally(sum, tally);
    onProgress(1);
    return sum;
  } finally {
    clearInterval(timer);
    signal?.removeEventListener("abort", onAbort);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function tallyOf(worker: Worker): Promise<Tally> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread of the check ended early (${code})`)));
  });
}
