/**
 * Which losses of a pattern can recur, the seeds of the order form `chessdb`: those that a position of the winner's, not
 * decided at order 0, can lead to by a quiet move that answers the perpetual: any move out of check; or without check one
 * after which some enemy man no longer threatens what it threatened. A threatened man answers by moving, too, unless it
 * stays on the line of a threat that remains one.
 */
import { attacks, inCheck } from "../../xiangqi/attacks.ts";
import { colourOf, EMPTY, opponent, pieceOf, roleOf, type Colour } from "../../xiangqi/pieces.ts";
import { canStand } from "../../xiangqi/reach.ts";
import { menOf } from "../../rules/men.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { realThreats } from "../../rules/asian/threats.ts";
import { fileOf, rankOf, SQUARES, type Square } from "../../xiangqi/squares.ts";
import { cellOfKey, levelOf, turnOfKey, type PositionKey } from "./positions.ts";
import type { Stored } from "./position-graph.ts";

/** Whether a loss can follow an answer to a perpetual of this kind. */
export type CanRecur = (loss: PositionKey, kind: "check" | "chase") => boolean;

export function recurrence(stored: Stored, options: RuleOptions): CanRecur {
  return (loss, kind) => {
    const loser = turnOfKey(loss);
    const winner = opponent(loser);
    const after = stored.index.boardAt(cellOfKey(loss))!;
    for (const retraction of retractions(after, winner)) {
      const { before } = retraction;
      if (inCheck(before, loser) || inCheck(before, winner) !== (kind === "check")) continue;
      const cell = stored.index.indexOf(before);
      if (cell < 0 || levelOf(stored.valueAt(winner, cell)) === 0) continue;
      if (kind === "check" || parries(retraction, after, winner, options)) return true;
    }
    return false;
  };
}

interface Retraction {
  /** The board before it. */
  readonly before: Uint8Array;
  readonly from: Square;
  readonly to: Square;
}

/** The quiet moves of a side by which a board can have come about. */
function* retractions(after: Uint8Array, colour: Colour): Generator<Retraction> {
  for (const { square: to } of menOf(after, colour)) {
    const piece = after[to]!;
    for (let from = 0; from < SQUARES; from++) {
      if (after[from] !== EMPTY || !canStand(piece, from)) continue;
      const before = after.slice();
      before[from] = piece;
      before[to] = EMPTY;
      if (canStep(before, from, to)) yield { before, from, to };
    }
  }
}

/** Whether a man may go to an empty square, its king's safety left aside. */
function canStep(board: Uint8Array, from: Square, to: Square): boolean {
  // A cannon attacks over a screen, but moves like a chariot.
  const man = board[from]!;
  if (roleOf(man) === "cannon") board[from] = pieceOf(colourOf(man), "chariot");
  const reached = attacks(board, from, to);
  board[from] = man;
  return reached;
}

/** Whether a quiet move answers one of the real threats to its side's men. */
function parries({ before, from, to }: Retraction, after: Uint8Array, winner: Colour, options: RuleOptions): boolean {
  for (const { square, role } of menOf(before, winner)) {
    if (role === "king") continue;
    for (const { capturer } of realThreats(before, square, options, false)) {
      const line = lineOf(capturer.square, square);
      const leaves = square === from && (line === null || line !== lineOf(from, to));
      const target = square === from ? to : square;
      const still = realThreats(after, target, options, false).some(
        (threat) => threat.capturer.square === capturer.square,
      );
      if (leaves || !still) return true;
    }
  }
  return false;
}

/** What two squares have in common: null when neither file nor rank. */
function lineOf(a: Square, b: Square): "file" | "rank" | null {
  return fileOf(a) === fileOf(b) ? "file" : rankOf(a) === rankOf(b) ? "rank" : null;
}
