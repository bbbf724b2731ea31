/** A thread of a proof: takes chunks of the plain program's check until none is left, or does what the kernel's proof asks for. */
import { parentPort, workerData } from "node:worker_threads";
import type { KernelChecker, ProofTask } from "../kernel-checker.ts";
import type { ProofLayout } from "../proof-layout.ts";
import type { Work } from "./work.ts";
import { keepCompiledCode } from "../../endgame/node/compiled-code.ts";

export type ThreadTask =
  | { readonly work: Work }
  | { readonly module: WebAssembly.Module; readonly layout: ProofLayout; readonly thread: number };

keepCompiledCode();

const task = workerData as ThreadTask;
if ("work" in task) await check(task.work);
else {
  const kernel = await import("../kernel-checker.ts");
  serve(new kernel.KernelChecker(task.module, task.layout, task.thread));
}

async function check(work: Work): Promise<void> {
  const { checkChunks, makeChecker } = await import("./work.ts");
  const checker = makeChecker(work);
  for (const _ of checkChunks(checker, work));
  const { tally } = checker;
  const { red, black, suspects, seeds } = tally;
  const arrays = [red.halves, black.halves, ...Object.values(seeds), ...Object.values(suspects)];
  parentPort!.postMessage(
    tally,
    arrays.map(({ buffer }) => buffer),
  );
}

function serve(checker: KernelChecker): void {
  parentPort!.on("message", (asked: ProofTask) => {
    const reply = checker.run(asked);
    const { found, pattern } = reply;
    const arrays = [
      ...(found ? [...Object.values(found.suspects), ...Object.values(found.seeds)] : []),
      ...(pattern ? [pattern.losses, ...(pattern.mutual === null ? [] : [pattern.mutual])] : []),
    ];
    parentPort!.postMessage(
      reply,
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  });
}
