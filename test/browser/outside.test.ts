/** Positions that no table has: what is exact of them, what is estimated, and what a build would take. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { fenOf, FOUR, MISSING, openSettings, picture, usePage } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open } = usePage();

/** Red's chariot takes the cannon, or the horse: one of the two endgames left is there. */
const CAPTURES = "3k5/9/9/9/9/9/9/4n4/1c2R4/4K4 w";
/** Won, but by more moves than the page looks through by itself. */
const UNPROVEN = "2bak1b2/4a4/9/9/9/9/9/9/4N4/R3K4 w";
const BEGINNING = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

testEach(0, SETTINGS.toReversed())(
  "captures into solved endgames and what is proven are exact, and nothing is estimated beside them: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await open(CAPTURES, options);
    const known = ".known:has(#captures-title)";
    const capture = page.locator(`${known} li button`);
    await capture.first().waitFor();
    expect((await capture.allInnerTexts()).join(" ")).toContain("KRKN");
    expect(await capture.first().innerText()).toMatch(english ? /(wins|Draw)/ : /(胜|和)/);
    expect(await page.locator(`${known} .tag`).innerText()).toBe(english ? "exact" : "精确");
    await page.locator(".known .shares >> nth=0").waitFor(); // the atlas has KRKNC
    await page.waitForLoadState("networkidle");
    expect(await page.locator(".guess:not(.engine)").count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    await page.locator(".known .shares >> nth=0").scrollIntoViewIfNeeded();
    await picture(page, `outside-${name}`);
    await capture.first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".move").first().waitFor();
    expect(fenOf(page)).not.toBe(CAPTURES);
    expect(errors).toEqual([]);
  },
);

test("captures are exact by other rules where those chosen have no table, which is said", LONG, async () => {
  const { page } = await open(`${CAPTURES}&rules=chinese`);
  const known = page.locator(".known:has(#captures-title)");
  await known.locator("li button").first().waitFor();
  expect(await known.locator("li button").first().innerText()).toMatch(/KRKN[\s\S]*(wins|Draw)/);
  expect(await known.locator(".complaint").innerText()).toMatch(/rules chosen \(Chinese.*by others \(Asian/);
});

testEach(0, [
  ["zh-CN", /^\d+ 个残局库，约 [\d.]+ 万个局面；/, /^单核生成需 [\d.]+ (秒|分钟)到 [\d.]+ (秒|分钟)。$/],
  ["zh-TW", /^\d+ 個殘局庫，約 [\d.]+ 萬個局面；/, /^單核生成需 [\d.]+ (秒|分鐘)到 [\d.]+ (秒|分鐘)。$/],
  ["vi", /khoảng [\d,]+ (nghìn|triệu) thế cờ/, /[\d,]+ (giây|phút) đến [\d,]+ (giây|phút)/],
])("large numbers and times are written as people write them: %s", async (locale, size, takes) => {
  const { page } = await open(MISSING, { locale });
  await page.locator(".build summary").click();
  for (const told of [size, takes]) await page.locator(".build").getByText(told).waitFor();
});

testEach(0, SETTINGS.toReversed())(
  "an estimate looks like none of what is exact: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await open(FOUR, options);
    const guess = page.locator(".guess:not(.engine)");
    await guess.waitFor();
    expect(await guess.locator(".tag").innerText()).toBe(english ? "an estimate, not exact" : "估计，并非精确");
    const look = (of: Locator) => of.evaluate((each) => getComputedStyle(each).borderStyle);
    const { page: other } = await open(CAPTURES, options);
    expect(await look(guess)).not.toBe(await look(other.locator(".known").first()));
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    await guess.scrollIntoViewIfNeeded();
    await picture(page, `outside-estimate-${name}`);
    expect(errors).toEqual([]);
  },
);

test("a missing endgame says what building it would take in time and room", async () => {
  const { page } = await open(MISSING);
  await page.locator(".build summary").click();
  await page.getByText(/Building them takes .*second.* to .* of one core\./).waitFor();
  await page.getByText(/This browser needs up to .* MB of memory and .* MB of room on the disk for it\./).waitFor();
});

testEach(0, SETTINGS.toReversed())(
  "the beginning of a game has its name, and no figures: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await open(BEGINNING, options);
    await expect
      .poll(() => page.locator(".verdict .value").innerText())
      .toBe(english ? "The opening position" : "开局局面");
    await page.locator(".outside .engine").waitFor();
    await page.waitForLoadState("networkidle");
    const told = await page.locator("#panel").innerText();
    expect(told).toContain(english ? "The opening position has 22 attacking men" : "开局局面有车马炮兵 22 个");
    expect(told).not.toMatch(/KRRNNCC|%/);
    expect(await page.locator(".guess:not(.engine), .known").count()).toBe(0);
    await picture(page, `outside-beginning-${name}`);
    expect(errors).toEqual([]);
  },
);

testEach(0, SETTINGS.toReversed())(
  "what is known of the endgame is the first thing said where no table answers: $name",
  async ({ options, english }) => {
    const { page, errors } = await open(UNPROVEN, options);
    const usual = english ? "Red wins, but for rare exceptions" : "红方例胜，例外极少";
    await page.locator("h2.value").getByText(usual).waitFor();
    await expect.poll(() => page.locator("[data-announcer]").textContent()).toContain(usual);
    expect(await page.locator("section[aria-labelledby=known-title]").innerText()).toMatch(
      english ? /Red to move: [\d.]+ ?% won, .*\n.*Black to move/s : /红方先走：胜 [\d.]+%.*黑方先走/s,
    );
    await page.locator("#panel .known li.row button").first().click();
    expect(fenOf(page)).not.toBe(UNPROVEN);
    const verdict = await page.locator("h2.value [data-winner]").innerText();
    await page.getByRole("button", { name: english ? "Share …" : "分享…" }).click();
    await expect.poll(() => page.locator("dialog.share img.picture").getAttribute("alt")).toContain(verdict);
    expect(errors).toEqual([]);
  },
);

test("what is soon built is built by itself, unless that was declined or cancelled", LONG, async () => {
  const { page, errors } = await open(MISSING);
  const byItself = (await openSettings(page)).getByRole("checkbox", {
    name: "Build by itself what takes less than 10 seconds",
  });
  expect(await byItself.isChecked()).toBe(false); // as all tests begin
  await byItself.check();
  await page.reload();
  await page.locator(".move").first().waitFor();
  expect(errors).toEqual([]);
});
