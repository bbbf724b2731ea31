/** `canju/endgame`: what an endgame is. Names, what captures lead to, the numbering of positions, how large its table is. */
export {
  ATTACKING_ROLES,
  attackingMen,
  canonicalEndgame,
  coneOf,
  DEFENDING_ROLES,
  endgameOf,
  isSymmetric,
  makeEndgame,
  parseEndgame,
  swapEndgame,
  wholeEndgame,
  type AttackingRole,
  type DefendingRole,
  type Endgame,
  type MenCount,
} from "../../endgame/endgame.ts";
export { MOST_ATTACKING_MEN } from "../../endgame/endgame.ts";
export type { SoldierRanks } from "../../endgame/cone.ts";
export { closureSize, estimateSize, type ClosureSize, type SizeEstimate } from "../../endgame/count.ts";
export { closure, conversions, missingOf, subEndgames, type Conversion } from "../../endgame/graph.ts";
export { endgameIndex, type EndgameIndex } from "../../endgame/index.ts";
