/** Links, the browser's history, and addresses where nothing is. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { formatPaiCode } from "../../src/xiangqi/notation/pai.ts";
import { fenOf, manOn, picture, usePage, WON } from "./page.ts";
import { verdictOf } from "./playing-out.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, visit, url } = usePage();

/** The men that stand on the board. */
const men = (page: Page) => page.locator("cg-board piece").count();

testEach(1, SETTINGS)(
  "a link that is no position shows nothing else instead: $name",
  async ({ options, english, name }) => {
    const { page, errors } = await visit("?fen=3k5/4q4/9/9/9/9/9/9/4R4/4K4_w", options);
    const said = page.getByRole("alert");
    await expect
      .poll(() => said.innerText())
      .toBe(
        english
          ? 'This is no position: "q" on rank 2 from the top is neither a man nor a digit from 1 to 9.'
          : "这不是局面：自上而下第 2 行的“q”既不是棋子，也不是 1 到 9 的数字。",
      );
    await expect.poll(() => men(page)).toBe(0); // they fade
    expect(await page.locator(".verdict, .move").count()).toBe(0);
    expect(page.url()).toBe(`${url()}?fen=3k5/4q4/9/9/9/9/9/9/4R4/4K4_w`);
    await picture(page, `bad-link-${name}`);
    const text = page.getByRole("textbox");
    expect(await text.inputValue()).toBe("3k5/4q4/9/9/9/9/9/9/4R4/4K4_w");
    await text.fill("3k5/4a4/9/9/9/9/9/9/4R5/4K4 w");
    await page.getByRole("button", { name: english ? "Take it over" : "采用" }).click();
    await expect.poll(() => said.innerText()).toContain("4R5");
    await text.fill(WON);
    await page.getByRole("button", { name: english ? "Take it over" : "采用" }).click();
    await page.locator(".move").first().waitFor();
    expect(fenOf(page)).toBe(WON);
    await page.goBack();
    await expect.poll(() => men(page)).toBe(0);
    expect(page.url()).toContain("4q4");
    expect(errors).toEqual([]);
  },
);

test("a link to an impossible position shows it, to be mended on the board", LONG, async () => {
  const { page } = await visit("?fen=3kk4/9/9/9/9/9/9/9/9/4K4_w");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("Black has 2 kings");
  expect(await manOn(page, "d9")).toBe("Black king");
  await page.getByRole("button", { name: "Mend it on the board" }).click();
  await page.locator(".problems").getByText("Black has 2 kings").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator('.square-grid [data-square="e9"]').focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Look it up" }).click();
  await expect.poll(() => fenOf(page)).toBe("3k5/9/9/9/9/9/9/9/9/4K4 w");
});

test.each(["play", "editor"])("a bad link to the view %s says so as well", LONG, async (view) => {
  const { page } = await visit(`?view=${view}&fen=%3Cscript%3E`);
  await page.getByText("there is no board in it").waitFor();
  expect(page.url()).toContain("fen=%3Cscript%3E");
});

test("back leads from a line that was played to where it began, and stays on the site", LONG, async () => {
  const { page } = await open("5k3/9/9/9/9/R8/9/4n4/9/3K5 w");
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  await page.getByRole("button", { name: "Play the line" }).first().click();
  await expect.poll(() => page.locator(".line-moves [aria-current]").innerText()).not.toBe("○");
  await page.getByRole("button", { name: "Pause" }).first().click();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.goBack();
  await expect.poll(() => fenOf(page)).toBe("5k3/9/9/9/9/R8/9/4n4/9/3K5 w");
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
});

test("going back finds a long page where it was left, and so does a reload", LONG, async () => {
  const { page } = await visit("?view=endgames&topic=KRKN", { viewport: { width: 390, height: 700 } });
  const link = page.locator(".captures").getByRole("link").first();
  await link.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await page.waitForFunction(() => scrollY > 300 && history.state?.scroll === Math.round(scrollY));
  // What is above may be taller by then: the reader finds the same lines at the same place.
  const place = async () => Math.round((await link.boundingBox())?.y ?? NaN);
  const before = await place();
  await link.click();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect.poll(place).toBe(before);
  await page.reload();
  await expect.poll(place).toBe(before);
});

test("an address where nothing is leads people back, and tells programs in their way", LONG, async () => {
  const { page } = await visit("some/where");
  expect(await page.locator("main").innerText()).toContain("这个地址没有内容。");
  await picture(page, "nowhere");
  await page.getByRole("link", { name: "To the endgames" }).click();
  await page.locator(".verdict").waitFor();
  const answer = await fetch(`${url()}some/where`);
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not-found" }]);
});

test("an address that names no endgame, and one that names no material, say what is wrong", LONG, async () => {
  const { page } = await visit("?view=endgames&topic=KRQK", { locale: "zh-CN" });
  await page.getByText("“KRQK”不是残局。 “Q”不是棋子").waitFor();
  await page.goto(`${url()}?view=material&topic=KRQK`);
  await page.getByText("“Q”不是棋子").waitFor();
  expect(await page.locator(".material .reasons, .material .map").count()).toBe(0);
  expect(await page.locator(".material input").inputValue()).toBe("KRQK");
});

test("an address of Pai's playing program opens the position to be played, without its answers", LONG, async () => {
  const { page, errors } = await visit(`play.cgi?${formatPaiCode(parseFen(WON))}`);
  await page.locator(".card-section").first().waitFor();
  expect(new URL(page.url()).searchParams.get("view")).toBe("play");
  expect(fenOf(page)).toBe(WON);
  const said = () => page.locator("#panel").innerText();
  expect(await said()).not.toMatch(/wins in|^Draw$|Winning|Losing/m);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("#match-moves").waitFor();
  expect(await said()).not.toMatch(/wins in|Winning|Losing/);
  expect(await page.locator(".move").count()).toBe(0);
  expect(errors).toEqual([]);
});
