/** A thread of the team under Node. */
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { TeamWork } from "../vector/member.ts";

// As for the program (cli/canju.ts): a thread has a cache of its own, which saves half of what it takes to start one. Without a
// folder Node would take one in the shared temporary directory, which may be anybody's.
if (process.env.NODE_COMPILE_CACHE) enableCompileCache(process.env.NODE_COMPILE_CACHE);
const { runTasks } = await import("../vector/member.ts");

parentPort!.on("message", (work: TeamWork) => {
  const before = process.threadCpuUsage();
  const result = runTasks(work, workerData as number);
  const { user, system } = process.threadCpuUsage(before);
  parentPort!.postMessage({ ...result, seconds: (user + system) / 1e6 }, []);
});
