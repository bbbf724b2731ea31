import { test } from "vitest";
import { killBuilds, killServers, killSlices } from "../doors/cli/kills.ts";

test("fifty builds killed at random moments leave nothing, and the same tables in the end", async () => {
  await killBuilds(50, 2);
});

test("fifty servers killed while they build leave nothing, and the same tables in the end", async () => {
  await killServers(50, 3);
});

test("a build slice by slice that is killed again and again goes on, and makes the file of a whole one", async () => {
  await killSlices("KPPKPP", 15_000, 4);
});
