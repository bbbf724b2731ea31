/** The tables that the page starts with. */
import { ATTACKING_ROLES, makeEndgame, parseEndgame, type Endgame } from "../endgame/endgame.ts";

const COUNTS = [0, 1, 2] as const;
const ONE_ATTACKING_MAN_EACH = ["KRKR", "KRKN", "KRKC", "KRKP", "KNKP", "KPKP"];

/**
 * All endgames with one attacking man against any defenders, and some with one on each side. A table serves both colours, so
 * either side may have the attacking man.
 */
export function starterEndgames(): Endgame[] {
  const oneAttackingMan = ATTACKING_ROLES.flatMap((role) =>
    COUNTS.flatMap((advisor) => COUNTS.map((elephant) => makeEndgame({ [role]: 1 }, { advisor, elephant }))),
  );
  return [...oneAttackingMan, ...ONE_ATTACKING_MAN_EACH.map(parseEndgame)];
}
