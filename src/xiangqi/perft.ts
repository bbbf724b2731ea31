import { applyMove, legalMoves } from "./moves.ts";
import type { Position } from "./position.ts";

/** The number of lines of `depth` plies from a position: the customary test of a move generator. */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  let lines = 0;
  for (const move of moves) lines += perft(applyMove(position, move), depth - 1);
  return lines;
}
