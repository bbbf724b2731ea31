/** Moves with what they do by the rules, and how a move is shown on the board. Pure. */
import { inCheck, kingSquare } from "../../src/xiangqi/attacks.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { Pausing } from "../../src/base/pausing.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { reportMove, type MoveReport } from "../../src/rules/asian/chase.ts";
import type { RuleOptions } from "../../src/rules/asian/options.ts";
import { chasedMen, findLabel, type MoveLabel } from "../../src/rules/chinese/label.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import type { Arrow, BoardView, Mark } from "../board/view.ts";

/** A move with the position it is made in. */
export interface JudgedMove {
  readonly position: Position;
  readonly move: Move;
  readonly report: MoveReport;
  /** Its class, where it is judged by the Chinese rules. */
  readonly label: MoveLabel | null;
}

/**
 * @param moves legal ones, as `h2e2`
 * @param byClasses by the Chinese rules
 */
export function* judgeInTurn(
  start: Position,
  moves: readonly string[],
  rules: RuleOptions,
  byClasses = false,
): Pausing<JudgedMove[]> {
  let position = start;
  const judged: JudgedMove[] = [];
  for (const uci of moves) {
    const move = parseUci(position, uci);
    const label = byClasses ? yield* findLabel(position, move, "reasons") : null;
    judged.push({ position, move, report: reportMove(position, move, rules), label });
    position = applyMove(position, move);
  }
  return judged;
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
export function viewAfter({ position, move, report, label }: JudgedMove, flipped: boolean): BoardView {
  const after = applyMove(position, move);
  const view = viewOf(after, flipped);
  const checks = report.checkers.map(({ square }): Arrow => ({ from: square, to: view.checkedKing!, kind: "check" }));
  const attacks = label === null ? attacksOf(report) : chasesOf(label);
  const chases = attacks.map(([from, to]): Arrow => ({ from, to, kind: "chase" }));
  const chased = label === null ? report.chased : chasedMen(label);
  const marks = chased.map(({ square }): Mark => ({ square, kind: "chased" }));
  return { ...view, lastMove: move, arrows: [...checks, ...chases], marks };
}

/** The chases of a move, from the capturer to its target. */
function attacksOf({ attacks }: MoveReport): [Square, Square][] {
  return attacks.filter(({ chase }) => chase).map(({ threat }) => [threat.capturer.square, threat.target.square]);
}

function chasesOf({ label, reasons }: MoveLabel): [Square, Square][] {
  if (label !== "chase") return [];
  return reasons.flatMap((reason) => {
    if (reason.kind !== "chase") return [];
    const { capturers, target } = reason.chased;
    return capturers.map(({ square }): [Square, Square] => [square, target.square]);
  });
}
