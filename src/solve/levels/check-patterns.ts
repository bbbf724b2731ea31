/**
 * Patterns of non-mutual checking (Fang, Algorithms 1, 3 and 4 with p and q the kings), on sets of cells: whether a move
 * gives check depends on the position it leads to alone, so "every move gives check" is "every move leads into a set".
 *
 * The attacker owns the checked king; the defender must check for ever, or lose by leaving: he loses.
 */
import type { CellSet, CellSets, PatternWork } from "./cell-sets.ts";

/**
 * Algorithm 4: the maximum pattern in which the attacker can force the defender to check for ever without being forced
 * to do the same. The result is in `work.losses` and `work.wins`.
 * @param onMutual told of each pattern in which both must check for ever: how many positions it holds
 * @returns the number of losses
 */
export async function nonMutualChecking(
  sets: CellSets,
  work: PatternWork,
  onMutual: (positions: number) => void = () => {},
): Promise<number> {
  let losses = await maximumChecking(sets, work);
  while (losses > 0) {
    const left = await excludeMutual(sets, work, losses, onMutual);
    if (left === losses) break;
    losses = left;
  }
  return losses;
}

/** Algorithm 1: the maximum pattern of checking for ever. */
async function maximumChecking(sets: CellSets, work: PatternWork): Promise<number> {
  const { won, goals, losses, wins, attackerUnknown, defenderUnknown, attackerChecked } = work;
  await sets.orAnd(goals, won, attackerUnknown, attackerChecked);
  const count = await sets.all(losses, defenderUnknown, goals);
  if (count === 0) return 0;
  await sets.some(wins, attackerUnknown, losses);
  return prune(sets, work, attackerChecked, count);
}

/**
 * The pruning phase, until every move of a loss stays and leads to a `marked` position, or loses, and every win has a move
 * to a loss. Returns the number of losses left of `count`.
 */
export async function prune(sets: CellSets, work: PatternWork, marked: CellSet, count: number): Promise<number> {
  const { won, goals, losses, wins } = work;
  await sets.orAnd(goals, won, wins, marked);
  let left = await sets.all(losses, losses, goals);
  for (let out = count - left; out > 0 && left > 0; left -= out) {
    if ((await sets.keepSome(wins, losses, goals)) === 0) break;
    out = await sets.keepAll(losses, goals);
  }
  return left;
}

/** Algorithm 3: prunes what lies in a pattern inside this one where the attacker himself must check for ever. */
async function excludeMutual(
  sets: CellSets,
  work: PatternWork,
  count: number,
  onMutual: (positions: number) => void,
): Promise<number> {
  const { losses, wins, goals, scratch, innerWins, defenderChecked } = work;
  // The inner pattern: the attacker's positions (`goals`) whose moves into the outer one all check and stay inside the
  // inner one, the defender's (`innerWins`) with a move to these.
  let inner = await sets.and(innerWins, losses, defenderChecked);
  if (inner === 0) return count;
  sets.withoutBorder(innerWins); // whose patterns have none inside any more
  for (;;) {
    await sets.andNot(scratch, losses, innerWins);
    await sets.some(goals, wins, scratch);
    const forced = await sets.andNot(goals, wins, goals);
    if (forced === 0) return count;
    await sets.some(scratch, innerWins, goals);
    const left = await sets.and(innerWins, scratch, innerWins);
    if (left === 0) return count;
    if (left === inner) {
      onMutual(left + forced);
      break;
    }
    inner = left;
  }
  await sets.andNot(wins, wins, goals);
  const left = await sets.andNot(losses, losses, innerWins);
  if (left === 0) return 0;
  await sets.some(wins, wins, losses);
  return prune(sets, work, work.attackerChecked, left);
}
