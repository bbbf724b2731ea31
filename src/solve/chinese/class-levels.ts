/**
 * The levels of the Chinese rules on sets of cells, as `fang/class-orders.ts` finds them on a graph: each starts from positions
 * whose side to move must check, or attack, for ever while the other side need not, and holds what follows from them.
 *
 * Checks come first; where a move gives check follows from the position after it, so that whole patterns are found on sets
 * (`levels/check-patterns.ts`). Of other attacks sets give an arena that is too large, moves are labelled on what is left of it, and
 * the parity game is solved on that graph (`attack-patterns.ts`).
 */
import type { Colour } from "../../xiangqi/pieces.ts";
import { propagate, type Levels, type LevelsOptions } from "../levels/algorithm8.ts";
import { patternWorks, type CellSets } from "../levels/cell-sets.ts";
import { nonMutualChecking } from "../levels/check-patterns.ts";
import type { Seeds } from "../levels/patterns.ts";
import { LEVEL_ZERO, type Level } from "../tape.ts";
import { AttackPatterns, type Judging } from "./attack-patterns.ts";

export interface ClassLevelsOptions extends Judging, Pick<LevelsOptions, "start" | "onLevel" | "onFound"> {
  /** Whose wins are sought. */
  readonly attackers: readonly Colour[];
}

/** The kinds of levels, by the least class that their losers play for ever. */
const KINDS = [
  ["check", 3],
  ["attack", 2],
  ["weak attack", 1],
] as const;

export async function solveClassLevels(
  sets: CellSets,
  { start, attackers, onLevel, onFound, ...judging }: ClassLevelsOptions,
): Promise<Levels> {
  const all = patternWorks(sets);
  for (const { attackerChecked } of all) await sets.checked(attackerChecked);
  const works = all.filter(({ attacker }) => attackers.includes(attacker));
  const patterns: AttackPatterns[] = [];
  for (const work of works) patterns.push(await AttackPatterns.make(sets, work, judging));
  const kinds = KINDS.filter(([kind]) => kind !== "weak attack" || judging.ofLoser === "default");
  const levels: Level[] = [LEVEL_ZERO];
  let ply = start;
  search: for (;;) {
    onLevel?.(levels.length);
    for (const [kind, least] of kinds) {
      const seeds: Seeds[] = [];
      for (const [i, work] of works.entries()) {
        const count = kind === "check" ? await nonMutualChecking(sets, work) : await patterns[i]!.find(least);
        seeds.push({ losses: work.losses, count });
      }
      if (seeds.every(({ count }) => count === 0)) continue;
      levels.push({ kind, start: ply });
      ply = await propagate(sets, seeds, ply);
      await onFound?.({ levels, end: ply, correctedLosses: 0 });
      continue search;
    }
    return { levels, certificate: null };
  }
}
