/**
 * Algorithms 5 and 6, backward search, as published: a state solved in a sweep is expanded in the same sweep if it
 * lies later in the order. Line 12 of Algorithm 5 applies to a parent that has just been solved.
 */
import type { Game } from "../game.ts";
import type { Parameters, Solution, Progress } from "../solution.ts";
import { finishFlags, solve, startFlags, type Flags } from "./flags.ts";
import { forwardCheck, quickCheck } from "./forward-check.ts";

/** Algorithm 6. */
export const backward = (game: Game, parameters: Parameters, progress?: Progress): Solution => {
  const flags = startFlags(game, parameters);
  const { solved, visited, counts } = flags;
  game.terminals((state, outcome) => {
    if (outcome > 0 || !parameters.winOnly) solve(flags, state, outcome > 0, 0); // 2-6
  });
  const solvedBySweep = [flags.newlySolved];
  for (let sweep = 0; ; sweep++) {
    flags.newlySolved = 0;
    for (let state = 0; state < game.states; state++) {
      if (solved[state] === 0 || (parameters.noDup && visited[state] === 1)) continue; // 11
      backwardCheck(flags, state); // 12
      visited[state] = 1; // 13
    }
    progress?.(sweep, flags.newlySolved);
    if (flags.newlySolved === 0) return finishFlags(flags, solvedBySweep);
    solvedBySweep.push(flags.newlySolved);
    counts.iterations++;
  }
};

/** Algorithm 5. */
const backwardCheck = (flags: Flags, state: number): void => {
  const { game, parameters, solved, win, depth, counts, parents } = flags;
  counts.backwardExpansions++;
  const count = game.parents(state, parents);
  for (let i = 0; i < count; i++) {
    const parent = parents[i]!; // 2
    if (solved[parent] === 1) continue; // 3
    if (game.isMaxTurn(parent) === (win[state] === 1 || parameters.winOnly)) {
      solve(flags, parent, win[state] === 1, 1 + depth[state]!); // 4-7
    } else forwardCheck(flags, parent); // 9
    if (solved[parent] === 1 && parameters.direct) quickCheck(flags, parent); // 10-12
  }
};
