/** The kernel's threads in a page that may share memory with its workers. */
import type { TeamResult } from "../../src/solve/vector/member.ts";
import type { Team } from "../../src/solve/vector/team.ts";

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
