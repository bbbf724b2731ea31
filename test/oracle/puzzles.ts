/** Studies by definition: every legal position of an endgame, looked up one by one. Slow and obvious. */
import { endgameIndex } from "../../src/endgame/index.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { valueOf } from "../../src/query/lookup.ts";
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import { categoryOf, distanceOf, orderOf, type Value } from "../../src/table/value.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, moveFrom, type Move } from "../../src/xiangqi/moves.ts";
import { COLOURS, roleOf } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";

export interface Valued {
  readonly position: LegalPosition;
  readonly value: Value;
}

/** Every legal position with its value, a mirror image of each left out. */
export async function allPositions(name: string, provider: TableProvider): Promise<Valued[]> {
  const index = endgameIndex(parseEndgame(name));
  const found: Valued[] = [];
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell as never);
    if (board === null || index.indexOf(board) !== cell) continue;
    for (const turn of COLOURS) {
      const position = { board, turn };
      if (isLegalPosition(position)) found.push({ position, value: await valueOf(position, provider) });
    }
  }
  return found;
}

async function winningMoves(position: LegalPosition, provider: TableProvider): Promise<Move[]> {
  const winning: Move[] = [];
  for (const move of legalMoves(position)) {
    if (categoryOf(await valueOf(applyMove(position, move), provider)) === "loss") winning.push(move);
  }
  return winning;
}

/** FENs of positions won in at least so many plies whose only winning move is a quiet one of the king. */
export async function quietKingWins(all: readonly Valued[], least: number, provider: TableProvider): Promise<string[]> {
  const found: string[] = [];
  for (const { position, value } of all) {
    if (categoryOf(value) !== "win" || orderOf(value) > 0 || distanceOf(value) < least) continue;
    const [only, ...others] = await winningMoves(position, provider);
    if (only === undefined || others.length > 0 || isCapture(position, only)) continue;
    const next = applyMove(position, only);
    if (roleOf(position.board[moveFrom(only)]!) === "king" && !inCheck(next.board, next.turn))
      found.push(formatFen(position));
  }
  return found;
}

/** FENs of positions of an order, won in at least so many plies, with one winning move. */
export async function onlyMovePerpetuals(
  all: readonly Valued[],
  order: number,
  least: number,
  provider: TableProvider,
): Promise<string[]> {
  const found: string[] = [];
  for (const { position, value } of all) {
    if (categoryOf(value) !== "win" || orderOf(value) !== order || distanceOf(value) < least) continue;
    if ((await winningMoves(position, provider)).length === 1) found.push(formatFen(position));
  }
  return found;
}

/** Boards on which each side has a move, and each does worse if it is to move. */
export function zugzwangBoards(all: readonly Valued[]): Map<string, readonly [red: Value, black: Value]> {
  const byBoard = new Map<string, { red?: Valued; black?: Valued }>();
  for (const valued of all) {
    const board = formatFen(valued.position).split(" ")[0]!;
    byBoard.set(board, { ...byBoard.get(board), [valued.position.turn]: valued });
  }
  const score = { win: 1, draw: 0, loss: -1 };
  const found = new Map<string, readonly [Value, Value]>();
  for (const [board, { red, black }] of byBoard) {
    if (red === undefined || black === undefined) continue;
    if ([red, black].some(({ position }) => legalMoves(position).length === 0)) continue;
    if (score[categoryOf(red.value)] < -score[categoryOf(black.value)]) found.set(board, [red.value, black.value]);
  }
  return found;
}

/** Whether the winner has one winning move at each step, whichever of its longest defences the loser takes first. */
export async function hasOnlyMoves(
  start: LegalPosition,
  solution: readonly Move[],
  provider: TableProvider,
): Promise<boolean> {
  let position = start;
  for (const [i, move] of solution.entries()) {
    if (i % 2 === 0) {
      const winning = await winningMoves(position, provider);
      if (winning.length !== 1 || winning[0] !== move) return false;
    }
    position = applyMove(position, move);
  }
  return true;
}
