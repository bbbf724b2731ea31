/**
 * Two bits a state, seen by the player to move, sixteen states a word of shared memory. Only for alternating games:
 * there a state won for the player to move lies at an odd distance and a lost one at an even distance, so the sweep
 * number says which of the two a FRESH state is, and no bit for "recent", "visited" or the outcome is needed besides.
 */
import type { Game } from "../game.ts";
import type { Parameters } from "../solution.ts";

export const UNSOLVED = 0;
export const WON = 1;
export const LOST = 2;
/** Backward: solved, and still to be expanded. */
export const FRESH = 3;
/** Forward: a number that stands for no state. */
export const UNUSED = 3;

export type Codes = Int32Array;

export const STATES_PER_WORD = 16;
const LOW_BITS = 0x55555555;

export const wordsFor = (states: number): number => Math.ceil(states / STATES_PER_WORD);
export const makeCodes = (states: number): Codes => new Int32Array(new SharedArrayBuffer(4 * wordsFor(states)));

export const codeOf = (codes: Codes, state: number): number => (codes[state >> 4]! >>> ((state & 15) << 1)) & 3;

/** For a thread that alone owns the word. */
export const setOwn = (codes: Codes, state: number, code: number): void => {
  codes[state >> 4]! |= code << ((state & 15) << 1);
};

/** Makes an unsolved state FRESH; false if another thread has done so. */
export const claim = (codes: Codes, state: number): boolean => {
  const shift = (state & 15) << 1;
  return ((Atomics.or(codes, state >> 4, FRESH << shift) >>> shift) & 3) === UNSOLVED;
};

/** Turns a FRESH state into WON or LOST while other threads claim its neighbours in the word. */
export const retire = (codes: Codes, state: number, code: number): void => {
  Atomics.and(codes, state >> 4, ~((FRESH ^ code) << ((state & 15) << 1)));
};

/** The low bit of every FRESH state of a word. */
export const freshBits = (word: number): number => word & (word >>> 1) & LOW_BITS;

/** The low bit of every UNSOLVED state of a word. */
export const unsolvedBits = (word: number): number => ~(word | (word >>> 1)) & LOW_BITS;

/** The sets of codes a look at children can ask for. */
export const maskOf = (...codes: number[]): number => codes.reduce((mask, code) => mask | (1 << code), 0);

/**
 * The set of the codes of a state's children (bit c for code c), up to the first whose code is in `stop`.
 * A game may bring its own, which need not list the children it does not come to.
 */
export type ChildCodes = (state: number, codes: Codes, stop: number) => number;

export const childCodesOf = (game: Game): ChildCodes => {
  if (game.childCodes !== undefined) return game.childCodes;
  const children = new Int32Array(game.maxMoves);
  return (state, codes, stop) => {
    const count = game.children(state, children);
    let seen = 0;
    for (let i = 0; i < count && (seen & stop) === 0; i++) seen |= 1 << codeOf(codes, children[i]!);
    return seen;
  };
};

/* Algorithm 2, forward-check, in two bits a state; and what a sweep of Algorithm 4 works with. */

export interface ForwardSweep {
  readonly game: Game;
  readonly parameters: Parameters;
  readonly codes: Codes;
  readonly childCodes: ChildCodes;
  readonly parents: Int32Array;
  readonly round: number;
  solved: number;
  forwardExpansions: number;
  backwardExpansions: number;
}

export const IS_WON = maskOf(WON);
export const IS_LOST = maskOf(LOST);

/** Under win-only what is lost for max is not recorded. */
export const isRecorded = ({ parameters, game }: ForwardSweep, state: number, code: number): boolean =>
  !parameters.winOnly || game.isMaxTurn(state) === (code === WON);

/** The code a forward check gives the state, UNSOLVED for none. */
export const forwardCheck = (sweep: ForwardSweep, state: number): number => {
  const seen = sweep.childCodes(state, sweep.codes, IS_LOST);
  const found = (seen & IS_LOST) !== 0 ? WON : seen === IS_WON ? LOST : UNSOLVED;
  return found !== UNSOLVED && isRecorded(sweep, state, found) ? found : UNSOLVED;
};
