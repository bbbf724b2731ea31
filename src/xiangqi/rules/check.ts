/** Clause b1: check. */
import { menAttacking, kingSquare } from "../attacks.ts";
import { applyMove, type Move } from "../moves.ts";
import { opponent, type Colour } from "../pieces.ts";
import type { Position } from "../position.ts";
import type { Square } from "../squares.ts";

/**
 * The squares of the men that could capture a side's king by the way they move; the other king is one of them on an open
 * file. Empty for a side without a king.
 */
export function menGivingCheck(board: Uint8Array, colour: Colour): Square[] {
  const king = kingSquare(board, colour);
  return king < 0 ? [] : menAttacking(board, king, opponent(colour));
}

/** Clause b1: whether a legal move checks. Only the position after it counts, whichever man moved. */
export function isCheckingMove(position: Position, move: Move): boolean {
  const after = applyMove(position, move);
  return menGivingCheck(after.board, after.turn).length > 0;
}
