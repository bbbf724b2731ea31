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
  /** The place on the strip: after how many plies, and who wins there. */
  strip: (plies: number, outcome: string) => `${plies === 0 ? "at the start" : `after ply ${plies}`}: ${outcome}`,
  outcomes: { red: "Red wins", draw: "draw", black: "Black wins" },
  unknown: "no table knows it",
  previousSlip: "previous slip",
  nextSlip: "next slip",
  /** On a button behind what was best. */
  playBest: "Play it instead",
  checking: "Comparing with the tables …",
  /** @param known positions that the tables have */
  found: (slips: number, known: number) =>
    `The tables know ${plural(known, "position")} of this game, and find ${slips === 0 ? "no slip" : plural(slips, "slip")} there.`,
  /** Of these. @param rules others than those chosen */
  foundOtherwise: (positions: number, rules: string) =>
    `${positions} of them by other rules (${rules}): there is no table here by those chosen.`,
  noneKnown: "The tables know no position of this game.",
  /** What is wrong with a move. */
  fault: (move: string, fault: string) => `${move}: ${fault}.`,
  slips: {
    "win-drawn": "A win given away: now it is a draw",
    "win-lost": "A win given away: now it is lost",
    "draw-lost": "A draw lost",
  },
  /** Of positions that no table has. */
  opinion: {
    ask: (positions: number, seconds: number) =>
      `Ask an engine about ${plural(positions, "position")} that no table has (about ${seconds} s)`,
    asking: (done: number, all: number) => `An engine looks at the game: ${done} of ${all}`,
    /** How a side stands, in soldiers. */
    ahead: (side: string, points: string) => `≈\u00a0+${points} for ${side}`,
    even: "≈\u00a0even",
    mate: (side: string, moves: number) => `${side} mates in ${plural(moves, "move")}`,
    byEngine: (told: string) => `${told}, by an engine's opinion`,
    legend: "an engine's opinion",
    doubt: "By an engine's opinion a mistake",
    change: (before: string, after: string) => `Before: ${before}; after: ${after}.`,
    best: (move: string) => `It would have played ${move}.`,
    found: (doubts: number, positions: number) =>
      `An engine's opinion of ${plural(positions, "position")}: ${doubts === 0 ? "no mistake" : plural(doubts, "mistake")}. It proves nothing.`,
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
