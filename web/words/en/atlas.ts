import type { Words } from "../../../src/say/words/en/game.ts";

/** What is said of endgames that are proven elsewhere and have no table here. */
export const atlas = {
  title: "Proven, without a table here",
  hint: "The figures of these endgames come with the program. To ask about positions, build the table on the endgame's page.",
  endgame: "Endgame",
  /** Heads of columns. */
  figures: {
    won: "Red to move wins",
    drawn: "Red to move draws",
    lost: "Red to move loses",
    longest: "Longest win, plies",
    order: "Perpetuals forced (order)",
    zugzwangs: "Mutual zugzwangs",
    onlyMoves: "Won by one move only",
  },
  more: "Show more",
  proven: "What is proven of it",
  /** Of all positions of an endgame together. */
  ofAll: (endgame: string) => `${endgame}, all positions`,
  from: (version: string, sum: string) =>
    `From the atlas: proven by Canju ${version}, content sum ${sum}… The table itself is not here.`,
  /** Names of sets of rules: that of the figures, and the one that is chosen. */
  otherRules: (proven: string, chosen: string) => `Under the ${proven}, not under the rules chosen: ${chosen}.`,
  zugzwangs: (count: string) => `Mutual zugzwangs: ${count}`,
  onlyMoves: (count: string) => `Positions won by one move only: ${count}`,
  /** Of the plots. */
  defenders: "What each defender is worth",
  defendersHelp:
    "Red has these attacking men and no defenders, and moves first; below, by the advisors and elephants of Black: how the positions end, and what share Red wins. Only endgames of the atlas are shown.",
  attack: "Attacking men of Red",
  /** The whole atlas as files. */
  data: "The atlas as data",
  dataHelp: (endgames: string) =>
    `All ${endgames} endgames, those with a table here as well: counts of the whole board with either side to move, lengths in plies, -1 where there is none.`,
  citation: "To be cited as",
  longestBySize: "The longest win by the size of the endgame",
  longestOf: (endgame: string, cells: string, plies: number) =>
    `${endgame}, ${cells} cells: longest win ${plies} plies`,
  longestHelp:
    "Across: cells of the endgame; up: plies of its longest win to conversion, both as logarithms. Red: longer than in any smaller endgame. A click or the Enter key opens the endgame; arrow keys go to the next ones.",
};

export type AtlasWords = Words<typeof atlas>;
