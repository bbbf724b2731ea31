/** Definition 2 of the paper, taken word for word: the sets W_i and L_i by quantifying over all moves. */
import type { Game, Outcome } from "../src/game.ts";

export interface Truth {
  readonly outcome: Outcome;
  /** Infinite for draws. */
  readonly height: number;
}

export const truthOf = (game: Game): Truth[] => {
  const all = Array.from({ length: game.states }, (_, state) => state);
  const buffer = new Int32Array(game.maxMoves);
  const moves = all.map((state) => [...buffer.subarray(0, game.children(state, buffer))]);
  const truth: Truth[] = all.map((state) => {
    const outcome = game.terminalOutcome(state);
    return { outcome, height: outcome === 0 ? Infinity : 0 };
  });
  for (let height = 1; ; height++) {
    const found = all
      .filter((state) => truth[state]!.outcome === 0)
      .flatMap((state) => {
        const own = game.isMaxTurn(state) ? 1 : -1;
        if (moves[state]!.some((child) => truth[child]!.outcome === own)) return [{ state, outcome: own }];
        if (moves[state]!.every((child) => truth[child]!.outcome === -own)) return [{ state, outcome: -own }];
        return [];
      });
    if (found.length === 0) return truth;
    for (const { state, outcome } of found) truth[state] = { outcome: outcome as Outcome, height };
  }
};
