/** Algorithm 2, forward-check, as run: can this state be solved from what is known of its children? */
import { isGoodFor } from "../game.ts";
import { settle, type Run } from "./values.ts";

export type Proof = "none" | "existential" | "universal";

/**
 * Solves `state` at distance `sweep + 1` if some child is good for the player to move, or all are bad.
 * Children count only when their distance is at most `horizon`. Win-only leaves what is lost for max unrecorded.
 */
export const forwardCheck = (run: Run, state: number, sweep: number, horizon: number): Proof => {
  const { game, values, children, parameters } = run;
  run.counts.forwardExpansions++;
  const count = game.children(state, children);
  const mover = game.isMaxTurn(state) ? 1 : -1;
  let allBad = count > 0;
  for (let i = 0; i < count; i++) {
    const value = values[children[i]!]!;
    if (value === 0 || Math.abs(value) - 1 > horizon) allBad = false;
    else if (isGoodFor(game, state, value)) {
      if (parameters.winOnly && mover < 0) return "none";
      settle(run, state, mover, sweep + 1);
      return "existential";
    }
  }
  if (!allBad || (parameters.winOnly && mover > 0)) return "none";
  settle(run, state, mover > 0 ? -1 : 1, sweep + 1);
  return "universal";
};
