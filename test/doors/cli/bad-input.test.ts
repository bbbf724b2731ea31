import { copyFileSync, mkdirSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { testEach } from "../../long.ts";
import { reportError } from "../../../src/doors/cli/errors.ts";
import { dataFolderOfTest, environment, newDataFolder, PROGRAM, run, withoutLayout } from "./program.ts";

const data = newDataFolder();
const FEN = "3k5/4a4/9/9/9/9/9/4R4/9/4K4_w";
const tableOf = (folder: string, name: string) => join(folder, "asian/dtc", `${name}.canju`);

beforeAll(async () => {
  await run(["build", "KRKA"], { data });
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const ROWS: [what: string, command: string, line: RegExp][] = [
  ["an unknown man", "build KRKX", /"KRKX" is not an endgame: "X" is no man/],
  ["too many men", "stats KRRRK", /a side has at most 2 of R/],
  ["one king", "verify KR", /a name has two kings/],
  [
    "more attacking men than can be solved",
    "build KRRKRRN",
    /KRRNKRR has 5 attacking men \(chariots, horses, cannons, soldiers\): tables are for at most 4/,
  ],
  ["all men at once", "build KRRCCNNPPPPPAABBKRRCCNNPPPPPAABB", /has 22 attacking men .*: tables are for at most 4/],
  ["all men at once to export", "export site KRRCCNNPPPPPAABBKRRCCNNPPPPPAABB", /has 22 attacking men/],
  ["all men at once to prove", "verify --closure KRRCCNNPPPPPAABBKRRCCNNPPPPPAABB", /has 22 attacking men/],
  [
    "the opening position",
    "probe rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w",
    /has 22 attacking men .*: tables are for at most 4/,
  ],
  [
    "more than the memory holds",
    "build KRNCAABBKAABB",
    /building KRNCAABBKAABB takes .* at least, but may have .* --memory \d+M$/m,
  ],
  [
    "less memory than the program itself has",
    "build KRK --memory 1M",
    /building KRK takes 137 MB of memory at least, but may have 1\.1 MB: give it --memory 131M$/m,
  ],
  ["a size of memory that is none", "build KRK --memory 8X", /must be a size, such as 500M or 20G/],
  [
    "too little memory for a proof",
    "verify KRKA --memory 1M",
    /proving KRKA takes [\d.]+ [MG]B of memory to be sure, but may have 1\.1 MB: give it --memory \d+M$/m,
  ],
  [
    "an endgame without soldiers that takes longer than anybody waits unasked",
    "probe 2n1k4/9/9/9/9/r8/9/9/9/3K2RN1_w",
    /^canju: there is no table \(dtc, rules asian\); KRNKRN takes .* to .* to build: say --build\n$/,
  ],
  ...["stats KRNKRN", "verify KRNKRN", "random KRNKRN", "dump KRNKRN --csv", "studies KRNKRN"].map(
    (command): (typeof ROWS)[number] => [
      `an endgame by its name that takes longer than anybody waits unasked: ${command}`,
      `${command} --rules none`,
      /^canju: there is no table \(dtc, rules none\); KRNKRN takes .* to .* to build: canju build KRNKRN --rules none makes it\n$/,
    ],
  ),
  [
    "a certificate for a folder that is not there",
    `prove ${FEN} --certificate nowhere/at/all`,
    /^canju: cannot write nowhere\/at\/all: there is no such folder\n$/,
  ],
  [
    "a certificate in the place of a folder",
    `prove ${FEN} --certificate /tmp`,
    /^canju: cannot write \/tmp: it is a folder\n$/,
  ],
  ["sums of a folder without tables", "verify --sums --data /nowhere", /^canju: \/nowhere holds no tables\n$/],
  ["a malformed FEN", "probe 9/9/4k4_w", /malformed FEN: the board has 3 ranks instead of 10/],
  ["a FEN without a side", "line 3k5/9/9/9/9/9/9/4R4/9/4K4", /the side to move is missing/],
  ["a malformed Pai code", "probe 4K44B49994n495k3991234", /malformed position code/],
  ["kings that face each other", "probe 4k4/9/9/9/9/9/9/9/9/4K4_w", /impossible position: the kings on e0 and e9/],
  ["the side not to move in check", "probe 4k4/9/9/9/9/9/9/4R4/9/4K4_w", /impossible position: Black is in check/],
  ["a man where it cannot be", "line 3k5/9/9/a8/9/9/9/9/9/4K4_w", /Black's advisor can never stand on a6/],
  ["no position", "probe", /which position\?/],
  ["a position and --batch", `probe ${FEN} --batch`, /--batch reads positions from stdin/],
  [
    "a table that there can never be",
    "stats KRRKRRN",
    /^canju: KRRNKRR has 5 attacking men \(chariots, horses, cannons, soldiers\): tables are for at most 4, or 6 with soldiers where one is asked for by name\n$/,
  ],
  [
    "a table that cannot be built",
    "probe 2bakab2/9/9/9/9/9/9/R3B4/N8/C1BAKA3_w --build",
    /no table for KRNCAABBKAABB \(dtc, rules asian\) and none can be built: building KRNCAABBKAABB takes .*: canju build KRNCAABBKAABB --memory \d+M$/m,
  ],
  ["unknown rules", "list --rules chess", /Allowed choices are asian, chinese, none/],
  ["an unknown switch", "judge x --switch mercy", /"mercy" is no switch of the rules: there are checksMayChase, /],
  ["switches of rules that have none", "build KRK --rules none --switch suspendedIsNew", /--rules none has none/],
  [
    "tables of other switches",
    "build KRKA --switch suspendedIsNew",
    /KK\.canju was built under other rules \(suspendedI/,
  ],
  ["a board without kings to judge", "judge 9/9/9/9/9/9/9/4R4/9/9_w e2e3", /impossible position: Red has no king/],
  ["an elephant off its squares to judge", "judge 3k5/9/9/9/9/9/9/9/4B4/4K4_w", /elephant can never stand on e1/],
  ["an illegal move to judge", `judge ${FEN} e2e3 d9d7`, /^canju: "d9d7", as move 2, is not legal here/],
  ["a move to judge that is none", `judge ${FEN} x`, /"x" is not a move such as h2e2/],
  ["nothing to judge", "judge", /which position\?/],
  ["a game to judge that is not there", "judge --game no-such-game.pgn", /no-such-game\.pgn cannot be read \(ENOENT\)/],
  ["an edition of the Asian rules", `judge ${FEN} --edition 1999`, /--edition is about the Chinese rules/],
  [
    "orders of rules that have none",
    "stats KRKA --rules chinese --orders chessdb",
    /--orders chessdb is about the Asian rules, not with --rules chinese/,
  ],
  [
    "nothing to export of these rules",
    "export site --rules none",
    /there are no tables to export in .* \(dtc, rules none\)/,
  ],
  ["a position to judge and --batch", `judge ${FEN} --batch`, /--batch reads positions from stdin/],
  ["an unknown metric", "stats KRKA --metric plies", /Allowed choices are dtc, dtm/],
  ["an unknown order form", "stats KRKA --orders pai", /Allowed choices are fang, chessdb/],
  ["no threads", "build KRKA --threads 0", /a whole number from 1 to 256/],
  ["half a thread", "verify KRKA --threads 1.5", /a whole number from 1 to 256/],
  ["an impossible port", "serve --port 70000", /a whole number from 0 to 65535/],
  ["a data folder that is a file", `list --data ${PROGRAM}`, /cannot be the data folder: it is no folder/],
  ["an unknown command", "bild KRKA", /unknown command 'bild' \(Did you mean build\?\)/],
  ["an unknown option", "list --all", /unknown option '--all'/],
  [
    "so many rows and all",
    "dump KRKA --csv --rows 5 --all",
    /option '--all' cannot be used with option '--rows <count>'/,
  ],
  ["sums of what is known", "list --known --sums", /option '--known' cannot be used with option '--sums'/],
  ["no endgame", "build", /name an endgame to build, such as KRKAABB, or give a --position/],
];

describe.concurrent("ends with exit code 2 and one clear line:", () => {
  // Every fifth is fast, as neighbours are alike.
  const spread = [0, 1, 2, 3, 4].flatMap((rest) => ROWS.filter((_, i) => i % 5 === rest));
  testEach(9, spread)("%s", async (_, command, line) => {
    const { code, stdout, stderr } = await run(command.split(" "), { data });
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^canju: .*\n$/);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });
});

/** A copy of the data folder with KRKA's file changed. */
function withDamage(change: (path: string, bytes: Buffer) => void): string {
  const folder = dataFolderOfTest();
  mkdirSync(join(folder, "asian/dtc"), { recursive: true });
  for (const name of ["KK", "KRK", "KAK", "KRKA"]) copyFileSync(tableOf(data, name), tableOf(folder, name));
  const path = tableOf(folder, "KRKA");
  change(path, readFileSync(path));
  return folder;
}

const DAMAGES: [what: string, change: (path: string, bytes: Buffer) => void, line: RegExp][] = [
  ["cut short", (path, bytes) => truncateSync(path, bytes.length - 10), /KRKA\.canju is damaged: it is cut short/],
  ["of one byte", (path) => truncateSync(path, 1), /KRKA\.canju is damaged/],
  [
    "of another format version",
    (path, bytes) => writeFileSync(path, bytes.fill(9, 8, 9)),
    /cannot be read: its format is version 9/,
  ],
  ["with a changed header", (path, bytes) => writeFileSync(path, bytes.fill(7, 200, 201)), /KRKA\.canju is damaged/],
  [
    "of another endgame",
    (path) => copyFileSync(tableOf(data, "KRK"), path),
    /it holds KRK \(asian\/dtc\) instead of KRKA/,
  ],
];

testEach(1, DAMAGES)("a table %s is named by every command that reads it, and by list", async (_, change, line) => {
  const folder = withDamage(change);
  const outcomes = await Promise.all([
    run(["stats", "KRKA"], { data: folder }),
    run(["probe", FEN], { data: folder }),
    run(["verify", "KRKA"], { data: folder }),
  ]);
  const isMended = /is damaged/.test(outcomes[1]!.stderr);
  expect(outcomes[1]!.stderr.includes("; canju build KRKA mends it")).toBe(isMended);
  for (const { code, stderr } of outcomes) {
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^canju: .*\n$/);
    expect(code).toBe(2);
  }
  const listed = await run(["list"], { data: folder });
  expect(listed.stdout).toMatch(line);
  expect(withoutLayout(listed.stdout)).toMatch(/KRK dtc/);
});

test("a build does not overwrite a table of a newer format", async () => {
  const folder = withDamage((path, bytes) => writeFileSync(path, bytes.fill(9, 8, 9)));
  const before = readFileSync(tableOf(folder, "KRKA"));
  const { code, stderr } = await run(["build", "KRKA"], { data: folder });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^canju: .* its format is version 9.*\n$/)]);
  expect(readFileSync(tableOf(folder, "KRKA"))).toEqual(before);
});

test.each(["list", "uci"])("output of %s that cannot be written is told", async (command) => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [PROGRAM, command], {
    stdio: ["ignore", full, "pipe"],
    env: environment(data),
  });
  let stderr = "";
  child.stderr!.on("data", (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(child, "close")) as [number];
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^canju: cannot write the output: ENOSPC.*\n$/)]);
});

test("a folder that cannot be read is told by its path", async () => {
  const folder = dataFolderOfTest();
  writeFileSync(join(folder, "none"), "");
  const { code, stderr } = await run(["list"], { data: folder });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^canju: .*\/none\/dtc cannot be read: ENOTDIR.*\n$/)]);
});

test("an internal failure has exit code 1, and tells where only when asked", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const failure = new TypeError("x is not\na function");
  expect(reportError(failure, false)).toBe(1);
  expect(told.mock.calls).toEqual([["canju: internal failure: x is not a function (--debug tells where)"]]);
  told.mockClear();
  expect(reportError(failure, true)).toBe(1);
  expect(told.mock.calls).toEqual([["canju: internal failure: x is not a function"], [failure]]);
});
