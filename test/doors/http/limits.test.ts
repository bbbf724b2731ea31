/** What keeps one client from taking all, and what tells a host how the server does. */
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createApp } from "../../../src/doors/http/app.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { Table } from "../../../src/table/read/table.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { lineOf, TokenBuckets, type RateLimit } from "../../../src/doors/http/visitors.ts";
import { serve } from "../../../src/doors/http/serve.ts";
import { formatPaiCode } from "../../../src/xiangqi/notation/pai.ts";
import { parseFen } from "../../../src/xiangqi/fen.ts";

const FEN = "3k5/4a4/9/9/9/9/9/9/4R4/4K4_w";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-limits-"));
  await buildClosure([parseEndgame("KRKA")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "0" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

describe("token buckets", () => {
  test("let a burst through, then a steady rate, for each client by itself", () => {
    let now = 0;
    const buckets = new TokenBuckets(10, () => now);
    for (let i = 0; i < 50; i++) expect(buckets.take("a", 1)).toBe(0);
    expect(buckets.take("a", 1)).toBeCloseTo(0.1);
    expect(buckets.take("b", 20)).toBe(0);
    now = 0.25;
    expect([buckets.take("a", 1), buckets.take("a", 1)]).toEqual([0, 0]);
    expect(buckets.take("a", 10)).toBeCloseTo(0.95);
    now = 1000;
    expect(buckets.take("a", 1000)).toBe(0); // dearer than a bucket: a full one will do
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::5:6", "2001:db8:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
  ["192.0.2.7:4711", "192.0.2.7"],
  ["[2001:db8:1:2::5]:4711", "2001:db8:1:2"],
  ["[2001:db8:1:2::5]", "2001:db8:1:2"],
  ['"[2001:DB8:1:2::5]:4711"', "2001:db8:1:2"],
  ["2001:0db8:0001:0002::5", "2001:db8:1:2"],
  ["0:0:0:0:0:ffff:c000:207", "192.0.2.7"],
  ["::FFFF:c000:0207", "192.0.2.7"],
  ["[::ffff:192.0.2.7]:80", "192.0.2.7"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["unknown", "unknown"],
  ["_hidden7", "unknown"],
  ["1::2::3", "unknown"],
])("%s belongs to the line %s", (address, line) => {
  expect(lineOf(address)).toBe(line);
});

describe("the rate limit", () => {
  const limited = (behindProxy: boolean) =>
    createApp({ data, page: new Map(), version: "0", limit: { perSecond: 1, behindProxy } });

  test("refuses more with 429 and when to ask again, and the page's files cost nothing", async () => {
    const server = limited(false);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const headers = { "x-forwarded-for": `10.0.0.${i}` }; // not believed
        return (await server.request("/api/v1/health", { headers })).status;
      }),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = await server.request("/api/v1/health");
    expect(await refused.json()).toMatchObject({ code: "too-many-requests" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect((await server.request("/")).status).toBe(404);
  });

  test("goes by the address that the proxy adds, all of an IPv6 line together", async () => {
    const server = limited(true);
    const ask = async (from: string, times: number) => {
      const headers = { "x-forwarded-for": from };
      let last = 0;
      for (let i = 0; i < times; i++) last = (await server.request("/api/v1/health", { headers })).status;
      return last;
    };
    expect(await ask("1.1.1.1, 10.0.0.1", 5)).toBe(200);
    expect(await ask("2.2.2.2, 10.0.0.1", 1)).toBe(429);
    expect(await ask("10.0.0.2", 1)).toBe(200);
    expect(await ask("2001:db8:1:2:3::1", 5)).toBe(200);
    expect(await ask("2001:db8:1:2:4::9", 1)).toBe(429);
    expect(await ask("2001:db8:1:3::1", 1)).toBe(200);
  });

  test("counts the lines of one customer together, and of one site", async () => {
    const server = limited(true); // five tokens a line, 20 in a /56, 80 in a /48
    const passed = async (addresses: string[]) => {
      let count = 0;
      for (const from of addresses) {
        const headers = { "x-forwarded-for": from };
        if ((await server.request("/api/v1/health", { headers })).status === 200) count++;
      }
      return count;
    };
    const lines = (prefix: (line: number) => string) => Array.from({ length: 100 }, (_, line) => prefix(line));
    const hex = (number: number) => number.toString(16);
    const customer = await passed(lines((line) => `2001:db8:1:1${hex(line).padStart(2, "0")}::1`));
    const site = await passed(lines((line) => `2001:db8:2:${hex(256 * line)}::1`));
    expect([customer >= 20 && customer < 100, site >= 80 && site < 100]).toEqual([true, true]); // some came back meanwhile
    expect(await passed(["2001:db8:3::1", "192.0.2.1", "2001:db8:1:200::1"])).toBe(3);
  });

  test.each([
    ["/api/v1/probe", 1],
    ["/chessdb.php?action=queryall", 1],
    ["/chessdb.php?action=queryrule", 5],
    ["/api/v1/tables", 5],
    ["/api/v1/random?endgame=x", 5],
    ["/api/v1/explain", 10],
    ["/api/v1/line", 10],
    ["/api/v1/prove", 10],
    ["/picture.png", 20],
  ])("%s costs %i, as the guide has it", async (path, tokens) => {
    using _ = vi.spyOn(performance, "now").mockReturnValue(0); // no token comes back
    const server = createApp({ data, page: new Map(), version: "0", limit: { perSecond: 4 } }); // 20 at once
    const pays = async () => {
      const answer = await server.request(path);
      return answer.status !== 429 && !(await answer.text()).includes("rate limit");
    };
    for (let paid = 0; paid + tokens <= 20; paid += tokens) expect(await pays()).toBe(true);
    expect(await pays()).toBe(false);
  });
});

test("metrics tell requests by route and status, latencies, and blocks from memory", async () => {
  const server = createApp({ data, page: new Map(), version: "0" });
  for (const path of [`/probe?fen=${FEN}`, `/probe?fen=${FEN}`, "/probe?fen=x", "/tables/KRKA", "/nothing"]) {
    await server.request(`/api/v1${path}`);
  }
  const response = await server.request("/metrics");
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  for (const line of [
    'canju_requests_total{route="/api/v1/probe",method="GET",status="200"} 2',
    'canju_requests_total{route="/api/v1/probe",method="GET",status="400"} 1',
    'canju_requests_total{route="/api/v1/tables/:name",method="GET",status="200"} 1',
    'canju_requests_total{route="other",method="GET",status="404"} 1',
    'canju_request_seconds_bucket{route="/api/v1/probe",le="+Inf"} 3',
    'canju_request_seconds_count{route="/api/v1/probe"} 3',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(Number(/^canju_cache_hits_total (\d+)$/m.exec(text)![1])).toBeGreaterThan(0);
  // Every line is a comment or a sample.
  for (const line of text.trimEnd().split("\n")) expect(line).toMatch(/^# (HELP|TYPE) |^\w+(\{[^}]*\})? -?[\d.e+-]+$/);
});

test("to read the metrics hides nothing from who reads them later", async () => {
  const server = createApp({ data, page: new Map(), version: "0" });
  const delay = async () => {
    const text = await (await server.request("/metrics")).text();
    return Number(/^canju_event_loop_delay_seconds (\S+)$/m.exec(text)![1]);
  };
  await delay(); // from here on it is watched
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const until = performance.now() + 200; performance.now() < until;);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await delay()).toBeGreaterThan(0.1);
  expect(await delay()).toBeGreaterThan(0.1);
});

test("the metrics are asked for within a client's limits", async () => {
  const server = createApp({ data, page: new Map(), version: "0", limit: { perSecond: 1 } });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await server.request("/metrics")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

describe("methods", () => {
  test.each([
    ["POST", "/api/v1/line", "GET, HEAD"],
    ["DELETE", "/api/v1/build", "GET, HEAD, POST"],
    ["PUT", "/api/v1/build/x", "GET, HEAD, DELETE"],
    ["POST", "/tables/asian/dtc/KRKA.canju", "GET, HEAD"],
  ])("%s %s is answered with 405 and what is allowed", async (method, path, allow) => {
    const response = await app.request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await response.json()).toMatchObject({ code: "method-not-allowed" });
  });

  test.each([`/api/v1/probe?fen=${FEN}`, "/api/v1/health", "/api/v1/tables/KRKA", "/tables/asian/dtc/KRKA.canju"])(
    "HEAD %s has the headers of GET and no body",
    async (path) => {
      const [head, whole] = [await app.request(path, { method: "HEAD" }), await app.request(path)];
      expect(head.status).toBe(200);
      expect(head.headers.get("content-type")).toBe(whole.headers.get("content-type"));
      expect(await head.text()).toBe("");
    },
  );

  test("a browser may ask from any site, but only read", async () => {
    const headers = { origin: "https://example.org", "access-control-request-method": "GET" };
    const asking = { line: "GET,HEAD", build: "GET,HEAD", probe: "GET,HEAD,POST" }; // many positions are sent by POST
    for (const [route, methods] of Object.entries(asking)) {
      const response = await app.request(`/api/v1/${route}`, { method: "OPTIONS", headers });
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-methods")).toBe(methods);
    }
  });
});

describe("the addresses of Pai's query system", () => {
  test.each([
    ["endgame.cgi", ""],
    ["play.cgi", "view=play&"], // which tells no values
  ])("%s leads to the same position in the page", async (program, view) => {
    const response = await app.request(`/${program}?4K44B49994n495k3990`);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`./?${view}fen=4k4/4a4/9/9/9/4N4/9/5K3/9/9_b`);
  });

  test("keep the view from Black's side", async () => {
    const response = await app.request("/endgame.cgi?4K44B49994n495k3990%3A");
    expect(response.headers.get("location")).toBe("./?fen=4K44B49994n495k3990:");
  });

  test("are understood for every position", async () => {
    const code = formatPaiCode(parseFen(FEN));
    expect((await app.request(`/endgame.cgi?${code}`)).headers.get("location")).toBe(`./?fen=${FEN}`);
  });

  test.each(["", "?", "?9", "?%", "?4K44B49994n495k399<script>", `?${"9".repeat(5000)}`])(
    "with the bad code %j are answered with what is wrong",
    async (query) => {
      const response = await app.request(`/endgame.cgi${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "bad-position-code" });
    },
  );
});

describe("a random position", () => {
  test("is as wished and has the value that a probe gives", async () => {
    const query = "endgame=KAKR&turn=b&outcome=win&min=5&max=7";
    const found = (await (await app.request(`/api/v1/random?${query}`)).json()) as Record<string, unknown>;
    expect(found).toMatchObject({ endgame: "KAKR", category: "win", order: 0, rules: "asian", metric: "dtc" });
    expect(found.fen).toMatch(/ b$/);
    const probed = await (await app.request(`/api/v1/probe?fen=${encodeURIComponent(String(found.fen))}`)).json();
    const { category, distance, endgame } = found;
    expect(probed).toMatchObject({ category, distance, endgame });
  });

  test.each([
    ["endgame=KRKA&outcome=loss&turn=w", 404, "no-such-position"],
    ["endgame=KRKA&order=3", 404, "no-such-position"],
    ["endgame=KRRK", 404, "missing-table"],
    ["endgame=KRX", 400, "bad-endgame"],
    ["", 400, "bad-request"],
    ["endgame=KRKA&min=-1", 400, "bad-request"],
    ["endgame=KRKA&max=1e9", 400, "bad-request"],
    ["endgame=KRKA&order=x", 400, "bad-request"],
    ["endgame=KRKA&turn=white", 400, "bad-request"],
  ])("for %s is refused: %i %s", async (query, status, code) => {
    expect(await (await app.request(`/api/v1/random?${query}`)).json()).toMatchObject({ status, code });
  });
});

describe("a search for a rare position", () => {
  const rare = "/api/v1/random?endgame=KRKA&turn=w&min=7";
  /** The first read of a side takes so many pieces, and waits for `held`. */
  const slowly = (pieces: number, held: Promise<void> = Promise.resolve()) => {
    const { readCodes } = Table.prototype;
    return vi.spyOn(Table.prototype, "readCodes").mockImplementationOnce(async function (
      this: Table,
      turn,
      first,
      count,
      pause,
    ) {
      await held;
      for (let i = 0; i < pieces; i++) await pause?.();
      return readCodes.call(this, turn, first, count, pause);
    });
  };
  const answered = async (tables: DataFolder, limit?: RateLimit) => {
    const server = createApp({ data: tables, page: new Map(), version: "0", limit });
    return (path: string, from = "192.0.2.1") =>
      Promise.resolve(server.request(path, { headers: { "x-forwarded-for": from } }));
  };

  test("that takes too long is given up with an answer of its own, and is gone on with when it is asked for again", async () => {
    const tables = new DataFolder(folder);
    const ask = await answered(tables);
    slowly(3000);
    const first = await ask(rare);
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await first.json()).toMatchObject({ code: "not-found-yet" });
    expect((await ask(rare)).status).toBe(200);
    await tables.close();
  });

  test("costs what it computes", async () => {
    const tables = new DataFolder(folder);
    const ask = await answered(tables, { perSecond: 20, behindProxy: true });
    slowly(500);
    expect((await ask(rare)).status).toBe(200);
    const refused = await ask("/api/v1/health");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 5]).toEqual([429, true]);
    await tables.close();
  });

  test("keeps only the same client's other searches waiting", async () => {
    const tables = new DataFolder(folder);
    const ask = await answered(tables, { perSecond: 1000, behindProxy: true });
    let release = () => {};
    slowly(
      1,
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    const ended: string[] = [];
    const common = "/api/v1/random?endgame=KRKA&turn=b";
    const first = ask(rare).then(() => ended.push("first"));
    const second = ask(common).then(() => ended.push("second"));
    expect((await ask(common, "192.0.2.2")).status).toBe(200);
    expect(ended).toEqual([]);
    release();
    await Promise.all([first, second]);
    expect(ended).toEqual(["first", "second"]);
    await tables.close();
  });
});

test("a server listens to this machine only, unless told otherwise", async () => {
  const server = await serve({ dataDir: folder, port: 0, pageDir: join(folder, "no-page") });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const status = await new Promise((resolve) =>
    get(`${server.url}api/v1/health`, (answer) => resolve(answer.statusCode)),
  );
  expect(status).toBe(200);
  await server.close();
});
