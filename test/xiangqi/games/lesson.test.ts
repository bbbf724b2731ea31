import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../../src/base/errors.ts";
import { formatFen } from "../../../src/xiangqi/fen.ts";
import { formatLesson, MOST_NOTE, parseLesson, type LessonPart } from "../../../src/xiangqi/games/lesson.ts";
import { applyMove, legalMoves, type Move } from "../../../src/xiangqi/moves.ts";
import { legalPosition } from "../../../src/xiangqi/validate.ts";
import { anyPositions } from "../positions.ts";

const parts = fc
  .tuple(anyPositions, fc.array(fc.nat(0xffff), { maxLength: 5 }), fc.string({ unit: "grapheme", maxLength: 40 }))
  .map(([position, choices, note]): LessonPart => {
    const start = legalPosition(position);
    const moves: Move[] = [];
    let at = start;
    for (const choice of choices) {
      const legal = legalMoves(at);
      if (legal.length === 0) break;
      moves.push(legal[choice % legal.length]!);
      at = applyMove(at, moves.at(-1)!);
    }
    return { start, moves, note };
  });

test("a lesson that goes through a link comes back as it was, in signs that need no escape", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.array(parts, { maxLength: 4 }), (title, all) => {
      const text = formatLesson({ title, parts: all });
      expect(text).toMatch(/^[\w-]*$/);
      const back = parseLesson(text);
      expect(back.title).toBe(title);
      expect(back.parts.map((part) => ({ ...part, start: formatFen(part.start) }))).toEqual(
        all.map((part) => ({ ...part, start: formatFen(part.start) })),
      );
    }),
    { numRuns: 60 },
  );
});

const encoded = (told: unknown) => Buffer.from(JSON.stringify(told)).toString("base64url");
const FEN = "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w";

test.each([
  ["no text", "", "bad-lesson"],
  ["no base64", "*", "bad-lesson"],
  ["one cut short", encoded(["t", [FEN, "", ""]]).slice(0, -5), "bad-lesson"],
  ["another thing", encoded({ title: "t" }), "bad-lesson"],
  ["parts of other things", encoded(["t", [FEN, "", 1]]), "bad-lesson"],
  ["a note beyond all limits", encoded(["t", [FEN, "", "x".repeat(MOST_NOTE + 1)]]), "bad-lesson"],
  ["too many parts", encoded(["t", ...Array.from({ length: 61 }, () => [FEN, "", ""])]), "bad-lesson"],
  ["a position that cannot occur", encoded(["t", ["9/9 w", "", ""]]), "bad-fen"],
  ["a move that is none", encoded(["t", [FEN, "e1a9", ""]]), "illegal-move"],
  ["too many moves", encoded(["t", [FEN, "e1d1".repeat(201), ""]]), "bad-line"],
])("%s is refused in one line", (_, text, code) => {
  const error = (() => {
    try {
      return parseLesson(text);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).code).toBe(code);
});
