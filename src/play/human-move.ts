/** An opponent who varies, and errs as people do. Pure. */
import type { RankedMove } from "../query/probe.ts";
import { categoryOf, distanceOf, isLoss } from "../table/value.ts";
import type { Move } from "../xiangqi/moves.ts";

/** Who plays for the table: `perfect` never errs, the others like people, now and then. */
export type Skill = "perfect" | "club" | "learner";
export const SKILLS: readonly Skill[] = ["perfect", "club", "learner"];

/** How often any move is played, however bad. */
const SLIPS: Readonly<Record<Skill, number>> = { perfect: 0, club: 0.08, learner: 0.25 };
/** How much of the time that is left a lost position is made to last, at least. */
const LASTS: Readonly<Record<Skill, number>> = { perfect: 1, club: 0.5, learner: 0.5 };
/** Moves that are weighed against each other. */
const WEIGHED = 12;

/**
 * A move such as a person would make, one of many: one that keeps what there is, does not give in soon, and leaves the opponent
 * few moves that keep his outcome, the fewer the likelier; with less skill now and then any.
 * @param random numbers from 0 to below 1; the same numbers give the same move
 */
export async function humanMove(
  ranked: readonly RankedMove[],
  skill: Skill,
  repliesTo: (move: RankedMove) => Promise<readonly RankedMove[]>,
  random: () => number,
): Promise<Move> {
  const best = ranked[0]!.value;
  const isSlip = random() < SLIPS[skill];
  const sound = ranked.filter(
    ({ value }) =>
      categoryOf(value) === categoryOf(best) && (!isLoss(best) || distanceOf(value) >= LASTS[skill] * distanceOf(best)),
  );
  const among = shuffled(isSlip ? ranked : sound, random).slice(0, WEIGHED);
  const weights = await Promise.all(
    among.map(async (each) => {
      const replies = await repliesTo(each);
      if (replies.length === 0) return 2;
      const kept = replies.filter(({ value }) => categoryOf(value) === categoryOf(replies[0]!.value)).length;
      return 0.02 + (1 - kept / replies.length) ** 2;
    }),
  );
  let left = random() * weights.reduce((sum, each) => sum + each, 0);
  return among[weights.findIndex((weight) => (left -= weight) < 0)]?.move ?? among[0]!.move;
}

function shuffled<Each>(all: readonly Each[], random: () => number): Each[] {
  return all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
