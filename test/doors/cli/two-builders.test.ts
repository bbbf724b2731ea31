/** Two processes in one data folder: no table is built or proven twice. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LONG, longWhere } from "../../long.ts";
import type { BuildReport } from "../../../src/solve/node/build.ts";
import { thisProcess } from "../../../src/base/node/processes.ts";
import { dataFolderOfTest, finish, run, runApart, runJson, start, waitFor } from "./program.ts";

/** What a command in a process of its own reports. */
async function reportOf<T>(args: readonly string[], data: string): Promise<T> {
  const { code, stdout, stderr } = await runApart([...args, "--json"], { data });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout) as T;
}

const filesIn = (data: string): string[] => readdirSync(join(data, "asian/dtc"));

test("two builds of overlapping endgames build each table once, and both have all in the end", async () => {
  const data = dataFolderOfTest();
  const reports = await Promise.all(
    [["KRKN", "KNKP"], ["KRKN"], ["KRKN", "KRKA"]].map((names) => reportOf<BuildReport>(["build", ...names], data)),
  );
  const built = reports.flatMap((report) => report.built.map(({ endgame }) => endgame)).sort();
  expect(built).toEqual(["KAK", "KK", "KNK", "KNKP", "KPK", "KRK", "KRKA", "KRKN"]);
  const wanted = ["KK", "KNK", "KRK", "KRKN"];
  for (const { built: own, present } of reports) {
    expect([...own.map(({ endgame }) => endgame), ...present]).toEqual(expect.arrayContaining(wanted));
  }
  expect(filesIn(data).filter((file) => file.startsWith("."))).toEqual([]);
});

test("two proofs of a closure prove each table once or find it proven", LONG, async () => {
  const data = dataFolderOfTest();
  await run(["build", "KRKN"], { data });
  const proofs = await Promise.all(
    [0, 1].map(() => reportOf<{ proven: boolean; reports: object[] }>(["verify", "KRKN", "--closure"], data)),
  );
  for (const { proven, reports } of proofs) {
    expect(proven).toBe(true);
    expect(reports).toHaveLength(4);
  }
  expect(filesIn(data).filter((file) => file.startsWith("."))).toEqual([]);
});

test(
  "a build waits for one that is stopped, says so in one line, and goes on when that is ended",
  longWhere(thisProcess.machine !== null),
  async () => {
    const data = dataFolderOfTest();
    const holder = join(import.meta.dirname, "../../table/lock-holder.ts");
    const stopped = spawn(process.execPath, [holder, join(data, "asian/dtc/KK.canju"), "KK"]);
    onTestFinished(() => void stopped.kill("SIGKILL"));
    await waitFor(stopped.stdout, "taken");
    stopped.kill("SIGSTOP");
    const build = start(["build", "KRK"], { data });
    const report = finish(build);
    await waitFor(build.stderr, "waiting\n");
    expect(filesIn(data)).toContain(".KK.build.lock");
    stopped.kill("SIGKILL");
    const { code, stderr } = await report;
    expect(code).toBe(0);
    const by = `process ${stopped.pid} on ${hostname()}`;
    expect(stderr.match(/^.*: waiting$/gm)).toEqual([
      expect.stringContaining(`KK is being built by ${by}, stopped since 20`) as string,
    ]);
    expect(stderr).toContain(`the build of KK by ${by} was left unfinished: it is built here`);
    expect(filesIn(data).sort()).toEqual(["KK.canju", "KRK.canju"]);
  },
);

test(
  "what was left by an ended build is listed, and built by the next",
  longWhere(thisProcess.machine !== null),
  async () => {
    const data = dataFolderOfTest();
    const folder = join(data, "asian/dtc");
    mkdirSync(folder, { recursive: true });
    const lock = {
      lock: 1,
      id: "ab",
      beat: 3,
      host: "here",
      version: "0.1.0",
      since: "2026-01-01T00:00:00.000Z",
      pid: 2 ** 22 + 1,
      machine: thisProcess.machine,
      started: "1",
      progress: { phase: "writing", ply: null, done: 0.5 },
    };
    writeFileSync(join(folder, ".KRK.build.lock"), JSON.stringify(lock));
    const { stdout } = await run(["list"], { data });
    expect(stdout).toMatch(
      /build left unfinished: KRK \(.*\) by process 4194305 on here, which has ended, .*writing, 50 %/,
    );
    const { works } = await runJson<{ works: object[] }>(["list"], { data });
    expect(works).toMatchObject([{ endgame: "KRK", left: true }]);
    const { built } = await runJson<BuildReport>(["build", "KRK"], { data });
    expect(built.map(({ endgame }) => endgame)).toEqual(["KK", "KRK"]);
    expect(filesIn(data).filter((file) => file.startsWith("."))).toEqual([]);
  },
);
