/** Runs a proof on some threads, or on this one when the table is too small to be worth starting any. */
import { setImmediate } from "node:timers/promises";
import { CrewThread } from "../../base/node/crew.ts";
import { orAborted } from "../../base/pausing.ts";
import { KernelChecker, type ProofReply, type ProofTask } from "../host/kernel-checker.ts";
import type { ProofLayout } from "../host/proof-layout.ts";
import { sumTallies, type ProofTally } from "../plain/tally.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { openPlane, sumOfCodes, type PlanePlace } from "./plane-files.ts";
import { checkChunks, makeChecker, shareDone, type ChunkWork } from "./work.ts";
import type { ThreadTask } from "./worker.ts";

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
export function threadsFor(by: "kernel" | "plain", cells: number, threads: number): number {
  return cells < SMALL_TABLE_CELLS[by] ? 1 : Math.max(1, threads);
}

/** By the plain program. @throws `signal.reason` when aborted; no thread is left behind */
export async function runCheck(work: ChunkWork, cells: number, options: TeamOptions): Promise<ProofTally> {
  options.signal?.throwIfAborted();
  return cells < SMALL_TABLE_CELLS.plain ? checkHere(work, options) : checkOnThreads(work, options);
}

async function checkHere(work: ChunkWork, { signal, onProgress }: TeamOptions): Promise<ProofTally> {
  const checker = makeChecker(work);
  for (const _ of checkChunks(checker, work)) {
    onProgress(shareDone(work));
    await setImmediate();
    signal?.throwIfAborted();
  }
  return checker.tally;
}

async function checkOnThreads(work: ChunkWork, { threads, signal, onProgress }: TeamOptions): Promise<ProofTally> {
  const timer = setInterval(() => onProgress(shareDone(work)), PROGRESS_MILLISECONDS);
  const crew = Array.from({ length: threads }, () => newThread<"check", ProofTally>({ work }));
  try {
    const tallies = await orAborted(Promise.all(crew.map((each) => each.ask("check"))), signal);
    onProgress(1);
    return sumTallies(tallies[0]!.red.halves.length, tallies);
  } finally {
    clearInterval(timer);
    await Promise.all(crew.map((each) => each.stop()));
  }
}

/** Who does what the kernel's proof asks for: threads, or this one. Each does its tasks one after another. */
export interface ProofTeam {
  readonly size: number;
  /** @throws `signal.reason` when aborted */
  run(member: number, task: ProofTask): Promise<ProofReply>;
  stop(): Promise<void>;
}

export function startTeam(
  module: WebAssembly.Module,
  layout: ProofLayout,
  planes: Readonly<Record<Colour, PlanePlace>>,
  { threads, signal }: Pick<TeamOptions, "threads" | "signal">,
): ProofTeam {
  signal?.throwIfAborted();
  if (layout.header.cells < SMALL_TABLE_CELLS.kernel) {
    const opened = { red: openPlane(planes.red), black: openPlane(planes.black) };
    const checker = new KernelChecker(module, layout, opened, 0, sumOfCodes);
    return {
      size: 1,
      async run(_, task) {
        await setImmediate();
        signal?.throwIfAborted();
        return checker.run(task);
      },
      stop: () => Promise.resolve(),
    };
  }
  const crew = Array.from({ length: threads }, (_, thread) =>
    newThread<ProofTask, ProofReply>({ module, layout, planes, thread }),
  );
  return {
    size: threads,
    run: (member, task) => orAborted(crew[member]!.ask(task), signal),
    stop: async () => void (await Promise.all(crew.map((each) => each.stop()))),
  };
}

function newThread<Question, Answer>(task: ThreadTask): CrewThread<Question, Answer> {
  return new CrewThread(new URL("./worker.ts", import.meta.url), task);
}

/** Asks every member of a team for the same. */
export function askAll(team: ProofTeam, task: ProofTask): Promise<ProofReply[]> {
  return Promise.all(Array.from({ length: team.size }, (_, member) => team.run(member, task)));
}
