/** The value of a position, from whatever table it belongs to, and what a move makes of it. */
import { attackingMen, canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import { InputError, SourceError } from "../base/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { hasLegalMove } from "../xiangqi/moves.ts";
import { COLOURS, pieceOf, ROLES } from "../xiangqi/pieces.ts";
import { swapColours, type LegalPosition } from "../xiangqi/position.ts";
import { openOrMissing, type TableProvider } from "../table/catalog/catalog.ts";
import type { Table } from "../table/read/table.ts";
import type { OrderKind } from "../table/format/header.ts";
import { DRAW, isDependent, isDraw, makeValue, orderOf, type Value } from "../table/value.ts";

interface Material {
  /** Canonical name. */
  readonly name: string;
  readonly swapped: boolean;
  readonly canBeWon: boolean;
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
    material = { name: endgame.name, swapped, canBeWon: attackingMen(endgame.red).length > 0 };
    if (materials.size >= MOST_MATERIALS) materials.clear();
    materials.set(code, material);
  }
  return material;
}

/** What a table says about a position. */
export interface FoundValue {
  /** To the side to move. */
  readonly value: Value;
  /** Whether conversion decides, or that the loser may not go on checking or chasing; null for a draw. */
  readonly kind: OrderKind | null;
}

const NO_MOVE: FoundValue = { value: makeValue(0, 0), kind: "conversion" };
const DRAWN: FoundValue = { value: DRAW, kind: null };

/**
 * Looks up a position. Any colours, any mirror image. Without a legal move it is lost, and without attacking men a draw:
 * neither needs a table.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function lookUp(position: LegalPosition, provider: TableProvider): Promise<FoundValue> {
  const { name, swapped, canBeWon } = materialOf(position.board);
  if (!canBeWon) return hasLegalMove(position) ? DRAWN : NO_MOVE;
  const look = async (): Promise<FoundValue> => {
    const table = await openOrMissing(provider, name);
    const { board, turn } = swapped ? swapColours(position) : position;
    const cell = table.index.indexOf(board);
    if (cell < 0) throw new InputError("impossible-position", `impossible position: ${formatFen(position)}`);
    let value = table.valueIfCached(turn, cell);
    if (value === undefined) {
      value = await table.valueAt(turn, cell, provider.signal);
      await provider.pause?.(); // many may have waited for the same block
    }
    return isDraw(value) ? { value, kind: null } : { value, kind: kindOf(value, table) };
  };
  try {
    return await look();
  } catch (error) {
    // Tables hold these as well; to look for a move of every position would be an eighth of a probe.
    if (!hasLegalMove(position)) return NO_MOVE;
    // The file was replaced since the table was opened: the new one answers.
    if (!(error instanceof SourceError && error.problem === "changed")) throw error;
    return look();
  }
}

/** The value alone. */
export async function valueOf(position: LegalPosition, provider: TableProvider): Promise<Value> {
  return (await lookUp(position, provider)).value;
}

function kindOf(value: Value, { header }: Table): OrderKind | null {
  const order = orderOf(value);
  if (order === 0) return "conversion";
  const { orders, dependentOrders = [] } = header.info;
  return (isDependent(value) ? dependentOrders : orders).find((each) => each.order === order)?.kind ?? null;
}
