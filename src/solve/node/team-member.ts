/** A thread of the team under Node. */
import { parentPort, workerData } from "node:worker_threads";
import type { TeamWork } from "../host/member.ts";
import { keepCompiledCode } from "../../base/node/compiled-code.ts";

keepCompiledCode();
const { newMember } = await import("../host/member.ts");
const { openShelf } = await import("./shelf.ts");
const runTasks = newMember(workerData as number, openShelf);

parentPort!.on("message", (work: TeamWork) => {
  const before = process.threadCpuUsage();
  const result = runTasks(work);
  const { user, system } = process.threadCpuUsage(before);
  parentPort!.postMessage({ ...result, seconds: (user + system) / 1e6 }, []);
});
