/** What the API says about check, chase and wins by forbidden perpetuals. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import type { JudgementJson } from "../../../src/say/judgement.ts";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-asian-"));
  const options = { ...DEFAULT_COLLECTION, folder, threads: 1, level: 1 };
  await buildClosure([parseEndgame("KRKN")], options);
  await buildClosure([parseEndgame("KRKN")], { ...options, orders: "chessdb" });
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "0" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

const ask = async <T>(path: string, query: Readonly<Record<string, string>> = {}, status = 200): Promise<T> => {
  const response = await app.request(`/api/v1/${path}?${new URLSearchParams(query).toString()}`);
  expect(response.status).toBe(status);
  return (await response.json()) as T;
};

const FEN = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";
const FOR_EVER = ["d0d1", "b1c3", "d1d0", "c3b1"];

describe("orders above 0", () => {
  test("come with what the loser may not go on doing", async () => {
    const moves = [{ uci: "d0d1", category: "loss", order: 1, distance: 0, best: true }];
    const value = { category: "win", order: 1, distance: 1, kind: "check", rules: "asian" };
    expect(await ask("probe", { fen: FEN })).toMatchObject({ ...value, moves });
    expect(await ask("line", { fen: FEN })).toMatchObject({ category: "win", order: 1, distance: 1 });
  });

  test("are numbered in either form, each in files of its own", async () => {
    const [fang, chessdb] = await Promise.all(
      (["fang", "chessdb"] as const).map((orders) => ask<Record<string, unknown>>("tables/KRKN", { orders })),
    );
    const order = { order: 1, kind: "check", red: { wins: 624, longestWin: 1 }, black: { losses: 2570 } };
    expect(fang).toMatchObject({
      orders: [{ order: 0 }, order],
      file: expect.stringMatching(/^\/tables\/asian\/dtc\/KRKN\.canju\?v=[0-9a-f]{16}$/),
    });
    expect(chessdb).toMatchObject({
      orders: [{ order: 0 }, { ...order, red: { wins: 624 } }],
      file: expect.stringMatching(/^\/tables\/asian-chessdb\/dtc\/KRKN\.canju\?v=[0-9a-f]{16}$/),
    });
    const { tables } = await ask<{ tables: { orders: string; file: string }[] }>("tables", { orders: "chessdb" });
    expect(tables.map(({ orders, file }) => `${orders} ${file}`)).toContain(`chessdb ${String(chessdb!.file)}`);
    expect(tables.every(({ orders }) => orders === "chessdb")).toBe(true);
    for (const { file } of tables) expect((await app.request(file)).status).toBe(200);
  });
});

test("a server may take other tables for granted", async () => {
  const collection = { rules: "asian", metric: "dtc", orders: "chessdb" } as const;
  const other = createApp({ data, page: new Map(), version: "0", collection });
  const statistics = await (await other.request("/api/v1/tables/KRKN")).json();
  expect(statistics).toMatchObject({
    file: expect.stringMatching(/^\/tables\/asian-chessdb\/dtc\/KRKN\.canju\?v=[0-9a-f]{16}$/),
  });
  expect(await (await other.request("/api/v1/tables")).json()).toMatchObject({ collection });
  expect((await other.request("/api/v1/tables/KRKN?rules=none")).status).toBe(404);
});

describe("adjudicate", () => {
  test("tells what each move does, and the verdict at the third occurrence", async () => {
    const moves = [...FOR_EVER, ...FOR_EVER].join(",");
    const judgement = await ask<JudgementJson>("adjudicate", { fen: FEN, moves });
    expect(judgement).toMatchObject({ fen: FEN, result: "black-loss" });
    expect(judgement.reason).toBe("Black loses: it checks on every move, while Red does not.");
    expect(judgement.moves).toHaveLength(8);
    expect(judgement.moves[0]).toEqual({ uci: "d0d1", legal: true, check: false, chases: [] });
    expect(judgement.moves[1]).toEqual({ uci: "b1c3", legal: true, check: true, chases: [] });
  });

  test("has no verdict before that, and stops at an illegal move", async () => {
    const judgement = await ask<JudgementJson>("adjudicate", { fen: FEN, moves: "d0d1_b1b2_d1d0" });
    expect(judgement).toMatchObject({ result: null, reason: null });
    expect(judgement.moves.map(({ legal }) => legal)).toEqual([true, false]);
  });

  test("takes the switches of the rules", async () => {
    const [fen, moves] = ["4k4/9/9/5c3/2N6/9/9/9/9/3K5 w", "c5d7"]; // the horse checks, and attacks the cannon
    const chases = async (switches: string) =>
      (await ask<JudgementJson>("adjudicate", { fen, moves, switches })).moves[0]!.chases;
    expect(await chases("suspendedIsNew")).toEqual([]);
    expect(await chases("suspendedIsNew,checksMayChase")).toEqual(["f6"]);
  });

  test.each([
    [{ moves: "d0d1" }, "bad-request"],
    [{ fen: FEN, moves: "d0" }, "bad-move"],
    [{ fen: "9/9/9/9/9/9/9/9/9/4K4 w" }, "no-king"],
    [{ fen: FEN, switches: "mercy" }, "bad-switch"],
    [{ fen: FEN, moves: "d0d1,".repeat(2000) }, "bad-request"],
  ])("%j is refused as %s", async (query, code) => {
    expect(await ask("adjudicate", query as Record<string, string>, 400)).toMatchObject({ status: 400, code });
  });
});
