/** The atlas's routes without a socket, over the atlas that comes with the program and over folders that hold none. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAtlasRoutes } from "../../../src/doors/http/atlas-routes.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { problemOf } from "../../../src/doors/http/problem.ts";
import { Turns, working, type Env } from "../../../src/doors/http/work.ts";
import type { Statistics } from "../../../src/query/statistics.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import { formatFen, parseFen } from "../../../src/xiangqi/fen.ts";
import { swapColours } from "../../../src/xiangqi/position.ts";

let empty: string;
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), "canju-atlas-"));
});
afterAll(() => rm(empty, { recursive: true }));

function apiOf(folder?: string): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  app.use(working(new Turns(), 30_000));
  addAtlasRoutes(app, DEFAULT_COLLECTION, folder);
  app.onError((error, c) => problemOf(c, error, new DataFolder(empty)));
  return app;
}

describe("/atlas", () => {
  const api = apiOf();

  test("lists what is proven of every endgame that it has", async () => {
    const { endgames } = (await (await api.request("/atlas")).json()) as { endgames: { endgame: string }[] };
    expect(endgames.length).toBeGreaterThan(300);
    expect(endgames.find(({ endgame }) => endgame === "KRKN")).toMatchObject({
      red: [346_935, 78, 1_008],
      highestOrder: 1,
    });
  });

  test("tells of one endgame, in the colours asked for", async () => {
    const ask = async (path: string) => {
      const response = await api.request(path);
      expect(response.status).toBe(200);
      return (await response.json()) as Statistics & { sum: string };
    };
    const [usual, swapped] = [await ask("/atlas/KRKN"), await ask("/atlas/KNKR")];
    expect(usual).toMatchObject({ endgame: "KRKN", red: { wins: 346_935 }, proof: { checks: expect.any(Array) } });
    expect(swapped).toMatchObject({ endgame: "KNKR", sum: usual.sum, black: { wins: 346_935 } });
    expect(swapped.survey!.onlyWinningMoves.black).toBe(usual.survey!.onlyWinningMoves.red);
    expect(swapped.survey!.zugzwangs.red).toBe(usual.survey!.zugzwangs.black);
    expect(swapped).toMatchObject({ outcomeSum: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const turned = (fen: string) => formatFen(swapColours(parseFen(fen)));
    expect(turned(swapped.typical!.black.win!)).toBe(usual.typical!.red.win);
    expect(turned(swapped.typical!.red.draw!)).toBe(usual.typical!.black.draw);
    expect((await ask("/atlas/KRKN?rules=none")).rules).toBe("none");
  });

  test("says clearly what it does not have, and that it lacks its files", async () => {
    const unknown = await api.request("/atlas/KRNCKRNC");
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: "not-in-atlas", detail: "the atlas does not have KRNCKRNC" });
    expect((await api.request("/atlas/KRXKR")).status).toBe(400);
    const none = await apiOf(empty).request("/atlas");
    expect(none.status).toBe(500);
    expect(await none.json()).toMatchObject({ code: "other-atlas" });
  });
});
