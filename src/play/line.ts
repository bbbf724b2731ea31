/** A perfect line: the player plays both sides until the game is over. */
import { endgameOf } from "../endgame/endgame.ts";
import type { TableProvider } from "../table/catalog.ts";
import type { Metric, Rules } from "../table/header.ts";
import { valueOf } from "../table/lookup.ts";
import { nameMoveIn, nameValue, type MoveNames, type NamedValue } from "../table/probe.ts";
import { DRAW } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import type { Position } from "../xiangqi/position.ts";
import type { Result } from "../xiangqi/rules/verdict.ts";
import { describeGameEnd, startGame, type Game } from "./game.ts";

/** A move of the line with the value of the position after it, to the side to move there. */
export interface LineMove extends MoveNames, NamedValue {
  readonly capture: boolean;
}

/**
 * Why a line ends: the side to move has no move; a repetition is judged, by which the game is decided; nobody has an
 * attacker left; in a drawn line, a position came back; or the number of plies asked for.
 */
export type LineEnd = "checkmate" | "stalemate" | "adjudicated" | "bare" | "repetition" | "limit";

export interface Line extends NamedValue {
  readonly fen: string;
  /** In the colours of the position. */
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  readonly moves: readonly LineMove[];
  readonly end: LineEnd;
  /** The verdict on the repetition that ends the line, and why. */
  readonly verdict: { readonly result: Result; readonly reason: string } | null;
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
  const game = await startGame(position, provider);
  const moves: LineMove[] = [];
  let end = lineEndOf(game, value === DRAW);
  while (end === null && moves.length < limit) {
    const { move, capture, after } = await game.choose();
    moves.push({ ...nameMoveIn(game.position, move), ...nameValue(after), capture });
    game.play(move);
    end = lineEndOf(game, value === DRAW);
  }
  return {
    fen: formatFen(position),
    endgame: endgameOf(position.board).name,
    metric: provider.metric,
    rules: provider.rules,
    ...nameValue(value),
    moves,
    end: end ?? "limit",
    verdict: end === "adjudicated" ? { result: game.end!.result, reason: describeGameEnd(game.end!) } : null,
    finalFen: formatFen(game.position),
  };
}

function lineEndOf({ end, occurrences }: Game, drawn: boolean): LineEnd | null {
  if (end === null) return drawn && occurrences > 1 ? "repetition" : null;
  switch (end.kind) {
    case "ending":
      return end.ending;
    case "repetition":
      return "adjudicated";
    case "bare":
      return "bare";
    case "threefold":
      return "repetition";
  }
}
