import type { Words } from "../../../src/say/words/en/game.ts";
import { games as reading } from "../../../src/say/words/en/games.ts";

const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** What is said of games that come in and go out, of variations and remarks. */
export const games = {
  ...reading,
  openTitle: "Open a game or a position",
  openHint:
    "Paste or type PGN, DhtmlXQ, a FEN, a link or moves in any notation; or choose a file, also XQF, CBR or CBL. Pasting anywhere on the page and dropping a file do the same.",
  open: "Open",
  file: "Choose a file …",
  /** Only the beginning of a long text is shown. */
  cut: (characters: number) => `Only the first ${characters} characters are shown here.`,
  /** The card about the game that was opened. */
  opened: "The game that was opened",
  notUnderstood: "Not all of it was understood:",
  dismiss: "Close",
  which: (game: number, all: number) => `Game ${game} of ${all}`,
  previousGame: "Previous game",
  nextGame: "Next game",
  check: "Review the game",
  review: "Review of the game",
  /** The place on the strip: after how many moves, and who wins there. */
  strip: (moves: number, outcome: string) => `${moves === 0 ? "at the start" : `after move ${moves}`}: ${outcome}`,
  outcomes: { red: "Red wins", draw: "draw", black: "Black wins" },
  unknown: "no table knows it",
  previousSlip: "previous slip",
  nextSlip: "next slip",
  checking: "Comparing with the tables …",
  /** @param known positions that the tables have */
  found: (slips: number, known: number) =>
    `${slips === 0 ? "No slip" : plural(slips, "slip")}; the tables know ${plural(known, "position")} of this game.`,
  noneKnown: "The tables know no position of this game.",
  slips: {
    "win-drawn": "A win given away: now it is a draw",
    "win-lost": "A win given away: now it is lost",
    "draw-lost": "A draw lost",
  },
  variation: "Variation",
  more: "Further moves",
  annotate: "Annotate",
  signs: "Signs",
  signMeanings: {
    "!": "Good move",
    "?": "Mistake",
    "!!": "Brilliant move",
    "??": "Blunder",
    "!?": "Interesting move",
    "?!": "Dubious move",
  },
  remark: "Remark on this move",
  remarkOnGame: "Remark on the game",
  promote: "Make it the main line",
  remove: "Delete from here",
};

export type GamesWords = Words<typeof games>;
