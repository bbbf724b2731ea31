/**
 * What the tables of the Chinese rules are made of. *Certain* is what a side wins although its opponent's attacks are read
 * narrowly and its own widely; *possible*, the other way round. What neither says is certain, and then the default reading
 * gives the value.
 */
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Outcomes } from "../outcomes.ts";
import type { Reading } from "../../rules/chinese/edition.ts";

/** Which game is solved: what is certain for both sides, all that is possible for one, or the default reading. */
export type BracketGame = "certain" | "default" | { readonly possibleFor: Colour };

/** What a side wins, as bit vectors: with it to move, and with its opponent to move. */
export interface Bounds {
  readonly won: Uint32Array;
  readonly lost: Uint32Array;
}

/** The reading of the moves of the side that may lose by them, and of the other side's. */
export function readingsIn(game: BracketGame): { readonly ofLoser: Reading; readonly ofWinner: Reading } {
  if (game === "default") return { ofLoser: "default", ofWinner: "default" };
  return game === "certain" ? { ofLoser: "narrow", ofWinner: "wide" } : { ofLoser: "wide", ofWinner: "narrow" };
}

/** What a sub-endgame is worth in a game. */
export function outcomesIn(game: BracketGame, sub: Outcomes): Outcomes {
  const { won, lost, depends, ...of } = sub;
  if (depends === undefined || game === "default") return { ...of, won, lost };
  const certain = (sets: Outcomes["won"], side: Colour) => combine(sets[side], depends[side], (a, b) => a & ~b);
  const possible = (sets: Outcomes["won"], side: Colour) => combine(sets[side], depends[side], (a, b) => a | b);
  const both = (sets: Outcomes["won"], side: Colour, winner: Colour) =>
    game !== "certain" && game.possibleFor === winner ? possible(sets, side) : certain(sets, side);
  return {
    ...of,
    won: { red: both(won, "red", "red"), black: both(won, "black", "black") },
    lost: { red: both(lost, "red", opponent("red")), black: both(lost, "black", opponent("black")) },
  };
}

/** Sets of length 0 are empty. */
export function combine(a: Uint32Array, b: Uint32Array, of: (a: number, b: number) => number): Uint32Array {
  const made = new Uint32Array(Math.max(a.length, b.length));
  for (let i = 0; i < made.length; i++) made[i] = of(a[i] ?? 0, b[i] ?? 0);
  return made;
}
