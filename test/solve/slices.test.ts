import { expect, it, test } from "vitest";
import { checkSlices } from "../../src/solve/slices/sliced-kernel.ts";
import { LONG } from "../long.ts";
import { compareSlices } from "./slices.ts";

test.each([
  ["KPKP", "none", 1],
  ["KPKP", "asian", 2],
  ["KNKP", "asian", 1],
  ["KPPK", "none", 2],
] as const)(
  "%s solved slice by slice is what it is solved whole: rules %s, threads %i",
  async (name, rules, threads) => {
    await compareSlices(name, rules, threads);
  },
);

test.each([
  ["KPPKP", "asian", 2],
  ["KPKPA", "none", 1],
  ["KNPKP", "none", 2],
] as const)(
  "%s solved slice by slice is what it is solved whole, at length: rules %s",
  LONG,
  async (name, rules, threads) => {
    await compareSlices(name, rules, threads);
  },
);

it("refuses what cannot be numbered slice by slice", () => {
  const refused = (what: Parameters<typeof checkSlices>[0]) =>
    expect(() => checkSlices(what)).toThrow(/^slices cannot/);
  refused({ metric: "dtm", rules: "none" });
  refused({ metric: "dtc", rules: "chinese" });
  refused({ metric: "dtc", rules: "asian", orders: "chessdb" });
});
