/** Finds a FEN in a text: alone, in a tag, in a link of any site, or among words. */
import type { Colour } from "../pieces.ts";
import type { Position } from "../position.ts";
import { parseFen } from "../fen.ts";
import { isLegalPosition } from "../validate.ts";

/**
 * A board of ten ranks, no more of them before or behind it, and the word behind it on its line, if there is one, which must tell
 * the side to move. Folders of a link may stand before it.
 */
const FEN =
  /(?<![1-9a-z])(?<!(?<![1-9a-z])[1-9kabrncpeghms]{1,20}\/)((?:[1-9kabrncpeghms]{1,20}\/){9}[1-9kabrncpeghms]{1,20})(?![/1-9a-z])(?:[ \t_+]*((?:-[ \t_+]+)?[\p{L}\p{N}]{1,20}|-)(?![\p{L}\p{N}]))?/iu;

export interface FoundFen {
  readonly board: string;
  /** As it is written; null where nothing is. */
  readonly side: string | null;
  /** Where it begins and ends. */
  readonly from: number;
  readonly to: number;
}

export function findFen(text: string): FoundFen | null {
  const found = FEN.exec(text);
  if (found === null) return null;
  const [whole, board, side = null] = found;
  return { board: board!, side, from: found.index, to: found.index + whole.length };
}

/**
 * Reads a board and the side to move. Where that is not said it is Red's turn, or Black's if the position can occur only so.
 * @throws UnreadablePosition
 */
export function readBoard(board: string, side: string | null): { position: Position; assumedTurn: Colour | null } {
  if (side !== null) return { position: parseFen(`${board} ${side}`), assumedTurn: null };
  const position = parseFen(`${board} w`);
  const turned: Position = { ...position, turn: "black" };
  const likely = !isLegalPosition(position) && isLegalPosition(turned) ? turned : position;
  return { position: likely, assumedTurn: likely.turn };
}
