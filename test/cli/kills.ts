/** Kills builds at random moments: what they leave must be whole, and the next build must complete it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { dataFolderOfTest, finish, run, start } from "./program.ts";

/** Tables and records below a data folder with their bytes, and what is unfinished. */
function contentsOf(data: string): Map<string, string> {
  const folder = join(data, "asian/dtc");
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "latin1")]));
}

/** @param longest milliseconds after the start of a build in which it is killed */
export async function killBuilds(
  kills: number,
  endgames: readonly string[],
  longest: number,
  seed: number,
): Promise<void> {
  const whole = dataFolderOfTest();
  await run(["build", ...endgames], { data: whole });
  const expected = contentsOf(whole);
  let random = seed;
  let data = dataFolderOfTest();
  for (let kill = 0; kill < kills; kill++) {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    const build = start(["build", ...endgames], { data });
    const ended = finish(build);
    await wait((random / 2 ** 32) * longest);
    build.kill("SIGKILL");
    await ended;
    if (kill % 5 !== 4) continue;
    expect(await run(["build", ...endgames], { data })).toMatchObject({ code: 0 });
    const found = contentsOf(data);
    for (const [file, bytes] of expected) {
      // A build that was killed between a table and its sum leaves the sum to whoever asks for it first.
      if (file.endsWith(".canju")) expect(found.get(file) === bytes, `${file} after kill ${kill}`).toBe(true);
    }
    expect([...found.keys()].filter((file) => !expected.has(file))).toEqual([]);
    data = dataFolderOfTest();
  }
}
