/** What men are worth in an exchange (clause K2). */
import { CANNON, CHARIOT, EMPTY, HORSE, KING, SOLDIER, type Piece } from "../../xiangqi/pieces.ts";
import { isHomeSoldier } from "../../xiangqi/reach.ts";
import type { Square } from "../../xiangqi/squares.ts";

/** Men taken minus men lost, all in one number: sums of balances are balances. */
export type Balance = number;

/** More than there are men of one worth. */
const UNIT = 64;
const SOLDIER_WORTH = 1;
const WEAK_WORTH = UNIT;
const STRONG_WORTH = UNIT ** 2;
const CHARIOT_WORTH = UNIT ** 3;

/** Kings, and soldiers that have not crossed the river, count nothing. */
export function worthOf(piece: Piece, square: Square): Balance {
  switch (piece & 7) {
    case CHARIOT:
      return CHARIOT_WORTH;
    case HORSE:
    case CANNON:
      return STRONG_WORTH;
    case SOLDIER:
      return isHomeSoldier(piece, square) ? 0 : SOLDIER_WORTH;
    case KING:
    case EMPTY:
      return 0;
    default:
      return WEAK_WORTH;
  }
}

/**
 * Gain (1), even (0) or loss (-1). A chariot is two horses or cannons, and only between equal numbers of these advisors and
 * elephants count. Soldiers have no fixed worth: against other men they are even, but a soldier for a chariot is a gain.
 * @param soldierForChariot false: it is even as well
 */
export function outcomeOf(balance: Balance, soldierForChariot = true): number {
  const chariots = Math.round(balance / CHARIOT_WORTH);
  let rest = balance - chariots * CHARIOT_WORTH;
  const strong = Math.round(rest / STRONG_WORTH);
  rest -= strong * STRONG_WORTH;
  const weak = Math.round(rest / WEAK_WORTH);
  const soldiers = rest - weak * WEAK_WORTH;
  const men = Math.sign(2 * chariots + strong) || Math.sign(weak);
  if (soldiers === 0 || men === Math.sign(soldiers)) return men;
  if (men === 0) return Math.sign(soldiers);
  return soldierForChariot && men > 0 && chariots > 0 ? 1 : 0;
}
