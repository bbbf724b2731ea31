import { test } from "vitest";
import { killBuilds, killServers } from "../doors/cli/kills.ts";

test("fifty builds killed at random moments leave nothing, and the same tables in the end", async () => {
  await killBuilds(50, 2);
});

test("fifty servers killed while they build leave nothing, and the same tables in the end", async () => {
  await killServers(50, 3);
});
