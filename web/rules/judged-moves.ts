/** Moves with what they do by the rules, and how a move is shown on the board. Pure. */
import { inCheck, kingSquare } from "../../src/xiangqi/attacks.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { reportMove, type MoveReport } from "../../src/xiangqi/rules/chase.ts";
import type { RuleOptions } from "../../src/xiangqi/rules/options.ts";
import type { Arrow, BoardView, Mark } from "../board/view.ts";

/** A move with the position it is made in. */
export interface JudgedMove {
  readonly position: Position;
  readonly move: Move;
  readonly report: MoveReport;
}

/** @param moves legal ones, as `h2e2` */
export function judgeInTurn(start: Position, moves: readonly string[], rules: RuleOptions): JudgedMove[] {
  let position = start;
  return moves.map((uci) => {
    const move = parseUci(position, uci);
    const judged = { position, move, report: reportMove(position, move, rules) };
    position = applyMove(position, move);
    return judged;
  });
}

/** The board as it stands: before a game's first move. */
export function viewOf(position: Position, flipped: boolean): BoardView {
  const { board, turn } = position;
  return {
    position,
    flipped,
    use: "play",
    legal: [],
    lastMove: null,
    checkedKing: inCheck(board, turn) ? kingSquare(board, turn) : null,
    arrows: [],
  };
}

/** The board after a move: who checks, who chases whom. */
export function viewAfter({ position, move, report }: JudgedMove, flipped: boolean): BoardView {
  const after = applyMove(position, move);
  const view = viewOf(after, flipped);
  const checks = report.checkers.map(({ square }): Arrow => ({ from: square, to: view.checkedKing!, kind: "check" }));
  const chases = report.attacks
    .filter(({ chase }) => chase)
    .map(({ threat }): Arrow => ({ from: threat.capturer.square, to: threat.target.square, kind: "chase" }));
  const marks = report.chased.map(({ square }): Mark => ({ square, kind: "chased" }));
  return { ...view, lastMove: move, arrows: [...checks, ...chases], marks };
}
