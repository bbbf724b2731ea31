/** Which of a position's two mirror images a cell keeps. */
import type { EndgameIndex } from "../../endgame/index.ts";

/** Whether a cell keeps a board as its mirror image. One that is its own mirror image is kept as it is. */
export function isMirrored(board: Uint8Array, index: EndgameIndex, cell: number): boolean {
  const kept = index.boardAt(cell)!;
  for (let square = 0; square < board.length; square++) if (kept[square] !== board[square]) return true;
  return false;
}
