/**
 * Algorithm 4, forward search, as run. Sweeps over the unsolved states until a sweep solves nothing; with `direct`
 * it is the hybrid solver: a universal proof is carried at once to the parents it settles (Algorithm 3).
 */
import { isGoodFor, type Game } from "../game.ts";
import type { Parameters, Solution, Progress } from "../solution.ts";
import { forwardCheck } from "./forward-check.ts";
import { finishRun, settle, startRun, type Run } from "./values.ts";

export const forward = (game: Game, parameters: Parameters, progress?: Progress): Solution => {
  const run = startRun(game, parameters);
  const solvedBySweep = [run.solved];
  for (let sweep = 0; ; sweep++) {
    run.solved = 0;
    const horizon = parameters.layered ? sweep : Number.POSITIVE_INFINITY;
    for (let state = 0; state < game.states; state++) {
      if (run.values[state] !== 0) continue;
      const proof = forwardCheck(run, state, sweep, horizon);
      if (proof === "universal" && parameters.direct) quickCheck(run, state, sweep);
    }
    progress?.(sweep, run.solved);
    if (run.solved === 0) return finishRun(run, solvedBySweep, parameters.layered);
    solvedBySweep.push(run.solved);
    run.counts.iterations++;
  }
};

/** Algorithm 3, quick-check. The parents it solves trigger nothing themselves. */
const quickCheck = (run: Run, state: number, sweep: number): void => {
  const { game, values, parents } = run;
  run.counts.backwardExpansions++;
  const outcome = values[state]! > 0 ? 1 : -1;
  const count = game.parents(state, parents);
  for (let i = 0; i < count; i++) {
    const parent = parents[i]!;
    if (values[parent] === 0 && isGoodFor(game, parent, outcome)) settle(run, parent, outcome, sweep + 2);
  }
};
