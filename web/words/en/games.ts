import { games as reading } from "../../../src/say/words/en/games.ts";
import type { GamesWords } from "../dictionary.ts";

const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

export const games: GamesWords = {
  ...reading,
  openTitle: "Open a game or a position",
  openHint:
    "Paste or type PGN, DhtmlXQ, a FEN, a link or moves in any notation; or choose a file, also XQF, CBR or CBL. Pasting anywhere on the page and dropping a file do the same.",
  open: "Open",
  file: "Choose a file …",
  cut: (characters) => `Only the first ${characters} characters are shown here.`,
  opened: "The game that was opened",
  notUnderstood: "Not all of it was understood:",
  dismiss: "Close",
  which: (game, all) => `Game ${game} of ${all}`,
  previousGame: "Previous game",
  nextGame: "Next game",
  check: "Check the moves against the tables",
  checking: "Comparing with the tables …",
  found: (slips, known) =>
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
  pictures: "Save or print a picture",
  animated: "Moving picture of the game (SVG)",
  embed: "Copy code for another site",
  print: "Print",
};
