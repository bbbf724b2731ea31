/** Which endgames a census takes: all up to a size. */
import {
  ATTACKING_ROLES,
  type Endgame,
  MEN,
  MOST_ATTACKING_MEN,
  type MenCount,
  canonicalEndgame,
  makeEndgame,
} from "../../endgame/endgame.ts";
import { countCells } from "../../endgame/count.ts";
import { MOST } from "../../xiangqi/pieces.ts";

/** All canonical endgames with at most four attacking men and at most so many cells for each side to move, the smallest first. */
export function endgamesUpTo(cells: number): Endgame[] {
  const sides = sidesOf(MEN.length - 1).filter((side) => attackingIn(side) <= MOST_ATTACKING_MEN);
  const found = new Map<string, { readonly endgame: Endgame; readonly cells: number }>();
  for (const red of sides) {
    for (const black of sides) {
      if (attackingIn(red) + attackingIn(black) > MOST_ATTACKING_MEN) continue;
      const { endgame } = canonicalEndgame(makeEndgame(red, black));
      if (found.has(endgame.name)) continue;
      found.set(endgame.name, { endgame, cells: countCells(endgame) });
    }
  }
  return [...found.values()]
    .filter((each) => each.cells <= cells)
    .sort((a, b) => a.cells - b.cells || (a.endgame.name < b.endgame.name ? -1 : 1))
    .map(({ endgame }) => endgame);
}

/** All sets of men of one side, of the first kinds of men up to this one. */
function sidesOf(kind: number): Partial<MenCount>[] {
  if (kind < 0) return [{}];
  const role = MEN[kind]!;
  return sidesOf(kind - 1).flatMap((side) =>
    Array.from({ length: MOST[role] + 1 }, (_, count) => ({ ...side, [role]: count })),
  );
}

function attackingIn(side: Partial<MenCount>): number {
  return ATTACKING_ROLES.reduce((sum, role) => sum + (side[role] ?? 0), 0);
}
