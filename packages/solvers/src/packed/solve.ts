/** Runs a packed solver on a team of threads; the caller's thread is the first member. */
import { Worker } from "node:worker_threads";
import type { Outcome } from "../game.ts";
import type { Progress, Parameters, Solution } from "../solution.ts";
import { openGame, type GameSpec } from "../explicit.ts";
import { codeOf, LOST, WON } from "./codes.ts";
import { makeJob, type Algorithm } from "./job.ts";
import { awaitThreads, joinTeam } from "./team.ts";
import { programs, runMember } from "./programs.ts";

/** Milliseconds; on a busy machine a thread takes a second or two. */
const THREAD_START_LIMIT = 60_000;

export const solvePacked = (
  spec: GameSpec,
  algorithm: Algorithm,
  parameters: Parameters,
  threads: number,
  progress?: Progress,
): Solution => {
  const game = openGame(spec);
  if (!game.alternating) throw new Error(`${game.name} does not alternate turns; the packed solvers need that.`);
  const job = makeJob(spec, game.states, game.maxMoves, algorithm, parameters, threads);
  for (let index = 1; index < threads; index++) {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { job, index } });
    worker.unref();
  }
  awaitThreads(job.team, threads - 1, THREAD_START_LIMIT);
  const { counts, solvedBySweep, passedOver } = runMember(job, () =>
    programs[algorithm](job, game, joinTeam(job.team, 0), progress),
  );
  return {
    counts,
    solvedBySweep,
    passedOver,
    outcomeOf: (state): Outcome => {
      const code = codeOf(job.codes, state);
      return code !== WON && code !== LOST ? 0 : (code === WON) === game.isMaxTurn(state) ? 1 : -1;
    },
    depthOf: () => undefined,
  };
};
