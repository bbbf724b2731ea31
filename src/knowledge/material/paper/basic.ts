/**
 * The exact inputs of all inference (Chen et al. 2008, 2.1 and 3.2, there filled in by hand): outcomes of solved
 * endgames by soldier categories, the basic database; and how often exchanges can be forced. `exact/` computes both.
 *
 * Distributions, one JSON file:
 *
 *     { "kind": "canju-material-distributions", "rules": "asian",
 *       "materials": {
 *         "KRPtKN": { "quiet": [[9000, 800, 12], [8100, 1500, 400]], "all": [[...], [...]] },
 *         "KRPlKN": { ... } } }
 *
 * The key is a material pair (`space.ts`): an endgame's name with a category behind each soldier, `t`, `l`, `b` in
 * this order. Counts are [wins, draws, losses] of the side named first, whoever moves: first with that side to move,
 * then with the other.
 *
 * Exchanges, another JSON file:
 *
 *     { "kind": "canju-material-exchanges", "rules": "asian",
 *       "exchanges": [
 *         { "active": "R", "passive": "N", "activeHelper": "", "passiveHelper": "A",
 *           "quiet": [[1234, 5678], [345, 5600]] } ] }
 *
 * Counts are [positions in which the active side can force it, positions], with the active side to move, then with the
 * passive side to move.
 */
/** [wins, draws, losses] of the side named first. */
export type OutcomeCounts = readonly [wins: number, draws: number, losses: number];
/** With the side named first to move, and with the other. */
export type BySideToMove<T> = readonly [first: T, second: T];

export interface Distribution {
  /** Over quiet positions: legal, nobody in check, and neither side could capture if it were its move. */
  readonly quiet: BySideToMove<OutcomeCounts>;
  /** Over all legal positions. */
  readonly all: BySideToMove<OutcomeCounts>;
}

export interface Distributions {
  readonly kind: "canju-material-distributions";
  readonly rules: "asian" | "none";
  /** By material pair, such as `KRPtKN`. */
  readonly materials: Readonly<Record<string, Distribution>>;
}

/** Men that can be exchanged, by their letters. */
export const EXCHANGEABLE = ["R", "N", "C", "P", "A", "B"] as const;
export type ManLetter = (typeof EXCHANGEABLE)[number];

/** How often `active` can be exchanged for `passive` against the other side's will: one of each leaves the board. */
export interface Exchange {
  readonly active: ManLetter;
  readonly passive: ManLetter;
  /** One more man of the active side, or none. */
  readonly activeHelper: ManLetter | "";
  readonly passiveHelper: ManLetter | "";
  /** [forced, positions] over quiet positions, with the active side to move, then the passive side. */
  readonly quiet: BySideToMove<readonly [forced: number, positions: number]>;
}

export interface Exchanges {
  readonly kind: "canju-material-exchanges";
  readonly rules: "asian" | "none";
  readonly exchanges: readonly Exchange[];
}

/** Distributions that say where they come from. All are exact counts over whole tables. */
export interface Measured extends Distributions {
  /** The SHA-256 of each table counted, by the endgame's canonical name. */
  readonly tables: Readonly<Record<string, string>>;
}
