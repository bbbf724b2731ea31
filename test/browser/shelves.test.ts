/** Shelves in a browser's files: the same tables as under Node, and one clear error where the files are not what they were. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG, testEach } from "../long.ts";
import { solveInMemory } from "../../src/solve/build/in-memory.ts";
import { launchProfile } from "./chromium.ts";
import { startRangeServer, type RangeServer } from "./static-site.ts";
import type { ShelfAnswer, ShelfRequest } from "./shelves/worker.ts";

const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const ENDGAME = "KRKN";

let site: string;
let profile: string;
let browser: BrowserContext;
const hosts: RangeServer[] = [];
const wanted: Record<string, string> = {};

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "canju-shelves-"));
  await build({
    configFile: false,
    root: join(import.meta.dirname, "shelves"),
    base: "./",
    logLevel: "warn",
    worker: { format: "es" },
    build: { outDir: site, emptyOutDir: true },
  });
  hosts.push(await startRangeServer(site), await startRangeServer(site, 0, ISOLATION));
  // Where a window is private, files are kept in memory, and each access takes ten times as long.
  profile = await mkdtemp(join(tmpdir(), "canju-profile-"));
  browser = await launchProfile(profile);
  const kernel = new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../../build/kernel.wasm")));
  const { files } = await solveInMemory(ENDGAME, { kernel });
  for (const [name, file] of files) wanted[name] = createHash("sha256").update(file).digest("hex");
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(hosts.map((host) => host.stop()));
  await rm(site, { recursive: true });
  await rm(profile, { recursive: true });
});

const visit = async (isolated: boolean): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(hosts[isolated ? 1 : 0]!.url);
  await page.waitForFunction(() => document.title === "ready");
  return page;
};
const ask = (page: Page, request: Partial<ShelfRequest>): Promise<ShelfAnswer> =>
  page.evaluate((asked) => (window as unknown as { ask(request: object): Promise<ShelfAnswer> }).ask(asked), {
    kind: "build",
    build: "one",
    areShared: false,
    ...request,
  });
const filesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("canju-shelves", { create: true });
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names.sort();
  });

describe.each([
  ["without isolation, on one thread", false, 1, false],
  ["with isolation, on one thread", true, 1, true],
  ["with isolation, on two threads that share files", true, 2, true],
])("%s", (_, isolated, threads, areShared) => {
  const tier = threads > 1 ? {} : LONG;

  test("a shelf in a browser's file does what every shelf does", tier, async () => {
    const page = await visit(isolated);
    expect(await ask(page, { kind: "check", areShared })).toMatchObject({ isolated, canShare: true, error: null });
  });

  test("what has one set in memory and all else in files comes out the same as under Node", tier, async () => {
    const page = await visit(isolated);
    const { tables, aside, error } = await ask(page, { threads, areShared, endgame: ENDGAME });
    expect(error).toBeNull();
    expect(tables).toEqual(wanted);
    expect(aside).toBeGreaterThan(100_000);
  });

  const damages = areShared ? [1, 8] : [];
  testEach(threads > 1 ? 1 : 0, damages)(
    "files that are emptied after %i writes are one clear error",
    async (after) => {
      const page = await visit(isolated);
      const { tables, error } = await ask(page, { threads, areShared, endgame: ENDGAME, damagedAfter: after });
      expect(error).toMatchObject({ code: "browser-files", message: expect.stringContaining("cannot be used") });
      expect(tables).toEqual({});
    },
  );
});

test(
  "files of a page that was closed in the midst go at the next start, those of a build at work stay",
  LONG,
  async () => {
    const [left, atWork] = [await visit(false), await visit(false)];
    await ask(left, { kind: "hold", build: "left", stays: true });
    await ask(atWork, { kind: "hold", build: "at-work", stays: true });
    await left.reload();
    await left.waitForFunction(() => document.title === "ready");
    expect(await filesOf(left)).toEqual(expect.arrayContaining(["left.0", "left.1", "at-work.0", "at-work.1"]));
    const start = () =>
      left.evaluate(() => (window as unknown as { removeLeftShelves(): Promise<void> }).removeLeftShelves());
    await expect.poll(() => start().then(() => filesOf(left))).toEqual(["at-work.0", "at-work.1"]);
    expect(await ask(left, { build: "left" })).toMatchObject({ error: null, tables: wanted });
    await atWork.close();
    await expect.poll(() => start().then(() => filesOf(left))).toEqual([]);
  },
);
