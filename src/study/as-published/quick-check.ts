/** Algorithm 3, quick-check, as published. */
import { solve, type Flags } from "./flags.ts";

export const quickCheck = (flags: Flags, state: number): void => {
  const { game, parameters, solved, win, recent, depth, grandparents } = flags;
  flags.counts.backwardExpansions++;
  const count = game.parents(state, grandparents);
  for (let i = 0; i < count; i++) {
    const parent = grandparents[i]!; // 2
    if (game.isMaxTurn(parent) !== (parameters.winOnly || win[state] === 1)) continue; // 3
    if (solved[parent] === 1) continue; // 4
    solve(flags, parent, win[state] === 1, 1 + depth[state]!); // 5-7
    recent[parent] = 1; // 8
  }
};
