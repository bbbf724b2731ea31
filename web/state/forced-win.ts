/** What a proof says of the position shown, for those that do without the rest of it. */
import { signal } from "@preact/signals";
import type { Colour } from "../../src/xiangqi/pieces.ts";

/** Null: none at hand has this position. */
export const forcedWin = signal<{ readonly winner: Colour; readonly plies: number } | null>(null);
