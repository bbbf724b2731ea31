/** English: games that were read. */
import { MOST_CHARACTERS, MOST_DEPTH } from "../../../xiangqi/games/reading.ts";
import type { ReadingWords } from "../games.ts";

export const games: ReadingWords = {
  reasons: {
    empty: () => "there is no text.",
    "too-long": () => `the text is longer than ${MOST_CHARACTERS} characters.`,
    "not-text": () =>
      "it is no text but the bytes of something else; games are read from PGN, DhtmlXQ, XQF, CBR, CBL and plain text.",
    "no-game": (text) => `"${text}" has neither a position nor moves in it.`,
    "bad-position": (text) => `"${text}" is no position.`,
    "illegal-position": () => "this position cannot occur in a game.",
    "no-move": (text) => `"${text}" is no move.`,
    "illegal-move": (text) => `"${text}" is not a legal move here.`,
    "ambiguous-move": (text) => `"${text}" could be one of two moves.`,
    unclosed: (text) => `"${text}" is never closed.`,
    unopened: () => "a bracket is closed that was not opened.",
    "too-deep": () => `there are more than ${MOST_DEPTH} variations within one another.`,
    "too-many-moves": () => "the game has more moves than are read.",
  },
  place: (line, column) => `Line ${line}, character ${column}: `,
  asFarAs: (moves) => (moves === 1 ? "One move was read." : `${moves} moves were read.`),
};
