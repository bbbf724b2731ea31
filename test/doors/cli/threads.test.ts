import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { LONG } from "../../long.ts";

const run = promisify(execFile);
const program = new URL("../../../src/doors/cli/canju.ts", import.meta.url).pathname;

/** The SHA-256 of every table that a build with so many threads writes. */
async function built(threads: number): Promise<[string, string][]> {
  const data = await mkdtemp(join(tmpdir(), "canju-threads-"));
  try {
    await run(process.execPath, [program, "build", "KRKN", "KPPK", "--threads", String(threads), "--data", data]);
    const folder = join(data, "asian", "dtc");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".canju")).sort();
    const digest = async (name: string) =>
      createHash("sha256")
        .update(await readFile(join(folder, name)))
        .digest("hex");
    return await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await digest(name)]));
  } finally {
    await rm(data, { recursive: true });
  }
}

it("files do not depend on how many threads build them", LONG, async () => {
  const one = await built(1);
  expect(one.length).toBe(6);
  for (const threads of [2, 3]) expect(await built(threads)).toEqual(one);
});
