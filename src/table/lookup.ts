/** The value of a position, from whatever table it belongs to. */
import { attackersOf, canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { InputError } from "../xiangqi/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { hasLegalMove } from "../xiangqi/moves.ts";
import { swapColours, type Position } from "../xiangqi/position.ts";
import { openOrMissing, type TableProvider } from "./catalog.ts";
import { indexOfTable } from "./index-parameters.ts";
import type { Table } from "./table.ts";
import { DRAW, makeValue, type Value } from "./value.ts";

const indexes = new WeakMap<Table, EndgameIndex>();

/** How a table numbers its cells; made once. */
function indexOf(table: Table): EndgameIndex {
  let index = indexes.get(table);
  if (index === undefined) indexes.set(table, (index = indexOfTable(table.header, table.file)));
  return index;
}

/**
 * The value of a legal position to its side to move. Any colours, any mirror image. Without a legal move it is lost, and
 * without attackers a draw: neither needs a table.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function valueOf(position: Position, provider: TableProvider): Promise<Value> {
  if (!hasLegalMove(position)) return makeValue(0, 0);
  const { endgame, swapped } = canonicalEndgame(endgameOf(position.board));
  if (attackersOf(endgame.red).length === 0) return DRAW;
  const table = await openOrMissing(provider, endgame.name);
  const { board, turn } = swapped ? swapColours(position) : position;
  const cell = indexOf(table).indexOf(board);
  if (cell < 0) throw new InputError("impossible-position", `impossible position: ${formatFen(position)}`);
  return table.valueIfCached(turn, cell) ?? table.valueAt(turn, cell);
}
