/** A thread of a proof: takes chunks of a check until none is left, or makes the patterns of checks of one side. */
import { parentPort, workerData } from "node:worker_threads";
import type { Colour } from "../../xiangqi/pieces.ts";
import { CheckPatterns } from "../check-levels.ts";
import { startKernel, type ProofLayout } from "../proof-kernel.ts";
import { checkChunks, makeChecker, type Work } from "./work.ts";

/** Patterns of checks of the levels 1 to `last`. */
export interface LevelWork {
  readonly module: WebAssembly.Module;
  readonly layout: ProofLayout;
  readonly turn: Colour;
  readonly last: number;
}

export type ThreadTask =
  | { readonly thread: number; readonly check: Work }
  | { readonly thread: number; readonly levels: LevelWork };

const task = workerData as ThreadTask;
if ("check" in task) check(task.check, task.thread);
else makePatterns(task.levels, task.thread);

function check(work: Work, thread: number): void {
  const checker = makeChecker(work, thread);
  for (const _ of checkChunks(checker, work));
  const { tally } = checker;
  const { red, black, suspects, seeds } = tally;
  const arrays = [red.halves, black.halves, seeds, ...Object.values(suspects)];
  parentPort!.postMessage(
    tally,
    arrays.map(({ buffer }) => buffer),
  );
}

/** Sends the losses level by level. */
function makePatterns({ module, layout, turn, last }: LevelWork, thread: number): void {
  const patterns = new CheckPatterns(startKernel(module, layout, thread), layout, thread, turn);
  for (let level = 1; level <= last; level++) {
    const losses = patterns.lossesOf(level);
    parentPort!.postMessage(losses, [losses.buffer]);
  }
}
