import { test } from "vitest";
import { killBuilds, killServers } from "./kills.ts";
import { LONG } from "../../long.ts";

test("five builds killed at random moments leave nothing, and the same tables in the end", LONG, async () => {
  await killBuilds(5, 1);
});

test("two servers killed while they build leave nothing, and the same tables in the end", LONG, async () => {
  await killServers(2, 1);
});
