/** Slices with levels of checks across borders, and of chases in which some slices idle, beside whole tables. */
import { expect, test } from "vitest";
import { compareSlices } from "../solve/slices.ts";

const TIMEOUT = { timeout: 3_600_000 };

test.each(["KNPKN", "KRPKR", "KNPKNP", "KRPKRP", "KRKPPP", "KPPKPP"])(
  "%s solved slice by slice is what it is solved whole",
  TIMEOUT,
  async (name) => {
    expect((await compareSlices(name, "asian", 2)).length).toBeGreaterThan(1);
  },
);
