/**
 * The two ways to number orders: which losses of the patterns a level starts from.
 *
 * - `fang`, as Algorithm 8 is printed: checks before chases, and all losses of a pattern at distance 0.
 * - `chessdb`, as chessdb.cn publishes orders: a level takes both kinds where there are checks, and only the losses that can
 *   recur (`recurring.ts`).
 */
import type { Orders } from "../../table/format/header.ts";
import { COLOURS } from "../../xiangqi/pieces.ts";
import { InputError } from "../../base/errors.ts";
import type { CellSets, LevelBorder, LevelTask } from "./cell-sets.ts";
import type { KeepSeeds, Patterns, Seeds } from "./patterns.ts";
import { keepRecurring } from "./recurring.ts";

export interface LevelSeeds {
  readonly kind: "check" | "chase";
  readonly seeds: readonly Seeds[];
}

export interface SeedFinder {
  /** The seeds of the next level; null when there is none. */
  findSeeds(): Promise<LevelSeeds | null>;
}

export function orderForm(
  orders: Orders,
  sets: CellSets,
  solving: LevelTask,
  patterns: Patterns,
): SeedFinder | Promise<SeedFinder> {
  return orders === "fang" ? fangOrders(patterns, solving.border) : chessdbOrders(sets, solving, patterns);
}

function fangOrders(patterns: Patterns, border?: LevelBorder): SeedFinder {
  return {
    async findSeeds() {
      const checks = await patterns.checks();
      if (isFound(checks) || border?.next() === "check") return { kind: "check", seeds: checks };
      return border === undefined ? findChases(patterns) : findChasesOfSlice(patterns, border);
    },
  };
}

/**
 * The same in a slice. @throws InputError `not-in-slices` where Algorithm 5' would have to be asked: whether it is depends on
 * all slices together
 */
async function findChasesOfSlice(patterns: Patterns, border: LevelBorder): Promise<LevelSeeds | null> {
  const chases = await patterns.chases({});
  if (isFound(chases) || border.next() === "chase") return { kind: "chase", seeds: chases };
  if (!patterns.inDoubt) return null;
  throw new InputError("not-in-slices", "it has patterns of chases that lie in one another: build it without --slices");
}

/** Sets of cells that orders as chessdb.cn's take beside those of patterns. */
export const CHESSDB_SETS = 4;

async function chessdbOrders(sets: CellSets, solving: LevelTask, patterns: Patterns): Promise<SeedFinder> {
  const pair = () => ({ red: sets.make("red"), black: sets.make("black") });
  const [open, both] = [pair(), pair()];
  for (const side of COLOURS) await sets.or(open[side], sets.unknown(side), sets.unknown(side)); // at order 0
  const keep: KeepSeeds = (work, kind) => keepRecurring(sets, work, open[work.attacker], solving, kind);
  return {
    async findSeeds() {
      const checks = await patterns.checks(keep);
      if (!isFound(checks)) return findChases(patterns, keep);
      for (const { losses } of checks) await sets.or(both[losses.side], losses, losses);
      const seeds: Seeds[] = [];
      for (const { losses } of await patterns.chases({ keep })) {
        const target = both[losses.side];
        seeds.push({ losses: target, count: await sets.or(target, target, losses) });
      }
      return { kind: "check", seeds };
    },
  };
}

/** The chases of a level without checks: by Algorithm 5', when inner patterns may have hidden all from Algorithm 5. */
async function findChases(patterns: Patterns, keep?: KeepSeeds): Promise<LevelSeeds | null> {
  const chases = await patterns.chases({ keep });
  if (isFound(chases)) return { kind: "chase", seeds: chases };
  if (!patterns.inDoubt) return null;
  const corrected = await patterns.chases({ keep, corrected: true });
  return isFound(corrected) ? { kind: "chase", seeds: corrected } : null;
}

function isFound(seeds: readonly Seeds[]): boolean {
  return seeds.some(({ count }) => count > 0);
}
