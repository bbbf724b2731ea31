/** Where check and threat of mate in turn lose: two attacking men against a chariot. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXPLANATION_LIMIT, explain } from "../../src/play/explanation.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { isDependent, isDraw, isLoss, orderOf } from "../../src/table/value.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { samePosition } from "../../src/xiangqi/position.ts";
import { labelMove } from "../../src/rules/chinese/label.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { samplePositions } from "../play/games.ts";
import { buildTables, playSampled } from "../play/sampled-games.ts";

const CHINESE = { rules: "chinese", metric: "dtc" } as const;
let folder: string;
let provider: FolderCatalog;

beforeAll(async () => {
  folder = await buildTables(["KRNKR", "KRCKR"], CHINESE);
  provider = new FolderCatalog(folder, CHINESE);
}, 3_600_000);
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

test("the player wins and holds a sampled game of every order of KRNKR, certain and by the default reading", async () => {
  // Few, and one idea for each: moves are labelled by searches, which makes games of attacks long.
  expect((await playSampled(provider, "KRNKR", 1, 30, 1)).failures).toEqual([]);
});

test.each([
  ["KRNKR", "4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b", ["e0e7", "f1f0", "e7e0", "f0f1"]],
  ["KRCKR", "9/3k5/9/8R/9/9/9/3r5/7C1/4K4 b", ["d2e2", "h1e1", "e2d2", "e1h1"]],
])(
  "in %s a check and a threat of mate in turn lose for certain, and are allowed by the Asian rules",
  async (_, fen, line) => {
    const start = parseLegalFen(fen);
    const value = await valueOf(start, provider);
    expect([isLoss(value), isDependent(value)]).toEqual([true, false]);
    let position = start;
    const labels = line.map((uci) => {
      const move = parseUci(position, uci);
      const { label } = labelMove(position, move);
      position = applyMove(position, move);
      return label;
    });
    expect(samePosition(position, start)).toBe(true);
    expect(labels.filter((_label, i) => i % 2 === 0).toSorted()).toEqual(["check", "kill"]);

    const explanation = await explain(start, provider);
    expect(explanation).toMatchObject({ subject: "perpetual", loser: "black", kind: "attack" });
    const { moves, verdict } = explanation.cycle!;
    const blacks = moves.filter(({ mover }) => mover === "black").map(({ label: told }) => told!.label);
    expect(new Set(blacks)).toEqual(new Set(["check", "kill"]));
    expect(verdict).toMatchObject({ result: "black-loss", certain: "black-loss", asian: "draw" });
  },
);

test("what depends by an escape alone is told from the cycle, and the escape is what the Asian rules hold by", async () => {
  const asian = new FolderCatalog(await buildTables(["KRNKR"], { rules: "asian", metric: "dtc" }), { rules: "asian" });
  const start = parseLegalFen("9/1R7/5k3/9/9/9/9/9/6r2/1N1K5 b");
  const { cycle, depends, byAsian } = await explain(start, provider, EXPLANATION_LIMIT, asian);
  await asian.close();
  await rm(asian.folder, { recursive: true });
  expect(depends).toBe(true);
  expect(cycle!.verdict).toMatchObject({ certain: "black-loss" });
  const dependent = cycle!.moves.flatMap(({ attempts }) => (attempts ?? []).filter((each) => each.depends));
  expect(dependent.map(({ uci }) => uci)).toEqual(["g1g2"]);
  expect(byAsian).toMatchObject({ category: "draw", after: [], move: { uci: "g1g2" } });
}, 3_600_000);

test("the cycle of a certain loss is a certain loss, and that of another one by the default reading", async () => {
  for (const depends of [false, true]) {
    const isWanted = (value: number) => !isDraw(value) && isDependent(value) === depends && orderOf(value) > 5;
    for (const position of await samplePositions(provider, "KRNKR", isWanted, 4, randomNumbers(2))) {
      const { cycle, loser } = await explain(position, provider);
      if (cycle === null) continue;
      expect(cycle.verdict.result).toBe(`${loser}-loss`);
      if (!depends) expect(cycle.verdict).toMatchObject({ certain: `${loser}-loss` });
    }
  }
});
