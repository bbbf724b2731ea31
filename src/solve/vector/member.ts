/** What one thread of the team does: runs the kernel over a list of tasks. Browser-safe. */

export interface Task {
  readonly kind: "mark" | "mark new" | "red wins" | "black wins";
  /** Address of the job. */
  readonly job: number;
  /** Address of the weights of blocks, for the wins. */
  readonly weights: number;
}

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
}

/** Runs the tasks in order, in step with the other threads; all threads get the same result. */
export function runTasks({ module, memory, tasks }: TeamWork, thread: number): TeamResult {
  const instance = new WebAssembly.Instance(module, { env: { memory, abort: () => {} } });
  const kernel = instance.exports as unknown as KernelExports;
  for (const { kind, job, weights } of tasks) {
    const code = kind.startsWith("mark")
      ? kernel.mark(job, thread, kind === "mark new")
      : kernel.solve(job, thread, kind === "red wins", weights);
    if (code !== 1) return code === 2 ? "stopped" : "too long";
  }
  return "done";
}
