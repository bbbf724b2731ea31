/** What building an endgame in the browser takes. */
import { type Endgame } from "../../src/endgame/endgame.ts";
import type { Rules } from "../../src/table/header.ts";
/** Memory that solving may take: a few million positions, their sub-endgames and their levels. */
export declare const MOST_BYTES: number;
/** Beyond this people would not wait, and the tables in memory would be a burden. */
export declare const MOST_POSITIONS = 20000000;
export interface Plan {
  /** Canonical names of what has to be built, smallest first. */
  readonly endgames: readonly string[];
  readonly positions: number;
  /** Whether any machine can do it. */
  readonly buildable: boolean;
  /** Whether a browser can. */
  readonly fits: boolean;
}
/** What has to be built for an endgame, smallest first. */
export declare function missingOf(endgame: Endgame, present: ReadonlySet<string>): Endgame[];
/** Positions, legal or not, of both sides to move in these endgames, a few percent too high. */
export declare function positionsIn(endgames: readonly Endgame[]): number;
/** @param present canonical names of the tables that are there */
export declare function planFor(name: string, present: ReadonlySet<string>, rules: Rules): Plan;
