/** A thread of a proof: takes chunks of the plain program's check until none is left, or does what the kernel's proof asks for. */
import { parentPort, workerData } from "node:worker_threads";
import type { KernelChecker, ProofTask } from "../host/kernel-checker.ts";
import type { ProofLayout } from "../host/proof-layout.ts";
import type { ProofTally } from "../plain/tally.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { PlanePlace } from "./plane-files.ts";
import type { ChunkWork } from "./work.ts";
import { keepCompiledCode } from "../../base/node/compiled-code.ts";

export type ThreadTask =
  | { readonly work: ChunkWork }
  | {
      readonly module: WebAssembly.Module;
      readonly layout: ProofLayout;
      readonly planes: Readonly<Record<Colour, PlanePlace>>;
      readonly thread: number;
    };

keepCompiledCode();

const task = workerData as ThreadTask;
if ("work" in task) await check(task.work);
else {
  const kernel = await import("../host/kernel-checker.ts");
  const { openPlane, sumOfCodes } = await import("./plane-files.ts");
  const { module, layout, planes, thread } = task;
  const opened = { red: openPlane(planes.red), black: openPlane(planes.black) };
  serve(new kernel.KernelChecker(module, layout, opened, thread, sumOfCodes));
}

async function check(work: ChunkWork): Promise<void> {
  const { checkChunks, makeChecker } = await import("./work.ts");
  const checker = makeChecker(work);
  for (const _ of checkChunks(checker, work));
  const { tally } = checker;
  const arrays = arraysOf(tally);
  parentPort!.postMessage(
    tally,
    arrays.map(({ buffer }) => buffer),
  );
}

function arraysOf({ red, black, suspects, seeds, holdings }: ProofTally) {
  const found = [...Object.values(seeds), ...Object.values(suspects), ...Object.values(holdings)];
  return [red.halves, black.halves, ...found];
}

function serve(checker: KernelChecker): void {
  parentPort!.on("message", (asked: ProofTask) => {
    const reply = checker.run(asked);
    const checked = reply.found?.checked;
    const arrays = [
      ...(checked ? [checked.checking, ...arraysOf(checked.tally)] : []),
      ...(reply.pattern ? [reply.pattern.losses, reply.pattern.seeds] : []),
      ...(reply.met ? [reply.met] : []),
    ];
    parentPort!.postMessage(
      reply,
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  });
}
