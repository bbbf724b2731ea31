import { expect, test } from "vitest";
import { addUp } from "../../src/table/format/histogram.ts";
import { DRAW, makeValue } from "../../src/table/value.ts";

const extras = { checkmated: 1, stalemated: 2, longestWinFen: "a", longestLossFen: null };
const none = { wins: 0, losses: 0, longestWin: -1, longestLoss: -1 };

test("a histogram is added up by sides and by orders", () => {
  const values = [DRAW, makeValue(0, 1), makeValue(0, 4), makeValue(2, 7), makeValue(0, 9)];
  const histogram = { red: [5, 10, 0, 20, 0], black: [7, 0, 30, 0] };
  const kinds = new Map([[2, "chase"]] as const);
  const { red, black, orders } = addUp(values, histogram, { red: extras, black: extras }, kinds);
  expect(red).toEqual({ positions: 35, wins: 30, draws: 5, losses: 0, longestWin: 7, longestLoss: -1, ...extras });
  expect(black).toEqual({ positions: 37, wins: 0, draws: 7, losses: 30, longestWin: -1, longestLoss: 4, ...extras });
  expect(orders).toEqual([
    {
      order: 0,
      kind: "conversion",
      red: { ...none, wins: 10, longestWin: 1 },
      black: { ...none, losses: 30, longestLoss: 4 },
    },
    { order: 2, kind: "chase", red: { ...none, wins: 20, longestWin: 7 }, black: none },
  ]);
  expect(() => addUp(values, histogram, { red: extras, black: extras })).toThrow("order 2 has no kind");
});
