/** The value of a position, from whatever table it belongs to. */
import { attackersOf, canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { InputError } from "../xiangqi/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { hasLegalMove } from "../xiangqi/moves.ts";
import { COLOURS, pieceOf, ROLES } from "../xiangqi/pieces.ts";
import { swapColours, type Position } from "../xiangqi/position.ts";
import { openOrMissing, type TableProvider } from "../table/catalog.ts";
import { indexOfTable } from "../table/index-parameters.ts";
import type { Table } from "../table/table.ts";
import type { OrderKind } from "../table/header.ts";
import { DRAW, makeValue, orderOf, type Value } from "../table/value.ts";

const indexes = new WeakMap<Table, EndgameIndex>();

/** How a table numbers its cells; made once. */
export function indexOfOpenTable(table: Table): EndgameIndex {
  let index = indexes.get(table);
  if (index === undefined) indexes.set(table, (index = indexOfTable(table.header, table.file)));
  return index;
}

interface Material {
  /** Canonical name. */
  readonly name: string;
  readonly swapped: boolean;
  readonly attackers: boolean;
}

const materials = new Map<number, Material>();
/** There are two million sets of men, and a visitor may ask for any. */
const MOST_MATERIALS = 10_000;
const CODES = materialCodes();

/** What each man adds to the number that tells one set of men from another: up to five of each of twelve kinds. */
function materialCodes(): Float64Array {
  const codes = new Float64Array(16);
  let scale = 1;
  for (const colour of COLOURS) {
    for (const role of ROLES) {
      if (role === "king") continue;
      codes[pieceOf(colour, role)] = scale;
      scale *= 6;
    }
  }
  return codes;
}

/** The endgame of a position. A probe asks for that of each successor, so the answers are kept (a third of its time). */
function materialOf(board: Uint8Array): Material {
  let code = 0;
  for (let square = 0; square < board.length; square++) code += CODES[board[square]!]!;
  let material = materials.get(code);
  if (material === undefined) {
    const { endgame, swapped } = canonicalEndgame(endgameOf(board));
    material = { name: endgame.name, swapped, attackers: attackersOf(endgame.red).length > 0 };
    if (materials.size >= MOST_MATERIALS) materials.clear();
    materials.set(code, material);
  }
  return material;
}

/**
 * The value of a legal position to its side to move. Any colours, any mirror image. Without a legal move it is lost, and
 * without attackers a draw: neither needs a table.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function valueOf(position: Position, provider: TableProvider): Promise<Value> {
  if (!hasLegalMove(position)) return makeValue(0, 0);
  const { name, swapped, attackers } = materialOf(position.board);
  if (!attackers) return DRAW;
  const table = await openOrMissing(provider, name);
  const { board, turn } = swapped ? swapColours(position) : position;
  const cell = indexOfOpenTable(table).indexOf(board);
  if (cell < 0) throw new InputError("impossible-position", `impossible position: ${formatFen(position)}`);
  return table.valueIfCached(turn, cell) ?? table.valueAt(turn, cell);
}

/**
 * How a position of this value is decided: by conversion, or because the loser may not go on checking or chasing. Null
 * for a draw.
 */
export async function kindOf(position: Position, value: Value, provider: TableProvider): Promise<OrderKind | null> {
  if (value === DRAW) return null;
  if (orderOf(value) === 0) return "conversion";
  const { header } = await openOrMissing(provider, materialOf(position.board).name);
  return header.info.orders.find(({ order }) => order === orderOf(value))?.kind ?? null;
}
