/** What the page reads and writes as text. */
import { expect, test } from "vitest";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { formatBytes } from "../../web/format.ts";
import { languageFor, LANGUAGES, loadDictionary } from "../../web/i18n/languages.ts";
import { readPosition } from "../../web/state/read-position.ts";

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
  const empty = texts(await loadDictionary(language)).filter(([, text]) => text.trim() === "");
  expect(empty).toEqual([]);
});

test.each([
  ["en", "Red wins: Black may not go on chasing (order 4, 3 plies)"],
  ["zh-Hans", "红方胜：黑方不得长捉（第 4 阶，3 步）"],
  ["zh-Hant", "紅方勝：黑方不得長捉（第 4 階，3 步）"],
  ["vi", "Đỏ thắng: Đen không được đuổi bắt mãi (bậc 4, 3 nửa nước)"],
] as const)("%s says why a forbidden chase loses", async (language, text) => {
  const { winsByRule, colours } = await loadDictionary(language);
  expect(winsByRule(colours.red, colours.black, "chase", 4, { plies: 3, moves: 2 })).toBe(text);
});

test("the Chinese dictionaries do not mix their scripts", async () => {
  const dictionaries = await Promise.all((["zh-Hans", "zh-Hant"] as const).map(loadDictionary));
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
  ["4k4/9/9/9/9/9/P8/9/9/3K5", "4k4/9/9/9/9/9/P8/9/9/3K5 w", false],
])("%s is read as a position", (text, fen, inverted) => {
  const reading = readPosition(text);
  if (!("position" in reading)) throw new Error(JSON.stringify(reading));
  expect(formatFen(reading.position)).toBe(fen);
  expect(reading.inverted).toBe(inverted);
});

test.each([
  ["", "unreadable"],
  ["hello", "unreadable"],
  ["?fen=%E0%A4%A", "unreadable"],
  ["4k4/9/9/9/9/9/9/9/9/4K4 w", "illegal"],
])("%j is refused as %s", (text, kind) => {
  expect(readPosition(text)).toMatchObject({ complaint: { kind } });
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [123_456, "123 kB"],
  [9_960_000_000, "10 GB"],
])("%i bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes).replace("10.0", "10")).toBe(text);
});
