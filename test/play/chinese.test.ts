/** Play, lines and explanations by tables of the Chinese rules; what attacks in turn decide is in test/tables. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { EXPLANATION_LIMIT, explain, type ChineseVerdict } from "../../src/play/explanation.ts";
import { startGame } from "../../src/play/game.ts";
import { perfectLine } from "../../src/play/line.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { DRAW, isDraw, orderOf } from "../../src/table/value.ts";
import { alterAsianTable, mapValues } from "../verify/asian-tables.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { buildTables, playSampled } from "./sampled-games.ts";

const CHINESE = { rules: "chinese", metric: "dtc" } as const;
const WON_BY_RULE = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";
let folder: string;
let provider: FolderCatalog;

beforeAll(async () => {
  folder = await buildTables(["KRKN", "KPKP"], CHINESE);
  provider = new FolderCatalog(folder, CHINESE);
});
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

test.each([
  ["KRKN", [1]],
  ["KPKP", []],
] as const)("the player wins and holds sampled games of %s", async (name, orders) => {
  const sample = await playSampled(provider, name, 4, 40);
  expect(sample.failures).toEqual([]);
  expect(sample.orders).toEqual(orders);
});

test("a game is judged by the classes of its moves", async () => {
  const game = await startGame(parseLegalFen(WON_BY_RULE), provider);
  for (const uci of ["d0d1", "b1c3", "d1d0", "c3b1", "d0d1", "b1c3", "d1d0", "c3b1"]) {
    expect(game.end).toBeNull();
    game.play(parseUci(game.position, uci));
  }
  expect(game.end).toMatchObject({ kind: "grades", result: "black-loss", certain: "black-loss" });
});

test("a line ends with the verdict on its repetition, and why", async () => {
  const line = await perfectLine(parseLegalFen(WON_BY_RULE), provider);
  expect(line).toMatchObject({ rules: "chinese", end: "adjudicated", verdict: { result: "black-loss" } });
  expect(line.verdict!.reason).toBe("Black loses: it checks on every move, while Red only plays idle moves.");
});

test("an explanation says what the Asian rules make of the position, where that is another result and known", async () => {
  const fen = parseLegalFen(WON_BY_RULE);
  const asian = new FolderCatalog(await buildTables(["KRKN"], { rules: "asian", metric: "dtc" }), { rules: "asian" });
  onTestFinished(async () => {
    await asian.close();
    await rm(asian.folder, { recursive: true });
  });
  expect((await explain(fen, provider, EXPLANATION_LIMIT, asian)).byAsian).toBeUndefined();
  // As if the Asian rules let checks go on for ever.
  await alterAsianTable(asian.folder, "KRKN", (draft) =>
    mapValues(draft, (value) => (!isDraw(value) && orderOf(value) > 0 ? DRAW : value)),
  );
  asian.forget("KRKN");
  const { byAsian } = await explain(fen, provider, EXPLANATION_LIMIT, asian);
  expect(byAsian).toEqual({ category: "draw", move: null, after: [] }); // by nothing but the same checks
  expect((await explain(fen, provider)).byAsian).toBeUndefined();
});

test("an explanation labels every move, and says what the Asian rules make of the cycle", async () => {
  const { cycle, ...explanation } = await explain(parseLegalFen(WON_BY_RULE), provider);
  expect(explanation).toMatchObject({ subject: "perpetual", loser: "black", kind: "check", edition: "2020" });
  for (const { mover, label, attempts, chases } of cycle!.moves) {
    expect(chases).toEqual([]);
    expect(label).toMatchObject(
      mover === "black" ? { label: "check", narrow: "check", wide: "check" } : { weak: false },
    );
    expect(attempts === null).toBe(mover === "red");
  }
  expect(cycle!.verdict).toMatchObject({ result: "black-loss", certain: "black-loss", asian: "black-loss" });
  const { grades } = cycle!.verdict as ChineseVerdict;
  expect(grades).toMatchObject({ red: { round: ["idle"] }, black: { round: ["check"] } });
});
