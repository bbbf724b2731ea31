/**
 * Sets out a wrong value for a person: every move with its value. Looks everything up anew by scanning boards, with
 * none of the shortcuts of the check, so that the check itself is checked where it matters.
 */
import { canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import type { Metric } from "../table/header.ts";
import { nameValue } from "../query/probe.ts";
import { nameMoveIn } from "../xiangqi/notation/move-names.ts";
import { compareValues, valueOfMove } from "../query/ranking.ts";
import { makeValue, type Value } from "../table/value.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves } from "../xiangqi/moves.ts";
import { swapColours, type Position } from "../xiangqi/position.ts";
import type { Planes } from "./planes.ts";
import type { Counterexample } from "./report.ts";
import type { Mismatch } from "./tally.ts";

/** @param tables the table itself and its inputs, by canonical name */
export function explainMismatch(
  { cell, turn, stored, derived }: Mismatch,
  name: string,
  tables: ReadonlyMap<string, Planes>,
  metric: Metric,
): Counterexample {
  const board = tables.get(name)!.index.boardAt(cell);
  if (board === null) throw new Error(`cell ${cell} of ${name} was checked but is no position`);
  const position: Position = { board, turn };
  const moves = legalMoves(position)
    .map((move) => {
      const next = applyMove(position, move);
      const capture = isCapture(position, move);
      const after = lookUp(next, tables);
      return { move, next, capture, after, value: valueOfMove(metric, capture, after) };
    })
    .sort((a, b) => compareValues(b.value, a.value) || a.move - b.move);
  const again = moves[0]?.value ?? makeValue(0, 0);
  const fen = formatFen(position);
  if (again !== derived) throw new Error(`the check derives ${derived} for ${fen}, its explanation ${again}`);
  return {
    fen,
    turn,
    cell,
    stored: nameValue(stored),
    derived: nameValue(derived),
    moves: moves.map(({ move, next, capture, after, value }) => {
      const { uci, wxf } = nameMoveIn(position, move);
      const capturesInto = capture ? canonicalEndgame(endgameOf(next.board)).endgame.name : null;
      return { uci, wxf, capturesInto, after: nameValue(after), gives: nameValue(value) };
    }),
  };
}

function lookUp(position: Position, tables: ReadonlyMap<string, Planes>): Value {
  const { endgame, swapped } = canonicalEndgame(endgameOf(position.board));
  const { board, turn } = swapped ? swapColours(position) : position;
  const planes = tables.get(endgame.name)!;
  return planes.valueAt(turn, planes.index.indexOf(board));
}
