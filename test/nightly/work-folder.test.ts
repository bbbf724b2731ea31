import { afterAll, beforeAll, describe, test } from "vitest";
import { damageAnything, endAnywhere, failAnywhere, InterruptedBuild, writeShortly } from "../solve/work-faults.ts";

describe.each(["KRKN", "KRKNAA", "KNPKP", "KPPKP"])("an interrupted build of %s", (name) => {
  const build = new InterruptedBuild(name);
  beforeAll(() => build.prepare());
  afterAll(() => build.remove());

  const runs = name === "KRKN" ? 300 : 25;
  test("goes on wherever its process ended, with or without the power", () => endAnywhere(build, runs));
  test("says in one line what its disk did, and goes on", () => failAnywhere(build, runs));
  test("writes as well where each write takes some bytes only", () => writeShortly(build, 30_000));
  test("is begun anew, or goes on, where what it put aside is damaged", () => damageAnything(build, runs));
});
