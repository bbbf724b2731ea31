/** Algorithm 2, forward-check, in two bits a state; and what a sweep of Algorithm 4 works with. */
import type { Game } from "../game.ts";
import type { Parameters } from "../solution.ts";
import { LOST, maskOf, UNSOLVED, WON, type ChildCodes, type Codes } from "./codes.ts";

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
