/** What a match makes of moves: judgements, scores, and the table's tries. */
import { expect, test } from "vitest";
import type { RankedMove } from "../../src/query/probe.ts";
import { DRAW, makeValue } from "../../src/table/value.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { humanMove } from "../../src/play/human-move.ts";
import { randomNumbers } from "../../src/play/line.ts";
import { LANGUAGES } from "../../src/say/words/languages.ts";
import { loadWords } from "../../web/words/languages.ts";
import { describeEnd } from "../../web/shown/endings.ts";
import { judgeMove, pressingMove, scoreOf, starsOf, throwsAway } from "../../web/play/judge.ts";
import { judgeByClasses } from "../../src/rules/chinese/chinese-rules.ts";
import { judgeMoves } from "../../src/rules/asian/asian-rules.ts";
import { parseJudgedFen } from "../../src/rules/judging.ts";

const NEXT = parseLegalFen("4k4/9/9/9/9/9/9/9/9/3K5 b");
const ranked = (move: number, value: number, capture = false): RankedMove => ({
  move,
  next: NEXT,
  capture,
  after: value,
  kind: null,
  value,
});

test("a move is judged by what the best one was worth", () => {
  const moves = [ranked(1, makeValue(0, 3)), ranked(2, makeValue(0, 3)), ranked(3, makeValue(0, 7)), ranked(4, DRAW)];
  expect(judgeMove(moves, 2)).toEqual({ move: 2, before: "win", after: "win", perfect: true, best: 1, bestPlies: 3 });
  expect(judgeMove(moves, 3)).toMatchObject({ after: "win", perfect: false });
  expect(throwsAway(judgeMove(moves, 3))).toBe(false);
  expect(throwsAway(judgeMove(moves, 4))).toBe(true);
  expect(scoreOf([1, 3, 4].map((move) => judgeMove(moves, move)))).toEqual({ perfect: 1, moves: 3 });
});

test("who loses anyway throws nothing away, but should last", () => {
  const moves = [ranked(1, makeValue(0, 8)), ranked(2, makeValue(0, 2))];
  expect(judgeMove(moves, 2)).toMatchObject({ before: "loss", after: "loss", perfect: false });
  expect(throwsAway(judgeMove(moves, 2))).toBe(false);
});

test("the table tries the new drawn position with the fewest moves that hold it", async () => {
  const moves = [ranked(1, DRAW), ranked(2, DRAW), ranked(3, DRAW, true), ranked(4, DRAW), ranked(5, makeValue(0, 2))];
  const holding: Record<number, number> = { 1: 3, 2: 1, 3: 0, 4: 0 };
  const replies = async ({ move }: RankedMove) =>
    Array.from({ length: 4 }, (_, i) => ranked(i, i < holding[move]! ? DRAW : makeValue(0, 2)));
  const pressing = (isNew: (move: RankedMove) => boolean, at = 0) => pressingMove(moves, isNew, replies, () => at);
  expect(await pressing(({ move }) => move !== 4)).toBe(2);
  expect(await pressing(() => false)).toBeNull();
  holding[1] = 1; // as hard to answer
  expect(await Promise.all([0, 0.99].map((at) => pressing(({ move }) => move !== 4, at)))).toEqual([1, 2]);
});

test("hints, moves taken back and blunders cost a star each, and one is left", () => {
  const moves = [ranked(1, makeValue(0, 3)), ranked(2, DRAW)];
  const [best, blunder] = [judgeMove(moves, 1), judgeMove(moves, 2)];
  expect(starsOf([best, best], 0, 0)).toBe(3);
  expect(starsOf([best], 1, 0)).toBe(2);
  expect(starsOf([best, blunder], 0, 1)).toBe(1);
  expect(starsOf([blunder, blunder], 3, 4)).toBe(1);
});

test("an opponent like a person varies, presses, does not give in at once, and errs as often as its skill says", async () => {
  const moves = [ranked(1, makeValue(0, 20)), ranked(2, makeValue(0, 12)), ranked(3, makeValue(0, 2))];
  const only = [ranked(8, makeValue(0, 3)), ranked(9, DRAW), ranked(10, DRAW)];
  const any = [ranked(8, makeValue(0, 3)), ranked(9, makeValue(0, 5))];
  const replies = ({ move }: RankedMove) => Promise.resolve(move === 2 ? only : any);
  const play = async (skill: "club" | "learner") => {
    const counts: Record<number, number> = { 1: 0, 2: 0, 3: 0 };
    const random = randomNumbers(5);
    for (let game = 0; game < 1000; game++) counts[await humanMove(moves, skill, replies, random)]!++;
    return counts;
  };
  const [club, learner] = [await play("club"), await play("learner")];
  expect(club[2]).toBeGreaterThan(club[1]!); // few answers keep the win
  expect(club[1]).toBeGreaterThan(10);
  expect(learner[3]).toBeGreaterThan(club[3]!);
  expect(await humanMove(moves, "club", replies, randomNumbers(9))).toBe(
    await humanMove(moves, "club", replies, randomNumbers(9)),
  );
});

const CHASE = {
  fen: "4k4/9/9/9/9/9/9/9/1n7/R2K5 w",
  moves: "d0d1 b1c3 d1d0 c3b1 d0d1 b1c3 d1d0 c3b1".split(" "),
};

test.each(LANGUAGES)("%s says how a repetition is judged", async (language) => {
  const say = await loadWords("page", language);
  const judging = {
    repetitions: await loadWords("repetitions", language),
    classes: await loadWords("classes", language),
  };
  const start = parseJudgedFen(CHASE.fen);
  for (const { verdict } of [judgeMoves(start, CHASE.moves), judgeByClasses(start, CHASE.moves)]) {
    const text = describeEnd(verdict!, say, judging);
    expect(text).toContain(say.colours.black);
    expect(text).not.toMatch(/undefined|function/);
    expect(text.startsWith(describeEnd(verdict!, say, null))).toBe(true); // while the words are loading
  }
  for (const kind of ["bare", "threefold", "held"] as const) {
    expect(describeEnd({ kind, result: "draw" }, say, null).length).toBeGreaterThan(3);
  }
});
