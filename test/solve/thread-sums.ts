/** What several threads build, to be compared with what one does. */
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";

/** The SHA-256 of every file of a closure built by so many threads. */
export async function sumsBy(threads: number, names: readonly string[]): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "canju-threads-"));
  try {
    const { built } = await buildClosure(names.map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads });
    const sums = built.map(async ({ endgame, path }) => {
      const bytes = await readFile(path);
      return [endgame, createHash("sha256").update(bytes).digest("hex")] as const;
    });
    return Object.fromEntries(await Promise.all(sums));
  } finally {
    await rm(folder, { recursive: true });
  }
}
