/** Why a quiet move that attacks nothing is idle: what its side could take if it had the move again, and why that is no attack. */
import { inCheck } from "../../xiangqi/attacks.ts";
import { moveFrom, moveTo, type Move } from "../../xiangqi/moves.ts";
import type { Pausing } from "../../base/pausing.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { isHomeSoldier } from "../../xiangqi/steps.ts";
import type { Square } from "../../xiangqi/squares.ts";
import { manAt, type Man } from "../men.ts";
import type { ChaseClauses } from "./edition.ts";
import { SearchBoard } from "./search-board.ts";
import { findExchanges, isFreeToTake } from "./prospects.ts";

/** A capture that is no attack, by where the men stand after the move. */
export interface FreeCapture {
  /**
   * `home`: a soldier that has not crossed the river (K1). `offer`: an exchange (K3). `free`: by a king or a soldier alone (K9).
   * `protected`: it can be retaken at once, and nothing is gained. `unprofitable`: nothing is gained by it for another reason.
   */
  readonly kind: "home" | "offer" | "free" | "protected" | "unprofitable";
  readonly capturer: Man;
  readonly target: Man;
  /** Who protects the target. */
  readonly by: readonly Man[];
}

/** The captures of a side that attacks nothing. */
export function* freeCaptures(board: Uint8Array, side: Colour, clauses: ChaseClauses): Pausing<FreeCapture[]> {
  const search = new SearchBoard(board);
  const captures = search.legalMoves(side).filter((move) => board[moveTo(move)] !== EMPTY);
  const exchanges =
    clauses.exchange && captures.length > 0 ? yield* findExchanges(board, side, false) : new Set<Move>();
  return captures.map((move) => {
    const by = retakers(search, move, opponent(side)).map((square) => manAt(board, square));
    return {
      kind: kindOf(board, move, side, exchanges, by.length > 0),
      capturer: manAt(board, moveFrom(move)),
      target: manAt(board, moveTo(move)),
      by,
    };
  });
}

function kindOf(
  board: Uint8Array,
  move: Move,
  side: Colour,
  exchanges: ReadonlySet<Move>,
  isProtected: boolean,
): FreeCapture["kind"] {
  if (isHomeSoldier(board[moveTo(move)]!, moveTo(move))) return "home";
  if (exchanges.has(move)) return "offer";
  if (isFreeToTake(board, move, side)) return "free";
  return isProtected ? "protected" : "unprofitable";
}

/** The squares of the men that could legally retake. */
function retakers(search: SearchBoard, capture: Move, other: Colour): Square[] {
  const taken = search.play(capture);
  const found = search.legalMoves(other).filter((move) => moveTo(move) === moveTo(capture));
  search.undo(capture, taken);
  return found.map(moveFrom);
}

/** Whether a man that has moved out of its side's check stands in the way: without it the check would be there. */
export function blocks(board: Uint8Array, square: Square, side: Colour): boolean {
  const without = board.slice();
  without[square] = EMPTY;
  return inCheck(without, side);
}
