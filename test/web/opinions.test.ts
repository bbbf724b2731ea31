/** Which moves an engine doubts, by what it expects before and after them. */
import { expect, test } from "vitest";
import { expectedOf, placeOf, type Guess, type Score } from "../../web/opinion/guess.ts";
import { doubtsIn } from "../../web/games/opinions.ts";

const guess = (value: number, best: number, kind: Score["kind"] = "cp"): Guess => ({
  place: 1,
  depth: 9,
  score: { kind, value },
  line: [best],
});

test("a score is worth what a side may expect, from a loss to a win, alike for both sides", () => {
  const cp = (value: number) => expectedOf({ kind: "cp", value });
  expect([cp(0), cp(300), cp(-300)]).toEqual([0.5, 0.75, 0.25]);
  expect(cp(100) + cp(-100)).toBeCloseTo(1);
  expect([expectedOf({ kind: "mate", value: 3 }), expectedOf({ kind: "mate", value: -3 })]).toEqual([1, 0]);
});

test.each<[string, Parameters<typeof doubtsIn>[1], [number, Guess][], number[]]>([
  [
    "much is given away",
    [],
    [
      [0, guess(200, 7)],
      [1, guess(200, 9)],
    ],
    [0],
  ],
  [
    "little is given away",
    [],
    [
      [0, guess(30, 7)],
      [1, guess(30, 9)],
    ],
    [],
  ],
  [
    "it would have played the same, whatever it thinks then",
    [],
    [
      [0, guess(200, 1)],
      [1, guess(200, 9)],
    ],
    [],
  ],
  ["it expected to win, and a table has a draw", [null, { category: "draw" }], [[0, guess(400, 7)]], [0]],
  ["it expected a draw, and a table has that", [null, { category: "draw" }], [[0, guess(0, 7)]], []],
  [
    "a mate is missed",
    [],
    [
      [0, guess(4, 7, "mate")],
      [1, guess(0, 9)],
    ],
    [0],
  ],
  ["what is proven is no matter of opinion", [{ category: "win" }, { category: "win" }], [], []],
  ["nothing is known after it", [], [[0, guess(400, 7)]], []],
])("%s", (_, values, guesses, doubted) => {
  expect([...doubtsIn([1], values, new Map(guesses)).keys()]).toEqual(doubted);
});

test("a line of the engine is a guess at a place, unless it is a mere bound", () => {
  expect(placeOf("info depth 9 seldepth 12 multipv 2 score cp -31 nodes 5 pv e1e2")).toBe("2");
  expect(placeOf("info depth 9 seldepth 12 multipv 1 score cp 31 lowerbound nodes 5 pv e1e2")).toBeUndefined();
  expect(placeOf("bestmove e1e2")).toBeUndefined();
});
