/** English: sides and men. */
import type { GameWords, Perpetual } from "../game.ts";

const GOING_ON: Readonly<Record<Perpetual, string>> = {
  check: "checking",
  chase: "chasing",
  attack: "attacking, by checks, threats of mate and chases in turn",
  "weak attack": "attacking, even weakly",
};

export const game: GameWords = {
  percent: (figure) => `${figure} %`,
  colours: { red: "Red", black: "Black" },
  roles: {
    king: "king",
    advisor: "advisor",
    elephant: "elephant",
    chariot: "chariot",
    horse: "horse",
    cannon: "cannon",
    soldier: "soldier",
  },
  man: (colour, role) => `${colour} ${role}`,
  checkmate: (winner) => `Checkmate: ${winner} has won`,
  stalemate: (winner) => `Stalemate: ${winner} has won`,
  manOn: (role, square) => `the ${role} on ${square}`,
  threefold: "The position has occurred three times.",
  noAttackingMen: "Draw: nobody has an attacking man left.",
  forbidden: (loser, perpetual) => `${loser} may not go on ${GOING_ON[perpetual]}`,
};

/** What other languages say in place of English ones: as many words, of the same names, from the same arguments. */
export type Words<English> = English extends (...told: infer Told) => string
  ? (...told: Told) => string
  : { readonly [Name in keyof English]: Words<English[Name]> };
