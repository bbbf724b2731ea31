/** Where check and threat of mate in turn lose: two attacking men against a chariot. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explain } from "../../src/play/explanation.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { isDependent, isDraw, orderOf } from "../../src/table/value.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { samplePositions } from "../play/games.ts";
import { buildTables, playSampled } from "../play/sampled-games.ts";

const CHINESE = { rules: "chinese", metric: "dtc" } as const;
let folder: string;
let provider: FolderCatalog;

beforeAll(async () => {
  folder = await buildTables(["KRNKR"], CHINESE);
  provider = new FolderCatalog(folder, CHINESE);
}, 3_600_000);
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

test("the player wins and holds sampled games of every order of KRNKR, certain and by the default reading", async () => {
  expect((await playSampled(provider, "KRNKR", 4, 60)).failures).toEqual([]);
});

test("a check and a threat of mate in turn are explained as forbidden here and allowed by the Asian rules", async () => {
  const explanation = await explain(parseLegalFen("4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b"), provider);
  expect(explanation).toMatchObject({ subject: "perpetual", loser: "black", kind: "attack" });
  const { moves, verdict } = explanation.cycle!;
  const blacks = moves.filter(({ mover }) => mover === "black").map(({ label }) => label!.label);
  expect(new Set(blacks)).toEqual(new Set(["check", "kill"]));
  expect(verdict).toMatchObject({ result: "black-loss", certain: "black-loss", asian: "draw" });
});

test("the cycle of a certain loss is a certain loss, and that of another one by the default reading", async () => {
  for (const depends of [false, true]) {
    const isWanted = (value: number) => !isDraw(value) && isDependent(value) === depends && orderOf(value) > 5;
    for (const position of await samplePositions(provider, "KRNKR", isWanted, 50, randomNumbers(2))) {
      const { cycle, loser } = await explain(position, provider);
      if (cycle === null) continue;
      expect(cycle.verdict.result).toBe(`${loser}-loss`);
      if (!depends) expect(cycle.verdict).toMatchObject({ certain: `${loser}-loss` });
    }
  }
});
