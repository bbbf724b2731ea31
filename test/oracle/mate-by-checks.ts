/** Mate by checks alone, by trying everything to a depth. */
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";

/** The least number of checks, at most `most`, with which the side to move mates whatever the other answers; null: none. */
export function mateDepth(position: Position, most: number): number | null {
  for (let checks = 1; checks <= most; checks++) if (mates(position, checks)) return checks;
  return null;
}

function mates(position: Position, checks: number): boolean {
  if (checks === 0) return false;
  return legalMoves(position).some((move) => {
    const after = applyMove(position, move);
    if (!inCheck(after.board, after.turn)) return false;
    return legalMoves(after).every((answer) => mates(applyMove(after, answer), checks - 1));
  });
}
