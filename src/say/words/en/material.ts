/** English: what men are worth. */
import type { MaterialWords } from "../material.ts";
import { game } from "./game.ts";

const PARTY = { attacker: "attacking side", defender: "defending side" } as const;

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
    soldiers: "like fewer soldiers, solved",
    extension: "follows from a solved endgame",
    predicted: "predicted",
    doubtful: "predicted, not known well",
    far: "far from all that is solved: nothing tells how probable that is",
    atlas: "proven as a whole, wherever the men stand",
  },
  forSide: (attack) => `for ${attack}`,
  shares: (win, draw, loss) => `Of quiet positions ${win} are won, ${draw} drawn, ${loss} lost.`,
  proven: (endgame, attack, attackToMove, defenceToMove) =>
    `Of all positions of ${endgame} ${attack} wins ${attackToMove} with itself to move, ${defenceToMove} with the other side to move.`,
  probabilities: "How probable each state is",
  solved: (pair, state, shares) => `${pair} is solved: ${state}. ${shares}`,
  soldiers: (from) => `More low soldiers than two or bottom soldiers than one change nothing: it is like ${from}.`,
  superset: (from, state) =>
    `No worse than ${from} (${state}): the attacking side has more than there, or the other less.`,
  subset: (from, state) =>
    `No better than ${from} (${state}): the attacking side has less than there, or the other more.`,
  exchange: (by, active, passive, share, left) =>
    `The ${PARTY[by]} can force its ${active} for the ${passive} (${share}): ${left}.`,
  without: (side, man, left) => `Without the ${PARTY[side]}'s ${man}: ${left}.`,
  valued: (pair, state, basis) => `${pair}, ${state} (${basis})`,
};
