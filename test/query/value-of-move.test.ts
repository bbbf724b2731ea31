import { expect, it } from "vitest";
import { compareChoices, compareValues, DEPENDS, valueOfMove } from "../../src/table/value.ts";
import { DRAW, makeValue } from "../../src/table/value.ts";

it("prefers quick wins to slow ones, any win to a draw, a draw to a loss and late losses to early ones", () => {
  const best = [[0, 1], [0, 7], [2, 1], null, [2, 4], [2, 0], [0, 8], [0, 0]].map((pair) =>
    pair === null ? DRAW : makeValue(pair[0]!, pair[1]!),
  );
  expect([...best].reverse().sort((a, b) => compareValues(b, a))).toEqual(best);
});

it("prefers a certain win or draw to one that depends on a reading, and a loss that depends to a certain one", () => {
  const [win, loss] = [makeValue(0, 7), makeValue(0, 8)];
  const best = [win, DEPENDS + makeValue(0, 1), DRAW, DEPENDS + DRAW, DEPENDS + loss, loss];
  expect([...best].reverse().sort((a, b) => compareChoices(b, a))).toEqual(best);
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
