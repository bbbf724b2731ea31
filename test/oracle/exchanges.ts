/**
 * The slow, obvious answer to where an exchange can be forced: all ways to put the men on the whole board, swept again and
 * again until nothing changes, from the definition. Shares nothing with the solvers but the game.
 */
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { legalMoves, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, roleOf, type Colour, type Role } from "../../src/xiangqi/pieces.ts";
import { boardsOf } from "./material-counts.ts";

export interface SlowGoal {
  readonly side: Colour;
  readonly active: Role;
  readonly passive: Role;
}

/** Answers for each position of an endgame; undefined where it is no legal one. */
export function forceSlowly(name: string, goal: SlowGoal): (board: Uint8Array, turn: Colour) => boolean | undefined {
  /** Each move: true when it exchanges, false when it ends the attempt, or the position it leads to. */
  const moves = new Map<string, (boolean | string)[]>();
  for (const board of boardsOf(name)) {
    for (const turn of COLOURS) {
      if (!inCheck(board, opponent(turn))) moves.set(keyOf(board, turn), movesOf(board, turn, goal));
    }
  }
  const forced = new Set<string>();
  for (let before = -1; before < forced.size;) {
    before = forced.size;
    for (const [key, found] of moves) {
      const good = (move: boolean | string) => (typeof move === "string" ? forced.has(move) : move);
      if (key.startsWith(goal.side) ? found.some(good) : found.every(good)) forced.add(key);
    }
  }
  return (board, turn) => {
    const key = keyOf(board, turn);
    return moves.has(key) ? forced.has(key) : undefined;
  };
}

function movesOf(board: Uint8Array, turn: Colour, goal: SlowGoal): (boolean | string)[] {
  return legalMoves({ board, turn }).map((move) => {
    const after = board.slice();
    after[moveTo(move)] = after[moveFrom(move)]!;
    after[moveFrom(move)] = EMPTY;
    if (board[moveTo(move)] === EMPTY) return keyOf(after, opponent(turn));
    const captured = roleOf(board[moveTo(move)]!);
    const replies = legalMoves({ board: after, turn: opponent(turn) })
      .map((reply) => after[moveTo(reply)]!)
      .filter((man) => man !== EMPTY)
      .map(roleOf);
    if (turn === goal.side) return captured === goal.passive && replies.every((role) => role === goal.active);
    return captured === goal.active && replies.includes(goal.passive);
  });
}

function keyOf(board: Uint8Array, turn: Colour): string {
  let men = "";
  for (let square = 0; square < board.length; square++) {
    if (board[square] !== EMPTY) men += String.fromCharCode(33 + square, 33 + board[square]!);
  }
  return `${turn} ${men}`;
}
