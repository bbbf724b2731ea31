import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { manOn, picture, usePage, WON } from "./page.ts";
import { testEach } from "./matrix.ts";

const { open, url } = usePage(["KRKA"]);

test("a diagram is played through: what is chased, on the board and in words, and the verdict", async () => {
  const { page, errors } = await open(WON);
  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByRole("heading", { name: "The Asian rules 亚洲规则" }).waitFor();
  await page.locator("#clause-d4 .diagram").first().click();
  expect(new URL(page.url()).search).toBe("?view=rules&topic=d4&rules=asian");
  expect(await manOn(page, "b4")).toBe("Red chariot");
  const steps = page.locator(".diagram-steps");
  const next = steps.getByRole("button", { name: "Next move" });
  await next.click();
  await steps
    .getByText(
      "Chase: now the Red chariot on file 7 rank 5 attacks the Black soldier on file 7 rank 1, which is unprotected.",
    )
    .waitFor();
  expect(await manOn(page, "c4")).toBe("Red chariot");
  await expect.poll(() => page.locator(".cg-shapes g").count()).toBeGreaterThan(0);
  await picture(page, "rules");
  for (let step = 2; step <= 8; step++) await next.click();
  await steps.getByText(/^Red loses: it chases the Black soldier from file 7 rank 1 on every move/).waitFor();
  expect(await next.isDisabled()).toBe(true);
  await page.locator("body").press("ArrowLeft");
  await steps.getByText("Move 7 of 8").waitFor();
  expect(errors).toEqual([]);
});

testEach(0, [
  ["en", 1280, "check"],
  ["en", 390, "check"],
  ["zh-CN", 390, "将军"],
  ["zh-TW", 1280, "將軍"],
  ["vi", 390, "chiếu"],
] as const)("a link opens a clause in %s, %i pixels wide", async (locale, width, word) => {
  const { page, errors } = await open(WON, { locale, viewport: { width, height: 800 } });
  await page.goto(`${url()}?view=rules&topic=d3`);
  const clause = page.locator("#clause-d3");
  await clause.waitFor();
  await expect.poll(() => clause.locator('[aria-pressed="true"]').count()).toBe(1);
  expect(await clause.textContent()).toContain(word);
  expect(await page.locator(".clause").count()).toBe(17);
  expect(await page.locator('[data-square="a9"]').getAttribute("aria-label")).not.toMatch(/empty|空|trống/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await picture(page, `rules-${locale}-${width}`);
  if (locale === "en") expect(await seriousFindings(page)).toEqual([]);
  expect(errors).toEqual([]);
});
