import type { describeTrouble } from "../../src/say/words/games.ts";
import { words } from "../words/spoken.ts";
import { explainComplaint } from "../shown/trouble-text.tsx";

/** What is wrong with a position in a game that was read. */
export const sayPosition: Parameters<typeof describeTrouble>[2] = (about) =>
  explainComplaint("problem" in about ? { kind: "illegal", ...about } : { kind: "unreadable", ...about }, words.value);
