import { expect, test } from "vitest";
import { sumsBy } from "../solve/thread-sums.ts";

test("files with orders of checks and chases are the same from any number of threads", async () => {
  const names = ["KRNKR", "KRCKR"];
  const one = await sumsBy(1, names);
  expect(Object.keys(one)).toEqual(expect.arrayContaining(names));
  expect(await sumsBy(2, names)).toEqual(one);
  expect(await sumsBy(3, names)).toEqual(one);
});
