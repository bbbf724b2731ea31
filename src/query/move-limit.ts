/**
 * The limit of moves 自然限着: a game in which so many plies pass without a capture is drawn. Tables are built without it; what a value tells of it
 * is told here (docs/rules.md). Every ply counts, checks and answers to checks as well.
 */
import { isDraw, distanceOf, orderOf, type Metric, type Value } from "../table/value.ts";

/** A limit, and how much of it has passed. */
export interface MoveLimit {
  /** The most plies without a capture. */
  readonly plies: number;
  /** Since the last capture. Default: none. */
  readonly passed?: number;
}

/** A limit as people give it, in plies; 0 and undefined: there is none. */
export function moveLimitOf(plies: number | undefined): MoveLimit | undefined {
  return plies === undefined || plies === 0 ? undefined : { plies };
}

/**
 * `within`: it is won within the limit. `next`: the next capture, or mate, can be forced within it; what follows a capture is not known.
 * `beyond`: no capture and no mate can be forced within it, so that the game is drawn unless the loser repeats what the rules forbid.
 * `unknown`: the value does not tell.
 */
export type LimitVerdict = "within" | "next" | "beyond" | "unknown";

/**
 * What a limit makes of a decided value.
 *
 * To conversion, the loser can hold out without a capture for the whole distance, and no longer. To mate, captures on the way begin the count again.
 * Where a perpetual decides, the plies until it is judged are not in the table.
 * @returns null for a draw
 */
export function limitVerdict(value: Value, metric: Metric, { plies, passed = 0 }: MoveLimit): LimitVerdict | null {
  if (isDraw(value)) return null;
  if (orderOf(value) > 0) return "unknown";
  const isInTime = passed + distanceOf(value) <= plies;
  if (metric === "dtm") return isInTime ? "within" : "unknown";
  return isInTime ? "next" : "beyond";
}
