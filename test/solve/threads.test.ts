/** Tables that several threads solve and write at once. */
import { expect } from "vitest";
import { testEach } from "../long.ts";
import { sumsBy } from "./thread-sums.ts";

// The second is large enough that blocks of both sides are asked for by several threads while others are still being made.
testEach(1, ["KNKP", "KNKPP"])("%s has the same bytes whatever the number of threads", async (name) => {
  const one = await sumsBy(1, [name]);
  expect(Object.keys(one)).toContain(name);
  for (const threads of [2, 4]) expect(await sumsBy(threads, [name]), `${threads} threads`).toEqual(one);
});
