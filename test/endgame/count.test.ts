import { expect, it } from "vitest";
import { countCells } from "../../src/endgame/count.ts";
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";

const SIDES = ["", "R", "N", "C", "P", "RN", "RP", "PP", "NN", "RR", "CP", "PPP", "RNP", "RPP", "NPP", "NCP"];
const DEFENDERS = ["", "A", "BB", "AAB"];

it("cells are counted as the index numbers them, for all kinds of attacking men and some defenders", () => {
  let compared = 0;
  for (const [i, red] of SIDES.entries()) {
    for (const [j, black] of SIDES.entries()) {
      if (red.length + black.length > 3) continue;
      const defenders = [DEFENDERS[(i + j) % 4], DEFENDERS[(2 * i + 3 * j + 1) % 4]];
      for (const name of [
        `K${red}K${black}`,
        ...(red.length + black.length < 3 ? [`K${red}${defenders[0]}K${black}${defenders[1]}`] : []),
      ]) {
        const { endgame } = canonicalEndgame(parseEndgame(name));
        expect([endgame.name, countCells(endgame)]).toEqual([endgame.name, endgameIndex(endgame).cells]);
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(80);
});

it("cells are counted at once, whatever the endgame", () => {
  expect(countCells(parseEndgame("KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB"))).toBeGreaterThan(2 ** 53);
  expect(countCells(parseEndgame("KRNKRBB"))).toBe(endgameIndex(parseEndgame("KRNKRBB")).cells);
});
