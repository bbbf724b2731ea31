/** A map of states: one side's material against all strong men and defenders that the other can have. */
import type { StateDatabase } from "./database.ts";
import { rolesOf } from "./paper/knowledge.ts";
import { materialName, type MaterialPair } from "./paper/names.ts";
import { DEFENDING_COMBINATIONS, materialOf, menOf, STRONG_COMBINATIONS, type Side } from "./paper/space.ts";
import { STATES, type State } from "./paper/states.ts";

export interface MapCell {
  readonly second: string;
  readonly attacking: Side;
  readonly state: State;
}

/** 27 rows of strong men by 9 columns of defenders; the soldiers of the side named second stay as they are. */
export function stateMap({ first, second }: MaterialPair, database: StateDatabase): MapCell[][] {
  const { top, low, bottom } = menOf(second);
  return Array.from({ length: STRONG_COMBINATIONS }, (_, strong) =>
    Array.from({ length: DEFENDING_COMBINATIONS }, (__, defenders) => {
      const other = materialOf({
        chariot: Math.floor(strong / 9),
        horse: Math.floor(strong / 3) % 3,
        cannon: strong % 3,
        top,
        low,
        bottom,
        advisor: Math.floor(defenders / 3),
        elephant: defenders % 3,
      });
      const roles = rolesOf(first, other);
      const attacking = roles.attack === first ? "first" : "second";
      return { second: materialName(other), attacking, state: STATES[database.lookUp(roles).score] };
    }),
  );
}
