/** What the tables say about a position and each of its moves. */
import { endgameOf } from "../endgame/endgame.ts";
import { inCheck } from "../xiangqi/attacks.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, endingOf, type Move } from "../xiangqi/moves.ts";
import { nameMoveIn, type MoveNames } from "../xiangqi/notation/move-names.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { legalPosition } from "../xiangqi/validate.ts";
import type { TableProvider } from "../table/catalog/catalog.ts";
import type { OrderKind, Rules } from "../table/format/header.ts";
import { lookUp, tablesFrom } from "./lookup.ts";
import { limitVerdict, type LimitVerdict, type MoveLimit } from "./move-limit.ts";
import { compareChoices, type NamedValue, nameValue, valueOfMove, type Metric } from "../table/value.ts";
import { makeValue, type Value } from "../table/value.ts";

/** Whether the side to move has lost already. */
export interface GameOver {
  readonly checkmate: boolean;
  readonly stalemate: boolean;
}

/** A legal move with the value of the position after it, to the opponent. */
export interface ProbedMove extends MoveNames, NamedValue, GameOver {
  readonly capture: boolean;
  readonly check: boolean;
  /** What decides after the move; null for a draw. */
  readonly kind: OrderKind | null;
  /** No other move is better: none wins sooner, none loses later, or it keeps the draw. */
  readonly best: boolean;
  /** What the limit of moves makes of it, where one was asked about; null for a draw. */
  readonly limit?: LimitVerdict | null;
}

/** A position and its value, with which every answer begins. */
export interface ValuedPosition extends NamedValue {
  readonly fen: string;
  /** In the colours of the position. */
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
}

/** The value of a position and of all its legal moves. */
export interface ProbeResult extends ValuedPosition, GameOver {
  /** Which kind of perpetual decides where the order is above 0; null for a draw. */
  readonly kind: OrderKind | null;
  /** What the limit of moves makes of the position, where one was asked about; null for a draw. */
  readonly limit?: LimitVerdict | null;
  /** The best first, then by outcome; sooner wins and later losses before others. */
  readonly moves: readonly ProbedMove[];
}

export function nameValuedPosition(
  position: Position,
  value: Value,
  { metric, rules }: Pick<TableProvider, "metric" | "rules">,
): ValuedPosition {
  const endgame = endgameOf(position.board).name;
  return { fen: formatFen(position), endgame, metric, rules, ...nameValue(value) };
}

const LOST_IN_0 = makeValue(0, 0);

function gameOver(position: Position, value: Value): GameOver {
  // Lost in 0 are also those that have losing captures only.
  const ending = value === LOST_IN_0 ? endingOf(position) : null;
  return { checkmate: ending === "checkmate", stalemate: ending === "stalemate" };
}

/** A move as the ranking sees it. */
export interface RankedMove {
  readonly move: Move;
  readonly next: LegalPosition;
  readonly capture: boolean;
  /** Of the position after the move, to the opponent. */
  readonly after: Value;
  /** What decides after the move; null for a draw. */
  readonly kind: OrderKind | null;
  /** What the move makes of the mover's position. */
  readonly value: Value;
}

/**
 * The legal moves of a position, best first.
 * @throws MissingTableError when one of them leads to an endgame without a table
 */
export async function rankMoves(position: LegalPosition, provider: TableProvider): Promise<RankedMove[]> {
  const tables = await tablesFrom(position, provider);
  const moves = legalMoves(position).map(async (move) => {
    const next = applyMove(position, move);
    const capture = isCapture(position, move);
    const { value: after, kind } = await lookUp(next, tables);
    return { move, next, capture, after, kind, value: valueOfMove(provider.metric, capture, after) };
  });
  return (await Promise.all(moves)).sort((a, b) => compareRanked(a, b) || a.move - b.move);
}

/** The better first; of captures that count the same, the one after which the opponent has the least. 0: they are equally good. */
export function compareRanked(a: RankedMove, b: RankedMove): number {
  return compareChoices(b.value, a.value) || compareChoices(a.after, b.after);
}

/**
 * The value of a position and of all its moves.
 * @param moveLimit where given, what it makes of each decided value is told as well
 * @throws InputError for a position that cannot occur, MissingTableError for its own endgame or one that a capture leads to, whatever reading a table throws, and
 *   `signal.reason` where the provider is `abortable` and was aborted
 */
export async function probe(asked: Position, provider: TableProvider, moveLimit?: MoveLimit): Promise<ProbeResult> {
  const position = legalPosition(asked);
  const [{ value, kind }, ranked] = await Promise.all([lookUp(position, provider), rankMoves(position, provider)]);
  const limitOf = (worth: Value, passed: number) =>
    moveLimit && { limit: limitVerdict(worth, provider.metric, { ...moveLimit, passed }) };
  const passed = moveLimit?.passed ?? 0;
  return {
    ...nameValuedPosition(position, value, provider),
    kind,
    ...gameOver(position, value),
    ...limitOf(value, passed),
    moves: ranked.map(({ move, next, capture, after, kind: decides, value: worth }) => ({
      ...nameMoveIn(position, move),
      capture,
      check: inCheck(next.board, next.turn),
      ...nameValue(after),
      kind: decides,
      ...gameOver(next, after),
      best: compareChoices(worth, ranked[0]!.value) === 0,
      ...limitOf(after, capture ? 0 : passed + 1),
    })),
  };
}
