/** What the moves of a game threw away, a repetition at its end included. */
import { expect, test } from "vitest";
import { slipsIn, type JudgedEnd, type Slip } from "../../src/query/slips.ts";
import type { Category } from "../../src/table/value.ts";

/** Won for the side that moves first, move after move. */
const WON: readonly Category[] = ["win", "loss", "win", "loss", "win"];
const DRAWN: readonly Category[] = ["draw", "draw", "draw", "draw", "draw"];

test.each<[string, readonly (Category | null)[], JudgedEnd | null, [number, Slip][]]>([
  ["nothing", WON, null, []],
  ["a win for a draw", ["win", "draw", "draw"], null, [[0, "win-drawn"]]],
  ["what is not known is no slip", ["win", null, "loss"], null, []],
  ["the winner lets the other complete what it loses by", WON, { after: 4, value: "loss" }, [[2, "win-lost"]]],
  ["the winner lets the other complete a draw", WON, { after: 4, value: "draw" }, [[2, "win-drawn"]]],
  ["the winner completes it", WON, { after: 3, value: "win" }, [[2, "win-lost"]]],
  ["the winner wins by it", WON, { after: 4, value: "win" }, []],
  ["who could have kept a draw lets the other complete it", DRAWN, { after: 4, value: "loss" }, [[2, "draw-lost"]]],
  ["who could have kept a draw completes it", DRAWN, { after: 4, value: "win" }, [[3, "draw-lost"]]],
  [
    "moves after it are compared with the tables",
    ["draw", "draw", "win"],
    { after: 1, value: "loss" },
    [[1, "draw-lost"]],
  ],
])("%s", (_, values, end, slips) => {
  expect([...slipsIn(values, end)]).toEqual(slips);
});
