/** Sets of one attacker that the patterns of one game after the other use. */
import type { CellSet, CellSets, PatternWork } from "../levels/cell-sets.ts";

export interface Room {
  /** Where the attacker may be in an arena of one game, and where he may win (`attack-patterns.ts`). */
  readonly marked: CellSet;
  readonly within: CellSet;
  /** Working space of both attackers in turn. */
  readonly fresh: CellSet;
}

/** Sets of cells that `makeRooms` makes. */
export const ROOM_SETS = 5;

export function makeRooms(sets: CellSets, works: readonly PatternWork[]): Room[] {
  const fresh = sets.make("red");
  return works.map(({ attacker, defender }) => ({
    marked: sets.make(attacker),
    within: sets.make(defender),
    fresh: sets.withSide(fresh, attacker),
  }));
}
