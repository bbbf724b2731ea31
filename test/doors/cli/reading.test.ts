import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import type { Statistics } from "../../../src/query/statistics.ts";
import type { ProbeResult } from "../../../src/query/probe.ts";
import type { PerfectLine } from "../../../src/play/line.ts";
import { ProbeSchema, StatisticsSchema } from "../../../src/doors/http/schemas.ts";
import { formatPaiCode } from "../../../src/xiangqi/notation/pai.ts";
import { parseFen } from "../../../src/xiangqi/fen.ts";
import { dataFolderOfTest, newDataFolder, run, runJson, start, withoutLayout } from "./program.ts";

const data = newDataFolder();
const FEN = "3k5/4a4/9/9/9/9/9/4R4/9/4K4 w";

beforeAll(async () => {
  await run(["build", "KRKA", "KRKN"], { data });
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

test("stats --json has the members of the contract and no others", async () => {
  const stats = await runJson<Statistics>(["stats", "KRKN"], { data });
  // The API tells of the file as well. To parse is to leave out what is in no schema.
  const members = StatisticsSchema.omit({ bytes: true, sha256: true, sum: true, file: true });
  expect(members.parse(stats)).toEqual(stats);
  expect(stats).toMatchObject({ endgame: "KRKN", metric: "dtc", rules: "asian", verified: null });
  expect(stats.orders.map(({ order, kind }) => [order, kind])).toEqual([
    [0, "conversion"],
    [1, "check"],
  ]);
});

test("stats answers in the colours asked for", LONG, async () => {
  const [stats, swapped] = [
    await runJson<Statistics>(["stats", "KRKA"], { data }),
    await runJson<Statistics>(["stats", "kgkr"], { data }),
  ];
  expect(stats.red).toMatchObject({
    positions: 18507,
    wins: 18507,
    draws: 0,
    losses: 0,
    longestWin: 7,
    longestLoss: -1,
  });
  expect(stats.black).toMatchObject({ positions: 22806, draws: 732, losses: 22074, checkmated: 462, stalemated: 12 });
  expect(swapped.endgame).toBe("KAKR");
  expect(swapped.black.wins).toBe(stats.red.wins);
  expect(swapped.orders[0]!.red).toEqual(stats.orders[0]!.black);
  const longest = await runJson<ProbeResult>(["probe", swapped.black.longestWinFen!], { data });
  expect(longest).toMatchObject({ category: "win", distance: 7 });
});

test("stats for people never rounds a share to 0 or 100 unless it is", async () => {
  const { stdout } = await run(["stats", "KRKA"], { data });
  expect(withoutLayout(stdout)).toMatch(/wins 18,507 100 % 0 0 %/);
  expect(withoutLayout(stdout)).toMatch(/stalemated 0 0 % 12 0\.05 %/);
  expect(withoutLayout(stdout)).toMatch(/Red wins in 7 plies \S+ w/);
});

test("probe --json has the members of the contract, moves valued for the opponent, the best first", async () => {
  const result = await runJson<ProbeResult>(["probe", FEN], { data });
  expect(ProbeSchema.parse(result)).toEqual(result);
  expect(result).toMatchObject({ fen: FEN, endgame: "KRKA", category: "win", order: 0, distance: 1 });
  expect(result.moves[0]).toMatchObject({ uci: "e2e8", wxf: "R5+6", capture: true, category: "loss", best: true });
});

testEach(1, [
  ["underscores", [FEN.replace(" ", "_")]],
  ["unquoted blanks", FEN.split(" ")],
  ["trailing counters", [`${FEN} - - 0 1`]],
  ["two counters and no dashes, unquoted", [...FEN.split(" "), "0", "1"]],
  ["Pai's code", [formatPaiCode(parseFen(FEN))]],
])("probe and line read a position with %s", async (_, words) => {
  const [probed, line] = await Promise.all([
    runJson<ProbeResult>(["probe", ...words], { data }),
    runJson<PerfectLine>(["line", ...words], { data }),
  ]);
  expect(probed).toMatchObject({ fen: FEN, distance: 1 });
  expect(line).toMatchObject({ fen: FEN, distance: 1, end: "stalemate" });
});

test("probe and line speak to people", async () => {
  const probed = await run(["probe", FEN], { data });
  expect(probed.stdout).toContain("KRKA, dtc, rules asian: Red wins in 1 ply");
  expect(withoutLayout(probed.stdout)).toMatch(/\* e2e8 R5\+6 车五进六 takes wins Black loses in 0 plies/);
  const line = await run(["line", "5a3/4k4/9/9/9/9/9/9/9/R2K5_w"], { data });
  expect(withoutLayout(line.stdout)).toMatch(/1\. \S+ \S+ \S+ \S+ \S+ \S+/);
  expect(withoutLayout(line.stdout)).toMatch(/Black is (checkmated|stalemated): \S+ b/);
});

test("probe --batch answers each line in order, bad ones with an error", async () => {
  const lines = [
    FEN,
    `${FEN}\te2e7 e8d7`,
    "nonsense",
    "",
    `${FEN}\te2e9 x`,
    "3k5/rn7/9/9/9/9/9/9/8R/4KCN2 w",
    FEN.replace(" ", "_"),
  ];
  const { code, stdout, stderr } = await run(["probe", "--batch"], { data, input: lines.join("\n") });
  expect([code, stderr]).toEqual([0, ""]);
  const answers = stdout.trimEnd().split("\n");
  expect(answers).toHaveLength(lines.length);
  const parsed = answers.map((answer) => JSON.parse(answer) as ProbeResult & { error?: string });
  expect(parsed[0]).toMatchObject({ fen: FEN, distance: 1 });
  expect(parsed[1]!.fen).toBe("3k5/9/3aR4/9/9/9/9/9/9/4K4 w");
  expect(parsed[6]).toEqual(parsed[0]);
  for (const bad of [2, 3, 4, 5]) expect(Object.keys(parsed[bad]!)).toEqual(["error"]);
  expect(parsed[2]!.error).toContain("malformed FEN");
  expect(parsed[4]!.error).toContain("e2e9");
  expect(parsed[5]!.error).toBe(
    "KRNCKRN has 5 attacking men (chariots, horses, cannons, soldiers): tables are for at most 4, or 6 with soldiers where one is asked for by name",
  );
});

test("a batch of which every line is wrong ends with exit code 2, an empty one with 0", async () => {
  for (const command of ["probe", "judge"]) {
    const wrong = await run([command, "--batch"], { data, input: "nonsense\n\n" });
    expect([wrong.code, wrong.stderr]).toEqual([2, "canju: something is wrong with every line of stdin\n"]);
    expect(wrong.stdout).toMatch(/^(\{"error":".*"\}\n){2}$/);
    expect(await run([command, "--batch"], { data })).toEqual({ code: 0, stdout: "", stderr: "" });
  }
});

test("a table that is missing is built when it is asked for, which is told on stderr", LONG, async () => {
  const folder = dataFolderOfTest();
  const probed = await run(["probe", FEN, "--json"], { data: folder });
  expect(probed.stderr).toContain("Building 4 tables for KRKA");
  expect(probed.stdout).toBe((await run(["probe", FEN, "--json"], { data })).stdout);
  expect((await run(["probe", FEN], { data: folder })).stderr).toBe("");
  expect((await run(["line", FEN, "--metric", "dtm"], { data: folder })).stdout).toContain("KRKA, dtm");
  expect((await run(["stats", "KKCAA"], { data: folder })).stdout).toContain("KKCAA");
  expect((await run(["explain", FEN, "--rules", "none"], { data: folder })).code).toBe(0);
  expect((await run(["verify", "KRKA", "--orders", "chessdb", "--closure"], { data: folder })).code).toBe(0);
  const batch = await run(["probe", "--batch"], { data: folder, input: `${FEN}\n3k5/9/9/9/9/9/9/9/9/4KN3 w\n` });
  expect(batch.stdout.split("\n")[1]).toContain(`"endgame":"KNK"`);
});

test(
  "a line of a batch ends with LF or CRLF and nothing else, and one that is far too long is an error of its own",
  LONG,
  async () => {
    const odd = ["\u2028", "\u2029", "\r", "\u0085", "\f", "\v"].map((letter) => `${FEN}${letter}nonsense`);
    const lines = [...odd, "9".repeat(20_000_000), `${FEN}\r`, FEN];
    const inputs = { probe: lines.join("\n"), judge: `${lines.join("\n")}\n` };
    for (const command of ["probe", "judge"] as const) {
      const { code, stdout, stderr } = await run([command, "--batch"], { data, input: inputs[command] });
      expect([code, stderr]).toEqual([0, ""]);
      const answers = stdout.trimEnd().split(/[\n\u2028\u2029\r]/u);
      expect(answers).toHaveLength(lines.length);
      const parsed = answers.map((answer) => JSON.parse(answer) as { fen?: string; error?: string });
      for (const bad of parsed.slice(0, -2)) expect(Object.keys(bad)).toEqual(["error"]);
      expect(parsed[odd.length]!.error).toBe("the line is longer than 64 KiB");
      for (const good of parsed.slice(-2)) expect(good.fen).toBe(FEN);
    }
  },
);

test("probe --batch answers a line before the next one comes, and ends quietly with its reader", async () => {
  const child = start(["probe", "--batch"], { data });
  for (let i = 0; i < 3; i++) {
    child.stdin.write(`${FEN}\n`);
    const [answer] = (await new Promise<Buffer[]>((resolve) =>
      child.stdout.once("data", (...all) => resolve(all)),
    )) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ fen: FEN });
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.stdout.destroy();
  child.stdin.write(`${FEN}\n${FEN}\n`);
  expect(await ended).toBe(0);
});

test("list names what there is, in JSON and for people", async () => {
  const { tables, damaged } = await runJson<{ tables: Record<string, unknown>[]; damaged: unknown[] }>(["list"], {
    data,
  });
  expect(damaged).toEqual([]);
  expect(tables.map(({ endgame }) => endgame)).toEqual(["KAK", "KK", "KNK", "KRK", "KRKA", "KRKN"]);
  expect(tables[4]).toMatchObject({
    metric: "dtc",
    rules: "asian",
    orders: "fang",
    cells: 21600,
    positions: 18507 + 22806,
  });
  expect(tables[4]).toMatchObject({ longestWin: { red: 7, black: -1 } });
  const { stdout } = await run(["list"], { data });
  expect(withoutLayout(stdout)).toMatch(/KRKA dtc asian 21,600 41,313 [\d.]+ kB 0\.\d\d 7 - \d{4}-\d\d-\d\d -/);
  expect(stdout).toContain(`${data}: 6 tables`);
});
