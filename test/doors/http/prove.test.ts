/** Proofs over HTTP: while the request waits, and as jobs. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { Prover } from "../../../src/doors/http/prover.ts";
import { checkProofTree } from "../../../src/prove/check.ts";
import { readProofTree } from "../../../src/prove/proof-tree.ts";
import type { ProvedJson } from "../../../src/say/proof.ts";
import { LONG, testEach } from "../../long.ts";
import { buildTables } from "../../play/sampled-games.ts";
import { CAPTURE_FIRST, FIVE_TIGERS } from "../../prove/trees.ts";

// Jobs run at a low priority: on a busy machine they wait for everything else.
vi.setConfig({ testTimeout: 120_000 });

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const TWO_CHARIOTS = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w";

interface Job {
  readonly id: string;
  readonly state: string;
  readonly ahead: number | null;
  readonly progress: { readonly nodes: number; readonly deepest: number; readonly seconds: number } | null;
  readonly result: ProvedJson | null;
  readonly problem: { readonly code: string } | null;
}

let folder: string;
let data: DataFolder;
let prover: Prover;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-prove-"));
  data = new DataFolder(folder);
  prover = new Prover(data);
});

beforeEach(() => {
  app = appWith({});
});

afterAll(async () => {
  await prover.close();
  await data.close();
  await rm(folder, { recursive: true });
});

function appWith(options: Partial<Parameters<typeof createApp>[0]>): ReturnType<typeof createApp> {
  return createApp({ data, page: new Map(), version: "0", prover, ...options });
}

async function prove(fen: string, more = ""): Promise<{ status: number; body: ProvedJson & { code: string } }> {
  const response = await app.request(`/api/v1/prove?fen=${fen.replaceAll(" ", "_")}${more}`);
  return { status: response.status, body: (await response.json()) as ProvedJson & { code: string } };
}

/** @param from the address that a proxy would tell */
const start = (body: unknown, from = "192.0.2.1", headers: Record<string, string> = {}) =>
  app.request("/api/v1/prove", {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from, ...headers },
    body: JSON.stringify(body),
  });
const find = async (id: string) => (await (await app.request(`/api/v1/prove/${id}`)).json()) as Job & { code: string };
/** A job as soon as it is over. */
async function over(id: string): Promise<Job> {
  await expect.poll(async () => (await find(id)).state, { timeout: 60_000 }).not.toMatch(/queued|running/);
  return find(id);
}
async function stop(id: string): Promise<Job> {
  const response = await app.request(`/api/v1/prove/${id}`, { method: "DELETE" });
  expect(response.status).toBe(200);
  return (await response.json()) as Job;
}

describe("while the request waits", () => {
  test("a win by checks comes with a proof tree that passes the checker", async () => {
    const { status, body } = await prove(FIVE_TIGERS);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: "win", proof: { winner: "red", byChecks: true, rules: "none" } });
    const { plies } = await checkProofTree(readProofTree(Buffer.from(body.certificate!, "base64")));
    expect(body.proof!.plies).toBe(plies);
    expect(body.line).toHaveLength(plies);
  });

  test("what is not proven is unknown, within the time asked for", async () => {
    const { status, body } = await prove(START, "&seconds=1");
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: "unknown", proof: null, certificate: null, line: [] });
    expect(body.seconds).toBeLessThan(3);
  });

  test("a client has one proof looked for at a time, and bad input is told", async () => {
    const asked = [prove(START), prove(START), prove("nonsense"), prove(START, "&seconds=99")];
    const answers = await Promise.all([...asked, prove(START, "&tables=chinese")]);
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes).toEqual([200, "queue-full", "bad-fen", "bad-request", "bad-request"]);
  });

  test("other moves that win are looked for when they are asked for", async () => {
    const { status, body } = await prove(TWO_CHARIOTS, "&cooks=true");
    expect([status, body.result]).toEqual([200, "win"]);
    expect(body.cooks!.length).toBeGreaterThan(1);
    const { outcome, plies } = await checkProofTree(readProofTree(Buffer.from(body.cooks![0]!.certificate, "base64")));
    expect([outcome, plies + 1]).toEqual(["loss", body.cooks![0]!.plies]);
    expect((await prove(TWO_CHARIOTS)).body.cooks).toBeUndefined();
  });

  test("whoever no longer waits has no time spent on him", async () => {
    const gone = new AbortController();
    const path = `/api/v1/prove?fen=${START.replaceAll(" ", "_")}&seconds=5`;
    const left = Promise.resolve(app.request(path, { signal: gone.signal }));
    setTimeout(() => gone.abort(), 100);
    expect(((await (await left).json()) as ProvedJson).seconds).toBeLessThan(4);
  });
});

describe("tables of the data folder", () => {
  test("a proof rests on those that are asked for, says so, and builds none", async () => {
    const none = await prove(CAPTURE_FIRST, "&tables=asian");
    expect([none.status, none.body.proof?.rules ?? "none"]).toEqual([200, "none"]);
    expect(await readdir(folder)).toEqual([]);
    await buildTables(["KRKN"], { rules: "asian", metric: "dtc", orders: "fang" }, folder);
    const files = await readdir(join(folder, "asian/dtc"));
    const asian = await prove(CAPTURE_FIRST, "&tables=asian&seconds=5");
    expect(asian.body).toMatchObject({ result: "win", proof: { plies: 1, rules: "asian" } });
    expect(asian.body.proof!.leaves).toEqual({ "asian/dtc/KRKN": 1 });
    expect(asian.body.line).toHaveLength(1);
    expect((await prove(CAPTURE_FIRST, "&tables=none")).body.proof?.plies).not.toBe(1);
    expect(await readdir(join(folder, "asian/dtc"))).toEqual(files);
    expect(await readdir(folder)).toEqual(["asian"]);
  });
});

describe("jobs", () => {
  test("what is over within a second is answered at once", async () => {
    const response = await start({ fen: FIVE_TIGERS, tables: "none" });
    const first = (await response.json()) as Job;
    expect(response.status).toBe(first.state === "done" ? 200 : 202); // on a busy machine it may not be over
    expect(response.headers.get("location")).toBe(`/api/v1/prove/${first.id}`);
    const job = await over(first.id);
    expect(job).toMatchObject({ state: "done", fen: FIVE_TIGERS, seconds: 60, tables: "none", ahead: null });
    expect(job.result).toMatchObject({ result: "win", proof: { plies: 19, byChecks: true } });
    const { plies } = await checkProofTree(readProofTree(Buffer.from(job.result!.certificate!, "base64")));
    expect(plies).toBe(19);
  });

  test("a longer one tells how far it has come, until it is stopped; the next in line follows", LONG, async () => {
    app = appWith({ limit: { perSecond: 0, behindProxy: true } });
    const response = await start({ fen: START, seconds: 600 });
    expect(response.status).toBe(202);
    const job = (await response.json()) as Job;
    expect(job).toMatchObject({ state: "running", ahead: null, result: null });
    await expect.poll(async () => (await find(job.id)).progress!.nodes, { timeout: 60_000 }).toBeGreaterThan(1000);
    expect((await find(job.id)).progress!.deepest).toBeGreaterThan(2);
    const same = await start({ fen: FIVE_TIGERS });
    expect([same.status, ((await same.json()) as { code: string }).code]).toEqual([503, "queue-full"]);
    const next = (await (await start({ fen: FIVE_TIGERS }, "192.0.2.2")).json()) as Job;
    expect(next).toMatchObject({ state: "queued", ahead: 0, progress: null });
    expect(await stop(job.id)).toMatchObject({ state: "cancelled", progress: null, result: null });
    expect(await over(next.id)).toMatchObject({ state: "done", result: { result: "win" } });
    expect(await stop(job.id)).toMatchObject({ state: "cancelled" });
  });

  test("so many wait and no more; what takes a short while is answered meanwhile", LONG, async () => {
    const own = new Prover(data);
    app = appWith({ limit: { perSecond: 0, behindProxy: true }, prover: own });
    const asked = Array.from({ length: 10 }, (_, i) => start({ fen: START, seconds: 600 }, `192.0.2.${i + 1}`));
    expect((await prove(FIVE_TIGERS)).body.result).toBe("win");
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(9).fill(202), 503]);
    const jobs = (await Promise.all(answers.slice(0, 9).map((each) => each.json()))) as Job[];
    expect(jobs.map(({ ahead }) => ahead)).toEqual([null, 0, 1, 2, 3, 4, 5, 6, 7]);
    await stop(jobs[1]!.id);
    expect(await find(jobs[8]!.id)).toMatchObject({ state: "queued", ahead: 6 });
    // A server that ends ends them all, and takes no more.
    await own.close();
    const states = await Promise.all(jobs.map(async ({ id }) => (await find(id)).state));
    expect(states).toEqual(Array(9).fill("cancelled"));
    expect((await start({ fen: FIVE_TIGERS }, "192.0.2.99")).status).toBe(503);
  });

  testEach<[string, unknown, number, string]>(6, [
    ["no FEN", {}, 400, "bad-request"],
    ["nonsense", { fen: "nonsense" }, 400, "bad-fen"],
    ["an impossible position", { fen: "9/9/9/9/9/9/9/9/9/4K4 w" }, 400, "no-king"],
    ["too long", { fen: START, seconds: 601 }, 400, "bad-request"],
    ["other tables", { fen: START, tables: "chinese" }, 400, "bad-request"],
    ["what it does not know", { fen: START, cook: true }, 400, "unknown-parameter"],
  ])("refuses %s", async (_, body, status, code) => {
    const response = await start(body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test("pages of other sites cannot ask for one, and nobody finds what he does not know", async () => {
    const response = await start({ fen: FIVE_TIGERS }, "192.0.2.1", { origin: "https://elsewhere.example" });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, "other-site"]);
    expect((await find("none")).code).toBe("no-such-proof");
  });

  test("a job is paid for as long as it runs", LONG, async () => {
    app = appWith({ limit: { perSecond: 4 } }); // of which 20 are saved
    const job = (await (await start({ fen: START, seconds: 600 })).json()) as Job;
    expect(job.state).toBe("running"); // 10 for asking, and 10 a second
    await expect.poll(async () => (await app.request("/api/v1/health")).status, { timeout: 60_000 }).toBe(429);
    prover.stop(job.id);
  });
});
