/** A team of threads that run the kernel together. */
import type { TeamResult, TeamWork } from "./member.ts";

export interface Team {
  readonly threads: number;
  /** Runs the tasks on all threads. `seconds`: CPU time of all threads together. */
  run(work: TeamWork): Promise<{ result: TeamResult; seconds: number }>;
  close(): Promise<void>;
}
