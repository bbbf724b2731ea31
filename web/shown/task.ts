/** What a match is about, and how it ends. */
import type { GameEnd } from "../../src/play/game.ts";

/** Play on from a position, win one that is won, or hold one that is drawn. */
export type Task = "free" | "win" | "hold";

/** So many moves of a drawn position are enough to have held it. */
export const HOLD_MOVES = 20;

/** `held`: the challenge was to hold, and so it was. */
export type MatchEnd = GameEnd | { readonly kind: "held"; readonly result: "draw" };
