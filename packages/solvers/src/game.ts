/**
 * A finite two-player game over numbered states (Sturtevant and Saffidine, Definition 1, with the terminal outcome
 * made explicit). The numbers are the order in which solvers sweep.
 */

/** Seen by max: 1 won, -1 lost, 0 neither (drawn, or not known). */
export type Outcome = -1 | 0 | 1;

export interface Game {
  readonly name: string;
  /** States are 0 .. states - 1; below 2^31. */
  readonly states: number;
  /** The longest list `children` or `parents` writes. */
  readonly maxMoves: number;
  /**
   * Normal play with strict turns: every move passes the turn, and every finished state is lost for the player to
   * move. Distances then have a parity (odd: the player to move wins), which the packed solvers live on.
   */
  readonly alternating: boolean;

  isMaxTurn(state: number): boolean;
  /** The outcome of a finished state, 0 where play goes on. A state without moves must be finished. */
  terminalOutcome(state: number): Outcome;
  /** Names every finished state once, in any order. */
  terminals(visit: (state: number, outcome: Outcome) => void): void;
  /** Writes the states one move away and returns how many; none after a finished state. Repeats are allowed. */
  children(state: number, out: Int32Array): number;
  /** Writes the states that have `state` among their children and returns how many. */
  parents(state: number, out: Int32Array): number;
  /**
   * Optional: how many states of an unreduced game this one stands for, 0 if it is not in use. The packed solvers
   * count with it as if they had run on the unreduced game; no move leads to a state that is not in use.
   */
  readonly weightOf?: (state: number) => number;
  /** Optional: a faster look at the children for the packed solvers (see packed/codes.ts). */
  readonly childCodes?: (state: number, codes: Int32Array, stop: number) => number;
}

/** Does `outcome` suit the player to move in `state`? */
export const isGoodFor = (game: Game, state: number, outcome: number): boolean =>
  game.isMaxTurn(state) ? outcome > 0 : outcome < 0;
