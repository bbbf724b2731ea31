/** Endgames that the server has no table of, but the atlas that comes with the program. */
import { expect, test } from "vitest";
import { openAtlas } from "../../src/atlas/node/files.ts";
import { seriousFindings } from "./axe.ts";
import { fenOf, MISSING, picture, usePage } from "./page.ts";
import { SETTINGS } from "./views.ts";

const { open, visit } = usePage(["KRKN"]);

test.each(SETTINGS)("endgames of the atlas are sorted by their figures: $name", async ({ name, options, english }) => {
  const { entries } = await openAtlas();
  const byLength = [...entries.values()]
    .filter(({ endgame }) => !["KRKN", "KRK", "KNK", "KK"].includes(endgame))
    .toSorted(
      (a, b) => Math.max(b.longestWin.red, b.longestWin.black) - Math.max(a.longestWin.red, a.longestWin.black),
    );
  const { page, errors } = await visit("?view=endgames", options);
  const known = page.locator(".known-endgames");
  await known.waitFor();
  expect(await known.locator("tbody tr").count()).toBe(20);
  await known.getByRole("button", { name: english ? "Longest win, plies" : "最长胜法（步）" }).click();
  const names = known.locator("tbody .endgame-name");
  await expect.poll(() => names.first().innerText()).toBe(byLength[0]!.endgame);
  expect(await names.allInnerTexts()).toEqual(byLength.slice(0, 20).map(({ endgame }) => endgame));
  await known.getByRole("button", { name: english ? "Show more" : "显示更多" }).click();
  expect(await known.locator("tbody tr").count()).toBe(40);
  await picture(page, `atlas-${name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  expect(await seriousFindings(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test.each(SETTINGS)(
  "plots of the atlas: each defender's worth, and the longest wins: $name",
  async ({ name, options }) => {
    const { page, errors } = await visit("?view=endgames", options);
    const rows = page.locator(".defenders li");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(9);
    expect(await rows.last().innerText()).toContain("0.51 %"); // KNKAABB
    await page.locator("#defenders ~ label select").selectOption("R");
    await expect.poll(() => rows.last().innerText()).toContain("82.01 %"); // KRKAABB
    const points = page.locator(".endgame-point");
    expect(await points.count()).toBeGreaterThan(300);
    const record = page.locator(".endgame-point.record").last();
    await record.scrollIntoViewIfNeeded();
    await picture(page, `atlas-plots-${name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    expect(await seriousFindings(page)).toEqual([]);
    await record.click();
    await page.locator("#known-figures").waitFor();
    expect(errors).toEqual([]);
  },
);

test.each(SETTINGS)("an endgame without a table shows what is proven of it: $name", async ({ name, options }) => {
  const { page, errors } = await visit("?view=endgames", options);
  await page.getByRole("searchbox").fill("KNKP");
  await page.locator(".known-endgames .endgame-name").first().click();
  await page.locator("[data-verdict=undecided]").waitFor();
  const row = page.locator("#outcomes + .scroll tbody tr").first();
  expect(await row.innerText()).toContain("16.33 %");
  await picture(page, `atlas-endgame-${name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  expect(await seriousFindings(page)).toEqual([]);
  await page.locator(".longest-wins button").first().click();
  await page.locator(".board, cg-board").first().waitFor();
  expect(await fenOf(page)).toMatch(/ w$/);
  expect(errors).toEqual([]);
});

test("beside a position without a table stands what is proven of its endgame", async () => {
  const { page, errors } = await open(MISSING);
  await page.getByRole("heading", { name: "Of all positions of KRRKA" }).waitFor();
  await page.locator(".known [data-verdict=red-wins]").waitFor();
  await page.locator(".known").getByRole("link").click();
  await page.locator("#known-figures").waitFor();
  expect(errors).toEqual([]);
});
