// Games that come in and go out, in every form, with variations, signs and remarks.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bytesOf, fenOf, manOn, paste, picture, press, usePage, WON } from "./page.ts";
import { HANDS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, visit, url } = usePage();

/** A rook check, then a rook given away: won, then drawn. With a variation, signs and remarks. */
const PGN = `[Event "测试赛"]
[Red "甲"]
[Black "乙"]
[FEN "${WON}"]
[Format "ICCS"]

{Rook against advisor} 1. E1-D1! D9-E9 (1... E8-D7? {worse} 2. D1-D7) 2. D1-D9?? {why?} E9-D9 *
`;
const SLIP = "A win given away: now it is a draw";

const moves = (page: Page) => page.locator(".line-moves button");
const plain = (text: string | null) => (text ?? "").replaceAll(/\s+/g, " ").trim();

testEach(1, [
  ["en", { width: 1280, height: 800 }],
  ["zh-CN", { width: 360, height: 740 }],
] as const)("in %s a game pasted anywhere is shown with all that it says, and its slips", async (locale, viewport) => {
  const { page, errors } = await visit("?view=endgames", { locale, viewport });
  await paste(page, PGN);
  await page.locator(".opened .names").waitFor();
  expect(await page.locator(".opened .names").textContent()).toContain("甲 – 乙 · 测试赛");
  expect(fenOf(page)).toBe(WON);
  await expect.poll(() => moves(page).count()).toBe(1 + 4 + 2);
  expect(await page.locator(".line-moves .variation button").count()).toBe(2);
  expect(await page.locator(".line-moves .sign").allTextContents()).toEqual(["!", "?", "??"]);
  expect(await page.locator(".line-moves .remark").allTextContents()).toEqual([
    "Rook against advisor",
    "worse",
    "why?",
  ]);
  await press(page, page.locator(".review button"));
  await expect.poll(() => page.locator(".line-moves .slip").count()).toBe(1);
  if (locale === "en") {
    const told = page.locator(".review-result");
    await expect
      .poll(() => told.textContent())
      .toBe("The tables know 5 positions of this game, and find 1 slip there.");
    expect(await page.locator(".line-moves .slip").getAttribute("title")).toBe(SLIP);
  }
  await page.locator(".line-moves").scrollIntoViewIfNeeded();
  await picture(page, `game-${locale}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  expect(errors).toEqual([]);
});

test("a file that is dropped is opened, one game of several at a time", LONG, async () => {
  const { page } = await open(WON);
  const file = `${PGN}\n${PGN.replace("甲", "丙")}`;
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "games.pgn"));
    for (const type of ["dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, file);
  await expect.poll(() => page.locator(".opened .names").textContent()).toContain("甲 – 乙");
  await page.getByRole("button", { name: "Next game" }).click();
  await expect.poll(() => page.locator(".opened .names").textContent()).toContain("丙 – 乙");
  await page.getByText("Game 2 of 2").waitFor();
});

testEach(0, [
  ["en", 'Line 1, character 1: "no game at all" has neither a position nor moves in it.'],
  ["zh-CN", "第 1 行第 1 字：“no game at all”里既没有局面也没有着法。"],
  ["vi", 'Dòng 1, ký tự 1: trong "no game at all" không có thế cờ cũng không có nước đi.'],
])(
  "in %s a text that is not understood stays, with what is wrong, until it is mended by keyboard",
  async (locale, said) => {
    const { page } = await open(WON, { locale });
    await paste(page, "no game at all");
    const field = page.locator("dialog.games textarea");
    await field.waitFor();
    expect(plain(await page.locator("#open-troubles").textContent())).toBe(said);
    expect(await field.inputValue()).toBe("no game at all");
    await picture(page, `game-trouble-${locale}`);
    await field.fill(`${WON} moves e1d1 d9e9`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    await expect.poll(() => moves(page).count()).toBe(3);
  },
);

test("a game is shown as far as it was understood, and the rest is told", LONG, async () => {
  const { page } = await open(WON);
  await paste(page, `${WON} moves e1d1 d9e9 d1z1 e9d9`);
  await expect
    .poll(async () => plain(await page.locator(".opened [role=alert] li").textContent()))
    .toBe('Line 1, character 47: "d1z1" is no move.');
  await expect.poll(() => moves(page).count()).toBe(3);
});

test("by touch on a small phone a game is typed into the dialog", LONG, async () => {
  const phone = { viewport: { width: 360, height: 740 }, locale: "zh-CN", hasTouch: true, isMobile: true };
  const { page } = await open(WON, phone);
  await page.getByRole("button", { name: "打开棋谱…" }).tap();
  await page.locator("dialog.games textarea").fill("车五平六 将４平５");
  await picture(page, "game-dialog-zh-CN");
  await page.locator("dialog.games .primary").tap();
  await expect.poll(() => moves(page).count()).toBe(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

testEach(0, HANDS)("the address of an opened game is all of it, and the move that is shown: %s", async (_, options) => {
  const { page, errors } = await open(WON, options);
  await paste(page, PGN);
  await page.locator(".line-moves .variation").waitFor();
  const shown = async (there: Page) => plain(await there.locator(".line-moves").textContent());
  const before = await shown(page);
  await press(page, page.locator(".line-moves > button", { hasText: "K4=5" }));
  await expect.poll(() => page.url()).toContain("&ply=2#game=");
  const other = await visit(page.url().slice(url().length));
  await expect.poll(() => shown(other.page)).toBe(before);
  await expect.poll(() => manOn(other.page, "e9")).toBe("Black king");
  expect(await other.page.locator(".line-moves [aria-current]").textContent()).toContain("K4=5");
  await press(page, page.getByRole("link", { name: "Rules", exact: true }));
  await page.reload();
  await press(page, page.getByRole("link", { name: "Explorer" }));
  await expect.poll(() => page.url()).toContain("&ply=2#game=");
  expect([...errors, ...other.errors]).toEqual([]);
});

test("a remark that is made later is not lost by going back, and stands in the address", LONG, async () => {
  const { page, errors } = await open(`${WON}&line=e1d1d9e9d1e1`);
  await page.locator(".line-moves > button").nth(1).click();
  await expect.poll(() => page.url()).toContain("&line=e1d1d9e9d1e1&ply=1");
  await page.getByRole("button", { name: "Annotate" }).click();
  await page.getByLabel("Remark on this move").fill("a check");
  await page.getByLabel("Remark on this move").blur();
  await expect.poll(() => page.url()).toContain("#game=");
  await page.goBack();
  await expect.poll(() => fenOf(page)).toBe(WON);
  expect(page.url()).not.toContain("ply=");
  await expect.poll(() => page.locator(".line-moves .remark").allTextContents()).toEqual(["a check"]);
  const other = await visit(page.url().slice(url().length));
  await expect.poll(() => other.page.locator(".line-moves .remark").allTextContents()).toEqual(["a check"]);
  await page.locator(".line-moves > button").first().click();
  await page
    .getByRole("button", { name: /^R5\+1/ })
    .first()
    .click(); // another move: its line is the address's now
  await expect.poll(() => page.url()).toContain("&line=e1e2&ply=1#game=");
  await page.goto(`${url()}?fen=3k5/9/9/9/9/9/9/9/9/4K4_w`); // another position has no game
  await expect.poll(() => page.url()).not.toContain("line=");
  expect(errors).toEqual([]);
});

test(
  "what is played beside a line is a variation, which is signed, promoted and deleted, and outlives a reload",
  LONG,
  async () => {
    const { page } = await open(WON);
    const play = (name: RegExp) => page.getByRole("button", { name }).first().click();
    await play(/^R5=6/);
    await page.locator("body").press("ArrowLeft");
    await play(/^R5\+1/);
    await expect.poll(() => page.locator(".line-moves .variation button").count()).toBe(1);
    await page.getByRole("button", { name: "Annotate" }).click();
    await page.getByRole("button", { name: "Dubious move" }).click();
    await page.getByLabel("Remark on this move").fill("too slow");
    await page.getByLabel("Remark on this move").blur();
    const variation = page.locator(".line-moves .variation");
    await expect.poll(async () => plain(await variation.textContent())).toBe("1. R5+1?!too slow");
    await page.reload();
    await expect.poll(async () => plain(await variation.textContent())).toBe("1. R5+1?!too slow");
    await page.getByRole("button", { name: "Annotate" }).click();
    await page.getByRole("button", { name: "Make it the main line" }).click();
    await expect.poll(async () => plain(await variation.textContent())).toBe("1. R5=6");
    await picture(page, "game-annotated");
    await page.getByRole("button", { name: "Delete from here" }).click();
    await expect.poll(() => variation.count()).toBe(0);
    await expect.poll(() => page.locator(".line-moves .number").count()).toBe(1);
  },
);

testEach(0, ["pgn", "dhtmlxq"])("a game saved as %s, and its link, open as the same game", async (form) => {
  const { page } = await open(WON);
  await paste(page, PGN);
  const shown = async () => plain(await page.locator(".line-moves").textContent());
  await page.locator(".line-moves .variation").waitFor();
  const before = await shown();
  await page.getByLabel("Form").selectOption(form);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const text = (await bytesOf(download)).toString();
  await page.getByRole("button", { name: "Copy link to the game" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open("3k5/9/9/9/9/9/9/9/9/4K4 w");
  await paste(other.page, text);
  await other.page.locator(".line-moves .variation").waitFor();
  expect(plain(await other.page.locator(".line-moves").textContent())).toBe(before);
  await other.page.goto(link);
  await expect.poll(async () => plain(await other.page.locator(".line-moves").textContent())).toBe(before);
});

testEach(0, HANDS)("a review of a linked game: who wins when, slips, and what was best: %s", async (hand, options) => {
  const { page, errors } = await open(`${WON}&line=e1d1d9e9d1d9e9d9`, options);
  await press(page, page.getByRole("button", { name: "Review the game" }));
  const strip = page.getByRole("slider", { name: "Review of the game" });
  await strip.waitFor();
  await expect.poll(() => strip.getAttribute("aria-valuetext")).toBe("at the start: Red wins");
  await press(page, page.getByRole("button", { name: "next slip" }));
  const told = page.locator(".slip-told");
  await expect
    .poll(async () => plain(await told.textContent()))
    .toMatch(/^✗ R6\+8: A win given away: now it is a draw\. Best was R6/);
  expect(await strip.getAttribute("aria-valuetext")).toBe("after ply 3: draw");
  await strip.press("ArrowLeft"); // by keyboard it is walked over
  await expect.poll(() => strip.getAttribute("aria-valuetext")).toBe("after ply 2: Red wins");
  expect(await told.count()).toBe(0);
  const { width, height } = (await strip.boundingBox())!;
  await press(page, strip); // in its middle
  await expect.poll(() => strip.getAttribute("aria-valuetext")).toBe("after ply 2: Red wins");
  expect([width > 200, height >= 24]).toEqual([true, true]);
  await picture(page, `review-by-${hand}`);
  await press(page, page.getByRole("button", { name: "next slip" }));
  await press(page, page.getByRole("button", { name: "Play it instead" }));
  await expect.poll(() => page.locator(".verdict .value").textContent()).toMatch(/^Red wins/);
  expect(errors).toEqual([]);
});

test("a review under rules without a table goes by others, which are named", LONG, async () => {
  const { page, errors } = await visit(`?fen=${WON.replaceAll(" ", "_")}&line=e1d1d9e9d1d9e9d9&rules=chinese`);
  await press(page, page.getByRole("button", { name: "Review the game" }));
  await page.getByText("4 of them by other rules (Asian rules): there is no table here by those chosen.").waitFor();
  await press(page, page.getByRole("button", { name: "next slip" }));
  await expect
    .poll(async () => plain(await page.locator(".slip-told").textContent()))
    .toMatch(/^✗ Asian rules: R6\+8: A win given away: now it is a draw\. Best was R6/);
  await picture(page, "review-chinese-rules");
  expect(errors).toEqual([]);
});

/** Red's horse takes its king's last square, and Black mates. Every engine sees the mate at once, and none before the horse moved. */
const MATED = "2bk1ab2/4a4/4r4/9/9/9/3n5/9/C3R2N1/4K4 w&line=h1f0d3f2";

testEach(0, HANDS)(
  "where no table reaches, the review asks an engine and marks what it says as opinion: %s",
  async (hand, options) => {
    const { page, errors } = await open(MATED, options);
    await press(page, page.getByRole("button", { name: "Review the game" }));
    const strip = page.getByRole("slider", { name: "Review of the game" });
    await page.getByText("The tables know 1 position of this game, and find no slip there.").waitFor();
    await press(page, page.getByRole("button", { name: "Ask an engine about 2 positions" }));
    await page.getByText("An engine's opinion of 2 positions: 1 mistake. It proves nothing.").waitFor();
    expect(await page.locator(".bar .hatched").count()).toBe(2);
    await press(page, page.getByRole("button", { name: "next slip" }));
    await expect
      .poll(async () => plain(await page.locator(".slip-told.doubt").textContent()))
      .toMatch(
        /^≈ N2-4: By an engine's opinion a mistake\. Before: ≈ \+[\d.]+ for Black; after: Black mates in 1 move\. It would have played /,
      );
    expect(await page.locator(".slip-told:not(.doubt)").count()).toBe(0);
    expect(plain(await strip.getAttribute("aria-valuetext"))).toMatch(
      /^after ply 1: Black mates in 1 move, by an engine's opinion$/,
    );
    await picture(page, `review-engine-by-${hand}`);
    await strip.press("ArrowRight");
    await expect.poll(() => strip.getAttribute("aria-valuetext")).toBe("after ply 2: Black wins");
    expect(errors).toEqual([]);
  },
);

testEach(0, [["zh-CN"], ["zh-TW"], ["vi"]])("in %s the review fits a small phone", async (locale) => {
  const { page } = await open(`${WON}&line=e1d1d9e9d1d9e9d9`, { locale, viewport: { width: 360, height: 740 } });
  await page.locator(".review button").click();
  await page.locator(".review .row button").last().click();
  await page.locator(".slip-told").waitFor();
  await picture(page, `review-${locale}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

testEach(0, [
  ["vi", "Ý kiến của máy về 2 thế: 1 sai lầm.", /^sau bước 1: Đen chiếu bí sau 1 nước, theo ý kiến của máy$/],
  ["zh-CN", "引擎看了 2 个局面：失着 1 处。", /^第 1 步后：黑方 1 着杀（引擎看法）$/],
  ["zh-TW", "引擎看了 2 個局面：失著 1 處。", /^第 1 步後：黑方 1 著殺（引擎看法）$/],
] as const)("in %s an engine's opinion stands on the strip of a small phone", async (locale, told, place) => {
  const { page, errors } = await open(MATED, { locale, viewport: { width: 360, height: 740 } });
  await page.locator(".review button").click();
  await page.locator(".review button", { hasText: "2" }).click();
  await page.getByText(told).first().waitFor();
  expect(await page.locator(".bar .hatched").count()).toBe(2);
  await page.locator(".review .row button").last().click();
  await page.locator(".slip-told.doubt").waitFor();
  expect(plain(await page.getByRole("slider").getAttribute("aria-valuetext"))).toMatch(place);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await picture(page, `review-engine-${locale}`);
  expect(errors).toEqual([]);
});
