/** The API without a socket, on small tables solved by the slow solver. */
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { perfectLine } from "../../../src/play/line.ts";
import { probe } from "../../../src/query/probe.ts";
import { parseFen } from "../../../src/xiangqi/fen.ts";
import { stateOtherSha256 } from "../../table/rot.ts";
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

  test("says what a request leaves out, and what is wrong with a body as a whole", async () => {
    expect((await getProblem("/api/v1/probe")).detail).toBe("fen is missing");
    const headers = { "content-type": "application/json" };
    const response = await app.request("/api/v1/probe", { method: "POST", headers, body: "[]" });
    expect(await response.json()).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^Invalid input: expected/) as string,
    });
  });

  test("names the endgame that is missing and its size", async () => {
    const problem = await getProblem(`/api/v1/probe?fen=${addressed("3k5/9/9/9/9/9/9/9/4RR3/4K4 w")}`);
    expect(problem).toMatchObject({ status: 404, code: "missing-table", endgame: "KRRK" });
    expect(problem.detail).toContain("KRRK");
    expect(problem.estimatedBytes).toBeGreaterThan(4096);
  });

  test("says why an endgame of five attacking men has no table", async () => {
    const problem = await getProblem(`/api/v1/probe?fen=${addressed("3k5/rn7/9/9/9/9/9/9/8R/4KCN2 w")}`);
    const why =
      "KRNCKRN has 5 attacking men (chariots, horses, cannons, soldiers): tables are for at most 4, or 6 with soldiers where one is asked for by name";
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

test("the description of the API says of every operation what a linter asks for", async () => {
  interface Described {
    readonly operationId?: string;
    readonly summary?: string;
    readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
    readonly responses: Readonly<Record<string, { readonly description?: string }>>;
  }
  const { info, security, servers, paths } = (await (await get("/api/v1/openapi.json")).json()) as {
    info: { license: { name: string; url: string } };
    security: unknown;
    servers: unknown[];
    paths: Record<string, Record<string, Described>>;
  };
  const { license } = JSON.parse(await readFile(join(import.meta.dirname, "../../../package.json"), "utf8"));
  expect(info.license).toMatchObject({ name: license, url: expect.stringMatching(/^https:/) });
  expect(security).toEqual([]); // nobody has to say who asks
  expect(servers).not.toEqual([]);
  const ids: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { operationId, summary, parameters = [], responses } of Object.values(operations)) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      ids.push(operationId!);
      expect(summary).toBeTruthy();
      expect(parameters.filter((each) => each.in === "path").map(({ name }) => name)).toEqual(inPath);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "400"]));
      for (const { description } of Object.values(responses)) expect(description).toBeTruthy();
    }
  }
  expect(new Set(ids).size).toBe(ids.length);
});

describe("parameters", () => {
  test.each([
    [`/probe?fen=${FEN.replace(" ", "_")}&metrc=dtm`, '"metrc" is no parameter; did you mean metric?'],
    [`/probe?fen=${FEN.replace(" ", "_")}&Rules=asian`, '"Rules" is no parameter; did you mean rules?'],
    ["/random?endgme=KRKA", '"endgme" is no parameter; did you mean endgame?'],
    ["/tables?rule=asian&x=1", '"rule" is no parameter; did you mean rules?; "x" is no parameter; there are'],
    ["/material?name=KRKA&nothing=1", '"nothing" is no parameter; there are missing, name'],
    ["/health?_=12", '"_" is no parameter; there are none here'],
    ["/atlas?rules=asian", '"rules" is no parameter; there are none here'],
    ["/build?x", '"x" is no parameter; there are none here'],
    ["/openapi.json?x", '"x" is no parameter; there are none here'],
  ])("that %s does not have are refused, with the nearest that it has", async (path, told) => {
    const problem = await getProblem(`/api/v1${path}`);
    expect(problem).toMatchObject({ status: 400, code: "unknown-parameter" });
    expect(problem.detail).toContain(told);
  });

  test("of a body are as strict", async () => {
    const response = await app.request("/api/v1/probe", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ positions: [FEN], metrik: "dtm" }),
    });
    expect(await response.json()).toMatchObject({ status: 400, code: "unknown-parameter" });
  });

  test.each(["", "%20", "0x10", "0b11", "1e2", "+5", "00005", "-1", "5.0", "5_", "١"])(
    "%j is no number",
    async (text) => {
      expect(await getProblem(`/api/v1/random?endgame=KRKA&min=${text}`)).toMatchObject({ code: "bad-request" });
      expect(await getProblem(`/api/v1/line?fen=${addressed(FEN)}&plies=${text}`)).toMatchObject({
        code: "bad-request",
      });
    },
  );

  test("may be the least that they can be", async () => {
    expect((await get(`/api/v1/line?fen=${addressed(FEN)}&plies=1`)).status).toBe(200);
  });

  test("are ignored where links are shared with additions", async () => {
    for (const path of [`/picture.svg?fen=${addressed(FEN)}`, `/embed?fen=${addressed(FEN)}`, "/chessdb.php?action="]) {
      expect((await get(`${path}&utm_source=x`)).status).toBe(200);
    }
  });
});

describe("what a cache may keep", () => {
  const PROBE = `/api/v1/probe?fen=${addressed(FEN)}`;

  test.each([PROBE, `/api/v1/line?fen=${addressed(FEN)}`, `/api/v1/explain?fen=${addressed(FEN)}`])(
    "of %s is asked for again, and known by its tag",
    async (path) => {
      const first = await get(path);
      expect(first.headers.get("cache-control")).toBe("no-cache");
      const tag = first.headers.get("etag")!;
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      const again = await get(path, { "if-none-match": tag });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
      expect((await get(path, { "if-none-match": '"another"' })).status).toBe(200);
    },
  );

  test("has another tag under another version, and after other tables, be it only one that a capture leads to", async () => {
    const own = await mkdtemp(join(tmpdir(), "canju-tags-"));
    await writeSmallTables(own, ["KRKA"]);
    const tagIn = async (version: string) => {
      const tables = new DataFolder(own);
      const response = await createApp({ data: tables, page: new Map(), version }).request(PROBE);
      await tables.close();
      return response.headers.get("etag");
    };
    const tag = await tagIn("1.2.3");
    expect(await tagIn("1.2.3")).toBe(tag);
    expect(await tagIn("1.2.4")).not.toBe(tag);
    const path = join(own, "asian/dtc/KRK.canju");
    stateOtherSha256(path); // which e1e8 leads to
    expect(await tagIn("1.2.3")).not.toBe(tag);
    await rm(own, { recursive: true });
  });

  test("is nothing of what is missing, estimated or drawn by chance", async () => {
    for (const path of [
      "/api/v1/probe?fen=3k5/9/9/9/9/9/9/9/4N4/4K4_w",
      "/api/v1/probe?fen=3k5/9/9/9/9/9/9/9/4N4/4K4_w&missing=ok",
      "/api/v1/random?endgame=KRKA",
      "/api/v1/material?name=KRRNNCCKRAABB",
      "/api/v1/build",
    ]) {
      const response = await get(path);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("etag")).toBeNull();
    }
  });
});

test("answers come compressed to those alone who accept that", async () => {
  for (const path of ["probe", "line", "explain"]) {
    const address = `/api/v1/${path}?fen=${addressed(FEN)}`;
    const plain = await get(address);
    const packed = await get(address, { "accept-encoding": "br, gzip" });
    for (const each of [plain, packed]) expect(each.headers.get("vary")).toBe("accept-encoding");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const bytes = Buffer.from(await plain.arrayBuffer());
    const fewer = Buffer.from(await packed.arrayBuffer());
    expect(fewer.length).toBeLessThan(bytes.length);
    expect(gunzipSync(fewer)).toEqual(bytes);
    const tag = packed.headers.get("etag")!; // the values are the same, the bytes are not
    expect(tag).toBe(`W/${plain.headers.get("etag")}`);
    expect((await get(address, { "accept-encoding": "gzip", "if-none-match": tag })).status).toBe(304);
    const refusing = await get(address, { "accept-encoding": "gzip;q=0" });
    expect(Buffer.from(await refusing.arrayBuffer())).toEqual(bytes);
  }
  const missing = "/api/v1/probe?fen=3k5/9/9/9/9/9/9/9/4N4/4K4_w";
  expect((await get(missing, { "accept-encoding": "gzip" })).headers.get("content-encoding")).toBeNull();
});

test("what is missing comes with 200 where that is asked for, and nothing else that is wrong does", async () => {
  const NO_TABLE = "fen=3k5/9/9/9/9/9/9/9/4N4/4K4_w";
  for (const [path, code] of [
    [`/probe?${NO_TABLE}`, "missing-table"],
    [`/line?${NO_TABLE}`, "missing-table"],
    ["/random?endgame=KRKA&order=3", "no-such-position"],
    ["/tables/KRRK?", "missing-table"],
    ["/atlas/KRNCKRNC?", "not-in-atlas"],
  ] as const) {
    const usual = await get(`/api/v1${path}`);
    const asked = await get(`/api/v1${path}&missing=ok`);
    expect([usual.status, asked.status]).toEqual([404, 200]);
    expect(asked.headers.get("content-type")).toBe("application/problem+json");
    const problem = await asked.json();
    expect(problem).toEqual(await usual.json());
    expect(problem).toMatchObject({ status: 404, code });
  }
  expect((await get("/api/v1/probe?fen=x&missing=ok")).status).toBe(400);
  expect((await get(`/api/v1/probe?${NO_TABLE}&missing=yes`)).status).toBe(400);
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
