import type { Words } from "../../../src/say/words/en/game.ts";
import type { Manual } from "../../../src/play/studies/puzzle.ts";
import { bookNames as originals, manualNames } from "../zh-Hans/book-names.ts";
import { bookNames } from "./book-names.ts";

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

/** What the manuals beside Shiqing yaqu are. */
const sources: Record<Manual, string> = {
  "mengru-shenji": "梦入神机 Mengru shenji (Ming, before 1560)",
  "lanke-shenji": "烂柯神机 Lanke shenji (1844)",
  "juzhong-mi": "橘中秘 Juzhong mi (1632)",
};

/** What the view of studies says. */
export const studies = {
  tabs: { label: "Studies and course", course: "Course", studies: "Studies", lessons: "My lessons" },
  ofDay: "Study of the day",
  kinds: {
    classic: "old book",
    "only-moves": "only moves",
    zugzwang: "mutual zugzwang",
    "quiet-king": "quiet king move",
    perpetual: "perpetual",
  },
  task: (side: string) => `${side} moves and wins: find the one winning move`,
  zugzwangTask: "Whoever must move does worse for it",
  /** Of a position of an old book. */
  book: {
    /** What its positions are called, by their numbers. */
    names: bookNames,
    /** The same as the book has them; null where `names` are those. */
    originals: originals as typeof originals | null,
    source: (number: number) => `适情雅趣 Shiqing yaqu (1570), no. ${number}`,
    /** Of other manuals: the Chinese names of their positions, and what the manuals are. */
    manuals: manualNames,
    sources,
    wonThere: (red: string) => `${red} moves and wins`,
    claims: {
      win: (red: string) => `${red} moves and wins, by its place in the book`,
      draw: (red: string) => `${red} moves and draws, by its place in the book`,
    },
    table: "The table",
    noTable: "no table of it was built for this collection",
    wins: (winner: string, plies: number, order: number) =>
      order === 0
        ? `${winner} wins in ${plies} ${plies === 1 ? "ply" : "plies"}`
        : `${winner} wins because the other side may not check or chase for ever (forced to ${times(order)})`,
    /** Of a position that a proof tree proves; its colour wins. */
    proof: "The prover",
    proven: (winner: string, plies: number, byChecks: boolean) =>
      `${winner} wins in at most ${plies} ${plies === 1 ? "ply" : "plies"}${byChecks ? ", by checks alone" : ""}: a finite win, under any rules on repetition`,
    notProven: "nothing proven yet",
    /** @param moves other first moves that win */
    cooked: (moves: string) => `Other first moves are proven to win as well: ${moves}`,
    differs: "They differ: a mistake of the book or of its copyists, or other rules on perpetuals.",
  },
  length: (plies: number, order: number) =>
    order === 0
      ? `Won in ${plies} ${plies === 1 ? "ply" : "plies"}`
      : `Won because the other side may not check or chase for ever (forced to ${times(order)})`,
  goOn: "Right. Go on.",
  solved: "Solved",
  solvedSlowly: "Solved, though not by the shortest way",
  /** As far as only moves, or the moves that come with the page, go. */
  solvedSoFar: "Solved: that keeps it. The rest can be played against the table.",
  playOn: "Play on",
  /** Those that were played. */
  moves: "Your moves",
  stars: (count: number) => `${count} of 3 stars: hints and mistakes cost one each`,
  failed: (move: string) => `${move} does not win.`,
  /** Where a draw was to be held. */
  loses: (move: string) => `${move} loses.`,
  /** @param reply what shows it; null where the move leaves no answer */
  refuted: (move: string, result: "draw" | "loss", reply: string | null) =>
    `${move} ${result === "draw" ? "only draws" : "loses"}${reply === null ? "" : `: ${reply}`}.`,
  /** Of a zugzwang, with the other side to move. */
  otherwise: (outcome: string, line: string) => `With the other side to move: ${outcome.toLowerCase()}. ${line}`,
  /** While the prover looks at a move. */
  judging: "Looking for a proof that this wins …",
  unproven: (move: string) => `It is not proven that ${move} wins. Try another move: a hint shows one that is proven.`,
  solution: "Solution",
  tries: "What fails",
  tryAgain: "Try again",
  showSolution: "Show the solution",
  lookUp: "Look it up",
  next: "Next study",
  grade: (grade: number) => `difficulty ${grade} of 5`,
  choose: (count: number) => `${count} ${count === 1 ? "study" : "studies"}`,
  /** @param again those that come back */
  record: (solved: number, again: number) => `Solved: ${solved}. To come back: ${again}. This browser remembers it.`,
  comesBack: "comes back",
  endgame: "Any endgame",
  kind: "Any kind",
  difficulty: "Any difficulty",
  order: "Perpetual or not",
  /** By how many perpetuals a study is won. */
  forced: (order: number) => (order === 0 ? "no perpetual" : `a perpetual, ${times(order)}`),
  atMost: "Any length",
  plies: (plies: number) => `at most ${plies} plies`,
};

export type StudiesWords = Words<typeof studies>;
