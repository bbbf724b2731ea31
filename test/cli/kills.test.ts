import { test } from "vitest";
import { killBuilds } from "./kills.ts";

test("five builds killed at random moments leave nothing, and the same tables in the end", async () => {
  await killBuilds(5, ["KRKA", "KRKN"], 2_000, 1);
});
