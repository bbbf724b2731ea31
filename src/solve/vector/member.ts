/** What one thread of the team does: runs the kernel over a list of tasks. Browser-safe. */
import type { Colour } from "../../xiangqi/pieces.ts";

/** One call of the kernel, for a job in its memory. */
export type Task =
  | { readonly kind: "mark" | "mark new"; readonly job: number }
  /** All wins of one side by mate and conversion. `weights`: address of the weights of blocks. */
  | { readonly kind: "solve"; readonly job: number; readonly winner: Colour; readonly weights: number }
  /** What follows from the losses seeded at a ply. */
  | { readonly kind: "propagate"; readonly job: number; readonly winner: Colour; readonly ply: number }
  /** An operation on sets of cells. */
  | { readonly kind: "operate"; readonly job: number; readonly winner: Colour; readonly operation: number };

export interface TeamWork {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
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

const instances = new WeakMap<ArrayBufferLike, KernelExports>();

/** Runs the tasks in order, in step with the other threads; all threads get the same result. */
export function runTasks({ module, memory, tasks }: TeamWork, thread: number): TeamResult {
  const kernel = kernelOn(module, memory);
  for (const task of tasks) {
    const code = runTask(kernel, task, thread);
    if (code !== 1) return code === 2 ? "stopped" : "too long";
  }
  return "done";
}

function runTask(kernel: KernelExports, task: Task, thread: number): number {
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

function kernelOn(module: WebAssembly.Module, memory: WebAssembly.Memory): KernelExports {
  let kernel = instances.get(memory.buffer);
  if (kernel === undefined) {
    const instance = new WebAssembly.Instance(module, { env: { memory, abort: () => {} } });
    kernel = instance.exports as unknown as KernelExports;
    instances.set(memory.buffer, kernel);
  }
  return kernel;
}
