import { expect, test } from "vitest";
import { GRAPH_KINDS, type GraphKind } from "../oracle/random-graphs.ts";
import { compareWithExact } from "../fang/exactness.ts";

/** Kinds with moves that check and chase at once. Everywhere else Algorithm 5 as printed must find everything. */
const INEXACT: readonly GraphKind[] = ["free labels", "check by position", "chess-like"];

test.each(GRAPH_KINDS)("Algorithm 6 is sound and with 5' exact on 20,000 random graphs: %s", (kind) => {
  const { missed, wrong } = compareWithExact(kind, 20_000, 1_000_000);
  expect(wrong).toEqual([]);
  expect(missed > 0).toBe(INEXACT.includes(kind));
});
