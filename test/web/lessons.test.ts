/** Lessons, as far as no page is needed. */
import { expect, test } from "vitest";
import { MOST_NOTE, MOST_PARTS, type Lesson } from "../../src/xiangqi/games/lesson.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { linkRoom } from "../../web/lessons/link-room.ts";

const start = parseLegalFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w");
const lesson = (parts: number, note: string): Lesson => ({
  title: "车马残局",
  parts: Array.from({ length: parts }, () => ({ start, moves: [], note })),
});

test("how many more positions fit into a lesson's link is known before one is too many", () => {
  expect(linkRoom(lesson(0, ""))).toBe(MOST_PARTS);
  expect(linkRoom(lesson(10, ""))).toBe(MOST_PARTS - 10);
  const note = "先手如何取胜？请先想一想，再翻到后面看解答。";
  const room = linkRoom(lesson(20, note));
  expect(room).toBeGreaterThan(0);
  expect(linkRoom(lesson(20 + room, note))).toBe(0);
  expect(linkRoom(lesson(21 + room, note))).toBe(-1);
  expect(linkRoom(lesson(1, "长".repeat(MOST_NOTE)))).toBe(1);
});
