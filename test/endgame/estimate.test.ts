import { expect, test } from "vitest";
import { countCells } from "../../src/endgame/count.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { estimateSize } from "../../src/endgame/estimate.ts";

test.each([
  ["KK", 1.34],
  ["KAABBKAABB", 1.06],
  ["KRK", 1.34],
  ["KKR", 1.34],
  ["KRKAABB", 1.34],
  ["KNPKAB", 1.05],
  ["KRRKR", 1.07],
  ["KRKNC", 1.07],
  ["KRKNN", 1.07],
  ["KPPKP", 1.07],
  ["KPPPKAA", 1.08],
  ["KPPPPK", 1.15],
])("the cells of %s are estimated at no less than there are and at most %d times as many", (name, most) => {
  const endgame = parseEndgame(name);
  const ratio = estimateSize(endgame).cells / countCells(endgame);
  expect(ratio).toBeGreaterThanOrEqual(1);
  expect(ratio).toBeLessThan(most);
});

test("a table file is estimated at a fixed head and 0.6 bits a cell", () => {
  const { cells, fileBytes } = estimateSize(parseEndgame("KRKAABB"));
  expect(fileBytes).toBe(4096 + Math.round((cells * 0.6) / 8));
});
