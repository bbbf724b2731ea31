/** A member of a packed solver's team in a thread of its own. */
import { workerData } from "node:worker_threads";
import { announce, failTeam, joinTeam } from "./team.ts";
import type { Job } from "./job.ts";

const { job, index } = workerData as { job: Job; index: number };

try {
  const { openGame } = await import("../explicit.ts");
  const { programs, runMember } = await import("./programs.ts");
  announce(job.team);
  runMember(job, () => programs[job.algorithm](job, openGame(job.spec), joinTeam(job.team, index)));
} catch (error) {
  failTeam(job.team);
  throw error;
}
