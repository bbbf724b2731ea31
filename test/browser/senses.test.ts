// What a move sounds like, men in brush strokes, mate on the board, and the position read out.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";
import { click, picture, press, usePage, WON } from "./page.ts";
import { HANDS } from "./views.ts";

const { open } = usePage(["KRKA"]);

/** Counts the tones that the page begins. */
async function listen(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(globalThis, { tones: 0 });
    OscillatorNode.prototype.start = function counted(...when) {
      (globalThis as unknown as { tones: number }).tones++;
      start.apply(this, when);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
}

testEach(1, HANDS)("a move is heard, unless that is switched off: by %s", async (_, options) => {
  const { page, errors } = await open(WON, options);
  const tones = await listen(page);
  await click(page, "e1");
  await click(page, "f1");
  await expect.poll(tones).toBe(3);
  await page.locator("body").press("ArrowLeft"); // what is taken back is not heard
  await press(page, page.getByRole("button", { name: "Settings" }));
  await press(page, page.getByLabel("Sounds"));
  await page.keyboard.press("Escape");
  await click(page, "e1");
  await click(page, "d1");
  await expect.poll(() => page.locator("[data-announcer]").textContent()).toContain("Played R5=6");
  expect(await tones()).toBe(3);
  expect(errors).toEqual([]);
});

test("mate is seen on the board, men are written with a brush, and d reads the position out", LONG, async () => {
  const { page, errors } = await open("3k5/R8/9/9/9/9/9/9/1R7/4K4 w");
  await page.locator("body").press("d");
  const announcer = page.locator("[data-announcer]");
  await expect
    .poll(() => announcer.textContent())
    .toBe(
      "Red king file 5 rank 1, Red chariot file 8 rank 2, and Red chariot file 9 rank 9. Black king file 6 rank 10. Red to move.",
    );
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByTitle("Men", { exact: true }).selectOption("Brush");
  await page.getByRole("dialog").getByTitle("Board", { exact: true }).selectOption("For dark rooms");
  await page.keyboard.press("Escape");
  await expect
    .poll(() =>
      page
        .locator("piece.r-piece")
        .first()
        .evaluate((man) => getComputedStyle(man).backgroundImage),
    )
    .toContain("scale(.254)");
  await click(page, "b1");
  await click(page, "b9");
  await page.locator("[data-mark=mated]").waitFor({ state: "attached" });
  await picture(page, "mate-brush");
  expect(errors).toEqual([]);
});
