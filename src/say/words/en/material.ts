/** English: what men are worth. */
import type { MaterialWords } from "../material.ts";
import { game } from "./game.ts";

export const material: MaterialWords = {
  percent: game.percent,
  kinds: {
    chariot: "chariot",
    horse: "horse",
    cannon: "cannon",
    top: "top soldier",
    low: "low soldier",
    bottom: "bottom soldier",
    advisor: "advisor",
    elephant: "elephant",
  },
  states: {
    WIN: "win",
    EASY_WIN: "easy win",
    CHANCE_WIN: "chance of a win",
    HARD_WIN: "hard to win",
    UNKNOWN: "open",
  },
  bases: {
    exact: "solved",
    extension: "follows from a solved endgame",
    predicted: "estimated",
    doubtful: "estimated, not known well",
    far: "far from all that is solved: nothing is estimated",
    atlas: "proven as a whole, wherever the men stand",
  },
  forSide: (attack) => `for ${attack}`,
  shares: (win, draw, loss) => `Of quiet positions ${win} are won, ${draw} drawn, ${loss} lost.`,
  proven: (endgame, attack, attackToMove, defenceToMove) =>
    `Of all positions of ${endgame} ${attack} wins ${attackToMove} with itself to move, ${defenceToMove} with the other side to move.`,
  estimated: (attack, won, least, most) =>
    `For ${attack} about ${won} of all positions are won; nine times of ten that is between ${least} and ${most}.`,
  probabilities: "How probable each state is",
  solved: (pair, state, shares) => `${pair} is solved: ${state}. ${shares}`,
  superset: (from, state) =>
    `No worse than ${from} (${state}): the attacking side has more than there, or the other less.`,
  subset: (from, state) =>
    `No better than ${from} (${state}): the attacking side has less than there, or the other more.`,
};
