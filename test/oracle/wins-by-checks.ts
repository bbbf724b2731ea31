/** Wins by checks alone, by looking at every line: slow and obvious. */
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";

/** Whether the side to move wins within so many plies by checking, or parrying a check, on every move. */
export function winsByChecks(position: Position, plies: number): boolean {
  if (plies < 1) return false;
  const parries = inCheck(position.board, position.turn);
  return legalMoves(position).some((move) => {
    const after = applyMove(position, move);
    return (parries || inCheck(after.board, after.turn)) && losesToChecks(after, plies - 1);
  });
}

/** Whether every move of the side to move loses so. */
export function losesToChecks(position: Position, plies: number): boolean {
  return legalMoves(position).every((move) => winsByChecks(applyMove(position, move), plies - 1));
}
