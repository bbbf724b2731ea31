/** Endgames that are missing are built in the page. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { picture, usePage, WON_BY_RULE } from "./page.ts";

/** The server has nothing but one of the tables that the endgame leads to. */
const { open } = usePage(["KRK"]);

/** Chariot against horse, the longest win. */
const LONGEST = "5k3/9/9/9/9/R8/9/4n4/9/3K5 w";

const verdict = (page: Page) => page.locator(".verdict .value").textContent();

test("a missing endgame is built in the browser, levels included, is there after a reload, and is played to the end", async () => {
  const { page, errors } = await open(WON_BY_RULE);
  await page.getByText(/^2 tables, about 0\.7\d million positions; nothing is installed$/).waitFor();
  await picture(page, "build-offer");
  await page.getByRole("button", { name: "Build it in this browser" }).click();
  await expect
    .poll(() => verdict(page), { timeout: 30_000 })
    .toBe("Red wins: Black may not go on checking (order 1, 1 ply)");
  await page.goto(page.url().replace(/fen=.*/, `fen=${LONGEST.replaceAll(" ", "_")}`));
  await expect.poll(() => verdict(page)).toMatch(/^Red wins in \d+ plies/);
  for (let plies = 0; plies < 100 && !/has won$/.test((await verdict(page)) ?? ""); plies++) {
    const before = page.url();
    await page.locator("body").press(" ");
    await expect.poll(() => page.url()).not.toBe(before);
    await expect.poll(() => verdict(page)).toMatch(/wins|won/);
  }
  expect(await verdict(page)).toMatch(/: Red has won$/);
  expect(errors).toEqual([]);
});
