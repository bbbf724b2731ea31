/** What one thread of the team does: runs the kernel over a list of tasks. Browser-safe. */
import { parseEndgame } from "../../endgame/endgame.ts";
import { endgameIndex } from "../../endgame/index.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import type { Carrying } from "../levels/cell-sets.ts";
import { OneManChased, WITNESSES } from "../levels/chase-candidates.ts";
import { carryOut } from "../levels/epochs.ts";
import type { Plane } from "../kernel.ts";

/** One call of the kernel, for a job in its memory. */
export type Task =
  | { readonly kind: "mark" | "mark new"; readonly job: number }
  /** All wins of one side by mate and conversion. `weights`: address of the weights of blocks. */
  | { readonly kind: "solve"; readonly job: number; readonly winner: Colour; readonly weights: number }
  /** What follows from the losses seeded at a ply. */
  | { readonly kind: "propagate"; readonly job: number; readonly winner: Colour; readonly ply: number }
  /** What OneManChased finds for each of these slots. */
  | {
      readonly kind: "chased";
      readonly endgame: string;
      readonly attacker: Colour;
      readonly planes: Readonly<Record<Colour, Plane>>;
      readonly options: RuleOptions;
      readonly cells: Uint32Array;
      readonly witnesses: Uint32Array;
      readonly threads: number;
    }
  /** Carries marks out of a narrow plane. */
  | (Carrying & { readonly kind: "carry"; readonly threads: number })
  /** An operation on sets of cells. */
  | { readonly kind: "operate"; readonly job: number; readonly winner: Colour; readonly operation: number };

export interface TeamWork {
  /** With the first tasks on a memory; threads keep their instance, as sending these takes longer than most tasks. */
  readonly kernel: { readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory } | null;
  readonly tasks: readonly Task[];
}

/** `too long`: distances do not fit planes of one byte. */
export type TeamResult = "done" | "stopped" | "too long";

interface KernelExports {
  mark(job: number, thread: number, reset: boolean): number;
  solve(job: number, thread: number, redWins: boolean, weights: number): number;
  propagate(job: number, thread: number, redWins: boolean, ply: number): number;
  operate(job: number, thread: number, redWins: boolean, operation: number): number;
}

/** This thread's instance of the kernel. */
let instance: KernelExports | undefined;

/** Runs the tasks in order, in step with the other threads; all threads get the same result. */
export function runTasks({ kernel, tasks }: TeamWork, thread: number): TeamResult {
  if (kernel !== null) {
    const { exports } = new WebAssembly.Instance(kernel.module, { env: { memory: kernel.memory, abort: () => {} } });
    instance = exports as unknown as KernelExports;
  }
  for (const task of tasks) {
    if (task.kind === "chased") {
      findChased(task, thread);
      continue;
    }
    if (task.kind === "carry") {
      const share = Math.ceil(task.plane.length / task.threads);
      carryOut(task, thread * share, Math.min((thread + 1) * share, task.plane.length));
      continue;
    }
    const code = runTask(instance!, task, thread);
    if (code !== 1) return code === 2 ? "stopped" : "too long";
  }
  return "done";
}

export type KernelTask = Exclude<Task, { readonly kind: "chased" | "carry" }>;

function runTask(kernel: KernelExports, task: KernelTask, thread: number): number {
  switch (task.kind) {
    case "mark":
    case "mark new":
      return kernel.mark(task.job, thread, task.kind === "mark new");
    case "solve":
      return kernel.solve(task.job, thread, task.winner === "red", task.weights);
    case "propagate":
      return kernel.propagate(task.job, thread, task.winner === "red", task.ply);
    case "operate":
      return kernel.operate(task.job, thread, task.winner === "red", task.operation);
  }
}

/** Positions a thread looks at in one go; neighbours take equally long. */
const STRIDE = 256;

function findChased(task: Extract<Task, { readonly kind: "chased" }>, thread: number): void {
  const { endgame, planes, options, attacker, cells, witnesses, threads } = task;
  const search = new OneManChased({ index: endgameIndex(parseEndgame(endgame)), planes, options }, attacker);
  for (let first = thread * STRIDE; first < cells.length; first += threads * STRIDE) {
    const end = Math.min(first + STRIDE, cells.length);
    for (let i = first; i < end; i++) search.find(cells[i]!, witnesses, i * WITNESSES);
  }
}
