/** A course of elementary endings 实用残局: what each teaches, as claims that tables prove, and what was counted and chosen of it. */
import type { SolutionNode } from "../studies/tree.ts";
import type { Claim, Count, End } from "./claim.ts";

export interface ElementaryEnding {
  /** Canonical: the side with the stronger attacking men is Red. */
  readonly endgame: string;
  readonly claims: readonly Claim[];
}

/** A position of which the page tells the value: to the side to move, distance in plies to conversion. */
export interface Example {
  readonly fen: string;
  readonly outcome: "win" | "draw" | "loss";
  readonly distance: number | null;
}

/** A position to be won or held by the side to move. */
export interface Drill extends Example {
  readonly outcome: "win" | "draw";
  readonly tree: readonly SolutionNode[];
}

/** What a table gave. */
export interface CountedEnding {
  readonly endgame: string;
  /** The content sum of the table (docs/spec/content-sum.md). */
  readonly sum: string;
  /** Of each claim. */
  readonly counts: readonly Count[];
  /** How calm positions end, whoever is to move. */
  readonly calm: Readonly<Record<End, number>>;
  /** Typical positions as the atlas has them; null where there is none. */
  readonly won: Example | null;
  readonly drawn: Example | null;
  readonly drills: readonly Drill[];
}
