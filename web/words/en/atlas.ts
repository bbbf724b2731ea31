import type { AtlasWords } from "../dictionary.ts";

export const atlas: AtlasWords = {
  title: "Proven, without a table here",
  hint: "The figures of these endgames come with the program. To ask about positions, build the table on the endgame's page.",
  endgame: "Endgame",
  figures: {
    won: "Red to move wins",
    longest: "Longest win, plies",
    order: "Highest order",
    zugzwangs: "Mutual zugzwangs",
    onlyMoves: "Won by one move only",
  },
  more: "Show more",
  proven: "What is proven of it",
  ofAll: (endgame) => `Of all positions of ${endgame}`,
  from: (version, sum) =>
    `From the atlas: proven by Canju ${version}, content sum ${sum}… The table itself is not here.`,
  otherRules: (proven, chosen) => `Under the ${proven}, not under the rules chosen: ${chosen}.`,
  zugzwangs: (count) => `Mutual zugzwangs: ${count}`,
  onlyMoves: (count) => `Positions won by one move only: ${count}`,
  defenders: "What each defender is worth",
  defendersHelp:
    "Red has these attacking men and no defenders, and moves first; below, by the advisors and elephants of Black: how the positions end, and what share Red wins. Only endgames of the atlas are shown.",
  attack: "Attacking men of Red",
  longestBySize: "The longest win by the size of the endgame",
  longestOf: (endgame, cells, plies) => `${endgame}, ${cells} cells: longest win ${plies} plies`,
  longestHelp:
    "Across: cells of the endgame; up: plies of its longest win to conversion. Red: longer than in any smaller endgame. A click opens the endgame.",
};
