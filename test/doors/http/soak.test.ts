/** A short soak; the long one is nightly. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soak, writeSoakTables } from "./soak.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-soak-"));
  await writeSoakTables(folder);
});

afterAll(() => rm(folder, { recursive: true }));

test("requests on a folder with a damaged table leave no file open", async () => {
  const [first, ...others] = await soak(folder, 3, 250);
  for (const { files } of others) expect(files).toBeLessThanOrEqual(first!.files + 2);
});
