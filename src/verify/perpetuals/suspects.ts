/**
 * Suspects: positions in which the side to move may be the one that is forced to check or chase for ever. They are found
 * while all positions are walked through anyway, by the moves alone.
 *
 * A position u of order k (a draw: of none) is undecided at the levels up to k. For u to lose by a pattern of chasing the
 * man p (the king: checking) at one of these levels, each of its moves must chase p or lead to a position won for the
 * opponent at a lower level. So a quiet move to a position of order k or more, or to a draw, has to chase p whatever the
 * level, and no capture may save him. A position in which that is so for no man is in no pattern of any level.
 */
import { DRAW, distanceOf, isWin, type Value } from "../../table/value.ts";
import { moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../xiangqi/rules/chase-scanner.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import { keyOf, levelOf } from "./orders.ts";
import { NumberList } from "./number-list.ts";

export class SuspectFinder {
  /** Keys of positions, in the order of the walk. */
  readonly suspects = new NumberList(Float64Array);
  /** Keys of the positions stored as losses in 0 of an order above 0. */
  readonly seeds = new NumberList(Float64Array);
  readonly #scanner: ChaseScanner;

  constructor(options: RuleOptions) {
    this.#scanner = new ChaseScanner(options);
  }

  /**
   * Looks at one position.
   * @param moves the legal moves of `turn`, the first `count` of them
   * @param after the value of the position after each move, to the opponent
   */
  consider(
    board: Uint8Array,
    turn: Colour,
    cell: number,
    moves: Uint16Array,
    count: number,
    after: Int32Array,
    stored: Value,
  ): void {
    const level = levelOf(stored);
    if (level === 0) return;
    if (stored !== DRAW && distanceOf(stored) === 0) this.seeds.push(keyOf(cell, turn));
    // By bit: the men of the opponent chased by all moves so far that must chase.
    let men = -1;
    let loaded = false;
    for (let i = 0; i < count; i++) {
      const value = after[i]!;
      if (board[moveTo(moves[i]!)] !== EMPTY) {
        if (isWin(value)) continue;
        return;
      }
      if (levelOf(value) < level) {
        if (isWin(value)) continue;
        return;
      }
      if (!loaded) this.#scanner.load(board, turn);
      loaded = true;
      men &= this.#scanner.chases(moves[i]!);
      if (men === 0) return;
    }
    this.suspects.push(keyOf(cell, turn));
  }
}
