import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { dataFolderOfTest, run, runJson } from "./program.ts";

/** Five soldiers on the last ranks, and with some way to go. */
const LAST_RANKS = "P1P1k3P/9/9/9/9/9/9/9/9/p4K2p w";
const FAR = "3k5/9/2P1P4/5P3/9/9/9/2p6/4p4/5K3 w";

const tablesIn = (data: string): string[] =>
  readdirSync(join(data, "asian/dtc")).filter((name) => name.endsWith(".canju"));

test(
  "a probe builds what a position of five attackers can reach, where that is soon done, and no more than that",
  LONG,
  async () => {
    const data = dataFolderOfTest();
    const found = await runJson<{ endgame: string; category: string; moves: unknown[] }>(["probe", LAST_RANKS], {
      data,
    });
    expect([found.endgame, found.category, found.moves.length]).toEqual(["KPPPKPP", "draw", 5]);
    expect(tablesIn(data)).toContain("KPPPKPP.from999-99.canju");
    expect(tablesIn(data).every((name) => name.startsWith("KK.") || name.includes(".from9"))).toBe(true);
  },
);

test("a cone that takes longer is built when that is asked for alone, and what it takes is told", async () => {
  const data = dataFolderOfTest();
  const { code, stderr } = await run(["probe", FAR], { data });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^canju: there is no table \(dtc, rules asian\); what this position can reach, KPPPKPP\.from666-78, takes .* to .* to build: say --build\n$/,
  );
});

test("of several positions all cones are built", async () => {
  const positions = ["3k5/P8/9/9/9/9/9/9/9/5K3 w", "3k5/9/9/9/9/9/9/9/p8/R4K3 w"];
  const plans = await runJson<{ endgame: string }[]>(
    ["build", "--plan", ...positions.flatMap((fen) => ["--position", fen])],
    { data: dataFolderOfTest() },
  );
  expect(plans.map(({ endgame }) => endgame)).toEqual(["KPK.from8-", "KRKP.from-8"]);
});

test("cones are for six attackers at most, and not by the Chinese rules", async () => {
  const data = dataFolderOfTest();
  const seven = await run(["build", "--position", "P1P1k1P1P/9/9/9/9/9/9/9/9/p1p2K2p w"], { data });
  expect([seven.code, seven.stderr]).toEqual([
    2,
    "canju: KPPPPKPPP.from9999-999 has 7 attacking men (chariots, horses, cannons, soldiers): cones are for at most 6\n",
  ]);
  const chinese = await run(["probe", LAST_RANKS, "--rules", "chinese"], { data });
  expect(chinese.code).toBe(2);
  expect(chinese.stderr).toMatch(/^canju: KPPPKPP\.from999-99 cannot be built under the Chinese rules.*\n$/);
});

test("a probe builds what a position of six attackers can reach, and answers at once", LONG, async () => {
  const data = dataFolderOfTest();
  const found = await runJson<{ endgame: string; category: string }>(["probe", "P1P1k3P/9/9/9/9/9/9/9/9/p1p2K2p w"], {
    data,
  });
  expect([found.endgame, found.category]).toEqual(["KPPPKPPP", "draw"]);
  expect(tablesIn(data)).toContain("KPPPKPPP.from999-999.canju");
});

test("outcomes of a position are made from the whole table where it is there", async () => {
  const data = dataFolderOfTest();
  await run(["build", "KPKP"], { data });
  const cone = ["build", "--position", "3k5/9/4P4/9/9/9/9/2p6/9/5K3 w", "--outcomes"];
  const { code, stdout } = await run(cone, { data });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/made 3 tables of outcomes/)]);
  const { stdout: proven } = await run(["verify", "--outcomes", "KPKP"], { data });
  expect(proven).toMatch(/^KPKP: outcomes proven, by the atlas; their sum is [0-9a-f]{32}\n$/);
});
