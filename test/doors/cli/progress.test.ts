import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testEach } from "../../long.ts";
import { BuildProgress } from "../../../src/doors/cli/building.ts";
import { defaultDataFolder } from "../../../src/doors/cli/options.ts";
import { formatColumns, formatLarge, formatSeconds } from "../../../src/doors/cli/output.ts";
import { ProgressLine } from "../../../src/doors/cli/progress.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { BuildFigures, type BuildStep } from "../../../src/solve/build/build-figures.ts";
import type { SolveProgress } from "../../../src/solve/kernel.ts";
import { estimateSolving } from "../../../src/solve/build/estimate.ts";
import type { BuildEvent, BuiltTable } from "../../../src/solve/node/build.ts";
import { dataFolderOfTest, runApart } from "./program.ts";

const TABLE: BuiltTable = {
  endgame: "KRK",
  path: "",
  cells: 4860,
  fileBytes: 1300,
  bitsPerPosition: 1.2,
  solveSeconds: 0,
  seconds: 0.5,
  memoryBytes: 0,
  subMemoryBytes: 0,
};

/** Feeds events, each after some milliseconds, and gives what a terminal or a file receives. */
function watch(isTTY: boolean, events: readonly [after: number, event: BuildEvent][]): string[] {
  let now = 0;
  const written: string[] = [];
  const stream = {
    isTTY,
    columns: 80,
    write: (text: string) => void written.push(text.replace("\u001b[K", "<clear>")),
  };
  const progress = new BuildProgress("KRKA", new ProgressLine(stream, () => now), () => now);
  for (const [after, event] of events) {
    now += after;
    progress.onEvent(event);
  }
  progress.clear();
  return written;
}

const estimate = estimateSolving(parseEndgame("KRKA"));
const EVENTS: [number, BuildEvent][] = [
  [
    0,
    {
      kind: "plan",
      endgames: ["KK", "KAK", "KRK", "KRKA"],
      present: ["KK", "KAK"],
      memoryBytes: 2e9,
      diskBytes: 10_200,
      workBytes: 0,
      tightDisk: null,
      unkept: null,
      seconds: [3, 90],
    },
  ],
  [10, { kind: "start", endgame: "KRK", number: 0, estimate }],
  [1000, { kind: "built", endgame: "KRK", table: TABLE }],
  [500, { kind: "solving", endgame: "KRKA", progress: { phase: "red wins", ply: 5, done: 0.4 } }],
  [50, { kind: "writing", endgame: "KRKA", done: 0.1 }],
  [500, { kind: "writing", endgame: "KRKA", done: 0.5 }],
  [500, { kind: "built", endgame: "KRKA", table: { ...TABLE, endgame: "KRKA" } }],
];

test("at a terminal one line is written over and over: endgame, phase, share of all, rate and time left", () => {
  const [plan, ...lines] = watch(true, EVENTS);
  expect(plan).toMatch(
    /^Building 2 tables for KRKA \(2 more are there\): 26\.5 k cells, about 10\.2 kB on disk, 2\.0 GB of memory, 3\.0 s to 1 min 30 s\n$/,
  );
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\rKRKA 2\/2 {2}red wins, ply 5 {2}\d\d % {2}[\d.]+ k cells\/s {2}[\d.]+ s left<clear>$/);
  expect(lines[1]).toMatch(/^\rKRKA 2\/2 {2}writing {2}\d\d % {2}.* left<clear>$/);
  expect(lines[2]).toBe("\r<clear>");
});

test("the plan is followed by a line where it may not fit on the disk", () => {
  const [[, plan]] = EVENTS as [[number, BuildEvent & { readonly kind: "plan" }]];
  const lines = watch(false, [[0, { ...plan, tightDisk: "that may not be enough" }]]);
  expect(lines.slice(1)).toEqual(["that may not be enough\n"]);
});

test("the plan is followed by a line where nothing will be put aside", () => {
  const [[, plan]] = EVENTS as [[number, BuildEvent & { readonly kind: "plan" }]];
  const lines = watch(false, [[0, { ...plan, unkept: "no key can be kept" }]]);
  expect(lines.slice(1)).toEqual(["no key can be kept: nothing is put aside, and an interrupted build begins anew\n"]);
});

test("elsewhere each table is a line", () => {
  const [, ...lines] = watch(false, EVENTS);
  expect(lines).toEqual(["KRK 1/2: 4.86 k cells, 1.3 kB, 0.50 s\n", "KRKA 2/2: 4.86 k cells, 1.3 kB, 0.50 s\n"]);
});

test("a long endgame tells how it goes on now and then, wherever", () => {
  const lines = watch(false, [
    EVENTS[0]!,
    [12_000, { kind: "writing", endgame: "KRKA", done: 0.5 }],
    [2_000, { kind: "writing", endgame: "KRKA", done: 0.6 }],
  ]);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^KRKA 1\/2 {2}writing/);
});

test("nothing is taken back when a phase comes again for the other side, or when a build goes on", () => {
  let now = 0;
  const figures = new BuildFigures(() => now);
  const plan = EVENTS[0]![1] as BuildEvent & { readonly kind: "plan" };
  figures.onEvent({ ...plan, endgames: ["KRKN"], present: [] });
  const at = (event: BuildStep): number => {
    now += 1000;
    figures.onEvent(event);
    return figures.state!.done;
  };
  const solving = (phase: SolveProgress["phase"], ply: number, done: number): BuildStep => {
    return { kind: "solving", endgame: "KRKN", progress: { phase, ply, done } };
  };
  const steps = [
    at({ kind: "start", endgame: "KRKN" }),
    at({ kind: "resumed", endgame: "KRKN", progress: { phase: "captures", ply: null, done: 0.03 } }),
    at(solving("captures", 0, 0.9)),
    at(solving("captures", 0, 0.1)), // of another view
    at(solving("red wins", 65, 0)),
    at(solving("captures", 0, 0.1)), // of the other side
    at(solving("black wins", 3, 0)),
    at(solving("perpetuals", 2, 0)),
  ];
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(figures.state!.secondsLeft).toBeGreaterThan(0);
  figures.onEvent({ kind: "unusable", endgame: "KRKN" });
  expect(at(solving("captures", 0, 0.1))).toBeLessThan(0.1); // begun anew
});

test("a damaged table is told and counted among those to build", () => {
  const lines = watch(false, [
    ...EVENTS.slice(0, 3),
    [10, { kind: "damaged", endgame: "KAK", message: "KAK.canju is damaged" }],
    [10, { kind: "built", endgame: "KAK", table: { ...TABLE, endgame: "KAK" } }],
  ]);
  expect(lines.slice(-2)).toEqual(["KAK.canju is damaged; it is built anew\n", expect.stringMatching(/^KAK 2\/3: /)]);
});

describe("the data folder", () => {
  const home = join("/", "home", "li");
  test.each([
    ["CANJU_DATA", { CANJU_DATA: "/tables", XDG_DATA_HOME: "/xdg" }, "linux", "/tables"],
    ["XDG_DATA_HOME", { XDG_DATA_HOME: "/xdg" }, "linux", "/xdg/canju"],
    ["Linux", { XDG_DATA_HOME: "relative" }, "linux", "/home/li/.local/share/canju"],
    ["macOS", {}, "darwin", "/home/li/Library/Application Support/canju"],
    ["Windows", { LOCALAPPDATA: "/local" }, "win32", "/local/canju"],
  ] as const)("is that of %s", (_, environment, platform, folder) => {
    expect(defaultDataFolder(environment, platform, home)).toBe(folder);
  });

  testEach(0, [
    ["empty", ""],
    ["relative", "home"],
  ])("is to be named where the home is %s", async (_, HOME) => {
    for (const platform of ["linux", "darwin", "win32"] as const)
      expect(defaultDataFolder({}, platform, HOME)).toBeNull();
    expect(defaultDataFolder({ CANJU_DATA: "/tables" }, "linux", HOME)).toBe("/tables");
    const env = { HOME, XDG_DATA_HOME: "relative", XDG_CACHE_HOME: undefined, NODE_COMPILE_CACHE: undefined };
    const cwd = dataFolderOfTest();
    const { code, stderr } = await runApart(["list"], { env, cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^canju: HOME names no folder .*--data or CANJU_DATA.*\n$/),
    ]);
    expect((await runApart(["list", "--data", join(cwd, "tables")], { env, cwd })).code).toBe(0);
    expect((await runApart(["--version"], { env, cwd })).code).toBe(0);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test("figures are short and columns line up, Chinese characters being two wide", () => {
  expect([870, 21_600, 999_600, 1_062_000_000].map(formatLarge)).toEqual(["870", "21.6 k", "1.00 M", "1.06 G"]);
  expect([0.0421, 9.96, 59.7, 200, 7500].map(formatSeconds)).toEqual([
    "0.042 s",
    "10 s",
    "1 min 0 s",
    "3 min 20 s",
    "2 h 5 min",
  ]);
  expect(
    formatColumns(
      [
        ["车五进六", "1"],
        ["R5", "22"],
      ],
      "lr",
    ),
  ).toBe("车五进六   1\nR5        22");
});
