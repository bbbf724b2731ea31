/** What is known of the position shown where no table tells of it, for those that do without the rest of it. */
import { signal } from "@preact/signals";
import type { Move } from "../../src/xiangqi/moves.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { Dictionary } from "../words/en/page.ts";

/** What a proof says, and the move that it has for the side to move. Null: none at hand has this position. */
export const forcedWin = signal<{
  readonly winner: Colour;
  readonly plies: number;
  readonly move: Move | null;
} | null>(null);

/** Whether a proof was looked for in vain, as yet; false before it has been. */
export const isProofOpen = signal(false);

/** What the atlas says of this very position, or how positions of its endgame usually end. Null: it is not shown. */
export const saidByAtlas = signal<{
  readonly text: string;
  readonly isOfPosition: boolean;
  /** Of this very position, by the rules of the page; null: it is drawn, undefined: that is not said. */
  readonly winner: Colour | null | undefined;
} | null>(null);

/** Seconds that building the table offered for it takes at most. Null: none is offered. */
export const secondsOffered = signal<number | null>(null);

/** What takes longer is not what the page advises first. */
export const ADVISED_SECONDS = 60;

export function sayProven(
  { winner, plies }: { readonly winner: Colour; readonly plies: number },
  say: Dictionary,
): string {
  return say.proven(say.colours[winner], plies);
}
