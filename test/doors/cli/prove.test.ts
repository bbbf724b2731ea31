import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { FIVE_TIGERS, KUNGANG_FIRE } from "../../prove/trees.ts";
import { dataFolderOfTest, run, runJson } from "./program.ts";

interface Answer {
  readonly result: string;
  readonly certificate: string;
  readonly proof: { readonly plies: number; readonly byChecks: boolean; readonly winner: string };
  readonly line: readonly { readonly uci: string }[];
}

test("prove writes a certificate that check replays", async () => {
  const data = dataFolderOfTest();
  const file = join(data, "tigers.canjuproof");
  const proved = await run(["prove", FIVE_TIGERS, "--certificate", file], { data });
  expect([proved.code, proved.stderr]).toEqual([0, ""]);
  expect(proved.stdout).toContain("Red wins in at most 19 plies, by checks alone");
  expect(proved.stdout).toContain("a finite win, under any rules about repetitions");
  const checked = await run(["check", file, "--position", FIVE_TIGERS], { data });
  expect([checked.code, checked.stderr]).toEqual([0, ""]);
  expect(checked.stdout).toContain("Red wins in at most 19 plies, by checks alone");
});

test("prove --json gives the result, the proof and a line", async () => {
  const answer = await runJson<Answer>(["prove", FIVE_TIGERS, "--checks"], { data: dataFolderOfTest() });
  expect(answer).toMatchObject({ result: "win", proof: { plies: 19, byChecks: true, winner: "red" } });
  const bytes = Buffer.from(answer.certificate, "base64").length;
  expect([answer.line.length, answer.line[0]!.uci, bytes < 200]).toEqual([19, "b6d6", true]);
});

test("prove finds wins that are not by checks, unless only those are asked for", LONG, async () => {
  const data = dataFolderOfTest();
  const { code, stdout } = await run(["prove", KUNGANG_FIRE, "--memory", "32M", "--seconds", "30"], { data });
  expect([code, /Red wins in at most \d+ plies/.test(stdout), stdout.includes("checks alone")]).toEqual([
    0,
    true,
    false,
  ]);
  const checks = await run(["prove", KUNGANG_FIRE, "--checks"], { data });
  expect([checks.code, checks.stdout.includes("Not proven")]).toEqual([0, true]);
  const little = await run(["prove", KUNGANG_FIRE, "--memory", "1M"], { data });
  expect([little.code, little.stderr]).toEqual([2, expect.stringMatching(/^.*at least 32M.*\n$/)]);
});

test("prove never says more than it has proven", async () => {
  const drawn = "3aka3/9/9/9/9/9/9/9/4A4/3K1A3 w";
  const { code, stdout } = await run(["prove", drawn, "--checks", "--seconds", "1"], { data: dataFolderOfTest() });
  expect([code, stdout.includes("Not proven"), /draw/i.test(stdout)]).toEqual([0, true, false]);
});

testEach<[string, (file: Buffer) => Uint8Array, RegExp]>(1, [
  ["cut", (file) => file.subarray(0, -1), /^canju: this is no sound proof tree: .*\n$/],
  ["altered", (file) => Buffer.from(file).fill(7, file.length - 6, file.length - 5), /^canju: this is no sound .*\n$/],
  [
    "of another version",
    (file) => Buffer.from(file.toString("latin1").replace("tree 1", "tree 9"), "latin1"),
    /version 9/,
  ],
  ["empty", () => new Uint8Array(), /^canju: this is no sound proof tree: .*\n$/],
])("check refuses a certificate that is %s, in one line", async (_, damage, message) => {
  const data = dataFolderOfTest();
  const file = join(data, "a.canjuproof");
  await run(["prove", FIVE_TIGERS, "--certificate", file], { data });
  writeFileSync(file, damage(readFileSync(file)));
  const { code, stdout, stderr } = await run(["check", file], { data });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(message);
});

test("check refuses a certificate of another position, and what is no file", LONG, async () => {
  const data = dataFolderOfTest();
  const file = join(data, "a.canjuproof");
  await run(["prove", FIVE_TIGERS, "--certificate", file], { data });
  const other = await run(["check", file, "--position", "3k5/8R/9/9/9/9/9/9/9/4K4 w"], { data });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("it is of another position")]);
  for (const path of [join(data, "none"), data, "/dev/zero"]) {
    const { code, stderr } = await run(["check", path], { data });
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
  }
});

test("prove refuses an impossible position in one line", async () => {
  const { code, stderr } = await run(["prove", "9/9/9/9/9/9/9/9/9/4K4 w"], { data: dataFolderOfTest() });
  expect([code, stderr.split("\n").length]).toEqual([2, 2]);
});

test("prove --cooks names other moves that win, each with its own proof", LONG, async () => {
  interface Cooked extends Answer {
    readonly fen: string;
    readonly cooks: readonly { readonly uci: string; readonly plies: number; readonly certificate: string }[];
  }
  // Either chariot mates.
  const fen = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w";
  const data = dataFolderOfTest();
  const { line, cooks } = await runJson<Cooked>(["prove", fen, "--cooks", "--seconds", "2"], { data });
  expect(cooks.length).toBeGreaterThan(1);
  expect(cooks.map(({ uci }) => uci)).not.toContain(line[0]!.uci);
  expect(cooks[0]!.plies).toBeLessThanOrEqual(cooks.at(-1)!.plies);
  const file = join(data, "cook.canjuproof");
  writeFileSync(file, Buffer.from(cooks[0]!.certificate, "base64"));
  expect((await run(["check", file], { data })).stdout).toContain("Black loses in at most");
  const told = await run(["prove", fen, "--cooks", "--checks", "--seconds", "2"], { data });
  expect(told.stdout).toContain("Other moves that are proven to win, in at most:");
});
