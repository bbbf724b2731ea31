/** The kernel's threads in a browser: workers that share one memory, where the page is cross-origin isolated. */
import type { TeamResult, TeamWork } from "../../src/solve/host/member.ts";
import { joined, type Team } from "../../src/solve/host/team.ts";
import { InputError } from "../../src/base/errors.ts";
import type { MemberReply } from "./member-worker.ts";

/** @param files of the build's shelves */
export async function startTeam(threads: number, files: readonly FileSystemFileHandle[]): Promise<Team> {
  const workers = Array.from(
    { length: threads },
    (_, thread) => new Worker(new URL("./member-worker.ts", import.meta.url), { type: "module", name: String(thread) }),
  );
  await Promise.all(workers.map((worker) => ask(worker, files)));
  return {
    threads,
    async run(work) {
      const started = performance.now();
      const results = await Promise.all(workers.map(async (worker) => (await ask(worker, work))!));
      return { ...joined(results), seconds: ((performance.now() - started) / 1000) * threads };
    },
    async close() {
      for (const worker of workers) worker.terminate();
    },
  };
}

function ask(worker: Worker, work: readonly FileSystemFileHandle[] | TeamWork): Promise<TeamResult | null> {
  const answered = new AbortController();
  const { signal } = answered;
  return new Promise<TeamResult | null>((resolve, reject) => {
    const take = ({ data }: MessageEvent<MemberReply>): void => {
      if ("result" in data) resolve(data.result);
      else reject(data.code === undefined ? data.error : new InputError(data.code, data.error.message));
    };
    worker.addEventListener("message", take, { signal });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)), { signal });
    worker.postMessage(work, []);
  }).finally(() => answered.abort());
}
