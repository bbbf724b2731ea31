/** What building an endgame in the browser takes. */
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.js";
import { checkFits, estimateEndgame } from "../../src/endgame/estimate.js";
import { closure } from "../../src/endgame/graph.js";
import { InputError } from "../../src/xiangqi/errors.js";
/** Memory that solving may take: a few million positions, their sub-endgames and their levels. */
export const MOST_BYTES = 2 ** 29;
/** Beyond this people would not wait, and the tables in memory would be a burden. */
export const MOST_POSITIONS = 20_000_000;
/** What has to be built for an endgame, smallest first. */
export function missingOf(endgame, present) {
  return closure([canonicalEndgame(endgame).endgame]).filter(({ name }) => !present.has(name));
}
/** Positions, legal or not, of both sides to move in these endgames, a few percent too high. */
export function positionsIn(endgames) {
  return endgames.reduce((sum, endgame) => sum + 2 * estimateEndgame(endgame).cells, 0);
}
/** @param present canonical names of the tables that are there */
export function planFor(name, present, rules) {
  const missing = missingOf(parseEndgame(name), present);
  const positions = positionsIn(missing);
  const within = (bytes) => missing.every((endgame) => fitsMemory(endgame, rules, bytes));
  return {
    endgames: missing.map((endgame) => endgame.name),
    positions,
    buildable: within(Infinity),
    fits: positions <= MOST_POSITIONS && within(MOST_BYTES),
  };
}
function fitsMemory(endgame, rules, bytes) {
  try {
    checkFits(endgame, rules, bytes);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
