/** The thread team under Node: worker threads that share one memory. Kept for many endgames, then closed. */
import { Worker } from "node:worker_threads";
import { joined, type Team } from "../host/team.ts";
import type { TeamResult } from "../host/member.ts";

type Reply = TeamResult & { readonly seconds: number };

/** Starts `threads` workers. Call `close` when done. */
export function startTeam(threads: number): Team {
  const workers = Array.from(
    { length: threads },
    (_, thread) => new Worker(new URL("./team-member.ts", import.meta.url), { workerData: thread, execArgv: [] }),
  );
  return {
    threads,
    async run(work) {
      const replies = await Promise.all(
        workers.map(
          (worker) =>
            new Promise<Reply>((resolve, reject) => {
              worker.once("error", reject);
              worker.once("message", (reply: Reply) => {
                worker.off("error", reject);
                resolve(reply);
              });
              worker.postMessage(work, []);
            }),
        ),
      );
      return { ...joined(replies), seconds: replies.reduce((sum, reply) => sum + reply.seconds, 0) };
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
