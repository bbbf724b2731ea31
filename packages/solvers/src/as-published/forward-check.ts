/** Algorithms 2 and 3, forward-check and quick-check, as published; the comments give their line numbers. */
import { solve, type Flags } from "./flags.ts";

/** Algorithm 2. */
export const forwardCheck = (flags: Flags, state: number): void => {
  const { game, parameters, solved, win, recent, depth, children } = flags;
  const { winOnly, layered } = parameters;
  flags.counts.forwardExpansions++;
  const terminal = game.terminalOutcome(state);
  if (terminal !== 0) {
    // In normal play lines 16 to 19 say this, for the loop runs over no children.
    if (terminal > 0 || !winOnly) solve(flags, state, terminal > 0, 0);
    return;
  }
  const count = game.children(state, children);
  const maxTurn = game.isMaxTurn(state);
  let d = 0; // 2
  for (let i = 0; i < count; i++) {
    const child = children[i]!; // 3
    if (winOnly && solved[child] === 0 && !maxTurn) return; // 5
    if (solved[child] === 0 || (layered && recent[child] === 1)) d = Number.POSITIVE_INFINITY; // 7
    else if (maxTurn && win[child] === 0 && !winOnly) d = Math.max(d, 1 + depth[child]!); // 8
    else if (!maxTurn && win[child] === 1) d = Math.max(d, 1 + depth[child]!); // 9
    else {
      solve(flags, state, maxTurn, 1 + depth[child]!); // 12-14
      return; // 15
    }
  }
  if (d < Number.POSITIVE_INFINITY && (!winOnly || !maxTurn)) solve(flags, state, !maxTurn, d); // 16-19
};

/** Algorithm 3. */
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
