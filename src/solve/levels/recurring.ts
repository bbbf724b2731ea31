/**
 * The order form `chessdb`: of a pattern's losses only those that can recur are seeds, those that follow an answer to the
 * perpetual. Mere entrances to the pattern are lost by propagation, two plies later or more.
 *
 * Answers are moves from positions that order 0 has left undecided: any quiet move out of check, or, without check, one
 * that parries a real threat. A man threatened along a line parries by leaving the line, or so far along it that the threat
 * is none; any other threatened man by moving at all; and any man by making the threat none from where it stood.
 */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, type Colour } from "../../xiangqi/pieces.ts";
import { mirrorPosition } from "../../xiangqi/position.ts";
import { menOf } from "../../rules/men.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { assessThreat, realThreats } from "../../rules/asian/threats.ts";
import { fileOf, rankOf, type Square } from "../../xiangqi/squares.ts";
import { cellOfSlot } from "../planes.ts";
import type { CellSet, CellSets, LevelTask, PatternWork } from "./cell-sets.ts";

/**
 * Keeps those of `work.losses` that follow an answer. Returns how many are left.
 * @param open what order 0 has left undecided, with the attacker to move
 */
export async function keepRecurring(
  sets: CellSets,
  { attacker, losses, goals, attackerChecked }: PatternWork,
  open: CellSet,
  { index, options }: LevelTask,
  kind: "check" | "chase",
): Promise<number> {
  await sets.some(goals, open, losses);
  if (kind === "check") await sets.and(goals, goals, attackerChecked);
  else await sets.andNot(goals, goals, attackerChecked);
  const recurring = new Set<Cell>();
  for (const slot of sets.slots(goals)) {
    const board = index.boardAt(cellOfSlot(index, slot))!;
    const threats = kind === "chase" ? threatsTo(board, attacker, options) : [];
    if (kind === "chase" && threats.length === 0) continue;
    for (const move of legalMoves({ board, turn: attacker })) {
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const child = board.slice();
      child[to] = child[from]!;
      child[from] = EMPTY;
      if (kind === "check" || threats.some((threat) => isParried(threat, child, from, to, options))) {
        recurring.add(representative(index, child));
      }
    }
  }
  const kept = [...sets.slots(losses)].filter((slot) =>
    recurring.has(representative(index, index.boardAt(cellOfSlot(index, slot))!)),
  );
  sets.assign(losses, kept);
  return kept.length;
}

/** One cell for a position, its mirror image and its twins' doubles. */
function representative(index: EndgameIndex, board: Uint8Array): Cell {
  return Math.min(index.indexOf(board), index.indexOf(mirrorPosition({ board, turn: "red" }).board));
}

interface Threat {
  readonly by: Square;
  readonly against: Square;
}

/** The real threats to the men of a side. */
function threatsTo(board: Uint8Array, colour: Colour, options: RuleOptions): Threat[] {
  return menOf(board, colour)
    .slice(1)
    .flatMap(({ square }) => realThreats(board, square, options, false))
    .map(({ capturer, target }) => ({ by: capturer.square, against: target.square }));
}

/** @param after the board after the quiet move `from`-`to` */
function isParried(
  { by, against }: Threat,
  after: Uint8Array,
  from: Square,
  to: Square,
  options: RuleOptions,
): boolean {
  if (from === against && !isOnLine(by, from, to)) return true;
  return assessThreat(after, by, from === against ? to : against, options, false)?.real !== true;
}

/** Whether three squares lie on one file or one rank. */
function isOnLine(a: Square, b: Square, c: Square): boolean {
  return (fileOf(a) === fileOf(b) && fileOf(b) === fileOf(c)) || (rankOf(a) === rankOf(b) && rankOf(b) === rankOf(c));
}
