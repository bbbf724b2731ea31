import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApp } from "../../src/server/app.ts";
import { DataFolder, startScrub } from "../../src/server/data-folder.ts";
import { replaceFile, stateOtherSha256 } from "../table/rot.ts";
import { writeSmallTables } from "./small-tables.ts";

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

test("comparing is gentle, and ends at once when it is told to", async () => {
  end = startScrub(data, { bytesPerSecond: 1 });
  await vi.waitFor(() => expect(data.scrubbed.bytes).toBeGreaterThan(0), 10_000);
  const { bytes } = data.scrubbed;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(data.scrubbed).toMatchObject({ files: 0, bytes });
  await end();
});
