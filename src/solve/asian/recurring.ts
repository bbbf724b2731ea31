/**
 * The order form `chessdb`: of a pattern's losses only those that can recur are seeds, those that follow an answer to the
 * perpetual: an answer to a check, or a quiet move that parries a real threat. Mere entrances to the pattern are lost by
 * propagation, two plies later or more.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, type Colour } from "../../xiangqi/pieces.ts";
import { mirrorPosition } from "../../xiangqi/position.ts";
import { menOf } from "../../xiangqi/rules/men.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import { realThreats } from "../../xiangqi/rules/threats.ts";
import type { Square } from "../../xiangqi/squares.ts";
import { indexCell } from "../kernel.ts";
import type { CellSets } from "../vector/cell-sets.ts";
import type { Solving } from "./one-man-chased.ts";
import type { PatternWork } from "./check-patterns.ts";

/** Keeps those of `work.losses` that follow, from a position of `work.wins`, an answer. Returns how many are left. */
export function keepRecurring(
  sets: CellSets,
  { attacker, losses, wins }: PatternWork,
  { index, options }: Solving,
  kind: "check" | "chase",
): number {
  const recurring = new Set<number>();
  for (const cell of sets.cells(wins)) {
    const board = index.boardAt(indexCell(index, cell))!;
    const hanging = kind === "chase" ? hangingMen(board, attacker, options) : [];
    if (kind === "check" ? !inCheck(board, attacker) : hanging.length === 0) continue;
    for (const move of legalMoves({ board, turn: attacker })) {
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const child = board.slice();
      child[to] = child[from]!;
      child[from] = EMPTY;
      if (kind === "chase") {
        const still = hangingMen(child, attacker, options);
        if (hanging.every((square) => still.includes(square === from ? to : square))) continue;
      }
      recurring.add(representative(index, child));
    }
  }
  const kept = [...sets.cells(losses)].filter((cell) =>
    recurring.has(representative(index, index.boardAt(indexCell(index, cell))!)),
  );
  sets.assign(losses, kept);
  return kept.length;
}

/** One cell for a position, its mirror image and its twins' doubles. */
function representative(index: EndgameIndex, board: Uint8Array): number {
  return Math.min(index.indexOf(board), index.indexOf(mirrorPosition({ board, turn: "red" }).board));
}

/** The squares of the men that the other side could take for nothing. */
function hangingMen(board: Uint8Array, colour: Colour, options: RuleOptions): Square[] {
  return menOf(board, colour)
    .map(({ square }) => square)
    .slice(1)
    .filter((square) => realThreats(board, square, options, false).length > 0);
}
