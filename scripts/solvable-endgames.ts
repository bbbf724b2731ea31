/** Which endgames can be solved at all, smallest first: what a command builds for the basic database and for tests of it. */
import { attackingMen, canonicalEndgame, makeEndgame, type Endgame, type MenCount } from "../src/endgame/endgame.ts";
import { estimateSize } from "../src/endgame/estimate.ts";

/** Endgames of more attacking men can be built, but there are too many of them to count. */
const MOST_COUNTED_MEN = 3;

/** Every canonical endgame with an attacking man whose table has at most so many cells (as estimated), smallest first. */
export function solvableEndgames(mostCells: number): Endgame[] {
  const sides = [...sidesWith(MOST_COUNTED_MEN)];
  const found = new Map<string, { endgame: Endgame; cells: number }>();
  for (const first of sides) {
    for (const second of sides) {
      const count = attackingMen(first).length + attackingMen(second).length;
      if (count === 0 || count > MOST_COUNTED_MEN) continue;
      const { endgame } = canonicalEndgame(makeEndgame(first, second));
      if (found.has(endgame.name)) continue;
      const { cells } = estimateSize(endgame);
      if (cells <= mostCells) found.set(endgame.name, { endgame, cells });
    }
  }
  return [...found.values()].sort((a, b) => a.cells - b.cells).map(({ endgame }) => endgame);
}

/** What one side can have beside its king, with at most so many attacking men. */
function* sidesWith(mostAttackingMen: number): Generator<MenCount> {
  for (let men = 0; men < 3 ** 5 * (mostAttackingMen + 1); men++) {
    const two = (place: number) => Math.floor(men / 3 ** place) % 3;
    const side = {
      chariot: two(0),
      horse: two(1),
      cannon: two(2),
      advisor: two(3),
      elephant: two(4),
      soldier: Math.floor(men / 3 ** 5),
    };
    if (attackingMen(side).length <= mostAttackingMen) yield side;
  }
}
