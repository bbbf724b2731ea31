/** What people are told of values that depend on a reading of the Chinese rules. */
import { beforeAll, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { DEPENDS, isDraw, orderOf } from "../../../src/table/value.ts";
import { alterAsianTable, mapValues } from "../../verify/asian-tables.ts";
import { buildTablesUnder } from "../../verify/tables.ts";
import { run } from "./program.ts";

const rules = "chinese" as const;
const SENTENCE = "This is by the default reading: it depends on what counts as a chase.";
let data: string;

// Nothing depends in so small an endgame: here its draws and its level of checks are said to.
beforeAll(async () => {
  data = await buildTablesUnder({ metric: "dtc", rules }, "KRKN");
  const alter = (draft: Parameters<Parameters<typeof alterAsianTable>[2]>[0]) => {
    mapValues(draft, (value) => (isDraw(value) || orderOf(value) > 0 ? value + DEPENDS : value));
    draft.info = { ...draft.info, dependentOrders: draft.info.orders };
  };
  await alterAsianTable(data, "KRKN", alter, undefined, rules);
});

testEach(1, ["4k4/9/9/9/9/9/9/9/1n7/R2K5 w", "4k4/9/9/9/9/9/9/5K3/9/1n3R3 b"])(
  "probe, line and explain say that the value of %s depends",
  async (fen) => {
    for (const command of ["probe", "line", "explain"]) {
      const { stdout } = await run([command, fen, "--rules", rules], { data });
      expect(stdout.split("\n")[2]).toBe(SENTENCE);
    }
  },
);

test("of moves it is said which depend", async () => {
  const { stdout } = await run(["probe", "4k4/9/9/9/9/9/9/5K3/9/1n3R3 b", "--rules", rules], { data });
  const rows = stdout
    .trimEnd()
    .split("\n")
    .slice(4)
    .map((row) => row.replace(/^.* (draws|loses)/, "$1"));
  const [best, ...others] = rows;
  expect(best).toMatch(/^draws +depends$/);
  expect(others.length).toBeGreaterThan(0);
  for (const row of others) expect(row).toMatch(/^loses +Red wins in \d+ (ply|plies)$/);
});

test("an explanation tells the certain verdict on its cycle from the value, which depends", LONG, async () => {
  const { stdout } = await run(["explain", "4k4/9/9/9/9/9/9/9/1n7/R2K5 w", "--rules", rules], { data });
  const end = stdout.trimEnd().split("\n").slice(-3);
  expect(end[0]).toBe("Black loses: it checks on every move, while Red only plays idle moves.");
  expect(end[1]).toContain("the value of the position depends on what counts as a chase");
  expect(end[2]).toBe("Perpetual check: forbidden by the Chinese rules and by the Asian.");
});
