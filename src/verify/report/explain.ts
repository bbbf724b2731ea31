/**
 * Sets out a wrong value for a person: every move with its value. Looks everything up anew by scanning boards, with
 * none of the shortcuts of the check, so that the check itself is checked where it matters.
 */
import { canonicalEndgame, endgameOf, parseEndgame, wholeEndgame } from "../../endgame/endgame.ts";
import { indexOfTable } from "../../table/format/index-parameters.ts";
import type { Table } from "../../table/read/table.ts";
import { nameMoveIn } from "../../xiangqi/notation/move-names.ts";
import { compareValues, isDraw, makeValue, type Value, nameValue, valueOfMove } from "../../table/value.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves } from "../../xiangqi/moves.ts";
import { swapColours, type Position } from "../../xiangqi/position.ts";
import type { Counterexample } from "../report.ts";
import type { Mismatch } from "../plain/tally.ts";

/** @param tables the table itself and its inputs, by canonical name */
export async function explainMismatch(
  { cell, turn, stored, derived }: Mismatch,
  { header: { info } }: Table,
  tables: ReadonlyMap<string, Table>,
): Promise<Counterexample> {
  const { endgame: name, metric } = info;
  // A cone leads into one cone of each endgame, or into all of it: by its men the table is known.
  const menOf = (endgame: string): string => wholeEndgame(parseEndgame(endgame)).name;
  const byMen = new Map(
    Array.from(tables, ([each, table]) => [menOf(each), { table, index: indexOfTable(table.header, table.file) }]),
  );
  const lookUp = (position: Position): Promise<Value> => {
    const { endgame, swapped } = canonicalEndgame(endgameOf(position.board));
    const there = swapped ? swapColours(position) : position;
    const { table, index } = byMen.get(endgame.name)!;
    return table.valueAt(there.turn, index.indexOf(there.board));
  };
  const board = byMen.get(menOf(name))!.index.boardAt(cell);
  if (board === null) throw new Error(`cell ${cell} of ${name} was checked but is no position`);
  const position: Position = { board, turn };
  const moves = (
    await Promise.all(
      legalMoves(position).map(async (move) => {
        const next = applyMove(position, move);
        const capture = isCapture(position, move);
        const after = await lookUp(next);
        return { move, next, capture, after, value: valueOfMove(metric, capture, after) };
      }),
    )
  ).sort((a, b) => compareValues(b.value, a.value) || a.move - b.move);
  const again = moves[0]?.value ?? makeValue(0, 0);
  const fen = formatFen(position);
  if (again !== derived && !(isDraw(again) && isDraw(derived)))
    throw new Error(`the check derives ${derived} for ${fen}, its explanation ${again}`);
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
