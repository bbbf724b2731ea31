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

/*
 * The five material states (Chen et al., 2.1), and how exact distributions decide them. The thresholds were fixed
 * before any held-out endgame was looked at (docs/guides/material.md).
 */

/** By their scores in the paper: UNKNOWN 0, WIN 1, ... HARD_WIN 4. */
export const STATES = ["UNKNOWN", "WIN", "EASY_WIN", "CHANCE_WIN", "HARD_WIN"] as const;
export type State = (typeof STATES)[number];
export type Score = 0 | 1 | 2 | 3 | 4;

export const THRESHOLDS = {
  /** Least share of quiet positions the attacking side wins. */
  WIN: 0.95,
  EASY_WIN: 0.5,
  CHANCE_WIN: 0.1,
  /** UNKNOWN: both sides win at least this share, so material says little. */
  UNKNOWN: 0.2,
} as const;

/** How good a state is for the attacking side. */
export type Rank = 0 | 1 | 2 | 3;

/** What is open is like a chance: with a man more, either may become the other. */
const RANKS: readonly Rank[] = [1, 3, 2, 1, 0];

export function rankOf(score: Score): Rank {
  return RANKS[score]!;
}

/** Shares of positions, the two sides to move weighing the same. */
export interface Shares {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
}

/** The state of material that wins and loses these shares, to the attacking side. */
export function scoreOf(win: number, loss: number): Score {
  if (win >= THRESHOLDS.UNKNOWN && loss >= THRESHOLDS.UNKNOWN) return 0;
  if (win >= THRESHOLDS.WIN) return 1;
  if (win >= THRESHOLDS.EASY_WIN) return 2;
  return win >= THRESHOLDS.CHANCE_WIN ? 3 : 4;
}

/** Shares to the side named first. Material without quiet positions is judged by all of its positions. */
export function sharesOf({ quiet, all }: Distribution): Shares {
  return meanShares(quiet) ?? meanShares(all) ?? { win: 0, draw: 1, loss: 0 };
}

function meanShares(bySide: BySideToMove<OutcomeCounts>): Shares | undefined {
  const sides = bySide.filter((outcomes) => total(outcomes) > 0);
  if (sides.length === 0) return undefined;
  const mean = (outcome: 0 | 1 | 2) =>
    sides.reduce((sum, outcomes) => sum + outcomes[outcome] / total(outcomes), 0) / sides.length;
  return { win: mean(0), draw: mean(1), loss: mean(2) };
}

function total([wins, draws, losses]: OutcomeCounts): number {
  return wins + draws + losses;
}

/** Each outcome's share of all. */
export function sharesOfOutcomes(outcomes: OutcomeCounts): Shares {
  const all = Math.max(1, total(outcomes));
  return { win: outcomes[0] / all, draw: outcomes[1] / all, loss: outcomes[2] / all };
}

export function swapShares({ win, draw, loss }: Shares): Shares {
  return { win: loss, draw, loss: win };
}
