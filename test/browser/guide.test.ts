/** What a newcomer finds: the start card, what words and signs mean, why a verdict holds, instructions. */
import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { paste, picture, usePage, WON, WON_BY_RULE } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, visit } = usePage();

testEach(0, SETTINGS.toReversed())(
  "the start card tells what can be done, and stays away once it is dismissed: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await visit("", { ...options, hasTouch: !english });
    const card = page.locator(".start-card");
    await card.waitFor();
    await picture(page, `start-${name}`);
    expect(await seriousFindings(page)).toEqual([]);
    const gotIt = card.getByRole("button");
    if (english) await gotIt.focus();
    if (english) await page.keyboard.press("Enter");
    else await gotIt.tap();
    await card.waitFor({ state: "detached" });
    await page.goto(page.url().replace(/\?.*/, ""));
    await page.locator(".verdict .aside").waitFor();
    expect(await card.count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

test("a link to a position shows no start card, nor does what is played or opened later", LONG, async () => {
  const { page } = await open(WON);
  await page.locator(".move").first().waitFor();
  const card = page.locator(".start-card");
  expect(await card.count()).toBe(0);
  await page.goto(page.url().replace(/\?.*/, ""));
  await card.waitFor();
  await page.locator(".move").first().click();
  await card.waitFor({ state: "detached" });
  await page.goto(page.url().replace(/\?.*/, ""));
  await card.waitFor();
  await paste(page, WON);
  await card.waitFor({ state: "detached" });
});

testEach(0, SETTINGS.toReversed())(
  "? tells what the words and signs mean: $name",
  async ({ name, options, english }) => {
    const { page } = await open(WON, { ...options, hasTouch: !english });
    const ask = page.getByRole("button", { name: english ? "What the words and signs mean" : "用语和记号的意思" });
    if (english) await ask.click();
    else await ask.tap();
    const dialog = page.getByRole("dialog");
    await dialog.locator("dt").first().waitFor();
    const terms = await dialog.locator("dt").allInnerTexts();
    expect(terms).toContain(english ? "conversion" : "转换（得子）");
    expect(terms).toContain("★");
    expect(await dialog.evaluate((each) => each.scrollTop)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, `terms-${name}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await ask.focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button").click();
    await dialog.waitFor({ state: "detached" });
  },
);

test("Why? beside a verdict by repetition leads to its explanation", LONG, async () => {
  const { page } = await open(WON_BY_RULE, { viewport: { width: 390, height: 700 } });
  await page.locator("#explanation-title").waitFor();
  await page.getByRole("button", { name: "Why?" }).click();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector("#explanation-title")!.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  expect(await page.locator(":focus").getAttribute("id")).toBe("explanation-title");
  await page.goto(page.url().replace(/fen=.*/, `fen=${WON.replaceAll(" ", "_")}`));
  await page.locator(".move").first().waitFor();
  expect(await page.getByRole("button", { name: "Why?" }).count()).toBe(0); // by mate or capture
});

test("the name of the endgame beside the verdict leads to its page", LONG, async () => {
  const { page } = await open(WON);
  await page.locator(".verdict").getByRole("link", { name: "KRKA" }).click();
  await expect.poll(() => page.locator("h2 .endgame-name").innerText()).toBe("KRKA");
  await page.goBack();
  await page.locator(".move").first().waitFor();
});

testEach(0, ["en", "zh-CN", "zh-TW", "vi"])(
  "instructions, sources and thanks have a page of their own: %s",
  async (locale) => {
    const { page, errors } = await visit("", { locale, viewport: { width: 360, height: 740 } });
    await page.locator(".start-card, .move").first().waitFor(); // what comes later moves the foot of the page
    await page.waitForLoadState("networkidle");
    await page.locator('footer a[href*="view=guide"]').click();
    await page.locator(".guide .sheet").first().waitFor();
    expect(await page.locator(".guide").innerText()).toContain("Jih-tung Pai");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, `guide-${locale}`);
    expect(errors).toEqual([]);
  },
);
