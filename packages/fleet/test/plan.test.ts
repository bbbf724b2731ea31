/** Plans, schedules and exports: all pure. */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LONG } from "../../../test/long.ts";
import { closure, subEndgames } from "../../../src/endgame/graph.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { toMakefile, toSlurm } from "../src/export.ts";
import { highestPriority, makePlan, memoryClass, nameOf, parseWanted, priorityOf, type Job } from "../src/plan.ts";
import { RATES, noteFigures, readRates } from "../src/rates.ts";
import { simulate } from "../src/simulate.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import { PROGRAM, run, runJson } from "../../../test/doors/cli/program.ts";
import { request } from "./plan-request.ts";
import { bytesIn } from "./store-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-plan-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a class is all endgames with so many attacking men, and a plan has their closure", () => {
  expect(parseWanted(["1v0"])).toHaveLength(4 * 9 * 9);
  expect(parseWanted(["krkn", "KNKR"]).map(({ name }) => name)).toEqual(["KRKN", "KRKN"]);
  // Under 10 ways to choose two men, two chariots and so on: 81 ways to defend them.
  expect(parseWanted(["2v0"])).toHaveLength(10 * 81);
  expect(makePlan(request(["2v0"], { buildable: false })).wanted).toBe(1_179);
  expect(() => parseWanted(["9v9"])).toThrow(/not an endgame/);
});

test("whatever is there, what is planned has no present table, waits for what it needs, and comes after it", () => {
  const names = closure([parseEndgame("KRNKABB")]).map(({ name }) => name);
  fc.assert(
    fc.property(
      fc.subarray(names),
      fc.subarray(names),
      fc.option(fc.integer({ min: 2 ** 27, max: 2 ** 32 })),
      (...drawn) => {
        const [present, proven, memory] = drawn;
        const tables = new Set(present);
        const made = makePlan(
          request(["KRNKABB"], { tables, proofs: new Set(proven), prove: true, memoryBytes: memory ?? Infinity }),
        );
        const before = new Set<string>();
        const cutOf = (kind: string) => made.cuts.filter((each) => each.kind === kind).map(({ endgame }) => endgame);
        const [cut, unproven] = [new Set(cutOf("table")), cutOf("proof")];
        for (const { kind, endgame, dependsOn, urgency } of made.jobs) {
          const needs = kind === "table" ? subEndgames(parseEndgame(endgame)).map(({ name }) => name) : [endgame];
          expect(dependsOn).toEqual(needs.filter((name) => !tables.has(name)));
          for (const need of dependsOn) expect(before).toContain(need);
          expect(cut).not.toContain(endgame);
          if (kind === "proof") expect([...proven, ...unproven]).not.toContain(endgame);
          else {
            expect(tables).not.toContain(endgame);
            before.add(endgame);
          }
          expect(urgency).toBeGreaterThanOrEqual(0);
          expect(urgency).toBeLessThanOrEqual(999);
        }
        expect(before.size + tables.size + cut.size).toBe(names.length);
      },
    ),
    { numRuns: 50 },
  );
});

test("what waits longest is most urgent, and what does not fit is left out with all above it", () => {
  const { jobs } = makePlan(request(["KRNKABB"]));
  const urgencyOf = new Map(jobs.map(({ endgame, urgency }) => [endgame, urgency]));
  expect(urgencyOf.get("KK")).toBe(999);
  for (const { endgame, dependsOn, urgency } of jobs) {
    for (const sub of dependsOn)
      expect(urgencyOf.get(sub), `${endgame} waits for ${sub}`).toBeGreaterThanOrEqual(urgency);
  }
  const small = makePlan(request(["KRNKABB"], { memoryBytes: 2 ** 28 }));
  expect(small.cuts.find(({ endgame }) => endgame === "KRNKABB")!.why).toMatch(/GiB|which it needs/);
  // What the proof kernel does not take needs more to be proven than to be built.
  const limited = makePlan(request(["KRNAABBKCBB"], { prove: true, memoryBytes: 2 ** 37, buildable: false }));
  expect(limited.cuts.map(({ kind, endgame }) => `${kind} ${endgame}`)).toContain("proof KRNAABBKCBB");
  expect(limited.jobs.map(nameOf)).toContain("KRNAABBKCBB");
  for (const { memoryBytes } of limited.jobs) expect(memoryBytes).toBeLessThanOrEqual(2 ** 37);
  const slow = makePlan(request(["KRNKABB"], { rates: { ...RATES, buildOne: 20_000 } }));
  expect(slow.cuts.map(({ code }) => code)).toContain("too-long");
});

test("a proof that takes a worker long is divided, and its parts come to as much as it", () => {
  const whole = makePlan(request(["KRNKABB"], { prove: true })).jobs;
  const { jobs } = makePlan(request(["KRNKABB"], { prove: true, mostProofSeconds: 0.3 }));
  const proofs = Map.groupBy(
    jobs.filter(({ kind }) => kind === "proof"),
    ({ endgame }) => endgame,
  );
  const divided = [...proofs.values()].filter(({ length }) => length > 1);
  expect(divided.length).toBeGreaterThan(0);
  expect(divided.length).toBeLessThan(proofs.size);
  for (const parts of divided) {
    const { endgame } = parts[0]!;
    const one = whole.find((job) => nameOf(job) === `${endgame}.proof`)!;
    const sum = (of: (job: Job) => number) => parts.reduce((all, job) => all + of(job), 0);
    expect(sum(({ cpuSeconds }) => cpuSeconds)).toBeCloseTo(one.cpuSeconds, 6);
    expect(sum(({ pairs }) => pairs) / one.pairs).toBeCloseTo(1, 4);
    const [first, second, last] = [parts.slice(0, 4), parts.slice(4, 8), parts.slice(8)];
    for (const job of first) expect(job.dependsOn).toEqual([endgame]);
    for (const job of second) expect(job.dependsOn).toEqual(first.map(nameOf));
    expect(last).toMatchObject([{ dependsOn: second.map(nameOf) }]);
    expect(last[0]!.part).toBeUndefined();
  }
  // In any order that a schedule may have, each comes after what it needs.
  const { seconds } = simulate(jobs, { workers: 1, threads: 1, rates: RATES });
  expect(seconds).toBeCloseTo(
    jobs.reduce((sum, job) => sum + job.cpuSeconds + RATES.jobSeconds, 0),
    6,
  );
});

test("a table that takes a worker long is shared out slice by slice, and its parts come to as much as it", () => {
  const whole = makePlan(request(["KNPKNP"])).jobs;
  const { jobs } = makePlan(request(["KNPKNP"], { mostTableSeconds: 60 }));
  const own = jobs.filter(({ endgame }) => endgame === "KNPKNP");
  const names = new Set(jobs.map(nameOf));
  expect(names.size).toBe(jobs.length);
  // Smaller tables, and those without slices, are left as they are.
  expect(jobs.filter(({ endgame }) => endgame !== "KNPKNP").map(nameOf)).toEqual(
    whole.map(nameOf).filter((name) => name !== "KNPKNP"),
  );
  const one = whole.find(({ endgame }) => endgame === "KNPKNP")!;
  const last = own.at(-1)!;
  expect(last).toMatchObject({ endgame: "KNPKNP", inSlices: true, fileBytes: one.fileBytes });
  expect(last.part).toBeUndefined();
  const parts = own.slice(0, -1);
  parts.forEach(({ part, inSlices, fileBytes }, i) => {
    expect({ part, inSlices, fileBytes }).toEqual({
      part: { number: i + 1, of: parts.length },
      inSlices: true,
      fileBytes: 0,
    });
  });
  const sum = (of: (job: Job) => number) => own.reduce((all, job) => all + of(job), 0);
  expect(sum(({ cpuSeconds }) => cpuSeconds)).toBeCloseTo(one.cpuSeconds, 6);
  expect(sum(({ pairs }) => pairs) / one.pairs).toBeCloseTo(1, 4);
  const before = new Set(jobs.filter(({ endgame }) => endgame !== "KNPKNP").map(nameOf));
  expect(parts[0]!.dependsOn).toEqual(one.dependsOn);
  for (const job of own) {
    for (const need of job.dependsOn) expect(before).toContain(need);
    before.add(nameOf(job));
  }
  // Whoever waits for the last has waited for all.
  const waited = new Set<string>([nameOf(last)]);
  for (const job of own.toReversed()) if (waited.has(nameOf(job))) for (const need of job.dependsOn) waited.add(need);
  for (const job of own) expect(waited).toContain(nameOf(job));
  const { seconds } = simulate(jobs, { workers: 1, threads: 1, rates: RATES });
  expect(seconds).toBeCloseTo(
    jobs.reduce((all, job) => all + job.cpuSeconds + RATES.jobSeconds, 0),
    6,
  );
  const two = simulate(jobs, { workers: 2, threads: 1, rates: RATES });
  expect(two.chain.at(-1)).toBe("KNPKNP");
  for (const other of [{ metric: "dtm" }, { orders: "chessdb" }] as const) {
    expect(() => makePlan(request(["KNPKNP"], { mostTableSeconds: 60, ...other }))).toThrow(/without --slices/);
  }
});

test("priorities take the largest memory class that a worker can hold, then urgency", () => {
  const gib = (count: number) => count * 2 ** 30;
  expect([0.1, 1, 1.1, 2, 63, 64, 65].map((count) => memoryClass(gib(count)))).toEqual([0, 0, 1, 1, 6, 6, 7]);
  const priority = (memory: number, urgency: number) => priorityOf({ memoryBytes: gib(memory), urgency });
  expect(priority(3, 0)).toBeGreaterThan(priority(2, 999));
  for (const memory of [1, 1.5, 4, 24, 100]) {
    const most = highestPriority(gib(memory))!;
    expect(priority(2 ** Math.floor(Math.log2(memory)), 999)).toBeLessThanOrEqual(most);
    expect(priority(2 * memory, 0)).toBeGreaterThan(most);
  }
  expect(highestPriority(gib(0.9))).toBeNull();
});

test("a schedule of one worker does one thing after the other, and none beats the longest chain", () => {
  const { jobs } = makePlan(request(["KRNKABB", "KNPKA"], { prove: true }));
  const [one, three, all] = [1, 3, 10_000].map((workers) => simulate(jobs, { workers, threads: 1, rates: RATES }));
  const seconds = jobs.reduce((sum, job) => sum + job.cpuSeconds + RATES.jobSeconds, 0);
  expect(one!.seconds).toBeCloseTo(seconds, 6);
  expect(all!.buildSeconds).toBeCloseTo(all!.chainSeconds, 6);
  expect(three!.seconds).toBeLessThanOrEqual(one!.seconds);
  expect(three!.seconds).toBeGreaterThanOrEqual(Math.max(seconds / 3, three!.chainSeconds));
  const { chain } = one!;
  for (let i = 1; i < chain.length; i++) {
    expect(subEndgames(parseEndgame(chain[i]!)).map(({ name }) => name)).toContain(chain[i - 1]);
  }
  expect(one!.milestones.map(({ share }) => share)).toEqual([0.1, 0.25, 0.5, 0.75, 0.9]);
});

test("rates are those measured here, where enough was done", async () => {
  const own = mkdtempSync(join(folder, "rates-"));
  expect(await readRates(own)).toEqual({ rates: RATES, measured: [] });
  const armed = parseEndgame("KRKN");
  for (let job = 0; job < 10; job++) {
    await noteFigures(own, armed, "build", { cells: 2e6, cpuSeconds: 1, workSeconds: 1, seconds: 1.25 });
    await noteFigures(own, armed, "prove", { cells: 1e5, cpuSeconds: 1, workSeconds: 1, seconds: 1.25 });
  }
  const { rates, measured } = await readRates(own);
  expect(measured).toEqual(["buildBoth", "jobSeconds"]);
  expect(rates).toEqual({ ...RATES, buildBoth: 0.5, jobSeconds: 0.25 });
  const told = await runJson(["plan", "KRKN", "--simulate", "1", "--data", own]);
  expect(told).toMatchObject({ rates, measured });
  writeFileSync(join(own, "figures.json"), "{");
  expect(await readRates(own)).toEqual({ rates: RATES, measured: [] });
});

test.each([
  ["KRKA", []],
  ["KPKP", ["--slices", "0"]],
])("make builds the closure of %s from a plan %j, byte for byte that of one build", LONG, async (name, how) => {
  if (spawnSync("make", ["--version"]).status !== 0) return;
  const store = join(folder, `it's a $tore of ${name}`);
  mkdirSync(store);
  const at = { env: { CANJU_STORE: `file:${store}`, CANJU_KEYS: join(folder, "keys") } };
  await run(["store", "key"], at); // the second time there is one
  const key = (JSON.parse(readFileSync(join(folder, "keys/sign.json"), "utf8")) as { key: string }).key;
  await run(["plan", name], at);
  expect((await run(["store", "trust", key, "The club"], at)).code).toBe(0);
  const { stdout } = await run(["plan", name, ...how, "--format", "make", "--threads", "1"], at);
  writeFileSync(join(folder, "plan.mk"), stdout);
  rmSync(join(folder, "canju-done"), { recursive: true, force: true });
  const { status, stderr } = spawnSync("make", ["-j2", "-f", "plan.mk", `CANJU=${process.execPath} ${PROGRAM}`], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...at.env, XDG_DATA_HOME: folder },
  });
  expect(stderr).toMatch(/^(.* %.*\n)*$/); // a machine that is busy tells how far it is
  expect(status).toBe(0);
  const alone = join(folder, `one ${name}`);
  await buildClosure([parseEndgame(name)], { ...DEFAULT_COLLECTION, folder: alone, threads: 1 });
  const tables = join(store, "asian/dtc");
  rmSync(join(tables, `${name}.slices`), { recursive: true, force: how.length === 0 });
  expect(bytesIn(tables)).toEqual(bytesIn(join(alone, "asian/dtc")));
});

test("Slurm is told memory and what each job waits for", () => {
  const script = toSlurm(makePlan(request(["KRKA"], { prove: true })).jobs, { store: "s3://b/p", threads: 8 });
  expect(script).toContain(`job_KRKA=$(submit KRKA `);
  expect(script).toMatch(/job_KRKA=.* ":\$job_K\w+(:\$job_K\w+)+" 'work KRKA --store s3:\/\/b\/p --threads 8'/);
  expect(script).toMatch(/submit KRKA\.proof .* ":\$job_KRKA" .*--proofs/);
  const { jobs } = makePlan(request(["KRKA"], { prove: true, mostProofSeconds: 0 }));
  const divided = toSlurm(jobs, { store: "s3://b/p" });
  expect(divided).toMatch(/job_KRKA_proof_5_of_8=.* ":\$job_KRKA_proof_1_of_8(:\$\w+){3}" .*--proofs --part 5\/8/);
  expect(spawnSync("sh", ["-n"], { input: divided }).status).toBe(0);
  const shared = toSlurm(makePlan(request(["KPKP"], { mostTableSeconds: 0 })).jobs, { store: "s3://b/p" });
  expect(shared).toMatch(/job_KPKP_slices_2_of_9=.* ":\$job_KPKP_slices_1_of_9" .*--slices --part 2\/9/);
  expect(shared).toMatch(/job_KPKP=.* ":\$job_KPKP_slices_8_of_9:\$job_KPKP_slices_9_of_9" .*--slices'/);
  expect(spawnSync("sh", ["-n"], { input: script }).status).toBe(0);
  expect(toMakefile([], { store: "s3://b/p" })).toContain("all:");
});

test("the command tells a schedule from nothing, and what was typed wrong", LONG, async () => {
  const told = await runJson<{ wanted: number; chain: string[] }>(["plan", "1v0", "--proofs", "--simulate", "10"]);
  expect(told.wanted).toBeGreaterThan(300);
  expect(subEndgames(parseEndgame(told.chain[0]!))).toEqual([]);
  for (const [args, text] of [
    [["plan", "KRKN"], "name the store"],
    [["plan", "KRKX", "--simulate", "1"], "not an endgame"],
    [["plan", "KRKN", "--store", `file:${folder}`, "--rules", "chinese"], "of the rules asian or none"],
    [["plan", "KRKN", "--store", "file:/nowhere-at-all"], "there is no such folder"],
    [["plan", "KRKN", "--store", `file:${folder}`, "--queue", "postgres://a:secret@b/c"], "a password does not belong"],
    [["work"], "--store"],
    [["work", "--store", `file:${folder}`], "name endgames, or the fleet's queue"],
    [["work", "KK", "--store", "s3://a:b@c/d"], "credentials do not belong"],
    [["work", "KPKP", "--store", `file:${folder}`, "--part", "1/9"], "--part goes with --slices or --proofs"],
    [["work", "KPKP", "--store", `file:${folder}`, "--slices", "--part", "9/1"], "one of so many parts"],
    [["work", "KPKP", "--store", `file:${folder}`, "--slices", "--proofs"], "--slices goes with an endgame"],
    [["work", "--store", `file:${folder}`, "--slices"], "--slices goes with an endgame"],
    [["work", "KPKP", "--store", `file:${folder}`, "--sign", "key"], "--sign goes with --slices or --proofs"],
  ] as const) {
    const { code, stderr } = await run(args);
    expect(stderr.trim().split("\n").length, stderr).toBe(1);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain("secret");
    expect(code).toBe(2);
  }
});
