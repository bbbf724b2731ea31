/** The value of a position, from whatever table it belongs to, and what a move makes of it. */
import {
  attackingMen,
  canonicalEndgame,
  endgameOf,
  isBeyondTables,
  isSymmetric,
  parseEndgame,
} from "../endgame/endgame.ts";
import { areBeyond, ranksOfSoldiers } from "../endgame/cone.ts";
import { InputError, SourceError } from "../base/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { hasLegalMove } from "../xiangqi/moves.ts";
import { COLOURS, pieceOf, ROLES } from "../xiangqi/pieces.ts";
import { swapColours, type LegalPosition, type Position } from "../xiangqi/position.ts";
import { abortable, openOrMissing, type TableProvider } from "../table/catalog/catalog.ts";
import type { Table } from "../table/read/table.ts";
import { DamagedTableError } from "../table/format/errors.ts";
import type { OrderKind } from "../table/format/header.ts";
import { DRAW, isDependent, isDraw, makeValue, orderOf, type Value } from "../table/value.ts";

interface Material {
  /** Canonical name. */
  readonly name: string;
  readonly swapped: boolean;
  readonly canBeWon: boolean;
  /** Both sides have the same men: a cone may hold the position, or the one with colours exchanged. */
  readonly isSymmetric: boolean;
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
    const canBeWon = attackingMen(endgame.red).length > 0;
    material = { name: endgame.name, swapped, canBeWon, isSymmetric: isSymmetric(endgame) };
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

/** A table that holds a position, and the position in its colours. */
export interface Holding {
  readonly table: Table;
  readonly position: Position;
}

/**
 * The table of the whole endgame, or else of the largest cone that holds the position: the first that is sound.
 * @param open gives the table of an endgame or a cone. Default: that of its values
 * @throws MissingTableError; DamagedTableError where there are tables that hold it, but none that is sound
 */
export async function holding(
  position: Position,
  provider: TableProvider,
  open: TableProvider["open"] = (name) => provider.open(name),
): Promise<Holding> {
  const { name, swapped, isSymmetric: isEither } = materialOf(position.board);
  const own = swapped ? swapColours(position) : position;
  const damages: DamagedTableError[] = [];
  const openSound = async (table: string): Promise<Table | null> => {
    try {
      return await open(table);
    } catch (error) {
      if (!(error instanceof DamagedTableError)) throw error;
      damages.push(error); // a smaller one may be sound
      return null;
    }
  };
  const whole = isBeyondTables(name) ? null : await openSound(name);
  if (whole !== null) return { table: whole, position: own };
  for (const cone of (await provider.conesOf?.(name)) ?? []) {
    const from = parseEndgame(cone).from!;
    for (const each of isEither ? [own, swapColours(own)] : [own]) {
      const { red, black } = ranksOfSoldiers(each.board);
      if (!areBeyond(red, from.red) || !areBeyond(black, from.black)) continue;
      const table = await openSound(cone);
      if (table !== null) return { table, position: each };
    }
  }
  if (damages.length > 0) throw damages[0]!;
  return { table: await openOrMissing(provider, name), position: own };
}

/**
 * The same tables, for a position and all that its moves lead to: where cones tell its value, always the one that tells the
 * position's own. Orders of different cones do not compare.
 */
export async function tablesFrom(position: LegalPosition, provider: TableProvider): Promise<TableProvider> {
  const { name, canBeWon } = materialOf(position.board);
  const cones = canBeWon ? ((await provider.conesOf?.(name)) ?? []) : [];
  if (cones.length < 2) return provider;
  const { table } = await holding(position, provider);
  const own = table.header.info.endgame;
  if (own === name) return provider;
  return {
    ...abortable(provider, provider.signal),
    conesOf: async (endgame) => (endgame === name ? [own] : ((await provider.conesOf?.(endgame)) ?? [])),
  };
}

/**
 * Looks up a position. Any colours, any mirror image. Without a legal move it is lost, and without attacking men a draw:
 * neither needs a table.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function lookUp(position: LegalPosition, provider: TableProvider): Promise<FoundValue> {
  const { canBeWon } = materialOf(position.board);
  if (!canBeWon) return hasLegalMove(position) ? DRAWN : NO_MOVE;
  const look = async (): Promise<FoundValue> => {
    const { table, position: own } = await holding(position, provider);
    const { board, turn } = own;
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
