/**
 * The state properties of the printed pseudocode: solved, win, recent, visited and depth.
 * Under win-only "solved" means "proven win": a lost finished state is not marked, for once `win` is dropped, as the
 * paper allows, a marked one would be read as a win.
 */
import type { Game, Outcome } from "../game.ts";
import { noCounts, type Counts, type Parameters, type Solution } from "../solution.ts";

export interface Flags {
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

export const startFlags = (game: Game, parameters: Parameters): Flags => ({
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

export const solve = (flags: Flags, state: number, win: boolean, depth: number): void => {
  flags.solved[state] = 1;
  flags.win[state] = win ? 1 : 0;
  flags.depth[state] = depth;
  flags.newlySolved++;
};

/** No distances: what the printed pseudocode writes into `depth` may exceed the distance (see docs/reports/study). */
export const finishFlags = (flags: Flags, solvedBySweep: number[]): Solution => ({
  counts: flags.counts,
  outcomeOf: (state): Outcome => (flags.solved[state] === 0 ? 0 : flags.win[state] === 1 ? 1 : -1),
  depthOf: () => undefined,
  solvedBySweep,
});
