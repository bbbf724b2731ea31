/** Runs a proof on some threads, or on this one when the table is too small to be worth starting any. */
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { CheckPatterns } from "../check-levels.ts";
import { union, type KeySet } from "../perpetuals/positions.ts";
import { startKernel } from "../proof-kernel.ts";
import { addTally, emptyTally, type Tally } from "../tally.ts";
import { checkChunks, makeChecker, shareDone, type Work } from "./work.ts";
import type { LevelWork, ThreadTask } from "./worker.ts";

const PROGRESS_MILLISECONDS = 250;
/** Below this a check takes less than the start of threads costs. */
const SMALL_TABLE_CELLS = { kernel: 1_000_000, plain: 100_000 };

export interface TeamOptions {
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the share done. */
  readonly onProgress: (done: number) => void;
}

/** How many threads a table of this size is checked on. */
export function threadsFor(by: Work["means"]["by"], cells: number, threads: number): number {
  return cells < SMALL_TABLE_CELLS[by] ? 1 : Math.max(1, threads);
}

/** @throws `signal.reason` when aborted; no thread is left behind */
export async function runCheck(work: Work, cells: number, options: TeamOptions): Promise<Tally> {
  options.signal?.throwIfAborted();
  return cells < SMALL_TABLE_CELLS[work.means.by] ? checkHere(work, options) : checkOnThreads(work, options);
}

async function checkHere(work: Work, { signal, onProgress }: TeamOptions): Promise<Tally> {
  const checker = makeChecker(work, 0);
  for (const _ of checkChunks(checker, work)) {
    onProgress(shareDone(work));
    await setImmediate();
    signal?.throwIfAborted();
  }
  return checker.tally;
}

async function checkOnThreads(work: Work, options: TeamOptions): Promise<Tally> {
  const { threads, onProgress } = options;
  const timer = setInterval(() => onProgress(shareDone(work)), PROGRESS_MILLISECONDS);
  try {
    const tasks = Array.from({ length: threads }, (_, thread): ThreadTask => ({ thread, check: work }));
    const tallies = await runTasks<Tally>(tasks, 1, options.signal, () => undefined);
    const sum = emptyTally(tallies[0]![0]!.red.halves.length);
    for (const [tally] of tallies) addTally(sum, tally!);
    onProgress(1);
    return sum;
  } finally {
    clearInterval(timer);
  }
}

/**
 * The losses of patterns of checks, both sides' together, by level: those of level 1 come first, what is left behind the
 * last order comes last.
 */
export async function findCheckLosses(
  work: Omit<LevelWork, "turn">,
  { threads, signal, onProgress }: TeamOptions,
): Promise<KeySet[]> {
  const { layout, module, last } = work;
  const report = (levels: number) => onProgress(levels / (COLOURS.length * last));
  let bySide: KeySet[][];
  if (threads === 1) {
    bySide = [];
    for (const turn of COLOURS) {
      const patterns = new CheckPatterns(startKernel(module, layout, 0), layout, 0, turn);
      const found: KeySet[] = [];
      for (let level = 1; level <= last; level++) {
        found.push(patterns.lossesOf(level));
        report(bySide.length * last + level);
        await setImmediate();
        signal?.throwIfAborted();
      }
      bySide.push(found);
    }
  } else {
    let levels = 0;
    const tasks = COLOURS.map((turn: Colour, thread): ThreadTask => ({ thread, levels: { ...work, turn } }));
    bySide = await runTasks<KeySet>(tasks, last, signal, () => report(++levels));
  }
  const [red, black] = bySide as [KeySet[], KeySet[]];
  return red.map((losses, i) => union(losses, black[i]!));
}

/** Runs each task on a thread of its own, until each has sent so many messages. */
async function runTasks<T>(
  tasks: readonly ThreadTask[],
  messages: number,
  signal: AbortSignal | undefined,
  onMessage: () => void,
): Promise<T[][]> {
  const workers = tasks.map(
    (task) => new Worker(new URL("./worker.ts", import.meta.url), { workerData: task, execArgv: [] }),
  );
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal!.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const results = workers.map(
      (worker) =>
        new Promise<T[]>((resolve, reject) => {
          const received: T[] = [];
          worker.on("message", (message: T) => {
            onMessage();
            if (received.push(message) === messages) resolve(received);
          });
          worker.once("error", reject);
          worker.once("exit", (code) => reject(new Error(`a thread of the proof ended early (${code})`)));
        }),
    );
    return await Promise.race([Promise.all(results), aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
