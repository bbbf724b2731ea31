/** The clauses of a chase under the Chinese rules that are readings of the text. */

/** Editions of the rules: that of 1999 knows no weak attacks (`MoveClass`). */
export const EDITIONS = ["2020", "1999"] as const;
export type Edition = (typeof EDITIONS)[number];

/**
 * Each is a clause of docs/rules.md that can be left out, to see what it decides; the default reading has them all. Check,
 * kill and the verdict depend on none of them. A table's header names them.
 */
export interface ChaseClauses {
  /** K3: an offer of exchange is no attack. */
  readonly exchange: boolean;
  /** K4: taking an unprotected man counts though the exchange is even. */
  readonly even: boolean;
  /** K5: checks of the side that is taken from protect, or punish. */
  readonly hiddenRoots: boolean;
  /** K6: a check that wins a man by force is an attack. */
  readonly series: boolean;
  /** K7: a man attacked before is attacked anew when taking it has come to win more. */
  readonly improved: boolean;
  /** K8: a move out of check attacks only by what did not aim at the target before. */
  readonly parry: boolean;
  /** K9: kings and soldiers may attack alone. */
  readonly kingsAndSoldiers: boolean;
  /** K10: the only attacking man of a side that holds a draw may attack advisors and elephants on the way. */
  readonly keyPoint: boolean;
  /** K11: what is taken jointly, or could be retaken, is a weak chase. */
  readonly weak: boolean;
}

/** What the text says outright. It is left out only to see what it decides, and tables do not name it. */
export interface Clauses extends ChaseClauses {
  /** A threat of mate by checks alone is an attack. */
  readonly kill: boolean;
  /** The king's move out of check is idle, whatever it threatens. */
  readonly kingParry: boolean;
  /** K1: soldiers that have not crossed the river are no prey. */
  readonly homeSoldiers: boolean;
  /** K2: a soldier given for a chariot is a gain. */
  readonly soldierForChariot: boolean;
}

export const CHASE_CLAUSES: ChaseClauses = {
  exchange: true,
  even: true,
  hiddenRoots: true,
  series: true,
  improved: true,
  parry: true,
  kingsAndSoldiers: true,
  keyPoint: true,
  weak: true,
};

export const ALL_CLAUSES: Clauses = {
  ...CHASE_CLAUSES,
  kill: true,
  kingParry: true,
  homeSoldiers: true,
  soldierForChariot: true,
};

export type Reading = "narrow" | "default" | "wide";
