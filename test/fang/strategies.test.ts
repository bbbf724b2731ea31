import { expect, test } from "vitest";
import { GRAPH_KINDS } from "../oracle/random-graphs.ts";
import { playRandomGraphs } from "./strategies.ts";

test.each(GRAPH_KINDS)("wins are won and draws held against all lines on random graphs: %s", (kind) => {
  const { won, held, failures } = playRandomGraphs(kind, 170, 1);
  expect(failures).toEqual([]);
  expect(Math.min(won, held)).toBeGreaterThan(200);
});

test("values alone do not suffice: some moves that keep them throw wins and draws away", () => {
  const { failures } = playRandomGraphs("free labels", 170, 1, true);
  expect(failures.filter((failure) => failure.endsWith("win")).length).toBeGreaterThan(20);
  expect(failures.filter((failure) => failure.endsWith("hold")).length).toBeGreaterThan(20);
});
