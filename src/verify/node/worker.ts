/** A thread of a proof: takes chunks of the plain program's check until none is left, or does what the kernel's proof asks for. */
import { workerData } from "node:worker_threads";
import type { KernelChecker, ProofReply, ProofTask } from "../host/kernel-checker.ts";
import type { ProofLayout } from "../host/proof-layout.ts";
import type { ProofTally } from "../plain/tally.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { PlanePlace } from "./plane-files.ts";
import type { ChunkWork } from "./work.ts";
import { keepCompiledCode } from "../../base/node/compiled-code.ts";
import { answerQuestions } from "../../base/node/crew.ts";

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
if ("work" in task) {
  const { checkChunks, makeChecker } = await import("./work.ts");
  answerQuestions((): ProofTally => {
    const checker = makeChecker(task.work);
    for (const _ of checkChunks(checker, task.work));
    return checker.tally;
  }, buffersOf);
} else {
  const kernel = await import("../host/kernel-checker.ts");
  const { openPlane, sumOfCodes } = await import("./plane-files.ts");
  const { module, layout, planes, thread } = task;
  const opened = { red: openPlane(planes.red), black: openPlane(planes.black) };
  const checker: KernelChecker = new kernel.KernelChecker(module, layout, opened, thread, sumOfCodes);
  answerQuestions((asked: ProofTask): ProofReply => checker.run(asked), buffersOfReply);
}

function buffersOf({ red, black, suspects, seeds, holdings }: ProofTally): ArrayBuffer[] {
  const found = [...Object.values(seeds), ...Object.values(suspects), ...Object.values(holdings)];
  return [red.halves, black.halves, ...found].map(({ buffer }) => buffer as ArrayBuffer);
}

function buffersOfReply({ found, pattern, met }: ProofReply): ArrayBuffer[] {
  const checked = found?.checked;
  const arrays = [
    ...(checked ? [checked.checking] : []),
    ...(pattern ? [pattern.losses, pattern.seeds] : []),
    ...(met ? [met] : []),
  ];
  return [...arrays.map(({ buffer }) => buffer as ArrayBuffer), ...(checked ? buffersOf(checked.tally) : [])];
}
