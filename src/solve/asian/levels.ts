/**
 * Levels (Fang, Algorithm 8): wins by forcing the other side into a perpetual it may not keep up. Level r consists of the
 * losses of the maximum patterns found once all lower levels are known, at distance 0, and of what follows from them.
 *
 * In the kernel's planes one running count of plies serves all levels: level r starts at an even ply `start` beyond every
 * distance of the lower ones, so that a distance d is the mark `start + d`, and marks keep their parity.
 */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { CellSet, CellSets } from "../vector/cell-sets.ts";
import { LEVEL_ZERO, type Certificate, type Level } from "../kernel.ts";
import type { InnerPatterns } from "../../patterns/algorithm5.ts";
import { totallyNonMutualChasing, type Solving } from "./chase-patterns.ts";
import { nonMutualChecking, patternWork, type PatternWork } from "./check-patterns.ts";

export interface LevelsOptions extends Solving {
  /** The first even ply after level 0. */
  readonly start: number;
  readonly onLevel?: (level: number) => void;
}

export interface Levels {
  /** In order, level 0 included. */
  readonly levels: readonly Level[];
  readonly certificate: Certificate;
}

/** Finds and propagates all levels above 0, check levels before chase levels. */
export async function solveLevels(sets: CellSets, { start, onLevel, ...solving }: LevelsOptions): Promise<Levels> {
  const levels: Level[] = [LEVEL_ZERO];
  const make = (): Record<Colour, CellSet> => ({ red: sets.make("red"), black: sets.make("black") });
  const checked = make();
  const unknown = make();
  for (const side of COLOURS) await sets.checked(checked[side]);
  const works = COLOURS.map((attacker) => patternWork(sets, attacker, checked, unknown));
  const both = async (find: (work: PatternWork) => Promise<number>): Promise<number[]> => {
    const counts: number[] = [];
    for (const work of works) counts.push(await find(work));
    return counts;
  };
  const isFound = (counts: readonly number[]) => counts.some((count) => count > 0);
  let next = start;
  const addLevel = async (kind: "check" | "chase", counts: readonly number[]): Promise<void> => {
    levels.push({ kind, start: next });
    const ends = [next];
    for (const [i, { losses }] of works.entries()) {
      if (counts[i] === 0) continue;
      await sets.seed(losses, next);
      ends.push(await sets.propagate(opponent(losses.side), next));
    }
    next = Math.max(...ends);
  };
  let correctedLosses = 0;
  for (;;) {
    onLevel?.(levels.length);
    for (const side of COLOURS) await sets.unknown(unknown[side]);
    const checks = await both((work) => nonMutualChecking(sets, work));
    if (isFound(checks)) {
      await addLevel("check", checks);
      continue;
    }
    const seen: InnerPatterns = { count: 0 };
    const chase = (corrected: boolean) => both((work) => totallyNonMutualChasing(sets, work, solving, corrected, seen));
    let chases = await chase(false);
    if (!isFound(chases)) {
      // The certificate (docs/rules.md): only inner patterns can make Algorithm 5 miss a win.
      const innerPatterns = seen.count;
      if (innerPatterns > 0) chases = await chase(true);
      if (!isFound(chases)) return { levels, certificate: { innerPatterns, correctedLosses } };
      correctedLosses += chases.reduce((sum, count) => sum + count, 0);
    }
    await addLevel("chase", chases);
  }
}
