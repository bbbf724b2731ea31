/** A sensible move where nothing is known: a short search that counts men, for those who have no engine. */
import { inCheck } from "../../xiangqi/attacks.ts";
import { applyMove, isCapture, legalMoves, moveTo, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, colourOf, roleOf, type Role } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";

/** In hundredths of a soldier, as players commonly reckon. */
const WORTH: Readonly<Record<Role, number>> = {
  king: 0,
  advisor: 200,
  elephant: 200,
  chariot: 900,
  horse: 400,
  cannon: 450,
  soldier: 100,
};

const LOST = -29_000;
/** Plies after the move, and how many captures are followed beyond them. */
const PLIES = 2;
const CAPTURES = 4;

export interface Guess {
  readonly move: Move;
  /** In hundredths of a soldier, to the mover. */
  readonly score: number;
}

/** The best of these moves as far as that shows in a few plies, the first among equals. */
export function guess(position: Position, moves: readonly Move[]): Guess {
  let best: Guess | null = null;
  for (const move of moves) {
    const score: number = -search(applyMove(position, move), PLIES, -Infinity, best === null ? Infinity : -best.score);
    if (best === null || score > best.score) best = { move, score };
  }
  return best!;
}

/** Alpha-beta: the score to the side to move, exact between the bounds. */
function search(position: Position, plies: number, alpha: number, beta: number): number {
  const moves = legalMoves(position);
  if (moves.length === 0) return LOST - plies;
  let best = alpha;
  if (plies <= 0 && !inCheck(position.board, position.turn)) best = Math.max(best, count(position));
  if (best >= beta || plies <= -CAPTURES) return Math.max(best, plies <= -CAPTURES ? count(position) : best);
  const considered = plies > 0 || inCheck(position.board, position.turn) ? moves : moves.filter(isCaptureIn(position));
  for (const move of considered.sort((a, b) => prize(position, b) - prize(position, a))) {
    best = Math.max(best, -search(applyMove(position, move), plies - 1, -beta, -best));
    if (best >= beta) break;
  }
  return best;
}

const isCaptureIn = (position: Position) => (move: Move) => isCapture(position, move);

function prize({ board }: Position, move: Move): number {
  const taken = board[moveTo(move)]!;
  return taken === EMPTY ? -1 : WORTH[roleOf(taken)];
}

/** The men of the side to move less those of the other. */
function count({ board, turn }: Position): number {
  let sum = 0;
  for (const piece of board) {
    if (piece !== EMPTY) sum += colourOf(piece) === turn ? WORTH[roleOf(piece)] : -WORTH[roleOf(piece)];
  }
  return sum;
}
