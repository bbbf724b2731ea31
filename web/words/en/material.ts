import type { Words } from "../../../src/say/words/en/game.ts";
import { material as worth } from "../../../src/say/words/en/material.ts";
import { sayMen, type Counts } from "./page.ts";

/** What the material view says. */
export const material = {
  ...worth,
  title: "Material 子力",
  intro:
    "What a combination of men is worth wherever they stand: exact for solved endgames, estimated from those for others. States are seen from the side with more attack power.",
  /** A side's men by kind, and two sides' within a sentence. */
  men: (men: Counts) => sayMen(men, worth.kinds),
  pair: (first: string, second: string) => `${first} against ${second}`,
  name: "Men of both sides",
  pick: "Pick the men",
  sides: ["First side", "Second side"] satisfies [string, string],
  add: (man: string) => `Add: ${man}`,
  remove: (man: string) => `Remove: ${man}`,
  /** A line about what the state means. */
  meanings: {
    WIN: "at least 95 % of positions are won",
    EASY_WIN: "at least half of the positions are won",
    CHANCE_WIN: "at least a tenth of the positions are won",
    HARD_WIN: "fewer than a tenth of the positions are won",
    UNKNOWN: "either side wins at least a fifth of the positions",
  },
  why: "Why",
  map: (first: string) => `${first} against all strong and defending men`,
  mapHelp: "Rows are the strong men of the second side, columns its advisors and elephants. Choose one to see why.",
  bySecond: (state: string) => `${state} for the second side`,
  /** What is proven of all positions, in per cent. */
  provenShare: (share: string) => `${share} won by the stronger side`,
  mapProven: "a number: proven, what the stronger side wins of all positions, in %",
};

export type MaterialPageWords = Words<typeof material>;
