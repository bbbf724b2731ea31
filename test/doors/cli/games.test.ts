// Files of games, in every format, where commands take games.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import type { CheckedMove } from "../../../src/doors/cli/probe.ts";
import { run, runJson } from "./program.ts";

const FEN = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";
const MOVES = "d0d1 b1c3 d1d0 c3b1 d0d1 b1c3 d1d0 c3b1";
const PGN = `[Event "x"]\n[FEN "${FEN}"]\n\n1. d0d1 {hm} b1c3 (1... b1a3) 2. d1d0 c3b1 3. d0d1 b1c3 4. d1d0 c3b1 *\n`;
const DHTMLXQ = `[DhtmlXQ]\n[DhtmlXQ_fen]${FEN}[/DhtmlXQ_fen]\n[DhtmlXQ_movelist]3938182638392618[/DhtmlXQ_movelist]\n[/DhtmlXQ]`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-games-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test("a file is judged as the same moves on the command line are", async () => {
  const typed = await run(["judge", FEN, ...MOVES.split(" ")]);
  expect(typed.code).toBe(0);
  expect((await run(["judge", "--game", await file("a.pgn", PGN)])).stdout).toBe(typed.stdout);
  expect((await run(["judge", "--game", "-"], { input: `position fen ${FEN} moves ${MOVES}` })).stdout).toBe(
    typed.stdout,
  );
  const half = await run(["judge", FEN, ...MOVES.split(" ").slice(0, 4)]);
  expect((await run(["judge", "--game", await file("a.txt", DHTMLXQ)])).stdout).toBe(half.stdout);
});

test("probe --game marks what was thrown away, explain --game explains where a game ends", LONG, async () => {
  const data = ["--data", folder];
  const given = await file("given.pgn", '[FEN "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w"]\n\n1. e1d1 d9e9 2. d1d9 e9d9 *\n');
  const slips = async () => {
    const { code, stdout } = await run(["probe", "--game", given, "--json", ...data]);
    expect(code).toBe(0);
    const { moves } = JSON.parse(stdout) as { moves: { before: string | null; slip: string | null }[] };
    return moves.map(({ before, slip }) => [before, slip]);
  };
  expect((await slips())[2]).toEqual([null, null]); // no table is built for it
  await run(["build", "KRKA", ...data]);
  expect(await slips()).toEqual([
    ["win", null],
    ["loss", null],
    ["win", "win-drawn"],
    ["draw", null],
  ]);
  const ending = await run(["explain", "--game", await file("b.pgn", PGN), ...data]);
  expect(ending.stdout).toContain(FEN);
});

test("probe --game takes a repetition for what the rules make of it", LONG, async () => {
  const data = ["--data", folder];
  const round = "a3f3 f9e9 f3a3 e9f9";
  const game = await file("chases.txt", `position fen 5k3/9/9/9/n8/9/R8/9/9/3K5 w moves ${round} ${round}`);
  const lost = { asian: "win-drawn", chinese: "win-lost", none: "win-drawn" };
  for (const [rules, slip] of Object.entries(lost)) {
    await run(["build", "KRKN", "--rules", rules, ...data]);
    const { moves } = await runJson<{ moves: CheckedMove[] }>(["probe", "--game", game, "--rules", rules, ...data]);
    expect(moves.map((move) => move.slip)).toEqual([null, null, null, null, null, null, slip, null]);
  }
});

test("what is not understood is told with its place", async () => {
  const path = await file("bad.pgn", `[FEN "${FEN}"]\n\n1. d0d1 zzz`);
  const { code, stderr } = await run(["judge", "--game", path]);
  expect([code, stderr]).toEqual([2, `canju: ${path}: Line 3, character 9: "zzz" is no move.\n`]);
});

test("letters of older programs are read", async () => {
  const gbk = Uint8Array.from([0xb3, 0xb5, 0xbe, 0xc5, 0xbd, 0xf8, 0xd2, 0xbb]); // 车九进一
  const path = await file("old.pgn", Buffer.concat([Buffer.from(`[FEN "4k4/9/9/9/9/9/9/9/9/R2K5 w"]\n\n1. `), gbk]));
  expect((await run(["judge", "--game", path])).stdout).toContain("a0a1");
});
