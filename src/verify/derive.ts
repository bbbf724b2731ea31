/**
 * The value a position must have, from those of its successors.
 *
 * Distance to mate: without a move lost in 0; with a move to a loss in d, won in 1 + the least such d; else with a move
 * to a draw, drawn; else lost in 1 + the greatest distance of its successors.
 * Distance to conversion: the same, but a capture into a loss of the opponent wins in 1, and captures do not lengthen a
 * loss, so that a side left with losing captures only is lost in 0.
 */
import type { Metric } from "../table/header.ts";
import { DRAW, isLoss, makeValue, type Value } from "../table/value.ts";
import { moveFrom, moveTo } from "../xiangqi/moves.ts";
import { EMPTY, type Colour } from "../xiangqi/pieces.ts";
import type { Setup } from "./setup.ts";
import type { Successors } from "./successors.ts";

const LOST_AT_ONCE = makeValue(0, 0);
const WON_AT_ONCE = makeValue(0, 1);

/** One ply more: values of one order are consecutive, wins and losses in turn. */
const ONE_PLY = makeValue(0, 1) - makeValue(0, 0);

/** @param moves the legal moves of `turn`, the first `count` of them */
export function deriveValue(
  setup: Setup,
  turn: Colour,
  moves: Uint16Array,
  count: number,
  successors: Successors,
  metric: Metric,
): Value {
  const { board } = setup;
  const dtc = metric === "dtc";
  let win = DRAW;
  let loss = LOST_AT_ONCE;
  let drawn = false;
  for (let i = 0; i < count; i++) {
    const move = moves[i]!;
    const from = moveFrom(move);
    const to = moveTo(move);
    const capture = board[to] !== EMPTY;
    const after = capture ? successors.afterCapture(setup, from, to) : successors.afterQuiet(setup, turn, from, to);
    if (after === DRAW) drawn = true;
    else if (isLoss(after)) {
      const won = capture && dtc ? WON_AT_ONCE : after + ONE_PLY;
      if (win === DRAW || won < win) win = won;
    } else if (!(capture && dtc) && after + ONE_PLY > loss) loss = after + ONE_PLY;
  }
  if (win !== DRAW) return win;
  return drawn ? DRAW : loss;
}
