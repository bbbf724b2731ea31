/**
 * The five material states (Chen et al., 2.1), and how exact distributions decide them. The thresholds were fixed
 * before any held-out endgame was looked at (docs/guides/material.md).
 */
import type { BySideToMove, Distribution, OutcomeCounts } from "./basic.ts";

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
