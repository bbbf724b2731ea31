// The gear: notation, men, language, light and dark, and what of the values stands on the board.
import { expect, test } from "vitest";
import { findings } from "./axe.ts";
import { click, openSettings, picture, press, usePage, WON } from "./page.ts";
import { HANDS } from "./views.ts";
import { testEach } from "./matrix.ts";

const { open } = usePage();

/** Chariot against horse: the king, in check, keeps the win by one of its two moves, and loses by the other. */
const LONGER = "5k3/9/9/9/9/R8/9/4n4/9/3K5 w";

testEach(0, [...HANDS].reverse())(
  "arrows show how perfect play begins, a picked man what its moves keep and how long; hidden values hide both: %s",
  async (hand, options) => {
    const { page, errors } = await open(LONGER, options);
    const arrows = page.locator(".cg-shapes line");
    await expect.poll(() => arrows.count()).toBe(3);
    await picture(page, `line-${hand.replaceAll(" ", "-")}`);
    const settings = await openSettings(page);
    await press(page, settings.getByLabel("how long the game lasts"));
    await picture(page, `settings-${hand.replaceAll(" ", "-")}`);
    expect(await findings(page)).toEqual([]);
    await press(page, settings.getByRole("button", { name: "Close" }));
    await click(page, "d0");
    const lengths = page.locator(".cg-custom-svgs text");
    await expect.poll(async () => (await lengths.allTextContents()).sort()).toEqual(["+23", "−4"]);
    expect(await arrows.count()).toBe(0); // one thing at a time
    await picture(page, `lengths-${hand.replaceAll(" ", "-")}`);
    await openSettings(page);
    await press(page, settings.getByLabel("Hide all values"));
    await press(page, settings.getByRole("button", { name: "Close" }));
    await expect.poll(() => lengths.count()).toBe(0);
    expect(await arrows.count()).toBe(0);
    expect(await page.locator(".verdict .value").textContent()).toBe("The values are hidden.");
    expect(errors).toEqual([]);
  },
);

test("by keyboard: what is chosen holds at once and after a reload, whatever the device prefers", async () => {
  const { page, errors } = await open(WON, { colorScheme: "light" });
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await page.locator(".gear").focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog.settings").waitFor();
  await page.getByLabel("Colours").focus();
  await page.keyboard.press("d");
  await expect.poll(colour).not.toBe(light);
  await page.getByLabel("Arrows for the best line").press("Space");
  await page.keyboard.press("Escape");
  await page.locator("dialog.settings").waitFor({ state: "detached" });
  await expect.poll(() => page.locator(".cg-shapes line").count()).toBe(0);
  const dark = await colour();
  await page.reload();
  await page.locator(".move.suggested").waitFor();
  expect(await colour()).toBe(dark);
  expect(await page.locator(".cg-shapes line").count()).toBe(0);
  expect(errors).toEqual([]);
});
