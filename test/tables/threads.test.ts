import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** The SHA-256 of every file of a closure built by so many threads. */
async function sumsBy(threads: number, names: readonly string[]): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "canju-threads-"));
  folders.push(folder);
  const asian = { metric: "dtc", rules: "asian", orders: "fang" } as const;
  const { built } = await buildClosure(names.map(parseEndgame), { ...asian, folder, threads });
  const sums = built.map(async ({ endgame, path }) => {
    return [
      endgame,
      createHash("sha256")
        .update(await readFile(path))
        .digest("hex"),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

test("files with orders of checks and chases are the same from any number of threads", async () => {
  const names = ["KRNKR", "KRCKR"];
  const one = await sumsBy(1, names);
  expect(Object.keys(one)).toEqual(expect.arrayContaining(names));
  expect(await sumsBy(2, names)).toEqual(one);
  expect(await sumsBy(3, names)).toEqual(one);
});
