/** Tables under the Asian rules, built, counted and probed by the program. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { endgameIndex } from "../../../src/endgame/index.ts";
import type { OrderForm } from "../../../src/table/format/header.ts";
import type { PerfectLine } from "../../../src/play/line.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import type { ProbeResult } from "../../../src/query/probe.ts";
import type { Statistics } from "../../../src/query/statistics.ts";
import { COLOURS } from "../../../src/xiangqi/pieces.ts";
import { swapColours } from "../../../src/xiangqi/position.ts";
import { parseFen, formatFen } from "../../../src/xiangqi/fen.ts";
import { isLegalPosition } from "../../../src/xiangqi/validate.ts";
import { newDataFolder, run, runJson, withoutLayout } from "./program.ts";

/** One side without attacking men: nobody can be forced to go on checking or chasing. */
const ONE_SIDED = ["KRKA", "KNKAA", "KCAKA", "KPKB", "KCKAB"];
/** Both sides alike. */
const SYMMETRIC = ["KRKR", "KPKP"];
/** Red wins, because Black's horse cannot do without checks: by the Asian rules only. */
const WON_BY_RULE = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";

const data = newDataFolder();

beforeAll(async () => {
  for (const args of [
    ["KRKN", ...SYMMETRIC, ...ONE_SIDED],
    ["KRKN", ...ONE_SIDED, "--rules", "none"],
    ["KRKN", "--orders", "chessdb"],
  ]) {
    const { code, stderr } = await run(["build", ...args], { data });
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("KRKN has one order by perpetual check above conversion", async () => {
  const stats = await runJson<Statistics>(["stats", "KRKN"], { data });
  expect(stats.red).toMatchObject({ wins: 346_935, draws: 78, losses: 1_008 });
  expect(stats.black).toMatchObject({ wins: 37_476, draws: 1_140, losses: 373_350 });
  expect(stats.orders).toHaveLength(2);
  expect(stats.orders[1]).toEqual({
    order: 1,
    kind: "check",
    red: { wins: 624, losses: 0, longestWin: 1, longestLoss: -1 },
    black: { wins: 0, losses: 2_570, longestWin: -1, longestLoss: 0 },
  });
});

test("rules and order form may be named, and change what they should", async () => {
  const [plain, fang, chessdb] = await Promise.all([
    runJson<Statistics>(["stats", "KRKN", "--rules", "none"], { data }),
    runJson<Statistics>(["stats", "KRKN", "--rules", "asian", "--orders", "fang"], { data }),
    runJson<Statistics>(["stats", "KRKN", "--orders", "chessdb"], { data }),
  ]);
  expect(plain.orders).toEqual(fang.orders.slice(0, 1));
  expect(plain.red.wins).toBe(fang.red.wins - 624);
  expect(chessdb.orders[0]).toEqual(fang.orders[0]);
  const { wins, draws, losses } = fang.black;
  expect(chessdb.black).toMatchObject({ wins, draws, losses });
  // There the entrances to the repetition come later than what repeats.
  expect(chessdb.orders[1]!.black.longestLoss).toBeGreaterThan(0);
});

test("in the colours exchanged orders are exchanged too", async () => {
  const stats = await runJson<Statistics>(["stats", "KNKR"], { data });
  expect(stats.orders[1]).toMatchObject({ black: { wins: 624 }, red: { losses: 2_570 } });
});

test("probe and line tell the order, and who may not go on", LONG, async () => {
  const probed = await runJson<ProbeResult>(["probe", WON_BY_RULE], { data });
  const swapped = await runJson<ProbeResult>(["probe", formatFen(swapColours(parseFen(WON_BY_RULE)))], { data });
  for (const { category, order, distance, kind, moves } of [probed, swapped]) {
    expect({ category, order, distance, kind }).toEqual({ category: "win", order: 1, distance: 1, kind: "check" });
    expect(moves).toMatchObject([{ category: "loss", order: 1, distance: 0, best: true }]);
  }
  expect(await runJson<ProbeResult>(["probe", WON_BY_RULE, "--rules", "none"], { data })).toMatchObject({
    category: "draw",
    order: null,
    kind: null,
  });
  expect(await runJson<PerfectLine>(["line", WON_BY_RULE], { data })).toMatchObject({ order: 1, distance: 1 });
  const { stdout } = await run(["probe", WON_BY_RULE], { data });
  expect(stdout).toContain("rules asian: Red wins in 1 ply (order 1): Black may not go on checking");
  expect(withoutLayout(stdout)).toMatch(/\* d0d1 .* wins Black loses in 0 plies \(order 1\)/);
  const chessdb = await run(["probe", WON_BY_RULE, "--orders", "chessdb"], { data });
  expect(chessdb.stdout).toContain("rules asian, orders chessdb: Red wins");
});

test("stats tells people of orders and of the certificate", LONG, async () => {
  const { stdout } = await run(["stats", "KRKN"], { data });
  expect(withoutLayout(stdout)).toMatch(/1 check Red 624 0 1 ply -/);
  expect(withoutLayout(stdout)).toMatch(/1 check Black 0 2,570 - 0 plies/);
  expect(withoutLayout(stdout)).toMatch(/Exact: no win by a forbidden perpetual is left \(no inner patterns/);
  expect((await run(["stats", "KRKA"], { data })).stdout).not.toMatch(/order|Exact/);
});

test("list tells one collection from another", LONG, async () => {
  const { tables } = await runJson<{ tables: { endgame: string; rules: string; orders: OrderForm }[] }>(["list"], {
    data,
  });
  const krkn = tables.filter(({ endgame }) => endgame === "KRKN").map(({ rules, orders }) => `${rules} ${orders}`);
  expect(krkn).toEqual(["asian fang", "asian chessdb", "none null"]);
  const { stdout } = await run(["list", "--orders", "chessdb", "--rules", "asian"], { data });
  expect(withoutLayout(stdout)).toMatch(/KRKN dtc asian \(chessdb\)/);
  expect(stdout).toContain(`${data}: 4 tables`);
});

testEach(1, ONE_SIDED)("%s is the same without perpetual rules, value for value", async (name) => {
  const catalogs = (["asian", "none"] as const).map((rules) => new FolderCatalog(data, { rules }));
  const [asian, plain] = await Promise.all(catalogs.map((catalog) => catalog.open(name)));
  const { red, black, orders } = plain!.header.info;
  expect(asian!.header.info).toMatchObject({ red, black, orders });
  const index = endgameIndex(parseEndgame(name));
  let compared = 0;
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    if (board === null) continue;
    for (const turn of COLOURS) {
      const value = asian!.valueIfCached(turn, cell) ?? (await asian!.valueAt(turn, cell));
      if (value === (plain!.valueIfCached(turn, cell) ?? (await plain!.valueAt(turn, cell)))) compared++;
      else if (isLegalPosition({ board, turn })) expect.fail(`${formatFen({ board, turn })} has another value`);
    }
  }
  expect(compared).toBeGreaterThan(index.cells);
  await Promise.all(catalogs.map((catalog) => catalog.close()));
});

testEach(1, SYMMETRIC)("%s is the same for both sides", async (name) => {
  const { red, black, orders } = await runJson<Statistics>(["stats", name], { data });
  // The examples of longest wins are two positions.
  const { longestWinFen, longestLossFen } = red;
  expect({ ...black, longestWinFen, longestLossFen }).toEqual(red);
  for (const order of orders) expect(order.black).toEqual(order.red);
});

test("other switches need another data folder, where the header records them", LONG, async () => {
  const args = ["build", "KRKN", "--switch", "checksMayChase", "--switch", "minorsChaseProtected"];
  const refused = await run(args, { data });
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toMatch(
    /^canju: .* was built under other rules \(checksMayChase = false, wanted true\): use/m,
  );
  const other = newDataFolder();
  try {
    expect((await run(args, { data: other })).code).toBe(0);
    const { stdout } = await run(["stats", "KRKN"], { data: other });
    expect(withoutLayout(stdout)).toMatch(/KRKN, dtc, rules asian, switched on: checksMayChase, minorsChaseProtected/);
  } finally {
    rmSync(other, { recursive: true });
  }
});
