import fc from "fast-check";
import { expect, it } from "vitest";
import {
  categoryOf,
  distanceOf,
  DRAW,
  isLoss,
  isWin,
  makeValue,
  MAX_DISTANCE,
  MAX_ORDER,
  orderOf,
} from "../../src/table/value.ts";
import { compareValues, valueOfMove } from "../../src/table/ranking.ts";

it("keeps order and distance, and an odd distance wins", () => {
  fc.assert(
    fc.property(fc.nat(MAX_ORDER), fc.nat(MAX_DISTANCE), (order, distance) => {
      const value = makeValue(order, distance);
      expect([orderOf(value), distanceOf(value)]).toEqual([order, distance]);
      expect([isWin(value), isLoss(value)]).toEqual([distance % 2 === 1, distance % 2 === 0]);
      expect(value).toBeLessThan(2 ** 32);
    }),
  );
});

it("is neither won nor lost when it is a draw", () => {
  expect([isWin(DRAW), isLoss(DRAW), categoryOf(DRAW)]).toEqual([false, false, "draw"]);
});

it("prefers quick wins to slow ones, any win to a draw, a draw to a loss and late losses to early ones", () => {
  const best = [[0, 1], [0, 7], [2, 1], null, [2, 4], [2, 0], [0, 8], [0, 0]].map((pair) =>
    pair === null ? DRAW : makeValue(pair[0]!, pair[1]!),
  );
  expect([...best].reverse().sort((a, b) => compareValues(b, a))).toEqual(best);
});

it("ends the distance to conversion at a capture, but not the distance to mate", () => {
  expect(valueOfMove("dtc", true, makeValue(3, 20))).toBe(makeValue(0, 1));
  expect(valueOfMove("dtc", true, makeValue(0, 21))).toBe(makeValue(0, 0));
  expect(valueOfMove("dtc", false, makeValue(3, 20))).toBe(makeValue(3, 21));
  expect(valueOfMove("dtm", true, makeValue(0, 20))).toBe(makeValue(0, 21));
  expect(valueOfMove("dtm", true, makeValue(3, 20))).toBe(makeValue(0, 21));
  expect(valueOfMove("dtm", false, makeValue(3, 20))).toBe(makeValue(3, 21));
  expect(valueOfMove("dtc", true, DRAW)).toBe(DRAW);
});
