/** Tables that several threads solve and write at once. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION, tablePath } from "../../src/table/catalog.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

async function bytesOf(name: string, threads: number): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "canju-threads-"));
  folders.push(folder);
  await buildClosure([parseEndgame(name)], { ...DEFAULT_COLLECTION, folder, threads });
  return readFileSync(join(folder, tablePath(DEFAULT_COLLECTION, name)));
}

// Large enough that blocks of both sides are asked for by several threads while others are still being made.
test("KNKPP has the same bytes whatever the number of threads", async () => {
  const one = await bytesOf("KNKPP", 1);
  for (const threads of [2, 4]) expect((await bytesOf("KNKPP", threads)).equals(one), `${threads} threads`).toBe(true);
}, 120_000);
