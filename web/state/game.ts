/** A game on the page: positions one after the other, and which of them is shown. Plain data and pure functions. */
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { type Move, applyMove, isCapture, isLegalMove, makeMove, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { formatUci } from "../../src/xiangqi/notation/coordinates.ts";
import { type LegalPosition, mirrorPosition, samePosition } from "../../src/xiangqi/position.ts";
import type { TableVerdict } from "../../src/play/table-rules.ts";
import { mirrorSquare } from "../../src/xiangqi/squares.ts";

export interface Game {
  /** The start, then the position after each move: one more than there are moves. */
  readonly positions: readonly LegalPosition[];
  readonly moves: readonly Move[];
  /** How many of the moves are played; the others can be replayed. */
  readonly played: number;
  /** It was opened as a whole, from a text, a file or a link: so its address is one of the whole. */
  readonly isOpened?: boolean;
}

export function newGame(start: LegalPosition): Game {
  return { positions: [start], moves: [], played: 0 };
}

/** A whole game, at its start; its moves must be legal. */
export function openedGame(start: LegalPosition, moves: readonly Move[]): Game {
  return { ...continueGame(newGame(start), moves), isOpened: true };
}

export function positionOf(game: Game): LegalPosition {
  return game.positions[game.played]!;
}

/** The move that led to the position shown. */
export function lastMoveOf(game: Game): Move | null {
  return game.played === 0 ? null : game.moves[game.played - 1]!;
}

/** Plays a move. Moves taken back before stay for replay only when this is the same move again. */
export function playMove(game: Game, move: Move): Game {
  const played = game.played + 1;
  if (game.moves[game.played] === move) return { ...game, played };
  return {
    ...game,
    positions: [...game.positions.slice(0, played), applyMove(positionOf(game), move)],
    moves: [...game.moves.slice(0, game.played), move],
    played,
  };
}

/** Shows the position after so many moves, at most all, at least none. */
export function goTo(game: Game, played: number): Game {
  return { ...game, played: Math.max(0, Math.min(game.moves.length, played)) };
}

/** The game with these moves after the position shown, to be replayed; they must be legal. */
export function continueGame(game: Game, moves: readonly Move[]): Game {
  const { played } = game;
  const positions = game.positions.slice(0, played + 1);
  for (const move of moves) positions.push(applyMove(positions.at(-1)!, move));
  return { ...game, positions, moves: [...game.moves.slice(0, played), ...moves] };
}

/** The same game on the other wing. */
export function mirrorGame(game: Game): Game {
  const { positions, moves } = game;
  const mirrored = moves.map((move) => makeMove(mirrorSquare(moveFrom(move)), mirrorSquare(moveTo(move))));
  return { ...game, positions: positions.map(mirrorPosition), moves: mirrored };
}

/** Before the position shown; or since the game begins, if nothing was captured. */
export function pliesSinceCapture({ positions, moves, played }: Game): number {
  let first = played;
  while (first > 0 && !isCapture(positions[first - 1]!, moves[first - 1]!)) first--;
  return played - first;
}

/**
 * The moves before the position shown that a repetition may reach back to, those since the last capture, and where they
 * begin.
 */
export function historyOf(game: Game): { fen: string; played: string[] } {
  const { positions, moves, played } = game;
  const first = played - pliesSinceCapture(game);
  const ucis = moves.slice(first, played).map((move, i) => formatUci(positions[first + i]!, move));
  return { fen: formatFen(positions[first]!), played: ucis };
}

/** How a repetition is judged. */
export type Repetition = TableVerdict;

/** After how many moves the position shown occurred for the third last time; null where it has not occurred so often. */
export function thirdLast(game: Game): number | null {
  const { positions, moves, played } = game;
  const shown = positionOf(game);
  let times = 1;
  for (let i = played - 1; i >= 0 && !isCapture(positions[i]!, moves[i]!); i--) {
    if (samePosition(positions[i]!, shown) && ++times === 3) return i;
  }
  return null;
}

export interface SavedGame {
  readonly start: string;
  readonly moves: readonly number[];
  readonly played: number;
  readonly isOpened: boolean;
}

export function saveGame({ positions, moves, played, isOpened = false }: Game): SavedGame {
  return { start: formatFen(positions[0]!), moves, played, isOpened };
}

/** Reads a saved game; null for anything that is none, such as one of an older version of the page. */
export function restoreGame(saved: unknown): Game | null {
  if (!isSaved(saved)) return null;
  try {
    const positions = [parseLegalFen(saved.start)];
    for (const move of saved.moves) {
      if (!isLegalMove(positions.at(-1)!, move)) return null;
      positions.push(applyMove(positions.at(-1)!, move));
    }
    return goTo({ positions, moves: saved.moves, played: 0, isOpened: saved.isOpened }, saved.played);
  } catch {
    return null;
  }
}

function isSaved(saved: unknown): saved is SavedGame {
  if (typeof saved !== "object" || saved === null) return false;
  const { start, moves, played } = saved as Record<string, unknown>;
  return typeof start === "string" && Array.isArray(moves) && Number.isInteger(played);
}
