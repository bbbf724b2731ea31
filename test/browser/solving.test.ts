/** Endgames that are missing are built in the page. */
import { expect, test } from "vitest";
import { picture, usePage, WON_BY_RULE } from "./page.ts";
import { playOut, verdictOf } from "./playing-out.ts";

/** The server has nothing but one of the tables that the endgame leads to. */
const { open } = usePage(["KRK"]);

/** Chariot against horse, the longest win. */
const LONGEST = "5k3/9/9/9/9/R8/9/4n4/9/3K5 w";

test("a missing endgame is built in the browser, levels included, is there after a reload, and is played to the end", async () => {
  const { page, errors } = await open(WON_BY_RULE);
  await page.getByText(/^2 tables, about 0\.7\d million positions; nothing is installed$/).waitFor();
  await picture(page, "build-offer");
  await page.getByRole("button", { name: "Build it in this browser" }).click();
  await expect
    .poll(() => verdictOf(page), { timeout: 30_000 })
    .toBe("Red wins: Black may not go on checking (order 1, 1 ply)");
  await page.goto(page.url().replace(/fen=.*/, `fen=${LONGEST.replaceAll(" ", "_")}`));
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in \d+ plies/);
  await playOut(page);
  expect(await verdictOf(page)).toMatch(/: Red has won$/);
  expect(errors).toEqual([]);
});
