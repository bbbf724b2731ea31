/** A thread of the team under Node. */
import { workerData } from "node:worker_threads";
import { keepCompiledCode } from "../../base/node/compiled-code.ts";
import { answerQuestions } from "../../base/node/crew.ts";
import type { TeamWork } from "../host/member.ts";
import type { TimedResult } from "../host/team.ts";

keepCompiledCode();
const { newMember } = await import("../host/member.ts");
const { openShelf } = await import("./shelf.ts");
const runTasks = newMember(workerData as number, openShelf);

answerQuestions((work: TeamWork): TimedResult => {
  const before = process.threadCpuUsage();
  const result = runTasks(work);
  const { user, system } = process.threadCpuUsage(before);
  return { ...result, seconds: (user + system) / 1e6 };
});
