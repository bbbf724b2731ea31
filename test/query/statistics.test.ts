import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { formatShare, statisticsOf } from "../../src/query/statistics.ts";
import { info } from "../table/fixtures.ts";

test.each([
  [0, 7, "0 %"],
  [7, 7, "100 %"],
  [1, 3, "33.33 %"],
  [1, 1_000_000, "< 0.01 %"],
  [999_999, 1_000_000, "> 99.99 %"],
  [50, 1_000_000, "0.01 %"],
  [99_990, 100_000, "99.99 %"],
])("%i of %i is %s: nothing and all are said only when exact", (part, whole, share) => {
  expect(formatShare(part, whole)).toBe(share);
});

test("the figures of an endgame asked for in other colours are the table's with the colours exchanged", () => {
  const figures = { ...info, orders: [{ ...info.orders[0]!, black: { ...info.orders[0]!.black, wins: 17 } }] };
  expect(statisticsOf(figures, parseEndgame("KRK"))).toEqual({
    endgame: "KRK",
    metric: info.metric,
    rules: info.rules,
    red: figures.red,
    black: figures.black,
    orders: figures.orders,
  });
  const { endgame, red, black, orders } = statisticsOf(figures, parseEndgame("KKR"));
  expect(endgame).toBe("KKR");
  expect(red).toEqual({ ...figures.black, longestWinFen: "r3k4/9/9/9/9/9/9/4K4/9/9 b" });
  expect(black).toEqual({ ...figures.red, longestWinFen: "r3k4/9/9/9/9/9/9/4K4/9/9 b" });
  expect(orders).toEqual([{ ...figures.orders[0]!, red: figures.orders[0]!.black, black: figures.orders[0]!.red }]);
});
