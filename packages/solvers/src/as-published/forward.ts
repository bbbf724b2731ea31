/**
 * Algorithm 4, forward search, as published, with two readings without which it never ends or ends too soon:
 * lines 9 to 12 apply to a state that line 8 has just solved (as printed, to every solved state, for ever); and a sweep
 * that clears a `recent` flag is followed by another, for line 6 clears the flag only when the sweep comes by: a parent
 * earlier in the order has then been held back by it in this very sweep.
 */
import type { Game } from "../game.ts";
import type { Parameters, Solution, Progress } from "../solution.ts";
import { finishFlags, startFlags } from "./flags.ts";
import { forwardCheck, quickCheck } from "./forward-check.ts";

export const forward = (game: Game, parameters: Parameters, progress?: Progress): Solution => {
  const flags = startFlags(game, parameters);
  const { solved, recent, counts } = flags;
  const solvedBySweep: number[] = [];
  let changed = true; // 2
  for (let sweep = 0; changed; sweep++) {
    changed = false; // 4
    flags.newlySolved = 0;
    for (let state = 0; state < game.states; state++) {
      if (parameters.layered && recent[state] === 1) {
        recent[state] = 0; // 6
        changed = true;
      }
      if (solved[state] === 1) continue; // 7
      forwardCheck(flags, state); // 8
      if (solved[state] === 0) continue; // 9
      changed = true; // 10
      recent[state] = 1; // 11
      if (parameters.direct) quickCheck(flags, state); // 12
    }
    progress?.(sweep, flags.newlySolved);
    if (changed) {
      solvedBySweep.push(flags.newlySolved);
      counts.iterations = sweep;
    }
  }
  return finishFlags(flags, solvedBySweep);
};
