/** A game on the page: positions one after the other, and which of them is shown. Plain data and pure functions. */
import type { Move } from "../../src/xiangqi/moves.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";

export interface Game {
  /** The start, then the position after each move: one more than there are moves. */
  readonly positions: readonly Position[];
  readonly moves: readonly Move[];
  /** How many of the moves are played; the others can be replayed. */
  readonly played: number;
}

export function newGame(start: Position): Game {
  return { positions: [start], moves: [], played: 0 };
}

export function positionOf(game: Game): Position {
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
    positions: [...game.positions.slice(0, played), applyMove(positionOf(game), move)],
    moves: [...game.moves.slice(0, game.played), move],
    played,
  };
}

/** Shows the position after so many moves, at most all, at least none. */
export function goTo(game: Game, played: number): Game {
  return { ...game, played: Math.max(0, Math.min(game.moves.length, played)) };
}
