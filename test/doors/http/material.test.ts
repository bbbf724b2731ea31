/** The material routes without a socket, on a small base built for the test. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ATLAS_FOLDER, saveAtlas } from "../../../src/knowledge/atlas/node/files.ts";
import { addMaterialRoutes } from "../../../src/doors/http/material-routes.ts";
import { problemOf } from "../../../src/doors/http/problem.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { Turns, working, type Env } from "../../../src/doors/http/work.ts";

let folder: string;
/** Holds nothing. */
let atlas: string;
let api: OpenAPIHono<Env>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-material-"));
  const counts = [
    [97, 3, 0],
    [95, 5, 0],
  ];
  const write = (file: string, value: object) => writeFile(join(folder, file), JSON.stringify(value));
  await write("basic.json", {
    kind: "canju-material-distributions",
    rules: "asian",
    tables: {},
    materials: { KRKA: { quiet: counts, all: counts } },
  });
  // By strength alone: a chariot more is worth five in log-odds.
  await write("model.json", {
    kind: "canju-material-model",
    mean: 0,
    ofStrength: 10,
    ofMen: 0,
    noise: 0.01,
    strength: [1, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0],
    unlike: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    endgames: ["KRKN"],
    weights: [[0.5, -0.5]],
    missed: [0.5, 0.5, 0.5, 0.5],
  });
  atlas = join(folder, "atlas");
  await saveAtlas(atlas, []);
  api = apiOf(folder);
});

afterAll(() => rm(folder, { recursive: true }));

/** @param proven the folder of the atlas */
function apiOf(files: string, proven = atlas): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  app.use(working(new Turns(), 30_000));
  addMaterialRoutes(app, { material: files, atlas: proven });
  app.onError((error, c) => problemOf(c, error, new DataFolder(files)));
  return app;
}

describe("/material", () => {
  test("tells what is solved, in exact shares", async () => {
    const response = await api.request("/material?name=KRKA");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      pair: "KRKA",
      attacking: "first",
      state: "WIN",
      basis: "exact",
      shares: { win: 0.96, loss: 0 },
      reasons: [{ kind: "solved", pair: "KRKA" }],
    });
  });

  test("estimates the rest, whoever is named first, with an interval and probabilities", async () => {
    const answer = (await (await api.request("/material?name=KNAKRN")).json()) as {
      estimated: { least: number; won: number; most: number };
    };
    expect(answer).toMatchObject({ attacking: "second", state: "WIN", basis: "predicted", shares: null, reasons: [] });
    const { least, won, most } = answer.estimated;
    expect([least < won, won < most, won > 0.95]).toEqual([true, true, true]);
  });

  test("estimates nothing with more attacking men than were learned from", async () => {
    const answer = await (await api.request("/material?name=KRNCKRNC")).json();
    expect(answer).toMatchObject({ state: null, basis: "far", estimated: null, probabilities: null });
  });

  test("estimates nothing that the atlas has", async () => {
    const withAtlas = apiOf(folder, ATLAS_FOLDER);
    const answer = (await (await withAtlas.request("/material?name=KRPlKRA")).json()) as { proven: object };
    expect(answer).toMatchObject({ state: null, basis: "atlas", shares: null, probabilities: null, reasons: [] });
    expect(answer.proven).toMatchObject({ endgame: "KRPKRA", attackToMove: { win: 49862811 / 82947830 } });
    const { rows } = (await (await withAtlas.request("/material/map?name=KRPlKR")).json()) as {
      rows: { second: string; state: string | null; won: number | null }[][];
    };
    const cell = rows.flat().find(({ second }) => second === "KRA");
    expect(cell).toMatchObject({ state: null });
    expect(cell!.won).toBeCloseTo(0.39, 2); // 60 % with itself to move, 17 % with the other side to move
  });

  test.each([
    ["KQK", 400, "bad-material"],
    ["KRRRK", 400, "bad-material"],
    ["KR", 400, "bad-material"],
  ])("refuses %s with %i %s", async (name, status, code) => {
    const response = await api.request(`/material?name=${name}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test("says what is missing where nothing has been built, but not where", async () => {
    const response = await apiOf(join(folder, "none")).request("/material?name=KRKA");
    const problem = (await response.json()) as { code: string; detail: string };
    expect([response.status, problem.code]).toEqual([404, "missing-material"]);
    expect(problem.detail).toBe("the material database lacks its file basic.json");
    expect(problem.detail).not.toContain(folder);
  });
});

describe("/material/map", () => {
  test("has a cell for all strong and defending men of the second side", async () => {
    const { rows } = (await (await api.request("/material/map?name=KRPtKPlA")).json()) as {
      rows: { second: string; attacking: string }[][];
    };
    expect([rows.length, rows[0]!.length]).toEqual([27, 9]);
    expect(rows[0]![0]).toMatchObject({ second: "KPl", attacking: "first" });
    expect(rows[26]![8]).toMatchObject({ second: "KRRNNCCPlAABB", attacking: "second" });
  });
});
