/** How good a move is for the side that makes it. */
import type { Metric } from "../table/header.ts";
import { DRAW, distanceOf, isLoss, makeValue, orderOf, type Value } from "../table/value.ts";

/**
 * What a move makes of the mover's position.
 * Distance to conversion ends at the winner's capture, so that counts 1 whatever follows it; a loser's capture only
 * hastens the end and counts 0. Distance to mate counts on. A capture that decides is of order 0 whatever the order of
 * what follows, since that is a perpetual of another endgame.
 * @param after the value of the position after the move, to the opponent
 */
export function valueOfMove(metric: Metric, capture: boolean, after: Value): Value {
  if (after === DRAW) return DRAW;
  if (capture && metric === "dtc") return isLoss(after) ? makeValue(0, 1) : makeValue(0, 0);
  return makeValue(capture ? 0 : orderOf(after), distanceOf(after) + 1);
}
