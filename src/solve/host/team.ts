/** A team of threads that run the kernel together. */
import { newMember, type TeamResult, type TeamWork } from "./member.ts";
import type { OpenShelf } from "../tape.ts";

/** What all threads have done together. */
export function joined(results: readonly TeamResult[]): TeamResult {
  return { result: results[0]!.result, tape: results.flatMap(({ tape }) => tape) };
}

/** `seconds`: CPU time. */
export type TimedResult = TeamResult & { readonly seconds: number };

export interface Team {
  readonly threads: number;
  /** Runs the tasks on all threads; the time is that of all together. */
  run(work: TeamWork): Promise<TimedResult>;
  close(): Promise<void>;
}

/** How long the calling thread works before it lets a message out. */
const BREATH_MILLISECONDS = 100;

/**
 * The calling thread as a team of one: between tasks it takes a breath, so that progress is told.
 * @param openShelf where sets may lie outside of the memory
 */
export function teamOfOne(openShelf?: OpenShelf): Team {
  const runTasks = newMember(0, openShelf);
  let breathed = performance.now();
  return {
    threads: 1,
    async run({ kernel, tasks }) {
      let result: TeamResult["result"] = "done";
      const tape: Uint32Array[] = [];
      let first = kernel;
      const started = performance.now();
      for (const task of tasks) {
        const done = runTasks({ kernel: first, tasks: [task] });
        result = done.result;
        tape.push(...done.tape);
        first = null;
        if (result !== "done") break;
        if (performance.now() - breathed < BREATH_MILLISECONDS) continue;
        await new Promise((resolve) => setTimeout(resolve));
        breathed = performance.now();
      }
      return { result, tape, seconds: (performance.now() - started) / 1000 };
    },
    close: async () => {},
  };
}
