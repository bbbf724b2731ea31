/** Takes jobs from the queue, has them done, and says how that went. */
import { setTimeout as wait } from "node:timers/promises";
import { hostname } from "node:os";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { InputError, SourceError } from "../../../src/base/errors.ts";
import type { Builder } from "./builder.ts";
import type { CacheFolder } from "./cache-folder.ts";
import type { Identity } from "./identity.ts";
import type { KeyPair } from "./keys.ts";
import type { Job, JobKind } from "./plan.ts";
import { checkJob, type Ending, type Queue, type TakenJob } from "./queue.ts";
import { TryAgainError, type Store } from "./store.ts";
import type { TaskContext } from "./task-context.ts";
import { ensureJob, type TaskReport } from "./tasks.ts";
import type { WorkerFigures } from "./worker-figures.ts";

export interface WorkerOptions {
  readonly queue: Queue;
  readonly store: Store;
  readonly identity: Identity;
  readonly cache: CacheFolder;
  readonly builder: Builder;
  readonly kind: JobKind;
  readonly memoryBytes: number;
  /** What parts are signed with. */
  readonly pair?: KeyPair | undefined;
  readonly figures: WorkerFigures;
  /** Ends when there is nothing left to run. */
  readonly untilEmpty: boolean;
  /** Stops: the job under way is given back at once. */
  readonly signal: AbortSignal;
  /** One event, as it is written to the log. */
  readonly log: (event: WorkerEvent) => void;
}

export type WorkerEvent = Partial<Pick<Job, "endgame" | "kind" | "part">> &
  (
    | { readonly event: "start"; readonly tries: number }
    | ({ readonly event: "end" } & TaskReport)
    | { readonly event: "again" | "failed"; readonly code: string | null; readonly reason: string }
    | { readonly event: "released" | "trouble"; readonly reason: string }
  );

const LOOK_MILLISECONDS = 1000;

export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, kind, memoryBytes, signal, untilEmpty, builder } = options;
  let working = 0;
  await builder.start();
  const taking = await queue.work(kind, memoryBytes, async (job) => {
    working++;
    try {
      return await runJob(job, options);
    } finally {
      working--;
    }
  });
  for (;;) {
    await wait(LOOK_MILLISECONDS, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    // The database may be away for a while: whether it is empty shows when it is back.
    if (untilEmpty && working === 0 && (await queue.isEmpty(kind, memoryBytes).catch(() => false))) break;
  }
  await taking.stop();
}

async function runJob(job: TakenJob, options: WorkerOptions): Promise<Ending> {
  const { store, identity, cache, builder, pair, figures, log } = options;
  const { endgame: name, kind, part, tries } = job;
  const about = { endgame: name, kind, ...(part && { part }) };
  const signal = AbortSignal.any([options.signal, job.signal]);
  log({ event: "start", ...about, tries });
  figures.start(name, kind);
  try {
    const context: TaskContext = {
      store,
      identity,
      cache,
      builder,
      signal,
      pair,
      stillOurs: job.stillOurs,
      onProgress: (progress) => figures.progress(progress),
      onNote: (reason) => log({ event: "trouble", ...about, reason }),
    };
    checkJob(job, options.kind);
    const report = await ensureJob(parseEndgame(name), job, context);
    figures.end(report);
    log({ event: "end", ...about, ...report });
    return { kind: "done", report: { ...report, host: hostname() } };
  } catch (error) {
    figures.fail();
    return endOf(error, job, options);
  } finally {
    figures.rest();
  }
}

function endOf(error: unknown, { endgame, kind, part, signal }: TakenJob, options: WorkerOptions): Ending {
  const about = { endgame, kind, ...(part && { part }) };
  if (options.signal.aborted || signal.aborted) {
    const reason = options.signal.aborted ? "this worker stops" : "another worker has it by now";
    options.log({ event: "released", ...about, reason });
    return options.signal.aborted ? { kind: "released" } : { kind: "again", reason };
  }
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof InputError ? error.code : null;
  const isFinal = code !== null && !mayPass(error, code);
  const reason = `${hostname()}: ${code === null ? "" : `${code}: `}${message}`;
  options.log({ event: isFinal ? "failed" : "again", ...about, code, reason });
  return { kind: isFinal ? "never" : "again", reason };
}

/** A table that this machine has no memory or disk for at the moment, or another process of it builds; a part that it may not sign. */
const PASSING = ["elsewhere", "not-enough-memory", "disk-full", "untrusted-key"];

function mayPass(error: unknown, code: string): boolean {
  return error instanceof TryAgainError || error instanceof SourceError || PASSING.includes(code);
}
