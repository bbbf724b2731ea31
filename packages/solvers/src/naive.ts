/**
 * Algorithm 1, the naive solver: Definition 2 read as a program. Every sweep decides every state anew from the set
 * of the sweep before. One run finds what max wins; its dual, the same run with the players exchanged, what max loses.
 */
import type { Game, Outcome } from "./game.ts";
import { noCounts, type Counts, type Solution, type Progress } from "./solution.ts";

export const naive = (game: Game, winOnly: boolean, progress?: Progress): Solution => {
  const counts = noCounts();
  const wins = solveFor(game, 1, counts, progress);
  const losses = winOnly ? finished(game, -1) : solveFor(game, -1, counts, progress);
  counts.iterations = Math.max(1, wins.solvedBySweep.length, losses.solvedBySweep.length) - 1;
  return {
    counts,
    outcomeOf: (state) => (wins.heights[state] ? 1 : losses.heights[state] ? -1 : 0),
    depthOf: (state) => {
      const height = wins.heights[state]! || losses.heights[state]!;
      return height === 0 ? undefined : height - 1;
    },
    solvedBySweep: Array.from(
      { length: counts.iterations + 1 },
      (_, i) => (wins.solvedBySweep[i] ?? 0) + (losses.solvedBySweep[i] ?? 0),
    ),
  };
};

interface Side {
  /** 0 not solved, else one more than the first sweep whose set holds the state. */
  readonly heights: Int16Array;
  readonly solvedBySweep: number[];
}

/** All that win-only knows of the other side. */
const finished = (game: Game, winner: Outcome): Side => {
  const heights = new Int16Array(game.states);
  let count = 0;
  game.terminals((state, outcome) => {
    if (outcome !== winner) return;
    heights[state] = 1;
    count++;
  });
  return { heights, solvedBySweep: [count] };
};

/** The sets W_i of Definition 2 (`winner` 1) or L_i (-1), until two in a row agree. */
const solveFor = (game: Game, winner: Outcome, counts: Counts, progress?: Progress): Side => {
  const heights = new Int16Array(game.states);
  const solvedBySweep: number[] = [];
  const children = new Int32Array(game.maxMoves);
  for (let sweep = 0; ; sweep++) {
    let solved = 0;
    for (let state = 0; state < game.states; state++) {
      const wins = naiveCheck(game, state, winner, heights, sweep, children, counts);
      if (wins && heights[state] === 0) {
        heights[state] = sweep + 1;
        solved++;
      }
    }
    progress?.(sweep, solved);
    if (solved === 0) return { heights, solvedBySweep };
    solvedBySweep.push(solved);
  }
};

/** naive-check: is `state` in the set of sweep `sweep`, given that of the sweep before? */
const naiveCheck = (
  game: Game,
  state: number,
  winner: Outcome,
  heights: Int16Array,
  sweep: number,
  children: Int32Array,
  counts: Counts,
): boolean => {
  const terminal = game.terminalOutcome(state);
  counts.forwardExpansions++;
  if (terminal !== 0) return terminal === winner;
  const isWinnersTurn = game.isMaxTurn(state) === winner > 0;
  const count = game.children(state, children);
  for (let i = 0; i < count; i++) {
    const height = heights[children[i]!]!;
    const before = height !== 0 && height <= sweep;
    if (isWinnersTurn && before) return true;
    if (!isWinnersTurn && !before) return false;
  }
  return !isWinnersTurn;
};
