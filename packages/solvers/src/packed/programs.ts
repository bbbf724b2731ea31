/** What the members of a packed solver's team run. */
import { packedBackward } from "./backward.ts";
import { packedForward } from "./forward.ts";
import type { Algorithm, Job, Program } from "./job.ts";
import { failTeam } from "./team.ts";

export const programs: Record<Algorithm, Program> = { forward: packedForward, backward: packedBackward };

/** A member that fails must not leave the others waiting. */
export const runMember = <T>(job: Job, run: () => T): T => {
  try {
    return run();
  } catch (error) {
    failTeam(job.team);
    throw error;
  }
};
