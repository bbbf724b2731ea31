import { expect, test } from "vitest";
import { GRAPH_KINDS } from "../oracle/random-graphs.ts";
import { compareWithExact } from "./exactness.ts";

test.each(GRAPH_KINDS)("Algorithm 6 is sound and with 5' exact on random graphs: %s", (kind) => {
  const { positions, perpetuals, draws, wrong } = compareWithExact(kind, 170, 1);
  expect(wrong).toEqual([]);
  expect(Math.min(perpetuals, draws)).toBeGreaterThan(positions / 50);
});
