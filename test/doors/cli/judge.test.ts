import { expect, test } from "vitest";
import { LONG, testEach } from "../../long.ts";
import type { GradedJudgementJson, JudgementJson } from "../../../src/say/judgement.ts";
import { OWN_CASES } from "../../rules/chinese-cases.ts";
import { CASES, isEdge, movesOf, SWITCHES, type Case } from "../../rules/cases.ts";
import { dataFolderOfTest, run, runJson, start, withoutLayout } from "./program.ts";

const FEN = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";
const FOR_EVER = "d0d1 b1c3 d1d0 c3b1";
const ILLEGAL = 'canju: "b1b2", as move 2, is not legal here\n';

type Answer = JudgementJson & { readonly error?: string };

async function judgeBatch(lines: readonly string[], ...args: string[]): Promise<Answer[]> {
  const { code, stdout, stderr } = await run(["judge", "--batch", ...args], { input: lines.join("\n") });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

/** What a case is about: check and chased squares of its last move, or its verdict. */
function outcomeOf(one: Case, { error, moves, result }: Answer): unknown {
  if (error !== undefined) return error;
  const { legal, check, chases } = moves.at(-1)!;
  return isEdge(one) ? { legal, check, chases } : result;
}

function expectedOf(one: Case, variant: string): unknown {
  if (!isEdge(one)) return one.variants[variant] ?? one.expected.result;
  const chases = [...(one.variants[variant] ?? one.expected.chase)].sort();
  return { legal: true, check: one.expected.check, chases };
}

const VARIANTS = Object.entries(SWITCHES).map(([variant, name]): [string, string[]] => [variant, ["--switch", name]]);

// test/rules judges all of them without the command.
testEach<[switched: string, every: number, args: string[]]>(2, [
  ["", 4, []],
  [VARIANTS[0]![0], 4, VARIANTS[0]![1]],
  ["", 1, []],
  ...VARIANTS.map(([variant, args]): [string, number, string[]] => [variant, 1, args]),
])("judge --batch judges cases as expected, switch: %j, one of %i", async (variant, every, args) => {
  const cases = CASES.filter((_, i) => i % every === 0);
  const answers = await judgeBatch(
    cases.map((one) => `${one.fen}\t${movesOf(one).join(" ")}`),
    ...args,
  );
  expect(answers).toHaveLength(cases.length);
  const found = cases.map((one, i) => [one.id, outcomeOf(one, answers[i]!)]);
  expect(found).toEqual(cases.map((one) => [one.id, expectedOf(one, variant)]));
});

test("judge --json has the members of the contract and no others", async () => {
  const judgement = await runJson<JudgementJson>(["judge", FEN, ...FOR_EVER.split(" ")]);
  expect(Object.keys(judgement).sort()).toEqual(["fen", "moves", "reason", "result"]);
  for (const move of judgement.moves) expect(Object.keys(move).sort()).toEqual(["chases", "check", "legal", "uci"]);
  expect(judgement).toMatchObject({ fen: FEN, result: null, reason: null });
});

testEach(1, [
  ["a quoted position and moves", [FEN, ...FOR_EVER.split(" ")]],
  ["moves in one word", [FEN.replace(" ", "_"), FOR_EVER]],
  ["nothing quoted", [...FEN.split(" "), "-", "-", "0", "1", ...FOR_EVER.split(" ")]],
])("judge takes %s", async (_, words) => {
  const { fen, moves } = await runJson<JudgementJson>(["judge", ...words]);
  expect([fen, moves.map(({ uci }) => uci).join(" ")]).toEqual([FEN, FOR_EVER]);
});

test("judge tells people of every check and chase, and why the verdict falls", LONG, async () => {
  const { stdout } = await run(["judge", FEN, FOR_EVER, FOR_EVER]);
  expect(withoutLayout(stdout)).toMatch(/1\. d0d1 K6\+1 帅六进一 idle/);
  expect(withoutLayout(stdout)).toMatch(/1\.\.\. b1c3 N2-3 马２退３ checks Check by the Black horse on c3\./);
  expect(withoutLayout(stdout)).toMatch(/Black loses: it checks on every move, while Red does not\./);
  const chase = await run(["judge", "5k3/9/9/9/9/2n6/9/9/3R5/4K4 w", "d1c1", "c4d6"]);
  expect(chase.stdout).toMatch(
    / chases c4$\n^ +Chase: now the Red chariot on c1 attacks the Black horse on c4, which is unprotected\.$/m,
  );
  expect(withoutLayout(chase.stdout)).toMatch(/No verdict yet: no position has occurred three times\./);
});

test("a side without a move has lost, and moves after a verdict are still told", async () => {
  const mated = await runJson<JudgementJson>(["judge", "3k5/4R4/9/9/9/9/9/9/9/4K4_b"]);
  expect(mated).toMatchObject({ moves: [], result: "black-loss", reason: "Stalemate: Red has won" });
  const { stdout } = await run(["judge", FEN, FOR_EVER, FOR_EVER, "d0d1"]);
  expect(withoutLayout(stdout)).toMatch(/Black loses: .* \(after 8 of 9 moves\)/);
});

test("an illegal move is one clear line; in JSON it ends the list, in a batch it is the answer", LONG, async () => {
  const words = [FEN, "d0d1", "b1b2", "d1d0"];
  const [text, json, [, batch]] = await Promise.all([
    run(["judge", ...words]),
    run(["judge", ...words, "--json"]),
    judgeBatch([FEN, `${FEN}\td0d1 b1b2 d1d0`]),
  ]);
  expect(text).toEqual({ code: 2, stdout: "", stderr: ILLEGAL });
  expect([json.code, json.stderr]).toEqual([2, ILLEGAL]);
  const { moves } = JSON.parse(json.stdout) as JudgementJson;
  expect(moves.map(({ uci, legal }) => [uci, legal])).toEqual([
    ["d0d1", true],
    ["b1b2", false],
  ]);
  expect(batch).toEqual({ error: '"b1b2", as move 2, is not legal here' });
});

test("judge --batch answers each line in order, bad ones with an error", async () => {
  const lines = [FEN, "", "nonsense\tx", "9/9/9/9/9/9/9/9/9/4K4 w", `${FEN}\td0`, `${FEN}\t${FOR_EVER}`];
  const answers = await judgeBatch(lines);
  expect(answers).toHaveLength(lines.length);
  expect(answers[0]).toEqual({ fen: FEN, moves: [], result: null, reason: null });
  for (const bad of [1, 2, 3, 4]) expect(Object.keys(answers[bad]!)).toEqual(["error"]);
  expect(answers[3]!.error).toBe("impossible position: Black has no king");
  expect(answers[5]!.moves).toHaveLength(4);
});

test("judge --batch answers a line before the next one comes", async () => {
  const child = start(["judge", "--batch"]);
  const answer = new Promise<Buffer>((resolve) => child.stdout.once("data", resolve));
  child.stdin.write(`${FEN}\n`);
  expect(JSON.parse((await answer).toString())).toMatchObject({ fen: FEN });
  child.stdin.end();
});

test("the switches are listed in the help, a line each", async () => {
  const { stdout } = await run(["judge", "--help"]);
  for (const name of Object.values(SWITCHES)) expect(stdout).toMatch(new RegExp(`^ +${name} +\\S.*\\)$`, "m"));
});

testEach(1, [4, 1])("judge --rules chinese --batch judges cases as expected, one of %i", async (every) => {
  const cases = OWN_CASES.filter((_, i) => i % every === 0);
  const lines = cases.map((one) => `${one.fen}\t${one.moves.join(" ")}`);
  const answers = (await judgeBatch(lines, "--rules", "chinese")) as GradedJudgementJson[];
  const found = answers.map(({ result, moves }, i) => {
    const { expected, id } = cases[i]!;
    return [id, result, moves.slice(0, expected.moves.length).map(({ label }) => label)];
  });
  expect(found).toEqual(cases.map(({ id, expected }) => [id, expected.result, expected.moves]));
  for (const { result, certain } of answers) expect([null, result]).toContain(certain);
});

test("judge --rules chinese has more members, and none fewer", LONG, async () => {
  const words = ["judge", "--rules", "chinese", FEN];
  const judgement = await runJson<GradedJudgementJson>([...words, FOR_EVER, FOR_EVER]);
  expect(Object.keys(judgement).sort()).toEqual(["certain", "fen", "moves", "reason", "result"]);
  expect(judgement).toMatchObject({ result: "black-loss", certain: "black-loss" });
  for (const move of judgement.moves) {
    const members = ["check", "chases", "label", "legal", "narrow", "uci", "weak", "wide"];
    expect(Object.keys(move).sort()).toEqual(members.sort());
  }
  expect(judgement.moves[1]).toMatchObject({
    check: true,
    label: "check",
    narrow: "check",
    wide: "check",
    weak: false,
  });
  const unfinished = await runJson<GradedJudgementJson>([...words, FOR_EVER]);
  expect(unfinished).toMatchObject({ result: null, certain: null, reason: null });
  const mated = await runJson<GradedJudgementJson>(["judge", "--rules", "chinese", "3k5/4R4/9/9/9/9/9/9/9/4K4_b"]);
  expect(mated).toMatchObject({ moves: [], result: "black-loss", certain: "black-loss" });
});

test("judge --rules chinese tells people the class of each move, and why", LONG, async () => {
  const { stdout } = await run(["judge", "--rules", "chinese", "5k3/9/9/9/1nn6/9/9/9/1R7/3K5 w", "b1c1"]);
  expect(withoutLayout(stdout)).toMatch(/1\. b1c1 .* chase Chase: the Red chariot on c1 can take/);
  const illegal = await run(["judge", "--rules", "chinese", FEN, "d0d1", "b1b2"]);
  expect(illegal).toEqual({ code: 2, stdout: "", stderr: ILLEGAL });
});

test("what is not to be had under the Chinese rules is one clear line", LONG, async () => {
  const switched = await run(["judge", "--rules", "chinese", "--switch", Object.values(SWITCHES)[0]!, FEN]);
  expect([switched.code, switched.stderr]).toEqual([
    2,
    "canju: --switch is about the Asian rules, not with --rules chinese\n",
  ]);
  for (const command of ["explain", "line", "probe", "stats", "build"]) {
    const about = command === "stats" || command === "build" ? "KRKN" : FEN;
    const options = { data: dataFolderOfTest() };
    const refused = await run([command, about, "--rules", "chinese", "--metric", "dtm"], options);
    expect([command, refused.code, refused.stderr]).toEqual([
      command,
      2,
      "canju: under the Chinese rules there are distances to conversion only: metric dtc\n",
    ]);
  }
});
