import { test } from "vitest";
import { killBuilds } from "../cli/kills.ts";

test("a hundred builds killed at random moments leave nothing, and the same tables in the end", async () => {
  await killBuilds(100, ["KRKA", "KRKN"], 2_000, 2);
});
