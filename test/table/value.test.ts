import fc from "fast-check";
import { expect, it } from "vitest";
import {
  categoryOf,
  distanceOf,
  DRAW,
  isLoss,
  isValue,
  isWin,
  makeValue,
  MAX_DISTANCE,
  MAX_ORDER,
  orderOf,
} from "../../src/table/value.ts";

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

it("is told apart from other numbers", () => {
  for (const value of [DRAW, 1, makeValue(0, MAX_DISTANCE), makeValue(MAX_ORDER, MAX_DISTANCE)]) {
    expect([value, isValue(value)]).toEqual([value, true]);
  }
  for (const other of [65_536, 2 * 65_536, 2 ** 32, 2 ** 32 + 1])
    expect([other, isValue(other)]).toEqual([other, false]);
});
