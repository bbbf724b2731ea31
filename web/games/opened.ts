/** Which text was opened last, and which one is asked about. */
import { signal } from "@preact/signals";
import type { ReadGame } from "../../src/xiangqi/games/reading.ts";
import type { describeTrouble } from "../../src/say/words/games.ts";
import { words } from "../words/spoken.ts";
import { explainComplaint } from "../shown/trouble-text.tsx";

/** A text, and what was read of it. */
export interface Opened {
  readonly text: string;
  /** Which of its games is shown, from 0. */
  readonly which: number;
  readonly reading: ReadGame;
}

/** The game on the board, where it was pasted or came from a file. */
export const opened = signal<Opened | null>(null);

/** A text that could not be read, or is still to be typed: shown in the dialog. Null while that is closed. */
export const asked = signal<{ readonly text: string; readonly reading: ReadGame | null } | null>(null);

export function askForGame(): void {
  asked.value = { text: "", reading: null };
}

/** What is wrong with a position in a game that was read. */
export const sayPosition: Parameters<typeof describeTrouble>[2] = (about) =>
  explainComplaint("problem" in about ? { kind: "illegal", ...about } : { kind: "unreadable", ...about }, words.value);
