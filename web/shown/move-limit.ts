/** What the limit of moves that the reader plays by makes of what is shown (docs/rules.md). */
import type { ProbeResult } from "../../src/query/probe.ts";
import { limitVerdict, type LimitVerdict } from "../../src/query/move-limit.ts";
import { makeValue } from "../../src/table/value.ts";
import { pliesSinceCapture } from "../state/game.ts";
import { game } from "../state/page.ts";
import { moveLimit } from "../state/preferences.ts";
import type { ValuedMove } from "../state/valued-moves.ts";

/** Of the position shown; null where there is no limit, or nothing is decided. */
export function limitOfPosition({
  order,
  distance,
  metric,
}: Pick<ProbeResult, "order" | "distance" | "metric">): LimitVerdict | null {
  return limitOf(order, distance, metric, pliesSinceCapture(game.value));
}

/** Of a move from it. */
export function limitOfMove(
  { capture, after }: ValuedMove,
  { metric }: Pick<ProbeResult, "metric">,
): LimitVerdict | null {
  return limitOf(after.order, after.distance, metric, capture ? 0 : pliesSinceCapture(game.value) + 1);
}

function limitOf(order: number | null, distance: number | null, metric: ProbeResult["metric"], passed: number) {
  if (moveLimit.value === "none" || distance === null) return null;
  return limitVerdict(makeValue(order ?? 0, distance), metric, { plies: 2 * Number(moveLimit.value), passed });
}
