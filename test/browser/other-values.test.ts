/** Distances both ways and rules side by side, where those tables are there. */
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { picture, usePage, WON_BY_RULE } from "./page.ts";
import { verdictOf } from "./playing-out.ts";

const { open } = usePage(["KRKN", "KRKA"]);

test("the distance to mate stands beside the distance to conversion", LONG, async () => {
  const { page, errors } = await open("5k3/9/9/9/9/R8/9/4n4/9/3K5 w");
  await expect.poll(() => verdictOf(page)).toBe("Red wins in 23 plies (12 moves) to conversion");
  await expect.poll(() => page.locator(".otherwise").innerText()).toMatch(/^mate in \d+ plies \(\d+ moves\)$/);
  await picture(page, "other-values");
  expect(errors).toEqual([]);
});

test("beside a win by perpetual stands what it is where repetition is free", LONG, async () => {
  const { page } = await open(WON_BY_RULE, { locale: "zh-CN", viewport: { width: 360, height: 740 } });
  await expect.poll(() => page.locator(".otherwise").innerText()).toContain("不限制循环");
  await picture(page, "other-rules-zh-CN");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
