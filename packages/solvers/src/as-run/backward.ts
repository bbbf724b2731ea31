/**
 * Algorithms 5 and 6, backward search, as run: sweep r expands backward exactly the states at distance r (without
 * no-dup: at most r), so it is layered by construction. `direct` turns on the shortcut for parents that the expanded
 * state settles by itself; grandparents are never quick-checked.
 */
import { isGoodFor, type Game } from "../game.ts";
import type { Parameters, Solution, Progress } from "../solution.ts";
import { forwardCheck } from "./forward-check.ts";
import { finishRun, settle, startRun, type Run } from "./values.ts";

export const backward = (game: Game, parameters: Parameters, progress?: Progress): Solution => {
  const run = startRun(game, parameters);
  const solvedBySweep = [run.solved];
  for (let sweep = 0; ; sweep++) {
    run.solved = 0;
    for (let state = 0; state < game.states; state++) {
      const value = run.values[state]!;
      if (value === 0 || (parameters.winOnly && value < 0)) continue;
      const depth = Math.abs(value) - 1;
      if (depth === sweep || (!parameters.noDup && depth < sweep)) backwardCheck(run, state, sweep);
    }
    progress?.(sweep, run.solved);
    if (run.solved === 0) return finishRun(run, solvedBySweep, true);
    solvedBySweep.push(run.solved);
    run.counts.iterations++;
  }
};

/** Algorithm 5, backward-check. */
const backwardCheck = (run: Run, state: number, sweep: number): void => {
  const { game, values, parents, parameters } = run;
  run.counts.backwardExpansions++;
  const outcome = values[state]! > 0 ? 1 : -1;
  const count = game.parents(state, parents);
  for (let i = 0; i < count; i++) {
    const parent = parents[i]!;
    if (values[parent] !== 0) continue;
    if (parameters.direct && isGoodFor(game, parent, outcome)) settle(run, parent, outcome, sweep + 1);
    else forwardCheck(run, parent, sweep, sweep);
  }
};
