import { expect, test } from "vitest";
import { GRAPH_KINDS } from "../oracle/random-graphs.ts";
import { playTasks } from "./tasks.ts";

test.each(GRAPH_KINDS)("tasks succeed though they explore little by little: %s", async (kind) => {
  for (const limit of [1, 4]) expect(await playTasks(kind, 25, limit, 1)).toEqual([]);
});
