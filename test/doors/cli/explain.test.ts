import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import type { Explanation } from "../../../src/play/explanation.ts";
import { newDataFolder, run, runJson, withoutLayout } from "./program.ts";

const WON_BY_RULE = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";
const data = newDataFolder();

beforeAll(async () => {
  for (const args of [
    ["KRKN", "KPKP"],
    ["KRKN", "--rules", "none"],
    ["KRKN", "--rules", "chinese"],
  ]) {
    const { code, stderr } = await run(["build", ...args], { data });
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("explain shows people the cycle, every attempt to leave it, and the rule that decides", async () => {
  const { code, stdout } = await run(["explain", WON_BY_RULE], { data });
  expect(code).toBe(0);
  expect(stdout).toContain("Red wins in 1 ply (order 1): Black may not go on checking");
  expect(stdout).toContain("Black has nothing better than to go on checking");
  expect(withoutLayout(stdout)).toMatch(/1\.\.\. b1c3 N2-3 .* Check by the Black horse on c3\. \d+ other moves?:/);
  expect(withoutLayout(stdout)).toMatch(/e9f9 K5=6 .* Red wins in 5 plies/);
  expect(withoutLayout(stdout)).toMatch(/Black loses: it checks on every move, while Red does not\./);
});

test(
  "explain --rules chinese gives the class of every move, and what the Asian rules say of the cycle",
  LONG,
  async () => {
    const { code, stdout } = await run(["explain", WON_BY_RULE, "--rules", "chinese"], { data });
    expect(code).toBe(0);
    expect(stdout).toContain("KRKN, dtc, rules chinese: Red wins in 1 ply (order 1): Black may not go on checking");
    expect(withoutLayout(stdout)).toMatch(
      /1\.\.\. b1c3 N2-3 .* check Check by the Black horse on c3\. \d+ other moves?:/,
    );
    expect(stdout).toContain("Perpetual check: forbidden by the Chinese rules and by the Asian.");
    const line = await run(["line", WON_BY_RULE, "--rules", "chinese"], { data });
    expect(line.stdout).toContain("KRKN, dtc, rules chinese: Red wins");
    expect(line.stdout).toMatch(
      /Black loses: it checks on every move, while Red only plays idle moves: [1-9a-zA-Z/]+ [wb]\n$/,
    );
  },
);

test("explain --json gives the same as data", async () => {
  const explanation = await runJson<Explanation>(["explain", WON_BY_RULE], { data });
  expect(explanation).toMatchObject({ subject: "perpetual", loser: "black" });
  expect(explanation.cycle!.verdict).toMatchObject({ result: "black-loss", clause: "d3" });
});

testEach(1, [
  ["9/9/3k5/9/p8/9/P8/9/9/4K4 w", [], /among 27 positions: whoever leaves them loses/],
  ["4k4/9/9/9/9/R8/9/9/1n7/3K5 w", [], /No repetition decides this position/],
  [WON_BY_RULE, ["--rules", "none"], /No repetition is forbidden by these rules/],
])("explain %s %j says why", async (fen, options, expected) => {
  expect((await run(["explain", fen, ...options], { data })).stdout).toMatch(expected);
});
