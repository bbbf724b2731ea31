/** What quiet moves lead to, by the plain move generator and the index. */
import type { EndgameIndex } from "../../src/endgame/index.ts";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";

/** The cells after the legal moves of a position that capture nothing. */
export function cellsAfterQuietMoves(index: EndgameIndex, position: Position): number[] {
  return legalMoves(position)
    .filter((move) => !isCapture(position, move))
    .map((move) => index.indexOf(applyMove(position, move).board));
}
