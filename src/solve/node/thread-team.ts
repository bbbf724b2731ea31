/** The thread team under Node: worker threads that share one memory. Kept for many endgames, then closed. */
import { CrewThread } from "../../base/node/crew.ts";
import type { TeamWork } from "../host/member.ts";
import { joined, type Team, type TimedResult } from "../host/team.ts";

/** Starts `threads` workers. Call `close` when done. */
export function startTeam(threads: number): Team {
  const program = new URL("./team-member.ts", import.meta.url);
  const crew = Array.from({ length: threads }, (_, thread) => new CrewThread<TeamWork, TimedResult>(program, thread));
  return {
    threads,
    async run(work) {
      const results = await Promise.all(crew.map((each) => each.ask(work)));
      return { ...joined(results), seconds: results.reduce((sum, { seconds }) => sum + seconds, 0) };
    },
    close: async () => void (await Promise.all(crew.map((each) => each.stop()))),
  };
}
