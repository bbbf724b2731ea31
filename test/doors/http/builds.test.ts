/** Builds on request: one job for each table, one at a time, in a process of its own. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { closure } from "../../../src/endgame/graph.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import type { BuildLimits } from "../../../src/doors/http/defaults.ts";
import { BuildQueue } from "../../../src/doors/http/build-queue.ts";
import type { AskedJobJson as AskedJob, JobJson } from "../../../src/doors/http/build-routes.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { secondsToBuild } from "../../../src/solve/build/estimate.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";

// Builds run at a low priority: on a busy machine they wait for everything else.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let data: DataFolder;
let queue: BuildQueue;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-builds-"));
  useLimits({});
});

afterEach(async () => {
  await queue.close();
  await data.close();
  await rm(folder, { recursive: true });
});

function useLimits(limits: Partial<BuildLimits>): void {
  data = new DataFolder(folder);
  queue = new BuildQueue(data, limits, 1);
  app = createApp({ data, page: new Map(), version: "0", builds: queue });
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.request("/api/v1/build", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const ask = async (endgame: string, headers: Record<string, string> = {}): Promise<AskedJob> =>
  (await (await post({ endgame }, headers)).json()) as AskedJob;
const withdraw = (id: string, token: string | null, headers: Record<string, string> = {}) =>
  app.request(`/api/v1/build/${id}`, {
    method: "DELETE",
    headers: { ...headers, ...(token && { "x-build-token": token }) },
  });
const get = async <T>(path: string): Promise<T> => (await (await app.request(`/api/v1/build${path}`)).json()) as T;

/** The events of a job until its end: their names, and the jobs they carry. */
async function follow(id: string): Promise<{ name: string; job: JobJson }[]> {
  const response = await app.request(`/api/v1/build/${id}/events`);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const events = (await response.text()).split("\n\n").filter((event) => event.startsWith("event: "));
  return events.map((event) => {
    const [name, json] = event.split("\n");
    return { name: name!.slice("event: ".length), job: JSON.parse(json!.slice("data: ".length)) as JobJson };
  });
}

async function filesThere(): Promise<string[]> {
  return readdir(join(folder, "asian/dtc")).catch(() => []);
}

test("an endgame is built on request, with its progress, and can be probed at once", async () => {
  const probe = () => app.request("/api/v1/probe?fen=3k5/4a4/9/9/9/9/9/9/4R4/4K4_w");
  expect((await probe()).status).toBe(404);
  const response = await post({ endgame: "kakr" });
  expect(response.status).toBe(202);
  expect(response.headers.get("location")).toBe("/api/v1/build/asian-dtc-KRKA");
  const job = (await response.json()) as JobJson;
  expect(job).toMatchObject({ id: "asian-dtc-KRKA", endgame: "KRKA", metric: "dtc", rules: "asian", orders: "fang" });
  expect(job.estimate).toMatchObject({ tables: 4, positions: expect.any(Number), bytes: expect.any(Number) });
  const events = await follow(job.id);
  expect(events.every(({ name, job: { state } }) => name === state)).toBe(true);
  expect(events.at(-1)!.job).toMatchObject({ state: "done", progress: null, problem: null });
  const progress = events.flatMap(({ job: each }) => each.progress ?? []);
  expect(progress.length).toBeGreaterThan(0);
  expect(progress[0]).toMatchObject({ total: 4, number: expect.any(Number), phase: expect.any(String) });
  expect((await probe()).status).toBe(200);
  // Asked for once more there is nothing to do.
  const again = await post({ endgame: "KRKA" });
  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject({ id: job.id, state: "done", estimate: { tables: 0, positions: 0 } });
});

testEach(1, ["asian", "chinese"] as const)("what a build takes is what the program says: rules %s", async (rules) => {
  const [least, most] = secondsToBuild([...closure([parseEndgame("KRKN")])], rules, 1);
  const { job, token } = await queue.request(parseEndgame("KRKN"), { ...DEFAULT_COLLECTION, rules });
  queue.withdraw(job.id, token!);
  expect(job.estimate.seconds.least / least).toBeCloseTo(1, 1);
  expect(job.estimate.seconds.most / most).toBeCloseTo(1, 1);
});

test("the same endgame asked for twice is one job, others wait in turn, and cancelling leaves nothing half-written", async () => {
  const [first, same, other] = [await ask("KRKN"), await ask("KNKR"), await ask("KPPK")];
  expect(same.id).toBe(first.id);
  expect(first.state).toBe("running");
  expect(other).toMatchObject({ state: "queued", ahead: 0 });
  const chessdb = (await (await post({ endgame: "KRKN", orders: "chessdb" })).json()) as AskedJob;
  expect(chessdb).toMatchObject({ id: "asian-chessdb-dtc-KRKN", ahead: 1 });
  const cancel = ({ id, token }: AskedJob) => withdraw(id, token);
  expect(await (await cancel(other)).json()).toMatchObject({ state: "cancelled", ahead: null });
  expect(await get(`/${chessdb.id}`)).toMatchObject({ state: "queued", ahead: 0 });
  await cancel(chessdb);
  // Two have asked for the first: it goes on until both have withdrawn.
  expect(await (await cancel(same)).json()).toMatchObject({ state: "running" });
  expect(await (await cancel(first)).json()).toMatchObject({ state: "cancelled" });
  expect((await follow(first.id)).map(({ name }) => name)).toEqual(["cancelled"]);
  await queue.close();
  expect((await filesThere()).filter((file) => !/^K\w+\.canju$/.test(file))).toEqual([]);
  expect((await get<{ jobs: JobJson[] }>("")).jobs.map(({ state }) => state)).toEqual(Array(3).fill("cancelled"));
});

test(
  "1,000 requests of one client at once fill half the queue and no more; the server goes on answering",
  LONG,
  async () => {
    const men = ["R", "N", "C", "P"].flatMap((a) => ["", "A", "B", "AA", "AB", "BB"].map((b) => `K${a}K${b}`));
    // What is built meanwhile takes longer than all others' questions.
    const first = await post({ endgame: "KNPKAABB" });
    const requests = Array.from({ length: 999 }, (_, i) => post({ endgame: men[i % men.length]! }));
    const answers = [first, ...(await Promise.all(requests))];
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([202, 503]);
    for (const answer of answers.filter(({ status }) => status === 503)) {
      expect(answer.headers.get("retry-after")).toBe("30");
      expect(await answer.json()).toMatchObject({ code: "queue-full" });
    }
    const { jobs, maxQueue } = await get<{ jobs: JobJson[]; maxQueue: number }>("");
    expect(jobs.filter(({ state }) => state === "queued")).toHaveLength(maxQueue / 2);
    expect(jobs.filter(({ state }) => state === "running")).toHaveLength(1);
    expect((await app.request("/api/v1/health")).status).toBe(200);
  },
);

test("a build that breaks off has failed, and the next one is built", LONG, async () => {
  const { id } = await ask("KRKN");
  const next = await ask("KPK");
  process.kill(queue.processId!, "SIGKILL");
  expect((await follow(id)).at(-1)!.job).toMatchObject({ state: "failed", problem: { code: "internal" } });
  expect((await follow(next.id)).at(-1)!.job.state).toBe("done");
  expect(await filesThere()).toContain("KPK.canju");
});

test(
  "clients share the queue: there is a place for each, and none waits for all that another asked for",
  LONG,
  async () => {
    useLimits({ maxQueue: 6 });
    app = createApp({ data, page: new Map(), version: "0", builds: queue, limit: { perSecond: 0, behindProxy: true } });
    const by = (client: string) => ({ "x-forwarded-for": client });
    const greedy = ["KRKN", "KNKP", "KRKP", "KCKP", "KPKP", "KRKC"];
    const asked = await Promise.all(greedy.map((endgame) => post({ endgame }, by("10.0.0.1:80"))));
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 503, 503]); // one runs, three wait
    expect(await ask("KNK", by("10.0.0.2"))).toMatchObject({ state: "queued", ahead: 1 });
    expect(await ask("KCK", by("10.0.0.3"))).toMatchObject({ state: "queued", ahead: 2 });
    expect(await ask("KPPK", by("10.0.0.2"))).toMatchObject({ code: "queue-full" });
  },
);

test(
  "a build is cancelled only with the token that asking for it gave, which asking again with it confirms",
  LONG,
  async () => {
    const { id, token } = await ask("KRKN");
    expect(token).toMatch(/^[\w-]{20,}$/);
    for (const wrong of [null, "x", "__proto__"]) {
      expect(await (await withdraw(id, wrong)).json()).toMatchObject({ status: 403, code: "not-yours" });
    }
    expect(JSON.stringify(await get(""))).not.toContain(token);
    expect(JSON.stringify(await get(`/${id}`))).not.toContain(token);
    expect((await ask("KRKN", { "x-build-token": token! })).token).toBe(token);
    expect(await (await withdraw(id, token)).json()).toMatchObject({ state: "cancelled" });
  },
);

test("a build that would take more of the disk than the host gives is refused, with what is left", async () => {
  useLimits({ maxDisk: 30_000 });
  const refused = { status: 403, code: "disk-full", detail: expect.stringMatching(/; 30.0 kB are left for builds$/) };
  expect(await (await post({ endgame: "KRKN" })).json()).toMatchObject(refused);
});

test("what others were promised is no longer left for builds", LONG, async () => {
  const { id, token, estimate } = await ask("KRKN");
  await withdraw(id, token);
  useLimits({ maxDisk: estimate.bytes + 500 });
  expect(await ask("KRKN")).toMatchObject({ estimate });
  expect(await (await post({ endgame: "KNKP" })).json()).toMatchObject({ status: 403, code: "disk-full" });
});

test("what is built on request takes no more of the disk than the host gives", LONG, async () => {
  useLimits({ maxDisk: 30_000 });
  const { id } = await ask("KPK");
  expect((await follow(id)).at(-1)!.job.state).toBe("done");
});

test("a build that takes more of the disk than was told is broken off", LONG, async () => {
  await buildClosure([parseEndgame("KCAKAA")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  await rm(join(folder, "asian/dtc/KCAKAA.canju")); // 13 kB
  useLimits({ maxDisk: 10_000 });
  const { id, estimate } = await ask("KCAKAA");
  expect(estimate.bytes).toBeLessThan(10_000);
  expect((await follow(id)).at(-1)!.job).toMatchObject({ state: "failed", problem: { code: "disk-full" } });
});

describe("other sites' pages", LONG, () => {
  const from = (headers: Record<string, string>, url = "http://192.168.1.5:3000/api/v1/build") =>
    app.request(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ endgame: "KPK" }),
    });

  test.each([
    ["http://192.168.1.5:3000", { origin: "https://evil.example" }, "other-site"],
    ["http://192.168.1.5:3000", { origin: "http://192.168.1.5:8080" }, "other-site"],
    ["http://192.168.1.5:3000", { origin: "http://192.168.1.5" }, "other-site"],
    ["http://192.168.1.5:3000", { origin: "null" }, "other-site"],
    ["http://192.168.1.5:3000", { "sec-fetch-site": "same-site" }, "other-site"],
    ["http://evil.example:3000", { origin: "http://evil.example:3000" }, "unknown-host"],
    ["http://evil.example:3000", {}, "unknown-host"],
  ])("at %s with %j are refused as %s", async (url, headers, code) => {
    const refused = await from(headers as Record<string, string>, `${url}/api/v1/build`);
    expect(await refused.json()).toMatchObject({ status: 403, code });
    expect(
      (await app.request(`${url}/api/v1/build/x`, { method: "DELETE", headers: headers as HeadersInit })).status,
    ).toBe(403);
    expect(queue.jobs).toEqual([]);
    expect((await app.request(`${url}/api/v1/health`, { headers: headers as HeadersInit })).status).toBe(200); // they may read
  });

  test("on another port of a name or address that is the server's own are refused", async () => {
    const names = ["canju.example", "tables.example:8443"];
    app = createApp({ data, page: new Map(), version: "0", builds: queue, names, host: "127.0.0.1" });
    for (const origin of [
      "http://127.0.0.1:81",
      "http://127.0.0.1",
      "https://canju.example:8443",
      "https://tables.example",
    ]) {
      expect((await from({ origin }, "http://127.0.0.1:3000/api/v1/build")).status).toBe(403);
    }
    const origin = "https://tables.example:8443";
    expect((await from({ origin }, "http://127.0.0.1:3000/api/v1/build")).status).toBe(202);
  });

  test("are told from the server's own, by whatever name of its it was asked", async () => {
    app = createApp({ data, page: new Map(), version: "0", builds: queue, names: ["canju.example"] });
    for (const [url, headers] of [
      ["http://192.168.1.5:3000", { origin: "http://192.168.1.5:3000", "sec-fetch-site": "same-origin" }],
      ["http://[::1]:3000", { origin: "http://[::1]:3000" }],
      ["http://localhost:3000", { origin: "http://localhost:3000" }],
      ["http://canju.example", { origin: "https://canju.example" }],
      ["http://127.0.0.1:3000", { origin: "https://canju.example" }], // a proxy that asks by the address
      ["http://127.0.0.1:3000", {}],
    ] as const) {
      expect((await from(headers, `${url}/api/v1/build`)).status).toBeLessThan(300);
    }
  });
});

describe("refused are", () => {
  test.each([
    [{ endgame: "KRKN" }, 403, "build-too-large"],
    [{ endgame: "KRRNKRP" }, 400, "does-not-fit"],
    [{ endgame: "KRRNKRN" }, 400, "too-many-attacking-men"],
    [{ endgame: "KXK" }, 400, "bad-endgame"],
    [{ endgame: "KRKN", metric: "dtx" }, 400, "bad-request"],
    [{ endgame: ["KRKN"] }, 400, "bad-request"],
    [{}, 400, "bad-request"],
    [{ endgame: "KRKN", fen: "3k5/9/9/9/9/9/9/9/9/4K4 w" }, 400, "bad-request"],
    [{ fen: "9/9/9/9/9/9/9/9/9/9 w" }, 400, "no-king"],
    [{ fen: "P1P1k1P1P/9/9/9/9/9/9/9/9/p1p2K2p w" }, 400, "too-many-attacking-men"],
    ["{", 400, "bad-request"],
    [" ".repeat(20_000), 413, "body-too-large"],
  ])("%j: %i %s", async (body, status, code) => {
    useLimits({ maxPositions: 100_000 });
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, code });
    expect(queue.jobs).toEqual([]);
  });

  test("bodies that are no JSON by their type, and requests of other sites' pages", async () => {
    expect((await post({ endgame: "KRK" }, { "content-type": "text/plain" })).status).toBe(415);
    const foreign = await post({ endgame: "KRK" }, { "sec-fetch-site": "cross-site" });
    expect(await foreign.json()).toMatchObject({ status: 403, code: "other-site" });
    expect(queue.jobs).toEqual([]);
  });

  test("jobs that nobody asked for", async () => {
    for (const path of ["x", "x/events", "..%2f..", "%00"]) {
      expect(await get(`/${path}`)).toMatchObject({ status: 404, code: "no-such-build" });
    }
  });

  test("all where the host builds nothing, and the page can see that", async () => {
    app = createApp({ data, page: new Map(), version: "0" });
    expect(await (await post({ endgame: "KRK" })).json()).toMatchObject({ status: 403, code: "builds-off" });
    expect(await get("")).toMatchObject({ enabled: false, jobs: [] });
  });
});

test("a build for a position makes what its soldiers can still reach, and the position is answered", LONG, async () => {
  const fen = "P1P1k3P/9/9/9/9/9/9/9/9/p4K2p w";
  const job = (await (await post({ fen })).json()) as AskedJob;
  expect(job.endgame).toBe("KPPPKPP.from999-99");
  expect((await follow(job.id)).at(-1)!.name).toBe("done");
  const answer = await app.request(`/api/v1/probe?fen=${encodeURIComponent(fen)}`);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ category: "draw" })]);
});
