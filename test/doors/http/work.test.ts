/** However much is computed for some, others are answered meanwhile. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { Turns, RequestWork, working, type Env } from "../../../src/doors/http/work.ts";
import { DEAR as DEAR_LABELS } from "../../rules/dear-labels.ts";
import { longGame } from "./long-game.ts";
import { writeSmallTables } from "./small-tables.ts";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-work-"));
  await writeSmallTables(folder, ["KRKA"]);
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "0" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** The longest game that an address holds, in which positions keep coming back: as dear as a request can be. */
const DEAR = `/api/v1/adjudicate?${longGame()}`;

test("a request for health is answered before long adjudications that were asked for earlier", async () => {
  let answered = 0;
  const long = Array.from({ length: 3 }, async () => {
    const { status } = await app.request(DEAR);
    answered++;
    return status;
  });
  await setImmediate();
  expect((await app.request("/api/v1/health")).status).toBe(200);
  expect(answered).toBe(0);
  expect(await Promise.all(long)).toEqual(Array(3).fill(200));
});

test("all requests together compute for some milliseconds in each turn of the event loop", async () => {
  const turns = new Turns();
  const done: string[] = [];
  const compute = async () => {
    const work = new RequestWork(turns);
    for (let i = 0; i < 10; i++) {
      await work.step();
      busy(4);
      done.push("piece");
    }
  };
  const all = Promise.all([compute(), compute(), compute()]);
  for (let before = 0; done.length < 30; before = done.length) {
    await setImmediate();
    expect(done.length - before).toBeLessThanOrEqual(12); // of 30: what few turns hold, wherever those of this test stand
  }
  await all;
});

test("who has computed least goes first", async () => {
  const turns = new Turns();
  const ended: string[] = [];
  const compute = async (name: string, pieces: number) => {
    const work = new RequestWork(turns);
    for (let i = 0; i < pieces; i++) {
      await work.step();
      busy(11); // longer than a turn
    }
    ended.push(name);
  };
  await Promise.all([compute("long", 8), compute("middle", 4), compute("short", 1)]);
  expect(ended).toEqual(["short", "middle", "long"]);
});

describe("what nobody waits for any more is computed no further", () => {
  test("because it took too long", async () => {
    const server = new Hono<Env>();
    let pieces = 0;
    server.use(working(new Turns(), 30));
    server.get("/", async (c) => {
      for (;;) {
        await c.var.work.step();
        await setImmediate();
        pieces++;
      }
    });
    expect((await server.request("/")).status).toBe(504);
    const until = pieces;
    await setTimeout(50);
    expect(until).toBeGreaterThan(1);
    expect(pieces).toBeLessThanOrEqual(until + 1);
  });

  test("because the client has gone", async () => {
    const client = new AbortController();
    const asking = app.request(DEAR, { signal: client.signal });
    await setImmediate();
    client.abort();
    expect((await asking).status).toBe(504);
  });
});

test("what takes more computing than a request may have is given up, and said so", () => {
  const work = new RequestWork(new Turns());
  const goOn = () => {
    for (let i = 0; i < 1000; i++) void work.step(1000);
  };
  expect(goOn).toThrow(expect.objectContaining({ code: "too-much-work" }));
});

test(
  "a label of the Chinese rules lets others go first, and is charged for what it computes while it is computed",
  LONG,
  async () => {
    const [fen, move] = DEAR_LABELS[1];
    const server = createApp({ data, page: new Map(), version: "0", limit: { perSecond: 20 } });
    const answered = new AbortController();
    const asking = server.request(`/api/v1/adjudicate?rules=chinese&fen=${fen.replace(" ", "_")}&moves=${move}`);
    void Promise.resolve(asking).then(() => answered.abort());
    const health: number[] = [];
    while (!answered.signal.aborted) {
      await setImmediate();
      health.push((await server.request("/api/v1/health")).status);
    }
    expect((await asking).status).toBe(200);
    expect(health.length).toBeGreaterThan(20);
    expect(health.at(-1)).toBe(429);
    expect(health.indexOf(429)).toBeLessThan(health.length - 10);
  },
);

test("a request costs what it computes: an adjudication by its moves", async () => {
  const limited = () => createApp({ data, page: new Map(), version: "0", limit: { perSecond: 20 } });
  const short = `/api/v1/adjudicate?${longGame(20)}`;
  const server = limited();
  const statuses: number[] = [];
  for (let i = 0; i < 25; i++) statuses.push((await server.request(short)).status);
  const most = statuses.indexOf(429); // eleven tokens each, of a hundred
  expect([9, 10, 11]).toContain(most);
  const other = limited();
  expect((await other.request(DEAR)).status).toBe(200);
  const refused = await other.request("/api/v1/health");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(5);
});
