/**
 * The solvers as they were run for the published tables share one array: 0 unsolved, +k won for max, -k lost, with
 * k - 1 the distance to the end. Sweeps count from 0, and sweep r sets distances r + 1.
 */
import type { Game, Outcome } from "../game.ts";
import { noCounts, type Counts, type Parameters, type Solution } from "../solution.ts";

export interface Run {
  readonly game: Game;
  readonly parameters: Parameters;
  readonly values: Int16Array;
  readonly children: Int32Array;
  readonly parents: Int32Array;
  readonly counts: Counts;
  /** States solved in the current sweep. */
  solved: number;
}

const LONGEST = 32_000;

/** Finished states are marked beforehand, lost ones too under win-only; this costs no expansion and no sweep. */
export const startRun = (game: Game, parameters: Parameters): Run => {
  const values = new Int16Array(game.states);
  let solved = 0;
  game.terminals((state, outcome) => {
    values[state] = outcome;
    solved++;
  });
  return {
    game,
    parameters,
    values,
    children: new Int32Array(game.maxMoves),
    parents: new Int32Array(game.maxMoves),
    counts: noCounts(),
    solved,
  };
};

export const settle = (run: Run, state: number, outcome: Outcome, depth: number): void => {
  if (depth > LONGEST) throw new RangeError(`Distances above ${LONGEST} do not fit the value array.`);
  run.values[state] = outcome * (depth + 1);
  run.solved++;
};

export const finishRun = (run: Run, solvedBySweep: number[], exactDepths: boolean): Solution => ({
  counts: run.counts,
  outcomeOf: (state) => Math.sign(run.values[state]!) as Outcome,
  depthOf: (state) => (exactDepths && run.values[state] !== 0 ? Math.abs(run.values[state]!) - 1 : undefined),
  solvedBySweep,
});
