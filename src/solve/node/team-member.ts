/** A thread of the team under Node. */
import { parentPort, workerData } from "node:worker_threads";
import { runTasks, type TeamWork } from "../vector/member.ts";

parentPort!.on("message", (work: TeamWork) => {
  const before = process.threadCpuUsage();
  const result = runTasks(work, workerData as number);
  const { user, system } = process.threadCpuUsage(before);
  parentPort!.postMessage({ result, seconds: (user + system) / 1e6 }, []);
});
