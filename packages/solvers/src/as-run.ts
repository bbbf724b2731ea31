/**
 * Algorithms 2 to 6 as they were run for the published tables: they share one array, 0 unsolved, +k won for max, -k lost, with
 * k - 1 the distance to the end. Sweeps count from 0, and sweep r sets distances r + 1.
 */
import { isGoodFor, type Game, type Outcome } from "./game.ts";
import { noCounts, type Counts, type Parameters, type Progress, type Solution } from "./solution.ts";

interface Run {
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
const startRun = (game: Game, parameters: Parameters): Run => {
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

const settle = (run: Run, state: number, outcome: Outcome, depth: number): void => {
  if (depth > LONGEST) throw new RangeError(`Distances above ${LONGEST} do not fit the value array.`);
  run.values[state] = outcome * (depth + 1);
  run.solved++;
};

const finishRun = (run: Run, solvedBySweep: number[], exactDepths: boolean): Solution => ({
  counts: run.counts,
  outcomeOf: (state) => Math.sign(run.values[state]!) as Outcome,
  depthOf: (state) => (exactDepths && run.values[state] !== 0 ? Math.abs(run.values[state]!) - 1 : undefined),
  solvedBySweep,
});

type Proof = "none" | "existential" | "universal";

/**
 * Algorithm 2, forward-check: can this state be solved from what is known of its children?
 * Solves `state` at distance `sweep + 1` if some child is good for the player to move, or all are bad.
 * Children count only when their distance is at most `horizon`. Win-only leaves what is lost for max unrecorded.
 */
const forwardCheck = (run: Run, state: number, sweep: number, horizon: number): Proof => {
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

/**
 * Algorithm 4, forward search. Sweeps over the unsolved states until a sweep solves nothing; with `direct`
 * it is the hybrid solver: a universal proof is carried at once to the parents it settles (Algorithm 3).
 */
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

/**
 * Algorithm 6, backward search: sweep r expands backward exactly the states at distance r (without
 * no-dup: at most r), so it is layered by construction. `direct` turns on the shortcut for parents that the expanded
 * state settles by itself; grandparents are never quick-checked.
 */
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
