/** Tables that several threads solve and write at once. */
import { expect, test } from "vitest";
import { sumsBy } from "./thread-sums.ts";

// Large enough that blocks of both sides are asked for by several threads while others are still being made.
test("KNKPP has the same bytes whatever the number of threads", async () => {
  const one = await sumsBy(1, ["KNKPP"]);
  expect(Object.keys(one)).toContain("KNKPP");
  for (const threads of [2, 4]) expect(await sumsBy(threads, ["KNKPP"]), `${threads} threads`).toEqual(one);
}, 120_000);
