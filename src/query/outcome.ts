/** Who wins a position, from tables of outcomes: captures, which they leave out, are looked at here. */
import { canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import { leavesCapturesOut } from "../outcomes/read.ts";
import { outcomeOfCapture } from "../outcomes/captures.ts";
import type { TableProvider } from "../table/catalog/catalog.ts";
import { OUTCOMES_PART } from "../table/format/header.ts";
import { compareValues, makeValue, outcomeValue, type Value } from "../table/value.ts";
import { applyMove, isCapture, legalMoves } from "../xiangqi/moves.ts";
import { swapColours, type LegalPosition } from "../xiangqi/position.ts";
import { lookUp } from "./lookup.ts";

/** No capture is better. */
const WON = outcomeValue(makeValue(0, 1));

/**
 * The outcome of a position (`outcomeValue`), from the table of outcomes of its endgame, or else that of values.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function outcomeOf(position: LegalPosition, provider: TableProvider): Promise<Value> {
  const { endgame, swapped } = canonicalEndgame(endgameOf(position.board));
  const table = await provider.open(endgame.name + OUTCOMES_PART);
  if (table === null) return outcomeValue((await lookUp(position, provider)).value);
  const { board, turn } = swapped ? swapColours(position) : position;
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
