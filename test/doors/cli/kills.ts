/** Kills builds, and servers that build, at random moments: what they leave must be whole, and the next build completes it. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { randomNumbers } from "../../oracle/random-graphs.ts";
import { dataFolderOfTest, finish, run, start } from "./program.ts";

const ENDGAMES = ["KRKA", "KRKN"];
/** Milliseconds within which a build is killed. */
const LONGEST = 2000;

/** Tables and records below a data folder with their bytes, and what is unfinished. */
function contentsOf(data: string): Map<string, string> {
  const folder = join(data, "asian/dtc");
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "latin1")]));
}

/** A build that was just started. */
async function build(data: string): Promise<ChildProcessWithoutNullStreams> {
  return start(["build", ...ENDGAMES], { data });
}

/** A server that was just asked to build. */
async function serve(data: string): Promise<ChildProcessWithoutNullStreams> {
  const server = start(["serve", "--builds", "on", "--port", "0", "--json"], { data });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  const headers = { "content-type": "application/json" };
  for (const endgame of ENDGAMES) {
    const body = JSON.stringify({ endgame });
    const { status } = await fetch(new URL("api/v1/build", url), { method: "POST", headers, body });
    expect([200, 202]).toContain(status);
  }
  return server;
}

async function kill(kills: number, seed: number, begin: typeof build): Promise<void> {
  const whole = dataFolderOfTest();
  await run(["build", ...ENDGAMES], { data: whole });
  const expected = contentsOf(whole);
  const random = randomNumbers(seed);
  let data = dataFolderOfTest();
  for (let number = 1; number <= kills; number++) {
    const program = await begin(data);
    const ended = finish(program); // and whatever it has started: that writes to the same stream
    await wait(random() * LONGEST);
    program.kill("SIGKILL");
    await ended;
    if (number % 5 !== 0 && number !== kills) continue;
    expect(await run(["build", ...ENDGAMES], { data })).toMatchObject({ code: 0 });
    const found = contentsOf(data);
    for (const [file, bytes] of expected) {
      // A build that was killed between a table and its sum leaves the sum to whoever asks for it first.
      if (file.endsWith(".canju")) expect(found.get(file) === bytes, `${file} after kill ${number}`).toBe(true);
    }
    expect([...found.keys()].filter((file) => !expected.has(file))).toEqual([]);
    data = dataFolderOfTest();
  }
}

export const killBuilds = (kills: number, seed: number) => kill(kills, seed, build);
export const killServers = (kills: number, seed: number) => kill(kills, seed, serve);

/** Kills a build slice by slice, in slices and between them, until one comes to its end: the file is that of a whole build. */
export async function killSlices(name: string, shortestMilliseconds: number, seed: number): Promise<void> {
  const [whole, sliced] = [dataFolderOfTest(), dataFolderOfTest()];
  expect(await run(["build", name], { data: whole })).toMatchObject({ code: 0 });
  const random = randomNumbers(seed);
  let resumed = 0;
  for (let milliseconds = shortestMilliseconds; ; milliseconds *= 1.2) {
    const program = start(["build", name, "--slices"], { data: sliced });
    const killing = setTimeout(() => program.kill("SIGKILL"), milliseconds * (0.5 + random()));
    const { code, stdout, stderr } = await finish(program);
    clearTimeout(killing);
    if (`${stdout}${stderr}`.includes(`${name} goes on from`)) resumed++;
    expect([0, null]).toContain(code);
    if (code === 0) break;
  }
  expect(resumed).toBeGreaterThan(1);
  const table = `${name}.canju`;
  expect(contentsOf(sliced).get(table) === contentsOf(whole).get(table)).toBe(true);
}
