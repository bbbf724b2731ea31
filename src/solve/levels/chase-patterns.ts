/**
 * The chases of a level, in three steps: a superset of the pattern on sets of cells, in which every move of the defender threatens some
 * man; what of it has one man that every move chases (`chase-candidates.ts`); and the explicit graph of what is left, with the chased
 * men on each edge (`chase-graph.ts`), on which Algorithm 5 runs for every man. The attacker owns the chased man; the defender chases him, and loses.
 */
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { chaseGraph, single } from "./chase-graph.ts";
import { type CellSets, type LevelTask, ownSlots, type PatternWork, type SlotArray, slotsOf } from "./cell-sets.ts";
import { type InnerPatterns, correctedPattern, totallyNonMutualPattern } from "../../fang/algorithms.ts";
import { prune, pruneOn } from "./check-patterns.ts";
import type { ChaseCandidates } from "./chase-candidates.ts";

/** Of a level, for both sides. */
export interface SeenPatterns extends InnerPatterns {
  /** Positions of the graph that were in mutual patterns. */
  mutualPositions: number;
}

/**
 * Finds the losses of all maximum patterns of totally non-mutual chasing of one side's men, into `work.losses`.
 * @returns their number
 */
export async function totallyNonMutualChasing(
  sets: CellSets,
  work: PatternWork,
  solving: LevelTask,
  candidates: ChaseCandidates,
  corrected: boolean,
  seen: SeenPatterns,
): Promise<number> {
  const threatened = await threatenedForEver(sets, work, solving.options);
  if (threatened === 0) return 0;
  let [count, isDone] = [threatened, false];
  for (let asking = !candidates.areKnown; !isDone; asking = true) {
    ({ count, isDone } = await candidates.sieve(work.losses, count, asking));
    if ((count = await pruneOn(sets, work, count)) === 0) return 0;
  }
  const losses = chasedForEver(sets, work, solving, corrected, seen);
  sets.assign(work.losses, losses);
  return losses.length;
}

/** The superset: every move of the defender that does not lose threatens to take something, or may count though it checks. */
async function threatenedForEver(sets: CellSets, work: PatternWork, { checksMayChase }: RuleOptions): Promise<number> {
  const { attackerUnknown, defenderUnknown, attackerChecked, defender, goals, losses, won, wins, threatened } = work;
  // The same boards with the defender to move: has he a capture? In check, the attacker's king itself is threatened.
  await sets.and(
    sets.withSide(threatened, defender),
    sets.withSide(attackerUnknown, defender),
    sets.capturing(defender),
  );
  if (checksMayChase) await sets.or(threatened, threatened, attackerChecked);
  await sets.or(goals, won, threatened);
  const count = await sets.all(losses, defenderUnknown, goals);
  if (count === 0) return 0;
  await sets.some(wins, attackerUnknown, losses);
  return prune(sets, work, threatened, count);
}

/** Algorithm 5, or 5', for every man on the graph of the positions in `work`. Returns the losses. */
function chasedForEver(
  sets: CellSets,
  { attacker, defender, wins, losses }: PatternWork,
  solving: LevelTask,
  corrected: boolean,
  seen: SeenPatterns,
): SlotArray {
  const slots = slotsOf(sets, losses, solving.index);
  const both = { [attacker]: slotsOf(sets, wins, solving.index), [defender]: slots } as Record<Colour, SlotArray>;
  const { graph, namings, firstVertex } = chaseGraph(solving, both, (bytes) => sets.reserve(bytes), attacker);
  const all = new Uint8Array(graph.vertices).fill(1);
  const lost = new Uint8Array(graph.vertices);
  const findPattern = corrected ? correctedPattern : totallyNonMutualPattern;
  seen.mutual = new Uint8Array(graph.vertices);
  const chasedMen = new Uint16Array(solving.border === undefined ? 0 : graph.vertices);
  for (let man = 1; man < graph.men[attacker]; man++) {
    const pattern = findPattern(graph, all, { colour: attacker, man }, seen);
    for (let v = 0; v < graph.vertices; v++) {
      lost[v]! |= pattern[v]!;
      if (chasedMen.length > 0) chasedMen[v]! |= pattern[v]! << man;
    }
  }
  for (let first = 0; first < graph.vertices; first += namings) {
    if (seen.mutual.subarray(first, first + namings).includes(1)) seen.mutualPositions++;
  }
  if (solving.border !== undefined) {
    for (const turn of COLOURS) {
      for (const slot of both[turn]) {
        if (slot >= ownSlots(solving.index)) break;
        // The first vertex has every man at the place of its number.
        const places = chasedMen[firstVertex(slot, turn)]!;
        if (places !== 0) solving.border.keep(single(solving.index, slot), turn, places);
      }
    }
  }
  let count = 0;
  for (const slot of slots) {
    const first = firstVertex(slot, defender);
    if (lost.subarray(first, first + namings).includes(1)) slots[count++] = slot;
  }
  return slots.subarray(0, count);
}
