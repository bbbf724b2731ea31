/** The tables that the page starts with. */
import { ATTACKERS, makeEndgame, parseEndgame, type Endgame } from "../endgame/endgame.ts";

const COUNTS = [0, 1, 2] as const;
const ONE_ATTACKER_EACH = ["KRKR", "KRKN", "KRKC", "KRKP", "KNKP", "KPKP"];

/**
 * All endgames with one attacker against any defenders, and some with one on each side. A table serves both colours, so
 * either side may have the attacker.
 */
export function starterEndgames(): Endgame[] {
  const oneAttacker = ATTACKERS.flatMap((attacker) =>
    COUNTS.flatMap((advisor) => COUNTS.map((elephant) => makeEndgame({ [attacker]: 1 }, { advisor, elephant }))),
  );
  return [...oneAttacker, ...ONE_ATTACKER_EACH.map(parseEndgame)];
}
