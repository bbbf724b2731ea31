/**
 * Whether anybody may be forced to check or chase for ever, where Black has no attacking men and wins nothing at level 0: hardly ever
 * (docs/decisions/0017), and then nothing of what levels take is needed. What is looked for holds every maximum pattern (Fang, Algorithm 1), mutual ones
 * included, and more: positions of the defender whose every move loses, or threatens something and leads to where some move leads back to such a position.
 */
import { legalMoves, moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { cellOfSlot } from "../planes.ts";
import { chosen, slotsOf, type CellSet, type CellSets, type LevelTask, type PatternWork } from "./cell-sets.ts";
import { ChaseCandidates } from "./chase-candidates.ts";
import { prune, pruneOn } from "./check-patterns.ts";

/** The sets that it takes, which serve both attackers in turn. */
export type ForcedWork = Pick<PatternWork, "wins" | "losses" | "goals">;

/** So many of them are made. */
export const FORCED_SETS = 1;

export function forcedWork(sets: CellSets): ForcedWork {
  const [wins, losses] = sets.borrowFresh();
  return { wins, losses, goals: sets.make("red") };
}

/** @param attacker whose opponent may be forced. All that he wins at level 0 is known */
export async function mayBeForced(
  sets: CellSets,
  shared: ForcedWork,
  solving: LevelTask,
  attacker: Colour,
): Promise<boolean> {
  const won = sets.won(attacker);
  const wins = sets.withSide(shared.wins, attacker);
  const losses = sets.withSide(shared.losses, opponent(attacker));
  const goals = sets.withSide(shared.goals, attacker);
  const work = { won, wins, losses, goals };
  let count = await sets.restless(losses, won);
  if (count === 0) return false;
  await sets.some(wins, null, losses);
  count = await prune(sets, work, wins, count);
  if (count === 0) return false;
  if (attacker === "black") return (await pruneOn(sets, work, removeIdle(sets, losses, solving))) > 0;
  const candidates = new ChaseCandidates(sets, solving, attacker); // Black cannot check
  for (let isDone = false; !isDone;) {
    ({ count, isDone } = await candidates.sieve(losses, count, true));
    if ((count = await pruneOn(sets, work, count)) === 0) return false;
  }
  return true;
}

/** Takes out what has a capture, or a move that neither checks nor chases, where no move loses. @returns how many are left */
function removeIdle(sets: CellSets, set: CellSet, { index, options }: LevelTask): number {
  const scanner = new ChaseScanner(options);
  const slots = slotsOf(sets, set, index);
  const idle = chosen(slots, (at) => {
    const board = index.boardAt(cellOfSlot(index, slots[at]!))!;
    scanner.load(board, set.side);
    return legalMoves({ board, turn: set.side }).some(
      (move) => board[moveTo(move)] !== EMPTY || scanner.chases(move) === 0,
    );
  });
  sets.remove(set, idle);
  return slots.length - idle.length;
}
