import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fenOf, MISSING, picture, usePage, WON } from "./page.ts";

const { open } = usePage();

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Serious findings of axe, as `rule: element`. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const found = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as Finding[];
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each(["light", "dark"] as const)("axe has no serious finding on any panel, %s", async (colorScheme) => {
  const { page } = await open(WON, { colorScheme });
  await page.locator("body").press(" ");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await findings(page)).toEqual([]);
  for (const name of ["Endgames", "Set up"]) {
    await page.getByRole("tab", { name }).click();
    await page.locator(".endgame, .palette").first().waitFor();
    expect(await findings(page)).toEqual([]);
  }
});

test("axe has no serious finding where the table is missing, on a phone, in Chinese", async () => {
  const { page } = await open(MISSING, { viewport: { width: 390, height: 800 }, locale: "zh-CN" });
  expect(await findings(page)).toEqual([]);
});

test("a move can be made with the keyboard alone, on the grid of named squares", async () => {
  const { page } = await open(WON);
  const grid = page.getByRole("grid", { name: "Board" });
  await grid.getByRole("button", { name: "e0, Red king" }).focus();
  await page.keyboard.press("ArrowUp");
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("e1, Red chariot");
  await page.keyboard.press("Enter");
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("e1, Red chariot, picked up");
  await page.keyboard.press("ArrowLeft");
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("d1, empty, can go here");
  await picture(page, "keyboard");
  await page.keyboard.press("Enter");
  expect(fenOf(page)).toBe("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
});

test("moves and values are announced", async () => {
  const { page } = await open(WON);
  const announcer = page.locator("[aria-live=polite]");
  await expect.poll(() => announcer.textContent()).toBe("Red to move. Red wins in 1 ply (1 move) to conversion");
  await page.getByRole("button", { name: /^R5=6/ }).click();
  await page.getByText("Played R5=6.").waitFor();
  await expect
    .poll(() => announcer.textContent())
    .toBe("Played R5=6. Black to move. Red wins in 4 plies (2 moves) to conversion");
});

test("keys stay with the field that is typed into", async () => {
  const { page } = await open(WON);
  await page.getByRole("tab", { name: "Set up" }).click();
  const field = page.getByLabel("Paste a position");
  await field.pressSequentially("f f");
  expect(await field.inputValue()).toBe("f f");
  expect(fenOf(page)).toBe(WON);
});
