/**
 * Levels (Fang, Algorithm 8): wins by forcing the other side into a perpetual it may not keep up. Level r consists of the
 * losses of the maximum patterns found once all lower levels are known, at distance 0, and of what follows from them.
 *
 * In the kernel's planes one running count of plies serves all levels: level r starts at an even ply `start` beyond every
 * distance of the lower ones, so that a distance d is the mark `start + d`, and marks keep their parity. (See epochs.ts.)
 */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { CellSet, CellSets } from "../vector/cell-sets.ts";
import type { Certificate } from "../../table/header.ts";
import { LEVEL_ZERO, type Level, type Plane } from "../kernel.ts";
import type { InnerPatterns } from "../../fang/algorithm5.ts";
import { ChaseCandidates } from "./chase-candidates.ts";
import { totallyNonMutualChasing } from "./chase-patterns.ts";
import { nonMutualChecking, patternWorks, type PatternWork } from "./check-patterns.ts";
import type { Solving } from "./one-man-chased.ts";
import { CARRY_AT, Epochs } from "./epochs.ts";
import { keepRecurring } from "./recurring.ts";

export interface LevelsOptions extends Solving {
  /** The first even ply after level 0. */
  readonly start: number;
  readonly orders: "fang" | "chessdb";
  readonly carryAt?: number;
  readonly onLevel?: (level: number) => void;
}

export interface Levels {
  /** In order, level 0 included. */
  readonly levels: readonly Level[];
  readonly certificate: Certificate;
  /** With the marks of all levels. */
  readonly planes: Readonly<Record<Colour, Plane>>;
}

/**
 * Finds and propagates all levels above 0. In the form `fang` check levels come before chase levels, and all losses of a
 * pattern are at distance 0. In the form `chessdb` one level takes both kinds, and only the losses that can recur.
 */
export async function solveLevels(
  sets: CellSets,
  { start, orders, carryAt = CARRY_AT, onLevel, ...solving }: LevelsOptions,
): Promise<Levels> {
  const levels: Level[] = [LEVEL_ZERO];
  const { works, update } = patternWorks(sets);
  let seen: InnerPatterns = { count: 0 };
  const mixed = orders === "chessdb" ? await mixedSets(sets) : undefined;
  /** Leaves of a pattern's losses the seeds, and returns their number. */
  const keepSeeds = (work: PatternWork, kind: "check" | "chase", count: number): number | Promise<number> =>
    count === 0 || mixed === undefined ? count : keepRecurring(sets, work, mixed.open[work.attacker], solving, kind);
  const checking = async (work: PatternWork): Promise<number> => {
    return keepSeeds(work, "check", await nonMutualChecking(sets, work));
  };
  const candidates = {
    red: new ChaseCandidates(sets, solving, "red"),
    black: new ChaseCandidates(sets, solving, "black"),
  };
  const chasing = async (work: PatternWork, corrected: boolean): Promise<number> => {
    const count = await totallyNonMutualChasing(sets, work, solving, candidates[work.attacker], corrected, seen);
    return keepSeeds(work, "chase", count);
  };
  /** The seeds of both sides' patterns. */
  const findSeeds = async (find: (work: PatternWork) => Promise<number>): Promise<Seeds[]> => {
    const found: Seeds[] = [];
    for (const work of works) found.push({ losses: work.losses, count: await find(work) });
    return found;
  };
  const epochs = new Epochs(solving.planes, carryAt, (carrying) => sets.carryOut(carrying));
  let next = await epochs.next(start);
  let correctedLosses = 0;
  for (;;) {
    onLevel?.(levels.length);
    await update();
    seen = { count: 0 };
    let kind: "check" | "chase" = "check";
    let seeds = await findSeeds(checking);
    if (mixed !== undefined && isFound(seeds)) {
      for (const { losses } of seeds) await sets.or(mixed.losses[losses.side], losses, losses);
      await findSeeds((work) => chasing(work, false));
      seeds = [];
      for (const { losses } of works) {
        const both = mixed.losses[losses.side];
        seeds.push({ losses: both, count: await sets.or(both, both, losses) });
      }
    } else if (!isFound(seeds)) {
      kind = "chase";
      seeds = await findSeeds((work) => chasing(work, false));
      if (!isFound(seeds)) {
        // The certificate (docs/rules.md): only inner patterns can make Algorithm 5 miss a win.
        const innerPatterns = seen.count;
        if (innerPatterns > 0) seeds = await findSeeds((work) => chasing(work, true));
        if (!isFound(seeds)) {
          return { levels, certificate: { innerPatterns, correctedLosses }, planes: await epochs.finish() };
        }
        correctedLosses += seeds.reduce((sum, { count }) => sum + count, 0);
      }
    }
    levels.push({ kind, start: epochs.plyOf(next) });
    let end = next;
    for (const { losses, count } of seeds) {
      if (count === 0) continue;
      await sets.seed(losses, next);
      end = Math.max(end, await sets.propagate(opponent(losses.side), next));
    }
    next = await epochs.next(end);
  }
}

/** What the form `chessdb` needs besides: room for the losses of both kinds, and what order 0 has left undecided. */
async function mixedSets(sets: CellSets) {
  const pair = () => ({ red: sets.make("red"), black: sets.make("black") });
  const mixed = { losses: pair(), open: pair() };
  for (const side of COLOURS) await sets.unknown(mixed.open[side]);
  return mixed;
}

interface Seeds {
  readonly losses: CellSet;
  readonly count: number;
}

function isFound(seeds: readonly Seeds[]): boolean {
  return seeds.some(({ count }) => count > 0);
}
