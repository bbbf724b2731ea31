// Whatever is pasted: it is read as far as can be, and what was not understood is told with its place. Nothing is thrown.
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDhtmlXq } from "../../../src/xiangqi/games/dhtmlxq.ts";
import { formatPgn } from "../../../src/xiangqi/games/pgn.ts";
import { readGame, readingGame } from "../../../src/xiangqi/games/read-game.ts";
import { MOST_CHARACTERS, MOST_DEPTH, MOST_MOVES, complete } from "../../../src/xiangqi/games/reading.ts";
import { records } from "./records.ts";
import { testEach } from "../../long.ts";

const FEN = "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w";

testEach(1, [50, 150])("damaged files: %i runs", (numRuns) => {
  const texts = fc
    .tuple(records, fc.boolean())
    .map(([record, pgn]) => (pgn ? formatPgn(record) : formatDhtmlXq(record)))
    .chain((text) =>
      fc
        .array(
          fc.record({
            at: fc.nat(text.length),
            take: fc.nat(9),
            put: fc.constantFrom("", "(", ")", "{", "}", "[", "]", "马", "\n", '"', "99"),
          }),
          { maxLength: 4 },
        )
        .map((edits) => edits.reduce((all, { at, take, put }) => all.slice(0, at) + put + all.slice(at + take), text)),
    );
  fc.assert(fc.property(texts, checkAnswer), { numRuns });
});

test("a tag of two lines, and a game behind it", () => {
  const text = `[Game\n"Chinese Chess"]\n[FEN "${FEN}"]\n\n1. e1e8 *\n`;
  const { games, record } = readGame(text);
  expect(games).toBe(2);
  expect(record).toMatchObject({ line: [] });
});

test("any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), checkAnswer), { numRuns: 1000 });
});

/** There is a game, or a reason why not; every reason names a place in the text. */
function checkAnswer(text: string): void {
  const { record, troubles } = readGame(text);
  if (record === null) expect(troubles.length).toBeGreaterThan(0);
  const lines = text.split("\n");
  for (const { line, column, text: excerpt } of troubles) {
    expect(lines[line - 1]!.length + 2).toBeGreaterThanOrEqual(column);
    expect(excerpt.length).toBeLessThanOrEqual(41);
  }
}

test.each([
  ["", "empty", 1, 1],
  ["  \n ", "empty", 1, 1],
  ["hello", "no-game", 1, 1],
  ["炮二平四 炮二平四 炮二平四", "illegal-move", 1, 11],
  [`${FEN}\nmoves e1e7\nd9d8 zzz`, "no-move", 3, 6],
  [`${FEN} moves e1e8 e8e9`, "illegal-move", 1, 42],
  ["3k5/9/9/9/9/9/9/9/9 w", "bad-position", 1, 1],
  ["9/9/9/9/9/9/9/9/9/4K4 w", "illegal-position", 1, 1],
  [`[FEN "${FEN}"]\n\n1. e1e8 (1. e1e7`, "unclosed", 3, 17],
  [`[FEN "${FEN}"]\n\n1. e1e8 {x`, "unclosed", 3, 9],
  [`[FEN "${FEN}"]\n\n1. e1e8 )`, "unopened", 3, 9],
  ["[DhtmlXQ]\n[DhtmlXQ_binit]12[/DhtmlXQ_binit]", "bad-position", 2, 16],
  ["[DhtmlXQ]\n[DhtmlXQ_movelist]77477x[/DhtmlXQ_movelist]", "no-move", 2, 23],
] as const)("%s", (text, reason, line, column) => {
  expect(readGame(text).troubles[0]).toMatchObject({ reason, line, column });
});

test("a move that is not understood ends its line, not the others", () => {
  const { record, troubles } = readGame(`[FEN "${FEN}"]\n\n1. e1e7 (1. e1z7 d9e9 2. e7e8) (1. e1d1) d9d8`);
  expect(troubles).toHaveLength(1);
  expect(record!.line[0]!.variations).toHaveLength(1);
});

test.each<[string, string]>([
  ["too long", "x".repeat(MOST_CHARACTERS + 1)],
  ["open brackets", "(".repeat(1_000_000)],
  ["open brackets behind a move", `h2e2 ${"(h2d2 ".repeat(300_000)}`],
  ["open braces", "{".repeat(1_000_000)],
  ["tags without end", "[DhtmlXQ_a]".repeat(150_000)],
  ["games", '[a "b"]\n\nx\n'.repeat(150_000)],
  ["ranks", "1/".repeat(900_000)],
  ["digits", "1".repeat(1_900_000)],
  ["question marks", "?".repeat(1_900_000)],
  ["links", "?fen=".repeat(300_000)],
  ["blanks", " ".repeat(1_900_000)],
  ["legal moves", "h2e2 h7e7 e2h2 e7h7 ".repeat(90_000)],
  ["Chinese moves", "炮二平五".repeat(400_000)],
  ["men", "马".repeat(1_900_000)],
])("very long: %s", (_, text) => {
  let steps = 0;
  const reading = readingGame(text);
  for (let step = reading.next(); ; step = reading.next()) {
    steps++;
    if (!step.done) continue;
    expect(step.value.troubles.length).toBeGreaterThan(0);
    break;
  }
  expect(steps).toBeLessThan(3_000_000);
});

test("variations within variations are read as deep as a limit, in either format", () => {
  const moves = ["h2e2", "b2e2"]; // 7747 and 1747
  const pgn = `h2e2 ${Array.from({ length: 3_000 }, (_, i) => `(${moves[(i + 1) % 2]} `).join("")}${")".repeat(3_000)}`;
  const field = (name: string, value: string) => `[DhtmlXQ_${name}]${value}[/DhtmlXQ_${name}]`;
  const nested = Array.from({ length: 3_000 }, (_, i) => field(`move_${i}_1_${i + 1}`, ["1747", "7747"][i % 2]!));
  const dhtmlXq = `[DhtmlXQ]\n${field("movelist", "7747")}\n${nested.join("\n")}\n[/DhtmlXQ]`;
  for (const text of [pgn, dhtmlXq]) {
    const { record, troubles } = readGame(text);
    let depth = 0;
    for (let line = record!.line; line[0]!.variations.length > 0; line = line[0]!.variations[0]!) depth++;
    expect(depth).toBe(MOST_DEPTH);
    expect(troubles[0]!.reason).toBe("too-deep");
  }
});

test("what is wrong is told in the order of the text, wherever a file has its main line", () => {
  const text = "[DhtmlXQ]\n[DhtmlXQ_move_0_9_1]7747[/DhtmlXQ_move_0_9_1]\n[DhtmlXQ_movelist]zzzz[/DhtmlXQ_movelist]";
  expect(readGame(text).troubles).toMatchObject([
    { line: 2, column: 21, text: "7747" },
    { line: 3, column: 19, text: "zzzz" },
  ]);
});

test("a game is read as far as a limit", () => {
  const { record, troubles } = readGame("h2e2 h7e7 e2h2 e7h7 ".repeat(1000));
  expect(record!.line).toHaveLength(MOST_MOVES);
  expect(troubles[0]!.reason).toBe("too-many-moves");
  expect(complete(readingGame("h2e2 h7e7 ".repeat(1), { mostMoves: 1 })).record!.line).toHaveLength(1);
});
