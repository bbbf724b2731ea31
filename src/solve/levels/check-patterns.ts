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
 * @param wasDecided whether the maximum pattern that was found last has been decided as a whole
 * @returns the number of losses
 */
export async function nonMutualChecking(
  sets: CellSets,
  work: PatternWork,
  onMutual: (positions: number) => void = () => {},
  wasDecided = false,
): Promise<number> {
  let losses = await maximumChecking(sets, work, wasDecided);
  while (losses > 0) {
    const left = await excludeMutual(sets, work, losses, onMutual);
    if (left === losses) break;
    losses = left;
  }
  return losses;
}

/** Algorithm 1: the maximum pattern of checking for ever. */
async function maximumChecking(sets: CellSets, work: PatternWork, wasDecided: boolean): Promise<number> {
  const { attacker, won, goals, losses, wins, attackerUnknown, defenderUnknown, attackerChecked } = work;
  const grown = sets.grown(attacker);
  const share = wasDecided ? sets.share(grown) : 1;
  if (share === 0) return 0;
  await sets.orAnd(goals, won, attackerUnknown, attackerChecked);
  const few = share < MOST_GROWN ? await leadingToGrown(sets, work) : null;
  const count = few ?? (await sets.all(losses, defenderUnknown, goals));
  sets.clear(grown);
  if (count === 0) return 0;
  await sets.some(wins, attackerUnknown, losses);
  return prune(sets, work, attackerChecked, count);
}

/** Where more has changed than in this share of the blocks, a pattern is looked for everywhere. */
const MOST_GROWN = 1 / 8;
/** So many rounds back from there at most: more would take as long. */
const MOST_ROUNDS = 30;

/**
 * Candidates for a pattern, in `losses`, where the one before has been decided as a whole: losses with a move to what the attacker has won since, and
 * those that lead there by checks. What else there is in a pattern would have been one by itself before: its moves lose as they did, and less is undecided.
 * @returns how many there are, or null where they are too many to be found so
 */
async function leadingToGrown(sets: CellSets, work: PatternWork): Promise<number | null> {
  const { goals, losses, wins, attackerUnknown, defenderUnknown, attackerChecked } = work;
  const [newLosses, newWins] = [work.scratch, work.threatened];
  let count = await sets.allNear(losses, defenderUnknown, goals, sets.grown(work.attacker));
  if (count === 0) return 0;
  await sets.or(newLosses, losses, losses);
  sets.clear(wins);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await sets.some(newWins, attackerUnknown, newLosses);
    await sets.and(newWins, newWins, attackerChecked);
    if ((await sets.andNot(newWins, newWins, wins)) === 0) return count;
    await sets.or(wins, wins, newWins);
    await sets.allNear(newLosses, defenderUnknown, goals, newWins);
    const more = await sets.andNot(newLosses, newLosses, losses);
    if (more === 0) return count;
    await sets.or(losses, losses, newLosses);
    count += more;
  }
  return null;
}

/**
 * The pruning phase, until every move of a loss stays and leads to a `marked` position, or loses, and every win has a move
 * to a loss. Returns the number of losses left of `count`.
 */
export async function prune(
  sets: CellSets,
  work: Pick<PatternWork, "won" | "goals" | "losses" | "wins">,
  marked: CellSet,
  count: number,
): Promise<number> {
  const { won, goals, losses, wins } = work;
  await sets.orAnd(goals, won, wins, marked);
  const left = await sets.all(losses, losses, goals);
  return left < count ? pruneOn(sets, work, left) : left;
}

/** The same, from where it ended, after something was taken out of the losses. @param count how many are left */
export async function pruneOn(
  sets: CellSets,
  { goals, losses, wins }: Pick<PatternWork, "goals" | "losses" | "wins">,
  count: number,
): Promise<number> {
  let left = count;
  while (left > 0 && (await sets.keepSome(wins, losses, goals)) > 0) {
    const out = await sets.keepAll(losses, goals);
    if (out === 0) break;
    left -= out;
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
