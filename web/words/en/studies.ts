import type { StudiesWords } from "../dictionary.ts";
import { bookNames as originals } from "../zh-Hans/book-names.ts";
import { bookNames } from "./book-names.ts";

export const studies: StudiesWords = {
  ofDay: "Study of the day",
  kinds: {
    classic: "old book",
    "only-moves": "only moves",
    zugzwang: "mutual zugzwang",
    "quiet-king": "quiet king move",
    perpetual: "perpetual",
  },
  task: (side) => `${side} moves and wins: find the one winning move`,
  zugzwangTask: "Whoever must move does worse for it",
  book: {
    names: bookNames,
    originals,
    source: (number) => `适情雅趣 Shiqing yaqu (1570), no. ${number}`,
    claims: {
      win: (red) => `${red} moves and wins, by its place in the book`,
      draw: (red) => `${red} moves and draws, by its place in the book`,
    },
    table: "The table",
    noTable: "no table of it was built for this collection",
    hidden: "shown when it is solved",
    wins: (winner, plies, order) =>
      `${winner} wins in ${plies} ${plies === 1 ? "ply" : "plies"}${order === 0 ? "" : `, order ${order}: a perpetual is forbidden`}`,
    differs: "They differ: a mistake of the book or of its copyists, or other rules on perpetuals.",
  },
  length: (plies, order) => `Won in ${plies} ${plies === 1 ? "ply" : "plies"}${order === 0 ? "" : `, order ${order}`}`,
  goOn: "Right. Go on.",
  solved: "Solved",
  solvedToo: (move) => `Solved: ${move} is as good as the solution.`,
  failed: (move) => `${move} does not win.`,
  loses: (move) => `${move} loses.`,
  refuted: (move, result, reply) =>
    `${move} ${result === "draw" ? "only draws" : "loses"}${reply === null ? "" : `: ${reply}`}.`,
  otherwise: (outcome, line) => `With the other side to move: ${outcome.toLowerCase()}. ${line}`,
  solution: "Solution",
  tries: "What fails",
  tryAgain: "Try again",
  showSolution: "Show the solution",
  lookUp: "Look it up",
  next: "Next study",
  grade: (grade) => `difficulty ${grade} of 5`,
  choose: (count) => `${count} ${count === 1 ? "study" : "studies"}`,
  record: (solved, again) => `Solved: ${solved}. To come back: ${again}. This browser remembers it.`,
  comesBack: "comes back",
  endgame: "Any endgame",
  kind: "Any kind",
  difficulty: "Any difficulty",
  order: "Any order",
  atMost: "Any length",
  plies: (plies) => `at most ${plies} plies`,
};
