import { expect, test } from "vitest";
import { GRAPH_KINDS } from "../oracle/random-graphs.ts";
import { playRandomGraphs } from "../fang/strategies.ts";

test.each(GRAPH_KINDS)("wins are won and draws held against all lines on 20,000 random graphs: %s", (kind) => {
  const { failures } = playRandomGraphs(kind, 20_000, 1_000_000);
  expect(failures).toEqual([]);
});
