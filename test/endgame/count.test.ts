import { expect, it } from "vitest";
import { countCells } from "../../src/endgame/count.ts";
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { enumeratePlacements, type OuterMan, type Placements } from "../../src/endgame/placement.ts";
import { mirrorSquare } from "../../src/xiangqi/squares.ts";

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

/** The squares of each placement, as a set. */
function squaresOf({ men, count, squareOf }: Placements): Set<number>[] {
  return Array.from({ length: count }, (_, placement) => new Set(men.map((_man, i) => squareOf(placement, i))));
}

it("cells are counted one by one where two pairs of men beside the inner one can be symmetric: KRPPKPP", () => {
  const pairOf = (colour: OuterMan["colour"]) =>
    squaresOf(
      enumeratePlacements([
        { colour, role: "soldier" },
        { colour, role: "soldier" },
      ]),
    );
  const isSymmetric = (squares: Set<number>) => [...squares].every((square) => squares.has(mirrorSquare(square)));
  const blackPairs = pairOf("black").map((squares) => ({ squares, symmetric: isSymmetric(squares) }));
  let [all, symmetric] = [0, 0];
  for (const red of pairOf("red")) {
    const free = blackPairs.filter(({ squares }) => [...squares].every((square) => !red.has(square)));
    all += free.length;
    if (isSymmetric(red)) symmetric += free.filter((black) => black.symmetric).length;
  }
  // Of the 9 squares of the red king 3 are their own mirror image.
  expect(countCells(parseEndgame("KRPPKPP"))).toBe(((9 * all + 3 * symmetric) / 2) * 90 * 9);
});
