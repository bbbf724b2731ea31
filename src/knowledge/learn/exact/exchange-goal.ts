/**
 * What it means to exchange a man (Chen et al., 3.2), made precise for solvers. The *active* side has a king, the active
 * man and at most one helper, the *passive* side a king, the passive man and at most one helper. The active side has
 * its exchange, or better,
 *
 * - when it has captured the passive man and the passive side can now capture nothing but the active man; whether it
 *   does is its own choice: the active side has won a man if not;
 * - when its active man has been captured and it can now capture the passive man;
 * - when it mates or stalemates.
 *
 * Every other capture ends the attempt without success, as does a repetition. It *forces* the exchange where it reaches
 * one of these against every defence. Men of one kind are all the same man: of two chariots either is exchanged.
 */
import { writeLegalMoves } from "../../../xiangqi/moves.ts";
import { EMPTY, roleOf, type Colour, type Piece, type Role } from "../../../xiangqi/pieces.ts";
import { SQUARES } from "../../../xiangqi/squares.ts";

export interface ExchangeGoal {
  /** The colour of the active side. */
  readonly side: Colour;
  readonly active: Role;
  readonly passive: Role;
}

const moves = new Uint16Array(256);

/**
 * Whether a capture has given the active side its exchange.
 * @param board after the capture
 * @param turn the side now to move, whose man has been captured
 */
export function isExchanged(goal: ExchangeGoal, board: Uint8Array, turn: Colour, captured: Piece): boolean {
  const activeTook = turn !== goal.side;
  if (roleOf(captured) !== (activeTook ? goal.passive : goal.active)) return false;
  const count = writeLegalMoves(board, turn, moves);
  for (let i = 0; i < count; i++) {
    const taken = board[moves[i]! % SQUARES]!;
    if (taken === EMPTY) continue;
    if (activeTook && roleOf(taken) !== goal.active) return false;
    if (!activeTook && roleOf(taken) === goal.passive) return true;
  }
  return activeTook;
}
