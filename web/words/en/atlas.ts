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
  zugzwangs: (count) => `Mutual zugzwangs: ${count}`,
  onlyMoves: (count) => `Positions won by one move only: ${count}`,
};
