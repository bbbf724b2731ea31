// The comparison of test/fang/class-games.test.ts, for as many graphs as a night allows.
import { expect, test } from "vitest";
import { compareClassGames } from "../fang/class-games.ts";

test.each([
  [1, 20_000],
  [2, 30_000],
  [3, 50_000],
])(
  "orders of classes up to %i give what the infinite game and all strategies give, on %i graphs",
  (highest, graphs) => {
    expect(compareClassGames(highest, graphs, 1_000_000).wrong).toEqual([]);
  },
);
