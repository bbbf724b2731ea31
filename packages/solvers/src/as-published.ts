/**
 * Algorithms 2 to 6 as published; the comments give their line numbers. They keep the state properties of the printed pseudocode:
 * solved, win, recent, visited and depth. Under win-only "solved" means "proven win": a lost finished state is not marked, for once
 * `win` is dropped, as the paper allows, a marked one would be read as a win.
 */
import type { Game, Outcome } from "./game.ts";
import { noCounts, type Counts, type Parameters, type Progress, type Solution } from "./solution.ts";

interface Flags {
  readonly game: Game;
  readonly parameters: Parameters;
  readonly solved: Uint8Array;
  readonly win: Uint8Array;
  readonly recent: Uint8Array;
  readonly visited: Uint8Array;
  readonly depth: Int32Array;
  readonly children: Int32Array;
  readonly parents: Int32Array;
  /** For parents listed while a list of parents is being walked through. */
  readonly grandparents: Int32Array;
  readonly counts: Counts;
  /** States solved in the current sweep. */
  newlySolved: number;
}

const startFlags = (game: Game, parameters: Parameters): Flags => ({
  game,
  parameters,
  solved: new Uint8Array(game.states),
  win: new Uint8Array(game.states),
  recent: new Uint8Array(game.states),
  visited: new Uint8Array(game.states),
  depth: new Int32Array(game.states),
  children: new Int32Array(game.maxMoves),
  parents: new Int32Array(game.maxMoves),
  grandparents: new Int32Array(game.maxMoves),
  counts: noCounts(),
  newlySolved: 0,
});

const solve = (flags: Flags, state: number, win: boolean, depth: number): void => {
  flags.solved[state] = 1;
  flags.win[state] = win ? 1 : 0;
  flags.depth[state] = depth;
  flags.newlySolved++;
};

/** No distances: what the printed pseudocode writes into `depth` may exceed the distance (see docs/reports/study). */
const finishFlags = (flags: Flags, solvedBySweep: number[]): Solution => ({
  counts: flags.counts,
  outcomeOf: (state): Outcome => (flags.solved[state] === 0 ? 0 : flags.win[state] === 1 ? 1 : -1),
  depthOf: () => undefined,
  solvedBySweep,
});

/** Algorithm 2, forward check. */
const forwardCheck = (flags: Flags, state: number): void => {
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

/** Algorithm 3, quick check. */
const quickCheck = (flags: Flags, state: number): void => {
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

/**
 * Algorithm 4, forward search, with two readings without which it never ends or ends too soon:
 * lines 9 to 12 apply to a state that line 8 has just solved (as printed, to every solved state, for ever); and a sweep
 * that clears a `recent` flag is followed by another, for line 6 clears the flag only when the sweep comes by: a parent
 * earlier in the order has then been held back by it in this very sweep.
 */
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

/**
 * Algorithm 6, backward search: a state solved in a sweep is expanded in the same sweep if it
 * lies later in the order. Line 12 of Algorithm 5 applies to a parent that has just been solved.
 */
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

/** Algorithm 5, backward check. */
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
