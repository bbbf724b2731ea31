import { inCheck } from "./attacks.ts";
import { hasLegalMove } from "./moves.ts";
import type { Position } from "./position.ts";

/** Why the side to move has lost: no legal move, in check or not. */
export type Ending = "checkmate" | "stalemate";

/** How the game has ended for the side to move, or null while it goes on. Both endings are lost. */
export function endingOf(position: Position): Ending | null {
  if (hasLegalMove(position)) return null;
  return inCheck(position.board, position.turn) ? "checkmate" : "stalemate";
}
