/** What a solver is asked, what it tells meanwhile and what it answers, whatever the algorithm. */
import type { Game, Outcome } from "./game.ts";

export interface Parameters {
  /** A proof may only use what earlier sweeps found, so that distances are exact. */
  readonly layered: boolean;
  /** A proof is carried to the parents it settles by itself, without checking their other children. */
  readonly direct: boolean;
  /** Only max's wins are looked for: losses and draws stay together. */
  readonly winOnly: boolean;
  /** Backward only: a solved state is expanded once. */
  readonly noDup: boolean;
}

export interface Counts {
  /** Times a state's moves were listed to look at its children. */
  forwardExpansions: number;
  /** Times a state's parents were listed. */
  backwardExpansions: number;
  /** Sweeps that changed something; the closing sweep that changes nothing is not one, but its expansions count. */
  iterations: number;
}

export interface Solution {
  readonly counts: Counts;
  /** 0 also stands for "not looked for" under win-only. */
  outcomeOf(state: number): Outcome;
  /** Moves to the end under best play; undefined for unsolved states and where the solver keeps no exact distances. */
  depthOf(state: number): number | undefined;
  /**
   * Packed backward with losses: how often an expanded won state met a parent already won for its own player. A
   * win-only run would not know that parent's outcome and would check it each time.
   */
  readonly passedOver?: number;
  /** How many states each sweep solved; the first entry counts the finished states. */
  readonly solvedBySweep: readonly number[];
}

export interface Tally {
  readonly wins: number;
  /** Under win-only: the finished states max has lost. */
  readonly losses: number;
  readonly rest: number;
}

export const noCounts = (): Counts => ({ forwardExpansions: 0, backwardExpansions: 0, iterations: 0 });

export const weightIn = (game: Game, state: number): number => game.weightOf?.(state) ?? 1;

export const tally = (game: Game, solution: Solution): Tally => {
  let wins = 0;
  let losses = 0;
  let rest = 0;
  for (let state = 0; state < game.states; state++) {
    const outcome = solution.outcomeOf(state);
    if (outcome > 0) wins += weightIn(game, state);
    else if (outcome < 0) losses += weightIn(game, state);
    else rest += weightIn(game, state);
  }
  return { wins, losses, rest };
};

/** Told after every sweep: which (from 0) and how many states it solved. */
export type Progress = (sweep: number, solved: number) => void;
