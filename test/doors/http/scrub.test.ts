import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LONG } from "../../long.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import { BuildQueue } from "../../../src/doors/http/build-queue.ts";
import { DataFolder, startScrub } from "../../../src/doors/http/data-folder.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { replaceFile, stateOtherSha256 } from "../../table/rot.ts";
import { writeSmallTables } from "./small-tables.ts";

// Builds run at a low priority: on a busy machine they wait for everything else.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let data: DataFolder;
let end: (() => Promise<void>) | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-scrub-"));
  await writeSmallTables(folder, ["KRK", "KPK"]);
  data = new DataFolder(folder);
});
afterEach(async () => {
  await end?.();
  await data.close();
  await rm(folder, { recursive: true });
});

test("a file that does not fit its SHA-256 is named, answers no more, and answers again when it is whole", async () => {
  const path = join(folder, "asian/dtc/KRK.canju");
  const sound = await readFile(path);
  stateOtherSha256(path);
  const app = createApp({ data, page: new Map(), version: "0" });
  const get = async (address: string) => (await app.request(address)).json() as Promise<Record<string, unknown>>;
  const probe = () => get("/api/v1/probe?fen=4k4/9/9/9/9/9/9/9/9/R2K5_w");
  expect(await probe()).toMatchObject({ endgame: "KRK" });
  await new Promise((resolve) => setTimeout(resolve, 200)); // the file is no longer new

  end = startScrub(data, { bytesPerSecond: 2 ** 30, restMilliseconds: 50 });
  await vi.waitFor(() => expect(data.scrubbed).toMatchObject({ damaged: 1, finished: expect.any(String) }), 10_000);
  expect(await probe()).toMatchObject({ code: "damaged-table" });
  expect(await get("/api/v1/tables")).toMatchObject({
    tables: [{ endgame: "KPK" }],
    damaged: [{ file: "asian/dtc/KRK.canju", problem: expect.stringContaining("does not match its SHA-256") }],
    scrubbed: { damaged: 1 },
  });
  expect(await (await app.request("/metrics")).text()).toMatch(/^canju_scrub_damaged_files 1$/m);

  replaceFile(path, sound);
  expect(await probe()).toMatchObject({ endgame: "KRK" });
  await vi.waitFor(() => expect(data.scrubbed.damaged).toBe(0), 10_000);
});

test("a file may be kept for ever once it was compared, under the address of its own version only", LONG, async () => {
  const app = createApp({ data, page: new Map(), version: "0" });
  const catalog = data.catalog(DEFAULT_COLLECTION);
  const { sha256 } = (await catalog.open("KRK"))!.header;
  const version = sha256.slice(0, 16);
  const caching = async (v: string) =>
    (await app.request(`/tables/asian/dtc/KRK.canju?v=${v}`)).headers.get("cache-control");
  expect(await caching(version)).toBe("no-cache");
  await new Promise((resolve) => setTimeout(resolve, 200)); // the file is no longer new
  expect(await catalog.scrub("KRK", async () => {})).toBe("sound");
  expect(await caching(version)).toContain("immutable");
  for (const other of ["0123456789abcdef", "", version.slice(1)]) expect(await caching(other)).toBe("no-cache");

  const path = join(folder, "asian/dtc/KRK.canju");
  replaceFile(path, await readFile(path)); // nobody has compared this one
  expect(await caching(version)).toBe("no-cache");
});

test("a file that is known to be damaged is not sent, whatever has shown the damage", async () => {
  const app = createApp({ data, page: new Map(), version: "0" });
  const path = join(folder, "asian/dtc/KRK.canju");
  const sound = await readFile(path);
  const { header } = (await data.catalog(DEFAULT_COLLECTION).open("KRK"))!;
  const ask = (headers: Record<string, string> = {}) =>
    app.request(`/tables/asian/dtc/KRK.canju?v=${header.sha256.slice(0, 16)}`, { headers });
  const expectRefused = async () => {
    const all: Record<string, string>[] = [{}, { range: "bytes=0-9" }, { "if-none-match": `"${header.sha256}"` }];
    for (const headers of all) {
      const response = await ask(headers);
      expect([response.status, response.headers.get("cache-control")]).toEqual([500, "no-store"]);
      expect(response.headers.get("etag")).toBeNull();
      expect(await response.json()).toMatchObject({ code: "damaged-table", endgame: "KRK" });
    }
  };

  stateOtherSha256(path);
  await new Promise((resolve) => setTimeout(resolve, 200)); // the file is no longer new
  expect(await data.catalog(DEFAULT_COLLECTION).scrub("KRK", async () => {})).toBe("damaged");
  await expectRefused();
  replaceFile(path, sound);
  expect((await ask()).status).toBe(200);

  const bytes = Buffer.from(sound);
  bytes.fill(0xff, header.data.offset, header.data.offset + header.data.length);
  replaceFile(path, bytes);
  const probe = async () => (await app.request("/api/v1/probe?fen=4k4/9/9/9/9/9/9/9/9/R2K5_w")).status;
  await new Promise((resolve) => setTimeout(resolve, 200)); // the file is no longer new
  await vi.waitFor(async () => expect(await probe()).toBe(500), 10_000);
  await expectRefused();
});

/** Asks a server for a table until it has one, by a build where it has none. */
async function rebuild(app: ReturnType<typeof createApp>, endgame: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const post = () => app.request("/api/v1/build", { method: "POST", headers, body: JSON.stringify({ endgame }) });
  const asked = await post();
  expect(asked.status).toBe(202);
  const { id } = (await asked.json()) as { id: string };
  const events = await (await app.request(`/api/v1/build/${id}/events`)).text(); // ends when the build has
  expect(events).toContain("event: done");
  expect((await post()).status).toBe(200);
}

test("a damaged table is built anew when that is asked for, whatever has shown the damage", LONG, async () => {
  const path = join(folder, "asian/dtc/KRK.canju");
  const builds = new BuildQueue(data, {}, 1);
  const app = createApp({ data, page: new Map(), version: "0", builds });
  const get = async (address: string) => (await app.request(address)).json() as Promise<Record<string, unknown>>;
  const probe = () => get("/api/v1/probe?fen=4k4/9/9/9/9/9/9/9/9/R2K5_w");

  stateOtherSha256(path);
  await new Promise((resolve) => setTimeout(resolve, 200)); // the file is no longer new
  expect(await data.catalog(DEFAULT_COLLECTION).scrub("KRK", async () => {})).toBe("damaged");
  expect(await probe()).toMatchObject({ code: "damaged-table", endgame: "KRK" });
  await rebuild(app, "KRK");
  expect(await probe()).toMatchObject({ endgame: "KRK", category: "win" });
  expect(await get("/api/v1/tables")).toMatchObject({ damaged: [] });

  // Blocks that do not fit their own checksums show when they are read.
  const { header } = (await data.catalog(DEFAULT_COLLECTION).open("KRK"))!;
  const bytes = await readFile(path);
  bytes.fill(0xff, header.data.offset, header.data.offset + header.data.length);
  replaceFile(path, bytes);
  await vi.waitFor(async () => expect(await probe()).toMatchObject({ code: "damaged-table", endgame: "KRK" }), 10_000);
  await rebuild(app, "KRK");
  expect(await probe()).toMatchObject({ endgame: "KRK", category: "win" });
  await builds.close();
});

test("comparing is gentle, and ends at once when it is told to", async () => {
  end = startScrub(data, { bytesPerSecond: 1 });
  await vi.waitFor(() => expect(data.scrubbed.bytes).toBeGreaterThan(0), 10_000);
  const { bytes } = data.scrubbed;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(data.scrubbed).toMatchObject({ files: 0, bytes });
  await end();
});
