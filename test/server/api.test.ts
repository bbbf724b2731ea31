/** The API without a socket, on small tables solved by the slow solver. */
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/server/app.ts";
import { DataFolder } from "../../src/server/data-folder.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog.ts";
import { perfectLine } from "../../src/play/line.ts";
import { probe } from "../../src/query/probe.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { writeSmallTables } from "./small-tables.ts";

const FEN = "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-api-"));
  await writeSmallTables(folder, ["KRKA"]);
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "1.2.3" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
const getProblem = async (path: string) => {
  const response = await get(path);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({ status: response.status, type: `urn:canju:problem:${String(problem.code)}` });
  expect(JSON.stringify(problem)).not.toContain(folder);
  return problem;
};
const addressed = (fen: string) => encodeURIComponent(fen.replaceAll(" ", "_"));

describe("probe", () => {
  test("answers what the tables say, with blanks, escapes or underscores in the FEN", async () => {
    const expected = await probe(parseFen(FEN), data.catalog(DEFAULT_COLLECTION));
    for (const fen of [FEN.replaceAll(" ", "_"), encodeURIComponent(FEN), FEN.replaceAll(" ", "+")]) {
      const response = await get(`/api/v1/probe?fen=${fen}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(expected);
    }
  });

  test("answers many positions, each with its values or its problem", async () => {
    const ask = (body: string, headers: Record<string, string> = {}) =>
      app.request("/api/v1/probe", {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      });
    const positions = [FEN, "nonsense", `${FEN} 0 1`, "3k5/9/9/9/9/9/9/9/3r5/R3KN3 w"];
    const response = await ask(JSON.stringify({ positions }), { origin: "https://example.org" });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const { results } = (await response.json()) as { results: object[] };
    const expected = await probe(parseFen(FEN), data.catalog(DEFAULT_COLLECTION));
    expect(results[0]).toEqual(expected);
    expect(results[1]).toMatchObject({ code: "bad-fen", status: 400 });
    expect(results[2]).toEqual(expected);
    expect(results[3]).toMatchObject({
      code: "missing-table",
      status: 404,
      detail: expect.stringContaining("(dtc, rules asian)"),
      metric: "dtc",
      rules: "asian",
    });
    expect((await ask(JSON.stringify({ positions: [] }))).status).toBe(400);
    expect((await ask(JSON.stringify({ positions: Array.from({ length: 201 }, () => "x") }))).status).toBe(400);
    expect((await ask("{")).status).toBe(400);
    expect((await ask(`"${"x".repeat(20_000)}"`)).status).toBe(413);
  });

  test("can be asked from any web site", async () => {
    const response = await get(`/api/v1/probe?fen=${addressed(FEN)}`, { origin: "https://example.org" });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test.each([
    ["", 400, "bad-request"],
    ["?fen=", 400, "bad-fen"],
    ["?fen=nonsense", 400, "bad-fen"],
    [`?fen=${"9/".repeat(400)}`, 400, "bad-request"],
    [`?fen=${addressed("3kk4/9/9/9/9/9/9/9/9/4K4 w")}`, 400, "too-many-men"],
    [`?fen=${addressed("4k4/9/9/9/9/9/9/9/9/4K4 w")}`, 400, "kings-facing"],
    [`?fen=${addressed("3k5/9/9/9/9/9/9/9/3R5/4K4 w")}`, 400, "opponent-in-check"],
    [`?fen=${addressed(FEN)}&metric=dtx`, 400, "bad-request"],
    [`?fen=${addressed(FEN)}&rules=house`, 400, "bad-request"],
    [`?fen=${addressed(FEN)}&metric=dtm`, 404, "missing-table"],
    [`?fen=${addressed(FEN)}&rules=none`, 404, "missing-table"],
    [`?fen=${addressed(FEN)}&orders=chessdb`, 404, "missing-table"],
    [`?fen=${addressed(FEN)}&orders=pai`, 400, "bad-request"],
  ])("%s is answered with %i %s", async (query, status, code) => {
    expect(await getProblem(`/api/v1/probe${query}`)).toMatchObject({ status, code });
  });

  test("names the endgame that is missing and its size", async () => {
    const problem = await getProblem(`/api/v1/probe?fen=${addressed("3k5/9/9/9/9/9/9/9/4RR3/4K4 w")}`);
    expect(problem).toMatchObject({ status: 404, code: "missing-table", endgame: "KRRK" });
    expect(problem.detail).toContain("KRRK");
    expect(problem.estimatedBytes).toBeGreaterThan(4096);
  });

  test("says why an endgame of five attacking men has no table", async () => {
    const problem = await getProblem(`/api/v1/probe?fen=${addressed("3k5/rn7/9/9/9/9/9/9/8R/4KCN2 w")}`);
    const why = "KRNCKRN has 5 attacking men (chariots, horses, cannons, soldiers): tables are for at most 4";
    expect(problem).toMatchObject({ status: 400, code: "too-many-attacking-men", endgame: "KRNCKRN", detail: why });
    expect(problem.estimatedBytes).toBeUndefined();
  });
});

test("a line is the perfect line", async () => {
  const response = await get(`/api/v1/line?fen=${addressed(FEN)}`);
  expect(await response.json()).toEqual(await perfectLine(parseFen(FEN), data.catalog(DEFAULT_COLLECTION)));
});

describe("tables", () => {
  test("are listed with counts, size and a position of the longest win", async () => {
    const { tables, damaged, collection } = (await (await get("/api/v1/tables")).json()) as Record<
      string,
      Record<string, unknown>[]
    >;
    expect(collection).toEqual(DEFAULT_COLLECTION);
    expect(damaged).toEqual([]);
    expect(tables!.map(({ endgame }) => endgame)).toEqual(["KRK", "KRKA"]);
    const bytes = (await readFile(join(folder, "asian/dtc/KRKA.canju"))).length;
    expect(tables![1]).toMatchObject({
      file: expect.stringMatching(/^\/tables\/asian\/dtc\/KRKA\.canju\?v=[0-9a-f]{16}$/),
      bytes,
      rules: "asian",
      metric: "dtc",
      orders: "fang",
      red: { positions: 18_507, wins: 18_507, draws: 0, losses: 0, longestWin: 7 },
      black: { positions: 22_806, wins: 0, draws: 732, losses: 22_074, longestLoss: 8 },
    });
  });

  test("of other rules are asked for by name", async () => {
    expect(await (await get("/api/v1/tables?rules=none")).json()).toMatchObject({ tables: [], damaged: [] });
  });

  test("have statistics, also under the name with the colours exchanged", async () => {
    const straight = (await (await get("/api/v1/tables/KRKA")).json()) as Record<string, unknown>;
    const exchanged = (await (await get("/api/v1/tables/kakr")).json()) as Record<string, unknown>;
    expect(straight).toMatchObject({ endgame: "KRKA", red: { wins: 18_507, longestWin: 7 } });
    expect(exchanged).toMatchObject({ endgame: "KAKR", black: { wins: 18_507, longestWin: 7 } });
    expect(straight.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(exchanged.file).toBe(straight.file);
  });

  test.each([
    ["KRRK", 404, "missing-table"],
    ["KXK", 400, "bad-endgame"],
    ["..%2F..%2Fetc%2Fpasswd", 400, "bad-endgame"],
  ])("statistics of %s are answered with %i %s", async (name, status, code) => {
    expect(await getProblem(`/api/v1/tables/${name}`)).toMatchObject({ status, code });
  });

  test("that appear while the server runs are found", async () => {
    const later = await mkdtemp(join(tmpdir(), "canju-later-"));
    const running = new DataFolder(later);
    const server = createApp({ data: running, page: new Map(), version: "0" });
    const count = async () => ((await (await server.request("/api/v1/tables")).json()) as { tables: [] }).tables.length;
    expect(await count()).toBe(0);
    await writeSmallTables(later, ["KRK"]);
    expect(await count()).toBe(1);
    await running.close();
    await rm(later, { recursive: true });
  });
});

describe("damaged tables", () => {
  let damaged: string;
  let server: ReturnType<typeof createApp>;

  beforeAll(async () => {
    damaged = await mkdtemp(join(tmpdir(), "canju-damaged-"));
    await writeSmallTables(damaged, ["KRK"]);
    const table = join(damaged, "asian/dtc/KRK.canju");
    await copyFile(table, join(damaged, "asian/dtc/KPK.canju"));
    await truncate(table, 900);
    await writeFile(join(damaged, "asian/dtc/notes.txt"), "not a table");
    server = createApp({ data: new DataFolder(damaged), page: new Map(), version: "0" });
  });

  afterAll(() => rm(damaged, { recursive: true }));

  test.each(["3k5/9/9/9/9/9/9/9/4R4/4K4 w", "3k5/9/9/4P4/9/9/9/9/9/4K4 w"])(
    "give no answer for %s, and say why without naming folders of the machine",
    async (fen) => {
      const response = await server.request(`/api/v1/probe?fen=${addressed(fen)}`);
      const problem = (await response.json()) as { code: string; detail: string };
      expect(response.status).toBe(500);
      expect(problem.code).toBe("damaged-table");
      expect(problem.detail).toMatch(/^asian\/dtc\/K[RP]K\.canju is damaged/);
    },
  );

  test("are listed apart", async () => {
    const listing = (await (await server.request("/api/v1/tables")).json()) as Record<string, { file: string }[]>;
    expect(listing.tables).toEqual([]);
    expect(listing.damaged!.map(({ file }) => file)).toEqual([
      "asian/dtc/KPK.canju",
      "asian/dtc/KRK.canju",
      "asian/dtc/notes.txt",
    ]);
  });
});

test("the description of the API names every route", async () => {
  const description = (await (await get("/api/v1/openapi.json")).json()) as { paths: object };
  const routes = app.routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/v1/"));
  const paths = new Set(routes.map(({ path }) => path.slice("/api/v1".length).replaceAll(/:(\w+)/g, "{$1}")));
  paths.delete("/openapi.json");
  expect(Object.keys(description.paths).sort()).toEqual([...paths].sort());
  for (const path of ["/probe", "/tables/{name}", "/build/{id}/events"]) expect(paths).toContain(path);
});

test("the server says that it is well", async () => {
  expect(await (await get("/api/v1/health")).json()).toEqual({ status: "ok", version: "1.2.3" });
});

test.each(["/nothing", "/api/v1/nothing", "/../../etc/passwd", "/assets/..%2f..%2fpackage.json"])(
  "%s is not found",
  async (path) => {
    expect(await getProblem(path)).toMatchObject({ status: 404, code: "not-found" });
  },
);
