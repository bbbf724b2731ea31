/**
 * Levels (Fang, Algorithm 8): wins by forcing the other side into a perpetual it may not keep up. Level r consists of the
 * losses of the maximum patterns found once all lower levels are known, at distance 0, and of what follows from them.
 *
 * In the kernel's planes one running count of plies serves all levels: level r starts at an even ply `start` beyond every
 * distance of the lower ones, so that a distance d is the mark `start + d`, and marks keep their parity.
 */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { CellSet, CellSets } from "../vector/cell-sets.ts";
import type { Level } from "../kernel.ts";
import { checkWork, nonMutualChecking } from "./check-patterns.ts";

export interface LevelsOptions {
  /** The first even ply after level 0. */
  readonly start: number;
  readonly onLevel?: (level: number) => void;
}

/** Finds and propagates all levels above 0. Returns them in order, level 0 included. */
export async function solveLevels(sets: CellSets, { start, onLevel }: LevelsOptions): Promise<Level[]> {
  const levels: Level[] = [{ kind: "conversion", start: 0 }];
  const make = (): Record<Colour, CellSet> => ({ red: sets.make("red"), black: sets.make("black") });
  const checked = make();
  const unknown = make();
  for (const side of COLOURS) await sets.checked(checked[side]);
  const works = COLOURS.map((attacker) => checkWork(sets, attacker, checked, unknown));
  for (let next = start; ; ) {
    onLevel?.(levels.length);
    for (const side of COLOURS) await sets.unknown(unknown[side]);
    const counts: number[] = [];
    for (const work of works) counts.push(await nonMutualChecking(sets, work));
    if (counts.every((count) => count === 0)) return levels;
    levels.push({ kind: "check", start: next });
    let after = next;
    for (const [i, { losses }] of works.entries()) {
      if (counts[i] === 0) continue;
      await sets.seed(losses, next);
      after = Math.max(after, await sets.propagate(opponent(losses.side), next));
    }
    next = after;
  }
}
