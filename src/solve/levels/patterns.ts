/** The patterns of both sides at the present level, and the sets of cells they are computed in. */
import type { InnerPatterns } from "../../fang/algorithm5.ts";
import type { Certificate } from "../../table/header.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { CellSet, CellSets, Solving } from "./cell-sets.ts";
import { ChaseCandidates } from "./chase-candidates.ts";
import { totallyNonMutualChasing } from "./chase-patterns.ts";
import { nonMutualChecking } from "./check-patterns.ts";

/** The sets for one attacker's patterns. Its own are `losses`; the others serve both attackers in turn. */
export interface PatternWork {
  readonly attacker: Colour;
  readonly defender: Colour;
  /** What stays the same: positions in check. */
  readonly attackerChecked: CellSet;
  readonly defenderChecked: CellSet;
  readonly attackerUnknown: CellSet;
  readonly defenderUnknown: CellSet;
  /** What the attacker has won, and illegal cells. */
  readonly won: CellSet;
  /** The pattern: wins of the attacker, losses of the defender. */
  readonly wins: CellSet;
  readonly losses: CellSet;
  readonly goals: CellSet;
  readonly scratch: CellSet;
  readonly innerWins: CellSet;
  /** Attacker's positions in which something of his is threatened. Not needed together with `innerWins`. */
  readonly threatened: CellSet;
}

/** Losses of one side that a level starts from. */
export interface Seeds {
  readonly losses: CellSet;
  readonly count: number;
}

/** Leaves of a pattern's losses, `work.losses`, those that a level may start from, and returns their number. */
export type KeepSeeds = (work: PatternWork, kind: "check" | "chase") => Promise<number>;

export class Patterns {
  readonly #sets: CellSets;
  readonly #solving: Solving;
  readonly #works: readonly PatternWork[];
  readonly #candidates: Readonly<Record<Colour, ChaseCandidates>>;
  /** Of the present level. */
  #seen: InnerPatterns = { count: 0 };
  #correctedLosses = 0;
  #checkedKnown = false;

  constructor(sets: CellSets, solving: Solving) {
    this.#sets = sets;
    this.#solving = solving;
    this.#works = patternWorks(sets);
    this.#candidates = {
      red: new ChaseCandidates(sets, solving, "red"),
      black: new ChaseCandidates(sets, solving, "black"),
    };
  }

  /** Brings the sets up to date for a new level. */
  async update(): Promise<void> {
    this.#seen = { count: 0 };
    for (const { attackerChecked, attackerUnknown } of this.#works) {
      if (!this.#checkedKnown) await this.#sets.checked(attackerChecked);
      await this.#sets.unknown(attackerUnknown);
    }
    this.#checkedKnown = true;
  }

  /** Losses of the maximum patterns of non-mutual checking (Algorithm 4). */
  checks(keep?: KeepSeeds): Promise<Seeds[]> {
    return this.#find("check", keep, (work) => nonMutualChecking(this.#sets, work));
  }

  /** Losses of the maximum patterns of totally non-mutual chasing (Algorithm 5, or 5' when `corrected`). */
  async chases({ keep, corrected = false }: { keep?: KeepSeeds; corrected?: boolean }): Promise<Seeds[]> {
    const seen = corrected ? { count: 0 } : this.#seen;
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
    return { innerPatterns: this.#seen.count, correctedLosses: this.#correctedLosses };
  }

  async #find(
    kind: "check" | "chase",
    keep: KeepSeeds | undefined,
    find: (work: PatternWork) => Promise<number>,
  ): Promise<Seeds[]> {
    const found: Seeds[] = [];
    for (const work of this.#works) {
      const count = await find(work);
      found.push({ losses: work.losses, count: count > 0 && keep !== undefined ? await keep(work, kind) : count });
    }
    return found;
  }
}

/** Sets of cells that `patternWorks` makes. */
export const LEVEL_SETS = 8;

function patternWorks(sets: CellSets): PatternWork[] {
  const checked = { red: sets.make("red"), black: sets.make("black") };
  const unknown = { red: sets.make("red"), black: sets.make("black") };
  const [wins, goals] = [sets.make("red"), sets.make("red")];
  const [scratch, innerWins] = sets.borrowFresh();
  return COLOURS.map((attacker): PatternWork => {
    const defender = opponent(attacker);
    return {
      attacker,
      defender,
      attackerChecked: checked[attacker],
      defenderChecked: checked[defender],
      attackerUnknown: unknown[attacker],
      defenderUnknown: unknown[defender],
      won: sets.won(attacker),
      wins: sets.withSide(wins, attacker),
      losses: sets.make(defender),
      goals: sets.withSide(goals, attacker),
      scratch: sets.withSide(scratch, defender),
      innerWins: sets.withSide(innerWins, defender),
      threatened: sets.withSide(innerWins, attacker),
    };
  });
}
