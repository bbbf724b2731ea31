/** The patterns of both sides at the present level. */
import type { Certificate } from "../../table/format/header.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { patternWorks, type CellSet, type CellSets, type PatternWork, type LevelTask } from "./cell-sets.ts";
import { ChaseCandidates, type SeenPatterns, totallyNonMutualChasing } from "./chase-patterns.ts";
import { nonMutualChecking } from "./check-patterns.ts";

/** Losses of one side that a level starts from. */
export interface Seeds {
  readonly losses: CellSet;
  readonly count: number;
}

/** Leaves of a pattern's losses, `work.losses`, those that a level may start from, and returns their number. */
export type KeepSeeds = (work: PatternWork, kind: "check" | "chase") => Promise<number>;

export class Patterns {
  readonly #sets: CellSets;
  readonly #solving: LevelTask;
  readonly #works: readonly PatternWork[];
  readonly #candidates: Readonly<Record<Colour, ChaseCandidates>>;
  /** Of the present level. */
  #seen: SeenPatterns = { count: 0, mutualPositions: 0 };
  #mutualChecks = 0;
  #correctedLosses: number;
  #checkedKnown = false;

  /** @param correctedLosses of the levels that are known already */
  constructor(sets: CellSets, solving: LevelTask, correctedLosses = 0) {
    this.#correctedLosses = correctedLosses;
    this.#sets = sets;
    this.#solving = solving;
    this.#works = patternWorks(sets);
    this.#candidates = {
      red: new ChaseCandidates(sets, solving, "red"),
      black: new ChaseCandidates(sets, solving, "black"),
    };
  }

  /** To be called at the beginning of a level. */
  async update(): Promise<void> {
    this.#seen = { count: 0, mutualPositions: 0 };
    this.#mutualChecks = 0;
    if (this.#checkedKnown) return;
    for (const { attackerChecked } of this.#works) await this.#sets.checked(attackerChecked);
    this.#checkedKnown = true;
  }

  /** Losses of the maximum patterns of non-mutual checking (Algorithm 4). */
  checks(keep?: KeepSeeds): Promise<Seeds[]> {
    return this.#find("check", keep, (work) =>
      nonMutualChecking(this.#sets, work, (count) => (this.#mutualChecks += count)),
    );
  }

  /** Losses of the maximum patterns of totally non-mutual chasing (Algorithm 5, or 5' when `corrected`). */
  async chases({ keep, corrected = false }: { keep?: KeepSeeds; corrected?: boolean }): Promise<Seeds[]> {
    const seen = corrected ? { count: 0, mutualPositions: 0 } : this.#seen;
    const found = await this.#find("chase", keep, (work) =>
      totallyNonMutualChasing(this.#sets, work, this.#solving, this.#candidates[work.attacker], corrected, seen),
    );
    if (corrected) this.#correctedLosses += found.reduce((sum, { count }) => sum + count, 0);
    return found;
  }

  /** Whether Algorithm 5 may have missed a win at this level: only inner patterns can hide one (docs/rules.md). */
  get inDoubt(): boolean {
    return this.#seen.count > 0;
  }

  get certificate(): Certificate {
    const mutual = { checks: this.#mutualChecks, chases: this.#seen.mutualPositions };
    return {
      innerPatterns: this.#seen.count,
      correctedLosses: this.#correctedLosses,
      ...(mutual.checks + mutual.chases > 0 && { mutual }),
    };
  }

  async #find(
    kind: "check" | "chase",
    keep: KeepSeeds | undefined,
    find: (work: PatternWork) => Promise<number>,
  ): Promise<Seeds[]> {
    const found: Seeds[] = [];
    for (const work of this.#works) {
      this.#solving.border?.offer(work.attacker, kind);
      const count = await find(work);
      found.push({ losses: work.losses, count: count > 0 && keep !== undefined ? await keep(work, kind) : count });
    }
    return found;
  }
}
