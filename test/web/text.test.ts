/** What the page reads and writes as text. */
import { expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { formatFen, parseFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { formatGameText } from "../../web/shown/line-text.ts";
import { languageFor, LANGUAGES } from "../../src/say/words/languages.ts";
import { loadWords } from "../../web/words/languages.ts";
import { readGame } from "../../src/xiangqi/games/read-game.ts";
import { newGame, playMove, positionOf } from "../../web/state/game.ts";
import { parseMove, readPosition } from "../../web/state/read-position.ts";

test.each([
  [["en-GB", "zh"], "en"],
  [["zh"], "zh-Hans"],
  [["zh-CN"], "zh-Hans"],
  [["zh-Hans-TW"], "zh-Hans"],
  [["zh-TW"], "zh-Hant"],
  [["zh-HK", "en"], "zh-Hant"],
  [["zh-Hant-CN"], "zh-Hant"],
  [["vi-VN", "zh"], "vi"],
  [["fr", "zh-SG"], "zh-Hans"],
  [["fr"], "en"],
  [[], "en"],
])("a browser that prefers %j gets %s", (tags, language) => {
  expect(languageFor(tags)).toBe(language);
});

/** Every text of a dictionary by its path; of texts with gaps the code that fills them. */
function texts(dictionary: object, path = ""): [string, string][] {
  return Object.entries(dictionary).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === "object" ? texts(value!, `${path}${key}.`) : [[path + key, String(value)]],
  );
}

test.each(LANGUAGES)("no text of %s is empty", async (language) => {
  const empty = texts(await loadWords("page", language)).filter(([, text]) => text.trim() === "");
  expect(empty).toEqual([]);
});

test.each([
  ["en", "Red wins: Black may not go on chasing (forced 4 times, 3 plies)"],
  ["zh-Hans", "红方胜：黑方不得长捉（要逼 4 次，3 步）"],
  ["zh-Hant", "紅方勝：黑方不得長捉（要逼 4 次，3 步）"],
  ["vi", "Đỏ thắng: Đen không được bắt mãi (bị ép 4 lần, 3 bước)"],
] as const)("%s says why a forbidden chase loses", async (language, text) => {
  const { winsByRule, colours } = await loadWords("page", language);
  expect(winsByRule(colours.red, colours.black, "chase", 4, { plies: 3, moves: 2 })).toBe(text);
});

test("English counts one thing and several", async () => {
  const { otherOrders } = (await loadWords("page", "en")).endgames;
  expect([otherOrders("1"), otherOrders("3")]).toEqual(["1 further order", "3 further orders"]);
});

test("the Chinese dictionaries do not mix their scripts", async () => {
  const dictionaries = await Promise.all((["zh-Hans", "zh-Hant"] as const).map((each) => loadWords("page", each)));
  const [simplified, traditional] = dictionaries.map((each) =>
    texts(each)
      .map(([, text]) => text)
      .join(""),
  );
  expect(simplified).not.toMatch(/[紅勝殘將車馬貼擺盤開過]/u);
  expect(traditional).not.toMatch(/[红胜残将车马贴摆盘开过]/u);
});

test.each([
  ["4k4/9/9/9/9/9/P8/9/9/3K5_w", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
  ["  4k4/9/9/9/9/9/P8/9/9/3K5 w - - 0 1 ", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
  ["4K499999p8993k50:", "4k4/9/9/9/9/9/P8/9/9/3K5 b", true],
  ["http://host/cgi-bin/endgame.cgi?4K499999p8993k5", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
  ["https://host/page/?lang=en&fen=4k4%2F9/9/9/9/9/P8/9/9/3K5_b#x", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["?fen=4K499999p8993k5&view=editor", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
  ['[FEN "4k4/9/9/9/9/9/P8/9/9/3K5 b - - 0 1"]', "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["position fen 4k4/9/9/9/9/9/P8/9/9/3K5 b - - 0 1 moves e9e8", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["https://host/fen/4k4/9/9/9/9/9/P8/9/9/3K5_b_-_-_0_1", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["https://xiangqiai.com/#/4k4/9/9/9/9/9/P8/9/9/3K5", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
  ["https://xiangqiai.com/#/4k4/9/9/9/9/9/P8/9/9/3K5%20b%20-%20-%200%201", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["https://host/#4k4/9/9/9/9/9/P8/9/9/3K5+b", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["3k5/9/9/9/9/9/3R5/9/9/4K4", "3k5/9/9/9/9/9/3R5/9/9/4K4 b", false], // in check, so to move
  ["4k4/9/9/9/9/9/P8/9/9/3K5", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
  ["4k4/9/9/9/9/9/P8/9/9/3K5\n1. e9e8", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 黑", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["4k4/9/9/9/9/9/P8/9/9/3K5黑", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 black", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 - b", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
  ["position fen 4k4/9/9/9/9/9/S8/9/9/3K5 b 0 1 moves", "4k4/9/9/9/9/9/P8/9/9/3K5 b", false],
])("%s is read as a position", (text, fen, inverted) => {
  const reading = readPosition(text);
  if (reading.position === null) throw new Error(JSON.stringify(reading));
  expect(formatFen(reading.position)).toBe(fen);
  expect(reading.inverted).toBe(inverted);
});

test.each([
  ["4k4/9/9/9/9/9/P8/9/9/3K5 b - - 0 1 moves e9e8 d0d1", "e9e8 d0d1", null],
  ["position fen 4k4/9/9/9/9/9/P8/9/9/3K5 b moves e9e8 d0d9 e8e9", "e9e8", "d0d9"],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 b\n1. ... K5+1 2. 帅六进一 将５进１ 1/2-1/2", "e9e8 d0d1 e8e7", null],
  [
    '[Event "x"]\n[FEN "4k4/9/9/9/9/9/P8/9/9/3K5 b - - 0 1"]\n[Result "*"]\n\n1... E9-E8 {only} 2.D0-D1 *',
    "e9e8 d0d1",
    null,
  ],
  ["https://host/?fen=4k4/9/9/9/9/9/P8/9/9/3K5_b&line=e9e8d0d1", "e9e8 d0d1", null],
  ["?fen=4k4/9/9/9/9/9/P8/9/9/3K5_b_moves_e9e8_d0d1&view=play", "e9e8 d0d1", null],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 b moves x", "", "x"],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 b, which is a draw", "", null],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 b - - 0 1", "", null],
  ["https://xiangqiai.com/#/4k4/9/9/9/9/9/P8/9/9/3K5%20b%20moves%20e9e8%20d0d1", "e9e8 d0d1", null],
])("the moves behind the position are read: %j", (text, moves, stop) => {
  const reading = readPosition(text);
  if (reading.position === null) throw new Error(JSON.stringify(reading));
  expect(reading.moves.map((move) => formatUci(reading.position, move)).join(" ")).toBe(moves);
  expect(reading.complaint).toEqual(stop === null ? null : { kind: "no-move", text: stop });
});

test.each([
  ["4k4/9/9/9/9/9/P8/9/9/3K5", "red"],
  ["https://xiangqiai.com/#/4k4/9/9/9/9/9/P8/9/9/3K5", "red"],
  ["3k5/9/9/9/9/9/3R5/9/9/4K4", "black"],
])("whose turn it is taken for where %j does not say is told: %s", (text, turn) => {
  expect(readPosition(text)).toMatchObject({ complaint: { kind: "no-side", turn } });
  expect(readGame(text)).toMatchObject({ assumedTurn: turn, record: { start: { turn } }, troubles: [] });
  expect(readGame(`${text} ${turn}`)).toMatchObject({ assumedTurn: null, record: { start: { turn } }, troubles: [] });
});

test.each([
  ["9/9/4k4/9/9/9/9/9/P8/9/9/3K5 w", "unreadable"],
  ["", "unreadable"],
  ["hello", "unreadable"],
  ["?fen=%E0%A4%A", "unreadable"],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 x", "unreadable"],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 - - 0 1", "unreadable"],
  ["4k4/9/9/9/9/9/P8/9/9/3K5 to move: Black", "unreadable"],
  ["4k4/9/9/9/9/9/9/9/9/4K4 w", "illegal"],
])("%j is refused as %s", (text, kind) => {
  expect(readPosition(text)).toMatchObject({ complaint: { kind } });
});

test.each(["e1d1", "E1-D1", "R5=6", "车五平六", "俥五平六"])("%s is read as a move", (text) => {
  const position = parseFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w");
  expect(formatUci(position, parseMove(position, ` ${text} `))).toBe("e1d1");
});

test.each(["", "e1e9", "R5=5", "hello"])("%j is refused as a move", (text) => {
  expect(() => parseMove(parseFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w"), text)).toThrow(InputError);
});

test("a game is written with its position, numbered moves and remarks", () => {
  const start = parseLegalFen("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
  const moves = ["d9e9", "d1d8", "e9f9"];
  const game = moves.reduce((now, uci) => playMove(now, parseUci(positionOf(now), uci)), newGame(start));
  const remarks = { above: ["a link"], below: ["how it ends"] };
  expect(formatGameText(game, "wxf", "en", remarks)).toBe(
    `KRKA
FEN 3k5/4a4/9/9/9/9/9/9/3R5/4K4 b
a link

1. …  K4=5
2. R6+7  K5=6

how it ends
`,
  );
});
