/**
 * Which losses of a pattern can recur, the seeds of the order form `chessdb`: those that an undecided position of the
 * winner's can lead to by a quiet move that answers the perpetual. That is any move out of check; against a chase, one after
 * which a man of the winner's that could be taken for nothing no longer can be.
 *
 * Every undecided position that leads to a loss of a pattern is in the pattern, so that this needs nothing but the values.
 */
import { attacks, inCheck } from "../../xiangqi/attacks.ts";
import { colourOf, EMPTY, opponent, pieceOf, roleOf, type Colour } from "../../xiangqi/pieces.ts";
import { canStand } from "../../xiangqi/reach.ts";
import { menOf } from "../../xiangqi/rules/men.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import { realThreats } from "../../xiangqi/rules/threats.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { cellOfKey, levelOf, turnOfKey, type PositionKey } from "./orders.ts";
import type { Stored } from "./position-graph.ts";

/** Whether a loss can follow an answer to a perpetual of this kind from a position undecided at this level. */
export type CanRecur = (loss: PositionKey, kind: "check" | "chase", level: number) => boolean;

export function recurrence(stored: Stored, options: RuleOptions): CanRecur {
  return (loss, kind, level) => {
    const loser = turnOfKey(loss);
    const winner = opponent(loser);
    const after = stored.index.boardAt(cellOfKey(loss))!;
    for (const retraction of retractions(after, winner)) {
      const { before } = retraction;
      if (inCheck(before, loser)) continue;
      if (kind === "check" ? !inCheck(before, winner) : !parries(before, after, retraction, options)) continue;
      const cell = stored.index.indexOf(before);
      if (cell >= 0 && levelOf(stored.valueAt(winner, cell)) >= level) return true;
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

/** Whether after a move a man that hung before it hangs no longer. */
function parries(before: Uint8Array, after: Uint8Array, { from, to }: Retraction, options: RuleOptions): boolean {
  return menOf(before, colourOf(before[from]!)).some(
    ({ square, role }) =>
      role !== "king" && hangs(before, square, options) && !hangs(after, square === from ? to : square, options),
  );
}

/** Whether the other side could take a man for nothing. */
function hangs(board: Uint8Array, square: Square, options: RuleOptions): boolean {
  return realThreats(board, square, options, false).length > 0;
}
