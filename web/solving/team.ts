/** The kernel's threads in a browser: workers where the page may share memory with them, else the calling thread alone. */
import { runTasks, type TeamResult } from "../../src/solve/vector/member.ts";
import type { Team } from "../../src/solve/vector/team.ts";

/** How long the calling thread works before it lets a message out. */
const BREATH_MILLISECONDS = 100;

/** The calling thread as a team of one: between tasks it takes a breath, so that progress is told. */
export function teamOfOne(): Team {
  let breathed = performance.now();
  return {
    threads: 1,
    async run({ kernel, tasks }) {
      let result: TeamResult = "done";
      let first = kernel;
      const started = performance.now();
      for (const task of tasks) {
        result = runTasks({ kernel: first, tasks: [task] }, 0);
        first = null;
        if (result !== "done") break;
        if (performance.now() - breathed < BREATH_MILLISECONDS) continue;
        await new Promise((resolve) => setTimeout(resolve));
        breathed = performance.now();
      }
      return { result, seconds: (performance.now() - started) / 1000 };
    },
    close: async () => {},
  };
}

/** Workers that share one memory. Only for pages that are cross-origin isolated. */
export function teamOfWorkers(threads: number): Team {
  const workers = Array.from(
    { length: threads },
    (_, thread) => new Worker(new URL("./member-worker.ts", import.meta.url), { type: "module", name: String(thread) }),
  );
  const ask = (worker: Worker, work: Parameters<Team["run"]>[0]): Promise<TeamResult> =>
    new Promise((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<TeamResult>) => resolve(data), { once: true });
      worker.addEventListener("error", ({ message }) => reject(new Error(message)), { once: true });
      worker.postMessage(work, []);
    });
  return {
    threads,
    async run(work) {
      const started = performance.now();
      const [result] = await Promise.all(workers.map((worker) => ask(worker, work)));
      return { result: result!, seconds: ((performance.now() - started) / 1000) * threads };
    },
    async close() {
      for (const worker of workers) worker.terminate();
    },
  };
}
