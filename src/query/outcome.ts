/** Who wins a position, from tables of outcomes: captures, which they leave out, are looked at here. */
import { leavesCapturesOut } from "../outcomes/read.ts";
import { outcomeOfCapture } from "../outcomes/captures.ts";
import type { TableProvider } from "../table/catalog/catalog.ts";
import { MissingTableError } from "../table/format/errors.ts";
import { OUTCOMES_PART } from "../table/format/header.ts";
import { compareValues, makeValue, outcomeValue, type Value } from "../table/value.ts";
import { applyMove, isCapture, legalMoves } from "../xiangqi/moves.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { holding, lookUp } from "./lookup.ts";

/** No capture is better. */
const WON = outcomeValue(makeValue(0, 1));

/**
 * The outcome of a position (`outcomeValue`): of the whole endgame, or else of the largest cone that holds it, from its table of outcomes, or
 * else that of values.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function outcomeOf(position: LegalPosition, provider: TableProvider): Promise<Value> {
  const open: TableProvider["open"] = async (name) =>
    (await provider.open(name + OUTCOMES_PART)) ?? provider.open(name);
  const held = await holding(position, provider, open).catch((error: unknown) => {
    if (error instanceof MissingTableError) return null; // it may need none
    throw error;
  });
  if (held?.table.header.info.outcomes === undefined) return outcomeValue((await lookUp(position, provider)).value);
  const { table } = held;
  const { board, turn } = held.position;
  let best = await table.valueAt(turn, table.index.indexOf(board), provider.signal);
  if (!leavesCapturesOut(provider.rules)) return best;
  for (const move of legalMoves(position)) {
    if (best === WON) break;
    if (!isCapture(position, move)) continue;
    const outcome = outcomeOfCapture(await outcomeOf(applyMove(position, move), provider));
    if (compareValues(outcome, best) > 0) best = outcome;
  }
  return best;
}
