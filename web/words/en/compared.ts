import type { Words } from "../../../src/say/words/en/game.ts";

/** What is said of where the sets of rules differ. Numbers come as text. */
export const compared = {
  intro:
    "The same position can be a draw by one set of rules and lost by another, since they differ on who may check and chase for ever. The examples show what comes of it by each; a verdict opens its position on the board.",
  /** Over the table. */
  endgames: "All endgames that were compared",
  about:
    "Endgames in which both sides have attacking men, built under all three sets of rules and compared position by position: how many end otherwise, as a win, a draw or a loss. They are those of up to 20 million cells, and KRNKR, KRCKR and KRKPPP. Positions are those of the whole board, both sides to move.",
  /** What the columns count. */
  columnsMean: "What the columns mean",
  terms: [
    [
      "certain + by reading",
      "The first number: the result differs whatever counts as a chase. The second: it does by the default reading alone, and another reading may give the same result.",
    ],
    [
      "depends",
      "What comes of the position by the Chinese rules depends on what counts as a chase, whatever the default reading gives.",
    ],
    ["none", "Every repetition is a draw."],
    [
      "order, plies",
      "A side that must go on with what is forbidden loses: the plies are those until it has nothing else left. Such a win of order 2 leads to one of order 1 where the loser leaves the repetition, and so on.",
    ],
  ] satisfies [term: string, meaning: string][],
  onlyDiffering: "Only where anything differs or depends",
  /** How many rows are shown of how many. */
  shown: (rows: string, all: string) => `${rows} of ${all} endgames`,
  endgame: "Endgame",
  /** Heads of columns. */
  columns: {
    positions: "Positions",
    chinese: "Asian ≠ Chinese",
    depends: "Depends",
    freeAsian: "None ≠ Asian",
    freeChinese: "None ≠ Chinese",
  },
  examples: "Examples",
  examplesHelp:
    "The positions of these endgames that are decided soonest, or one that is drawn. Where the table is at hand they can be played through.",
  noExamples: "In none of these endgames does any result differ by the default reading.",
  /** Said in place of all else where no endgame that was compared is found. */
  notCompared: "No endgame that was compared has these men.",
  kinds: {
    certain: "Asian and Chinese rules differ for certain",
    byDefault: "Asian and Chinese rules differ by the default reading",
    free: "Without rules on repetition it ends otherwise",
  },
  /** Of a position as a picture: the endgame, and where its men stand. */
  board: (endgame: string, men: readonly string[]) => `${endgame}: ${men.join("; ")}`,
  more: "Show more",
};

export type ComparedWords = Words<typeof compared>;
