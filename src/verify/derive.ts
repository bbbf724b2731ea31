/**
 * The value a position must have, from those of its successors (Fang, Theorem 8; order 0 alone without perpetual rules).
 *
 * Distance to mate: without a move lost in 0; with a move to a loss, won one ply later than the least of them; else with
 * a move to a draw, drawn; else lost one ply later than the greatest of its successors. Lesser is what the winner
 * prefers (Definition 9): the lower order, then the shorter distance. One ply later is of the same order, but after a
 * capture of order 0 whatever the order there: that is one of another endgame.
 * Distance to conversion: the same, but a capture into a loss of the opponent wins in 1, whatever its distance there, and
 * captures do not lengthen a loss, so that a side left with losing captures only is lost in 0.
 *
 * So in a level's seed, lost in 0 of order r > 0, all moves lead to wins of order r at most, and some move to one of order
 * r: its moves alone would give (r,2). (Orders of the form `chessdb` leave out seeds that cannot recur, and through those it
 * may take longer.) That it is a seed nevertheless, only its level can tell (asian/levels.ts).
 *
 * Under the Chinese rules what is certain comes before what depends on a reading, and that has orders of its own: a capture into
 * a position that depends wins in 1 of order 0 of these. Whether a draw depends, its moves do not tell (classes/).
 */
import type { OrderForm } from "../table/format/header.ts";
import {
  DEPENDS,
  distanceOf,
  DRAW,
  isDependent,
  isDraw,
  isLoss,
  makeValue,
  orderOf,
  type Value,
  type Metric,
} from "../table/value.ts";
import { moveTo } from "../xiangqi/moves.ts";
import { EMPTY } from "../xiangqi/pieces.ts";
import type { Successions } from "./successors.ts";

const LOST_AT_ONCE = makeValue(0, 0);
const WON_AT_ONCE = makeValue(0, 1);

/** One ply more: values of one order are consecutive, wins and losses in turn. */
const ONE_PLY = makeValue(0, 1) - makeValue(0, 0);

/** @param board before the moves */
export function deriveValue(board: Uint8Array, { moves, values, count }: Successions, metric: Metric): Value {
  const dtc = metric === "dtc";
  let win = DRAW;
  let loss = LOST_AT_ONCE;
  let drawn = false;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const capture = board[moveTo(moves[i]!)] !== EMPTY;
    const ends = dtc && capture;
    const depends = isDependent(value) ? DEPENDS : 0;
    const later = (capture ? ofOrderZero(value) : value) + ONE_PLY;
    if (isDraw(value)) drawn = true;
    else if (isLoss(value)) {
      const won = ends ? depends + WON_AT_ONCE : later;
      if (win === DRAW || won < win) win = won;
    } else loss = Math.max(loss, ends ? depends + LOST_AT_ONCE : later);
  }
  if (win !== DRAW) return win;
  return drawn ? DRAW : loss;
}

/** The same for moves that capture nothing, counted on: what a file's difference 0 says, whatever the metric. */
export function quietValue(board: Uint8Array, { moves, values, count }: Successions): Value {
  let win = DRAW;
  let loss = LOST_AT_ONCE;
  let draw: Value | null = null;
  for (let i = 0; i < count; i++) {
    if (board[moveTo(moves[i]!)] !== EMPTY) continue;
    const value = values[i]!;
    if (isDraw(value)) draw = Math.min(draw ?? value, value);
    else if (!isLoss(value)) loss = Math.max(loss, value + ONE_PLY);
    else if (win === DRAW || value + ONE_PLY < win) win = value + ONE_PLY;
  }
  if (win !== DRAW) return win;
  return draw ?? loss;
}

function ofOrderZero(value: Value): Value {
  return isDraw(value) ? value : makeValue(0, distanceOf(value));
}

/** Whether a stored value is a seed's, and the one derived from its successors does not contradict that. */
export function canBeSeed(stored: Value, derived: Value, orders: OrderForm): boolean {
  if (isDraw(stored) || distanceOf(stored) !== 0 || orderOf(stored) === 0) return false;
  if (orders === "fang") return derived === stored + 2 * ONE_PLY;
  return isLoss(derived) && orderOf(derived) === orderOf(stored);
}
