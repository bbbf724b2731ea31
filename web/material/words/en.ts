import type { MaterialWords } from "../words.ts";

const PARTY = { attacker: "attacking side", defender: "defending side" } as const;

export const material: MaterialWords = {
  title: "Material 子力",
  intro:
    "What a combination of men is worth wherever they stand: exact for solved endgames, inferred from those for all others. States are seen from the side with more attack power.",
  name: "Men of both sides",
  pick: "Pick the men",
  sides: ["First side", "Second side"],
  add: (man) => `Add: ${man}`,
  remove: (man) => `Remove: ${man}`,
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
  meanings: {
    WIN: "at least 95 % of quiet positions are won",
    EASY_WIN: "at least half of the quiet positions are won",
    CHANCE_WIN: "at least a tenth of the quiet positions are won",
    HARD_WIN: "fewer than a tenth of the quiet positions are won",
    UNKNOWN: "either side wins at least a fifth of the quiet positions",
  },
  bases: {
    exact: "solved",
    soldiers: "like fewer soldiers, solved",
    extension: "follows from a solved endgame",
    predicted: "predicted",
  },
  forSide: (attack) => `for ${attack}`,
  shares: (win, draw, loss) => `Of quiet positions ${win} are won, ${draw} drawn, ${loss} lost.`,
  probabilities: "How probable each state is",
  why: "Why",
  solved: (pair, state, shares) => `${pair} is solved: ${state}. ${shares}`,
  soldiers: (from) => `More low soldiers than two or bottom soldiers than one change nothing: it is like ${from}.`,
  superset: (from) => `${from} is won already, and the attacking side has more.`,
  subset: (from) => `${from} is hardly won, and the attacking side has less.`,
  exchange: (by, active, passive, share, left) =>
    `The ${PARTY[by]} can force its ${active} for the ${passive} (${share}): ${left}.`,
  without: (side, man, left) => `Without the ${PARTY[side]}'s ${man}: ${left}.`,
  valued: (pair, state, basis) => `${pair}, ${state} (${basis})`,
  map: (first) => `${first} against all strong men and defenders`,
  mapHelp: "Rows are the strong men of the second side, columns its advisors and elephants. Choose one to see why.",
  bySecond: (state) => `${state} for the second side`,
};
