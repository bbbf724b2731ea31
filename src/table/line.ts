/** A perfect line: both sides play a best move until the game is over. */
import { endgameOf } from "../endgame/endgame.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { endingOf } from "../xiangqi/outcome.ts";
import type { Position } from "../xiangqi/position.ts";
import type { TableProvider } from "./catalog.ts";
import type { Metric, Rules } from "./header.ts";
import { valueOf } from "./lookup.ts";
import { nameMoveIn, nameValue, rankMoves, type MoveNames, type NamedValue } from "./probe.ts";
import { DRAW } from "./value.ts";

/** A move of the line with the value of the position after it, to the side to move there. */
export interface LineMove extends MoveNames, NamedValue {
  readonly capture: boolean;
}

/** Why a line ends: the side to move has no move, a position came back, or the number of plies asked for. */
export type LineEnd = "checkmate" | "stalemate" | "repetition" | "limit";

export interface Line extends NamedValue {
  readonly fen: string;
  /** In the colours of the position. */
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  readonly moves: readonly LineMove[];
  readonly end: LineEnd;
  /** Where it ends. */
  readonly finalFen: string;
}

export interface LineOptions {
  /** The most plies of a drawn line. Default 20. */
  readonly drawPlies?: number;
  /** The most plies of any line. Default 2000. */
  readonly maxPlies?: number;
}

/**
 * A perfect line from a legal position, across captures into other endgames. The same every time.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function perfectLine(
  position: Position,
  provider: TableProvider,
  { drawPlies = 20, maxPlies = 2000 }: LineOptions = {},
): Promise<Line> {
  const value = await valueOf(position, provider);
  const limit = value === DRAW ? Math.min(drawPlies, maxPlies) : maxPlies;
  const moves: LineMove[] = [];
  const seen = new Set([formatFen(position)]);
  let at = position;
  let end: LineEnd | null = endingOf(at);
  while (end === null) {
    if (moves.length === limit) {
      end = "limit";
      break;
    }
    const { move, next, capture, after } = (await rankMoves(at, provider))[0]!;
    moves.push({ ...nameMoveIn(at, move), ...nameValue(after), capture });
    at = next;
    const fen = formatFen(at);
    end = endingOf(at) ?? (seen.has(fen) ? "repetition" : null);
    seen.add(fen);
  }
  return {
    fen: formatFen(position),
    endgame: endgameOf(position.board).name,
    metric: provider.metric,
    rules: provider.rules,
    ...nameValue(value),
    moves,
    end,
    finalFen: formatFen(at),
  };
}
