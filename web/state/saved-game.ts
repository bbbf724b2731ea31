/** A game as plain JSON, for the browser's history. */
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { isLegalMove } from "../../src/xiangqi/moves.ts";
import { goTo, newGame, playMove, positionOf, type Game } from "./game.ts";

export interface SavedGame {
  readonly start: string;
  readonly moves: readonly number[];
  readonly played: number;
}

export function saveGame(game: Game): SavedGame {
  return { start: formatFen(game.positions[0]!), moves: game.moves, played: game.played };
}

/** Reads a saved game; null for anything that is none, such as one of an older version of the page. */
export function restoreGame(saved: unknown): Game | null {
  if (!isSaved(saved)) return null;
  try {
    let game = newGame(parseLegalFen(saved.start));
    for (const move of saved.moves) {
      if (!isLegalMove(positionOf(game), move)) return null;
      game = playMove(game, move);
    }
    return goTo(game, saved.played);
  } catch {
    return null;
  }
}

function isSaved(saved: unknown): saved is SavedGame {
  if (typeof saved !== "object" || saved === null) return false;
  const { start, moves, played } = saved as Record<string, unknown>;
  return typeof start === "string" && Array.isArray(moves) && Number.isInteger(played);
}
