import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { Manual, Puzzle } from "../../src/play/studies/puzzle.ts";
import { COLLECTION, differs, idOf, isTask, puzzleOfDay, TREES } from "../../web/studies/collection.ts";
import { loadWords } from "../../web/words/languages.ts";
import { topic } from "../../web/state/page.ts";
import { exercise } from "../../web/studies/state.ts";
import { dayOf } from "../../web/base/day.ts";
import { countResults, nextPuzzle, nextResult } from "../../web/studies/progress.ts";

test("every study that comes with the page is told apart, legal, and graded", () => {
  expect(new Set(COLLECTION.map(idOf)).size).toBe(COLLECTION.length);
  for (const { fen, solution, tries, also = [], grade, outcome, kind } of COLLECTION) {
    const start = parseLegalFen(fen);
    for (const uci of also) {
      expect(legalMoves(start)).toContain(parseUci(start, uci));
      expect(solution.startsWith(uci)).toBe(false);
    }
    let at = start;
    for (const uci of solution.match(/.{4}/g) ?? []) at = applyMove(at, parseUci(at, uci));
    for (const { uci, reply } of tries) {
      const next = applyMove(start, parseUci(start, uci));
      if (reply !== null) expect(legalMoves(next)).toContain(parseUci(next, reply));
      expect(solution.startsWith(uci)).toBe(false);
    }
    expect([1, 2, 3, 4, 5]).toContain(grade);
    if (kind !== "zugzwang" && kind !== "classic") expect(outcome).toBe("win");
  }
});

test("of the old book there are more than a hundred positions; where a table was at hand, its verdict stands beside the book's", () => {
  const classics = COLLECTION.filter(({ kind }) => kind === "classic");
  expect(classics.length).toBeGreaterThan(100);
  const known = classics.filter(({ outcome }) => outcome !== null);
  expect(known.length).toBeGreaterThan(50);
  for (const { outcome, solution, fen } of classics) {
    expect(fen).toMatch(/ w$/);
    expect(outcome === null).toBe(solution === "" && outcome === null);
  }
  expect(known.filter(differs).map(({ book }) => book!.number)).toEqual([506]);
});

test("positions of the old book have a name in every language; in Chinese that of the book, traditional where the page is", async () => {
  const numbers = COLLECTION.flatMap(({ book }) => (book === undefined ? [] : [book.number]));
  const source = readFileSync(new URL("../../web/studies/shiqing-yaqu.txt", import.meta.url), "utf8");
  const inBook = new Map(
    source
      .trim()
      .split("\n")
      .map((line) => [Number(line.split(" ")[0]), line.split(" ")[1]]),
  );
  const [simplified, traditional, english, vietnamese] = await Promise.all(
    (["zh-Hans", "zh-Hant", "en", "vi"] as const).map(async (each) => (await loadWords("studies", each)).book),
  );
  for (const number of numbers) {
    expect(simplified!.names[number]).toBe(inBook.get(number));
    expect(traditional!.names[number]).toMatch(/^\p{Script=Han}{4}$/u);
    expect(english!.names[number]).toMatch(/^[A-Z][\w', -]+$/);
    expect(vietnamese!.names[number]).toMatch(/^\p{Lu}\p{L}*( \p{L}+){3}$/u);
  }
  expect([simplified!.originals, traditional!.originals]).toEqual([null, null]);
  expect(english!.originals).toEqual(simplified!.names);
  expect(Object.entries(simplified!.names)).toHaveLength(551);
  for (const [number, name] of inBook) expect([number, simplified!.names[number]]).toEqual([number, name]);
  expect([434, 449, 450, 504, 505].map((number) => traditional!.names[number])).toEqual([
    "束手就繫",
    "遊絲繫虎",
    "隻馬歸命",
    "隻馬當士",
    "隻馬當象",
  ]);
});

const others = readFileSync(new URL("../../web/studies/manuals.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => /^(\S+) (\d+) (\S+) (.+)$/.exec(line)!.slice(1) as [Manual, string, string, string]);

test("positions of other manuals have the names of their lists, in Chinese everywhere, and are Red's to win", async () => {
  const [simplified, traditional, english] = await Promise.all(
    (["zh-Hans", "zh-Hant", "en"] as const).map(async (each) => (await loadWords("studies", each)).book),
  );
  for (const [manual, number, name, fen] of others) {
    expect([simplified, english].map((book) => book!.manuals[manual][Number(number) - 1])).toEqual([name, name]);
    expect(traditional!.manuals[manual][Number(number) - 1]).toHaveLength(name.length);
    expect(parseLegalFen(fen).turn).toBe("red");
    expect(simplified!.sources[manual]).not.toBe(english!.sources[manual]);
  }
  expect(traditional!.manuals["mengru-shenji"]).toContain("寒雁偎盧");
  expect(others).toHaveLength(348);
});

test("of the book's other positions each has its name, and what is proven of it: a line to mate, and others that win", () => {
  const manual = JSON.parse(
    readFileSync(new URL("../../web/studies/manual.json", import.meta.url), "utf8"),
  ) as Puzzle[];
  expect(new Set([...COLLECTION, ...manual].map(idOf)).size).toBe(COLLECTION.length + manual.length);
  const books = [...COLLECTION, ...manual].flatMap(({ book }) => (book === undefined ? [] : [book]));
  const numbers = books.filter((book) => book.manual === undefined).map(({ number }) => number);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 551 }, (_, i) => i + 1));
  expect(
    manual
      .filter(({ book }) => book!.manual !== undefined)
      .map(({ book, fen }) => [book!.manual, String(book!.number), fen]),
  ).toEqual(others.map(([of, number, , fen]) => [of, number, fen]));
  expect(manual.filter(({ proven }) => proven === "checks").length).toBeGreaterThan(150);
  for (const { fen, solution, also = [], outcome, proven, distance, grade, book } of manual) {
    const start = parseLegalFen(fen);
    expect(outcome === null).toBe(proven === "nothing");
    for (const uci of also) expect(legalMoves(start)).toContain(parseUci(start, uci));
    const moves = solution.match(/.{4}/g) ?? [];
    const end = moves.reduce((at, uci) => applyMove(at, parseUci(at, uci)), start);
    if (outcome !== null) expect([book!.number, moves.length, legalMoves(end)]).toEqual([book!.number, distance, []]);
    expect([1, 2, 3, 4, 5]).toContain(grade);
  }
});

test("a study that has one winning move at each step has a tree", () => {
  const without = COLLECTION.filter((each) => each.kind === "only-moves" && TREES[idOf(each)] === undefined);
  expect(without).toEqual([]);
});

test("a study without a tree is solved by the first move, or by another that does", () => {
  const study = COLLECTION.find((each) => each.also !== undefined && isTask(each) && TREES[idOf(each)] === undefined)!;
  topic.value = idOf(study);
  const { tree, id } = exercise.value;
  expect(id).toBe(idOf(study));
  const [move, reply = ""] = study.solution.match(/.{4}/g)!;
  expect(tree).toEqual([[`${move}!${reply}`, ...study.also!.map((each) => `${each}!`)].join(" ")]);
  topic.value = null;
});

test("every day has its study, and all of them their turn", () => {
  const tasks = COLLECTION.filter(isTask);
  const days = tasks.map((_, i) => puzzleOfDay(new Date(2026, 0, 1 + i, 12)));
  expect(new Set(days.map(idOf)).size).toBe(tasks.length);
});

test("days are those of where the reader is, for the study of the day and for what comes back", () => {
  const inShanghai = (time: string) => Object.assign(new Date(`${time}+08:00`), { getTimezoneOffset: () => -480 });
  const [morning, night, next] = ["2026-03-01T00:00", "2026-03-01T23:59", "2026-03-02T00:00"].map(inShanghai);
  expect(dayOf(morning)).toBe(dayOf(night));
  expect(dayOf(next)).toBe(dayOf(night) + 1);
  expect([morning, night].map((each) => puzzleOfDay(each!))).toEqual([puzzleOfDay(morning!), puzzleOfDay(morning!)]);
  expect(puzzleOfDay(next!)).not.toBe(puzzleOfDay(night!));
});

test("of what is remembered the studies are counted, and drills of the course are not", () => {
  const [first, second, third] = COLLECTION.filter(isTask);
  const known = {
    [idOf(first!)]: { row: -1, due: null },
    [idOf(second!)]: { row: 0, due: 100 },
    "course KRK 1": { row: -1, due: null },
    "course KRK 2": { row: 0, due: 100 },
  };
  expect(countResults([first!, second!, third!], known)).toEqual({ done: 1, again: 1 });
});

test("what was failed comes back at once, then after 1, 3 and 7 days, and is done", () => {
  let result = nextResult(undefined, false, 100);
  expect(result).toEqual({ row: 0, due: 100 });
  for (const due of [101, 103, 107, null]) {
    result = nextResult(result, true, 100);
    expect(result.due).toBe(due);
  }
  expect(nextResult(undefined, true, 100).due).toBeNull();
});

test("the next study is one that waits, then one that is new", () => {
  const [first, second, third] = COLLECTION.filter(isTask);
  const among = [first!, second!, third!];
  expect(nextPuzzle(among, first!, {}, 100)).toBe(second);
  const known = { [idOf(third!)]: { row: 0, due: 100 } };
  expect(nextPuzzle(among, first!, known, 100)).toBe(third);
  expect(nextPuzzle(among, first!, known, 99)).toBe(second);
  expect(nextPuzzle([first!], first!, {}, 100)).toBeNull();
});
