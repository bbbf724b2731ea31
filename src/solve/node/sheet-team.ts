/** Threads for sheets under Node, beside those that solve: all work on one memory, each does one task after the other. */
import { Worker } from "node:worker_threads";
import type { SheetTeam } from "../sheets/sheet.ts";
import { sheetMember, type SheetThread, type SheetReply } from "./sheet-tools.ts";

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[];
}

/** The calling thread alone. */
export function sheetTeamOfOne(module: WebAssembly.Module, memory: WebAssembly.Memory): SheetTeam {
  const member = sheetMember(module, memory, 0);
  return {
    threads: 1,
    run: async (task) => member.run(task) as never,
    close: async () => {},
  };
}

/** Starts `threads` workers. Call `close` when done. */
export function startSheetTeam(module: WebAssembly.Module, memory: WebAssembly.Memory, threads: number): SheetTeam {
  const start = (thread: number): Thread => {
    const worker = new Worker(new URL("./sheet-member.ts", import.meta.url), {
      workerData: { thread, module, memory } satisfies SheetThread,
      execArgv: [],
    });
    const waiting: Waiting[] = [];
    worker.on("message", (reply: SheetReply) => {
      const { resolve, reject } = waiting.shift()!;
      if ("error" in reply) reject(reply.error);
      else resolve(reply.result as never);
    });
    worker.on("error", (error: Error) => {
      for (const { reject } of waiting.splice(0)) reject(error);
    });
    return { worker, waiting };
  };
  const team = Array.from({ length: threads }, (_, thread) => start(thread));
  return {
    threads,
    run: (task) =>
      new Promise<never>((resolve, reject) => {
        const { worker, waiting } = team.reduce((least, each) =>
          each.waiting.length < least.waiting.length ? each : least,
        );
        waiting.push({ resolve, reject });
        worker.postMessage(task, []);
      }),
    async close() {
      await Promise.all(team.map(({ worker }) => worker.terminate()));
    },
  };
}
