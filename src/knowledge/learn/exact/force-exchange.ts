/**
 * Where an exchange can be forced, by plain retrograde analysis: all moves of an endgame as a graph, then back from the
 * exchanges. For endgames of up to some 100,000 cells; it needs no kernel.
 */
import type { EndgameIndex } from "../../../endgame/index.ts";
import { inCheck } from "../../../xiangqi/attacks.ts";
import { writeLegalMoves } from "../../../xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour } from "../../../xiangqi/pieces.ts";
import { SQUARES } from "../../../xiangqi/squares.ts";
import { isExchanged, type ExchangeGoal } from "./exchange-goal.ts";

/** Entry `2 * cell + (0 for Red, 1 for Black to move)` is 1 where the active side can force the exchange. */
export function forceExchange(index: EndgameIndex, goal: ExchangeGoal): Uint8Array {
  const { start, targets, open, forced } = graphOf(index, goal);
  const { from, sources } = turnedRound(start, targets);
  const active = COLOURS.indexOf(goal.side);
  const found: number[] = [];
  forced.forEach((isForced, position) => isForced === 1 && found.push(position));
  for (let position = found.pop(); position !== undefined; position = found.pop()) {
    for (let i = from[position]!; i < from[position + 1]!; i++) {
      const before = sources[i]!;
      if (forced[before] === 1) continue;
      if (before % 2 !== active && --open[before]! > 0) continue;
      forced[before] = 1;
      found.push(before);
    }
  }
  return forced;
}

interface Graph {
  /** Quiet moves of position p: `targets[start[p]]` to `targets[start[p + 1] - 1]`. */
  readonly start: Uint32Array;
  readonly targets: Uint32Array;
  /** Moves by which the passive side may still avoid the exchange. */
  readonly open: Uint8Array;
  readonly forced: Uint8Array;
}

function graphOf(index: EndgameIndex, goal: ExchangeGoal): Graph {
  const positions = 2 * index.cells;
  const start = new Uint32Array(positions + 1);
  const open = new Uint8Array(positions);
  const forced = new Uint8Array(positions);
  const targets: number[] = [];
  const moves = new Uint16Array(256);
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    COLOURS.forEach((turn: Colour, side) => {
      const position = 2 * cell + side;
      if (board !== null && !inCheck(board, opponent(turn))) {
        const isActive = turn === goal.side;
        const count = writeLegalMoves(board, turn, moves);
        open[position] = count;
        for (let i = 0; i < count; i++) {
          const to = moves[i]! % SQUARES;
          const from = (moves[i]! - to) / SQUARES;
          const captured = board[to]!;
          board[to] = board[from]!;
          board[from] = EMPTY;
          if (captured === EMPTY) targets.push(2 * index.indexOf(board) + 1 - side);
          else if (isExchanged(goal, board, opponent(turn), captured)) {
            if (isActive) forced[position] = 1;
            else open[position]!--;
          }
          board[from] = board[to]!;
          board[to] = captured;
        }
        if (!isActive && open[position] === 0) forced[position] = 1;
      }
      start[position + 1] = targets.length;
    });
  }
  return { start, targets: Uint32Array.from(targets), open, forced };
}

/** The same moves by where they lead. */
function turnedRound(start: Uint32Array, targets: Uint32Array): { from: Uint32Array; sources: Uint32Array } {
  const from = new Uint32Array(start.length);
  for (const target of targets) from[target + 1]!++;
  for (let position = 1; position < from.length; position++) from[position]! += from[position - 1]!;
  const next = from.slice();
  const sources = new Uint32Array(targets.length);
  for (let position = 0; position + 1 < start.length; position++) {
    for (let i = start[position]!; i < start[position + 1]!; i++) sources[next[targets[i]!]!++] = position;
  }
  return { from, sources };
}
