import { expect, test } from "vitest";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { COLLECTION, differs, idOf, isTask, puzzleOfDay } from "../../web/studies/collection.ts";
import { nextPuzzle, nextResult } from "../../web/studies/progress.ts";

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
  for (const { book, outcome, solution, fen } of classics) {
    expect(book!.name).toMatch(/^\p{Script=Han}{4}$/u);
    expect(fen).toMatch(/ w$/);
    expect(outcome === null).toBe(solution === "" && outcome === null);
  }
  expect(known.filter(differs).map(({ book }) => book!.number)).toEqual([506]);
});

test("every day has its study, and all of them their turn", () => {
  const tasks = COLLECTION.filter(isTask);
  const days = tasks.map((_, i) => puzzleOfDay(new Date(Date.UTC(2026, 0, 1 + i, 12))));
  expect(new Set(days.map(idOf)).size).toBe(tasks.length);
  expect(puzzleOfDay(new Date("2026-03-01T00:00:00Z"))).toBe(puzzleOfDay(new Date("2026-03-01T23:59:59Z")));
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
