/** The attack-power heuristic (Chen et al., section 4), which the paper lets have the last word on predictions. */
import type { Roles } from "./knowledge.ts";
import { POWER } from "./space.ts";
import type { Score } from "./states.ts";

/** From this difference on the attacking side has a clear advantage. */
const CLEAR = 10;
/** Below this difference an unknown state becomes CHANCE_WIN. */
const SMALL = 7;

export function powerDifference({ attack, defence }: Roles): number {
  return POWER[attack]! - POWER[defence]!;
}

/**
 * Moves a prediction by one towards WIN where the advantage is clear, and gives unknown ones a state. The paper leaves
 * open what becomes of an unknown one from 7 on: here EASY_WIN, and WIN from 10 on.
 */
export function adjustByPower(roles: Roles, score: Score): Score {
  const difference = powerDifference(roles);
  if (score === 0) return difference < SMALL ? 3 : difference < CLEAR ? 2 : 1;
  return difference >= CLEAR ? (Math.max(1, score - 1) as Score) : score;
}
