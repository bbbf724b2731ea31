/** A short soak; the long one is nightly. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { soak, writeSoakTables } from "./soak.ts";
import { testEach } from "../../long.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-soak-"));
  await writeSoakTables(folder);
});

afterAll(() => rm(folder, { recursive: true }));

testEach(0, [250])(
  "%i requests on a folder with a damaged table, and as many again, leave no file open",
  async (requests) => {
    const [first, ...others] = await soak(folder, 3, requests);
    for (const { files } of others) expect(files).toBeLessThanOrEqual(first!.files + 2);
  },
);
