import { once } from "node:events";
import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { LONG } from "../../long.ts";
import { type BuildReport, checkDisk } from "../../../src/solve/node/build.ts";
import { interruptible, Interrupted } from "../../../src/doors/cli/errors.ts";
import { parseUnfinished, unfinishedPath } from "../../../src/base/node/unfinished.ts";
import { InputError } from "../../../src/base/errors.ts";
import { stateOtherSha256 } from "../../table/rot.ts";
import {
  dataFolderOfTest,
  environment,
  finish,
  PROGRAM,
  run,
  runApart,
  runJson,
  start,
  waitFor,
  withoutLayout,
} from "./program.ts";

const KRKA_CLOSURE = ["KK", "KRK", "KAK", "KRKA"];

function tablesIn(data: string, metric = "dtc"): string[] {
  return readdirSync(join(data, "asian", metric)).sort();
}

function contentsOf(data: string): Map<string, string> {
  const folder = join(data, "asian/dtc");
  return new Map(tablesIn(data).map((file) => [file, readFileSync(join(folder, file), "latin1")]));
}

test("build --json reports the closure, and then that it is there", async () => {
  const data = dataFolderOfTest();
  const first = await runJson<BuildReport & Record<string, unknown>>(["build", "KAKR"], { data });
  expect(Object.keys(first).sort()).toEqual([
    "built",
    "data",
    "endgames",
    "metric",
    "present",
    "rules",
    "seconds",
    "took",
  ]);
  expect(first).toMatchObject({ endgames: ["KAKR"], metric: "dtc", rules: "asian", data, present: [] });
  expect(first.built.map(({ endgame }) => endgame).sort()).toEqual([...KRKA_CLOSURE].sort());
  for (const { path, fileBytes } of first.built) expect(statSync(path).size).toBe(fileBytes);
  const again = await runJson<BuildReport>(["build", "KRKA"], { data });
  expect(again.built).toEqual([]);
  expect([...again.present].sort()).toEqual([...KRKA_CLOSURE].sort());
});

test("build tells people its plan and each table on stderr, and a summary on stdout", async () => {
  const data = dataFolderOfTest();
  const { code, stdout, stderr } = await run(["build", "krkg", "--metric", "dtm", "--threads", "1"], { data });
  expect(code).toBe(0);
  expect(withoutLayout(stderr)).toMatch(
    /Building 4 tables for KRKA: 26\.7 k cells, about [\d.]+ kB on disk, \d+ MB of memory, 1\.0 s KK/,
  );
  expect(withoutLayout(stderr)).toMatch(/KRKA 4\/4: 21\.6 k cells, [\d.]+ kB, [\d.]+ s/);
  expect(withoutLayout(stdout)).toMatch(/KRKA 21,600 [\d.]+ kB \d\.\d\d [\d.]+ s/);
  expect(stdout).toContain(`built 4 tables`);
  expect(stdout).toMatch(/\ntook [\d.]+ MB of memory \(told: [\d.]+ MB\), [\d.]+ kB of disk \(told: [\d.]+ kB\)/);
  expect(tablesIn(data, "dtm")).toEqual(["KAK.canju", "KK.canju", "KRK.canju", "KRKA.canju"]);
});

test("Ctrl-C keeps the finished tables, says so, and the same command goes on from there", async () => {
  const data = dataFolderOfTest();
  const child = start(["build", "KNPKAB"], { data });
  const outcome = finish(child);
  await waitFor(child.stderr, "KNPK ");
  child.kill("SIGINT");
  const { code, stdout, stderr } = await outcome;
  expect(stderr.trimEnd().split("\n").at(-1)).toMatch(
    /^canju: stopped: \d+ of 16 tables are finished and kept in .*; to go on, give the same command again$/,
  );
  expect(code).toBe(130);
  expect(stdout).toBe("");
  const kept = contentsOf(data);
  expect(kept.size).toBeGreaterThan(4);
  expect([...kept.keys()].every((file) => file.endsWith(".canju"))).toBe(true);
  expect(kept.has("KNPKAB.canju")).toBe(false);
  const { present, built } = await runJson<BuildReport>(["build", "KNPKA"], { data });
  expect(present.length).toBeGreaterThan(4);
  expect(present.length + built.length).toBe(8);
  for (const [file, bytes] of kept) expect(contentsOf(data).get(file)).toBe(bytes);
});

test("Ctrl-C before a table is finished does not sound as if anything were kept", LONG, async () => {
  const data = dataFolderOfTest();
  await run(["build", "KRK", "KNK"], { data });
  const child = start(["build", "KRKN"], { data });
  const outcome = finish(child);
  await waitFor(child.stderr, "Building 1 table");
  child.kill("SIGINT");
  const { code, stderr } = await outcome;
  expect(stderr).toMatch(/\ncanju: stopped before a table was finished; the same command begins anew\n$/);
  expect(code).toBe(130);
});

test("a second Ctrl-C is left to end the program, but not one that comes together with the first", async () => {
  const before = process.listenerCount("SIGINT");
  const told = vi.fn();
  const work = interruptible(async (signal) => {
    process.emit("SIGINT");
    process.emit("SIGINT");
    expect([signal.aborted, process.listenerCount("SIGINT")]).toEqual([true, before + 1]);
    await vi.waitFor(() => expect(process.listenerCount("SIGINT")).toBe(before));
    signal.throwIfAborted();
  }, told);
  await expect(work).rejects.toThrow(Interrupted);
  expect(told).toHaveBeenCalledOnce();
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s asks the work to stop", async (name) => {
  const before = process.listenerCount(name);
  const work = interruptible(
    async (signal) => {
      process.emit(name);
      signal.throwIfAborted();
    },
    () => {},
  );
  await expect(work).rejects.toThrow(Interrupted);
  expect(process.listenerCount(name)).toBe(before);
});

test("a build that is killed leaves sound tables", LONG, async () => {
  const data = dataFolderOfTest();
  const child = start(["build", "KNPKA"], { data });
  const ended = once(child, "exit");
  await waitFor(child.stderr, "KNPK ");
  child.kill("SIGKILL");
  await ended;
  const { tables, damaged } = await runJson<Record<"tables" | "damaged", unknown[]>>(["list"], { data });
  expect(tables.length).toBeGreaterThan(4);
  expect(damaged).toEqual([]);
});

test("two builds at once in one data folder leave the tables that one build leaves", LONG, async () => {
  const [shared, alone] = [dataFolderOfTest(), dataFolderOfTest()];
  const outcomes = await Promise.all([1, 2].map(() => runApart(["build", "KRKN", "KNPK"], { data: shared })));
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  await run(["build", "KRKN", "KNPK"], { data: alone });
  expect(contentsOf(shared)).toEqual(contentsOf(alone));
});

test("a damaged table is built anew when it is needed", LONG, async () => {
  const data = dataFolderOfTest();
  await run(["build", "KRKA"], { data });
  const sound = contentsOf(data);
  truncateSync(join(data, "asian/dtc/KRK.canju"), 100);
  const { code, stderr } = await run(["build", "KRKA"], { data });
  expect(code).toBe(0);
  expect(stderr.match(/KRK\.canju is damaged: .*; it is built anew/g)).toHaveLength(1);
  expect(contentsOf(data)).toEqual(sound);
});

test("a full disk is one clear line and leaves the finished tables alone", async () => {
  const data = dataFolderOfTest();
  // No file may be larger than 4 KiB: KRKAB's table is.
  const command = `ulimit -f 4; exec "${process.execPath}" "${PROGRAM}" build KRKAB`;
  const { code, stderr } = await finish(spawn("bash", ["-c", command], { env: environment(data) }));
  expect(code).toBe(2);
  expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^canju: cannot write in .*: the file system allows no file/);
  expect(tablesIn(data)).toContain("KRKA.canju");
  expect(tablesIn(data).every((file) => /^K.*\.canju$/.test(file) && file !== "KRKAB.canju")).toBe(true);
});

test("tables that surely cannot fit on the disk are refused before anything is built, others that may not are told", () => {
  const check = (workBytes: number, free: number) => () => checkDisk("/data", { diskBytes: 84_700, workBytes }, free);
  expect(check(0, 10_000)).toThrow(InputError);
  expect(check(0, 10_000)).toThrow(/^the tables take about 84\.7 kB, but there are 10\.0 kB left/);
  expect(check(0, 1_000_000)).not.toThrow();
  expect(check(1e9, 1_000_000)).toThrow(
    /take about 84\.7 kB, and 1\.0 GB more while they are built, but .* 1\.0 MB left/,
  );
  expect(check(0, 1_000_000)()).toBeNull();
  expect(check(0, 80_000)()).toBe(
    "the tables take about 84.7 kB, but there are 80.0 kB left on the disk of /data: that may not be enough",
  );
  expect(check(1e9, 0.9e9)()).toMatch(/1\.0 GB more while they are built, but .* 900 MB left .*: that may not be/);
});

test(
  "what a killed build left goes, also where its process id lives again; what a running one writes stays",
  LONG,
  async () => {
    const data = dataFolderOfTest();
    await run(["build", "KK"], { data });
    const folder = join(data, "asian/dtc");
    const running = basename(unfinishedPath(join(folder, "KRK.canju")));
    const { machine, started } = parseUnfinished(running)!.writer;
    const left = (name: string, writer: string, old: boolean): string => {
      const file = `.${name}.${writer}.0123abcd.tmp`;
      writeFileSync(join(folder, file), "half");
      if (old) utimesSync(join(folder, file), 0, 0);
      return file;
    };
    const noProcess = 2 ** 22 + 1;
    const otherMachine = machine === "01234567" ? "76543210" : "01234567";
    writeFileSync(join(folder, running), "half");
    utimesSync(join(folder, running), 0, 0);
    const stay = [
      running,
      left("KRK.canju", `${process.pid}`, false),
      left("KRK.canju", `${noProcess}`, false),
      left("KRK.canju", `${process.pid}-${otherMachine}-${started}`, false),
      left("KCK.canju", `${process.pid}`, false),
    ];
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(join(folder, stay.at(-1)!), hourAgo, hourAgo); // its process may still be at it
    left("KRK.canju", `${process.pid}-${machine}-${Number(started) + 1}`, false); // the same id, another process
    left("KRK.canju", `${noProcess}-${machine}-${started}`, false);
    left("KPK.canju", `${process.pid}-${otherMachine}-${started}`, true);
    left("KNK.sum.json", `${noProcess}-${machine}-${started}`, false);
    left("KNK.proof.json", `${noProcess}`, true);
    left("KNK.canju", `${process.pid}`, true);
    const { unfinished, damaged } = await runJson<{ unfinished: string[]; damaged: unknown[] }>(["list"], { data });
    expect(unfinished).toHaveLength(9); // without those of records
    expect(damaged).toEqual([]);
    await run(["build", "KK"], { data });
    expect(readdirSync(folder).sort()).toEqual([...stay, "KK.canju"].sort());
  },
);

test("a table that does not fit its SHA-256 is not built upon, but built anew", LONG, async () => {
  const data = dataFolderOfTest();
  await run(["build", "KRK"], { data });
  const path = join(data, "asian/dtc/KRK.canju");
  const sound = readFileSync(path);
  stateOtherSha256(path);
  const { built } = await runJson<BuildReport>(["build", "KRKA"], { data });
  expect(built.map(({ endgame }) => endgame)).toContain("KRK");
  expect(readFileSync(path).equals(sound)).toBe(true);

  stateOtherSha256(path);
  const { stderr } = await run(["build", "KRK"], { data });
  expect(stderr).toMatch(/KRK\.canju is damaged: it does not match its SHA-256/);
  expect(readFileSync(path).equals(sound)).toBe(true);
});

test(
  "--plan says how large endgames and their slices are, also those that no table is built of, and builds nothing",
  LONG,
  async () => {
    const data = dataFolderOfTest();
    const { stdout } = await run(["build", "KPPKPP", "KNPPKAAPP", "KRNKRNC", "--plan", "--slices", "--json"], { data });
    const [first, second, third] = JSON.parse(stdout);
    expect(first).toMatchObject({
      endgame: "KPPKPP",
      cells: 293_150_340,
      netPairs: 86_408_424,
      slices: { count: 196, largestCells: 10_633_680 },
      closure: { tables: 6 },
    });
    expect(second).toMatchObject({ endgame: "KNPPKPPAA", isBeyondTables: false, slices: { count: 784 } });
    expect(third).toMatchObject({ isBeyondTables: true });
    const { stdout: plan } = await run(["build", "KPPKPP", "KRKR", "--plan", "--memory", "400M"], { data });
    expect(plan).toMatch(/^KPPKPP +293,150,340 .* 196 /m);
    expect(plan).toMatch(/^KPPKPP does not fit: it takes 6\d\d MB of memory, but may have 419 MB, by --memory$/m);
    expect(plan).not.toContain("KRKR does not fit");
    expect(() => tablesIn(data)).toThrow("no such file");
  },
);
