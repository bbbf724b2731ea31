/** What this browser has stored is altered behind the page's back: it says so, gives no wrong value, and builds it anew. */
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { leaveOutFirstAnswer, picture, usePage } from "./page.ts";
import { verdictOf } from "./playing-out.ts";

const { open, url } = usePage(["KRK"], { builds: { maxPositions: 1 } });

const FEN = "4k4/9/9/9/9/9/9/9/4N4/3K5 w";

test("a table that was built here and altered since is named, gives no answers, and is built anew", LONG, async () => {
  const { page, errors } = await open(FEN);
  await page.getByRole("button", { name: "Build it in this browser" }).click();
  await expect.poll(() => verdictOf(page), { timeout: 60_000 }).toMatch(/^Red wins in 11 plies/);
  await page.evaluate(async () => {
    const cache = await caches.open("canju-built");
    for (const { url: address } of await cache.keys()) {
      if (!address.endsWith("/KNK.canju")) continue;
      const bytes = new Uint8Array(await (await cache.match(address))!.arrayBuffer());
      bytes[bytes.length - 300]! ^= 1;
      await cache.put(address, new Response(bytes));
    }
  });
  await page.goto(`${url()}?view=endgames`);
  await page
    .locator(".damaged")
    .getByRole("link", { name: /(^| )KNK$/ })
    .waitFor();
  await picture(page, "stored-damaged");
  await page.goto(`${url()}?fen=${FEN.replaceAll(" ", "_")}`);
  const here = page.getByRole("button", { name: "Build it in this browser" });
  await here.click();
  await expect.poll(() => verdictOf(page), { timeout: 60_000 }).toMatch(/^Red wins in 11 plies/);
  await page.goto(`${url()}?view=endgames`);
  await page.locator(".card").filter({ hasText: "KNK" }).first().waitFor();
  expect(await page.locator(".damaged").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("an answer that was kept and altered since is not shown when the server no longer answers", LONG, async () => {
  const { page } = await open("4k4/9/9/9/9/9/9/9/9/R2K5 w");
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in/);
  const altered = await page.evaluate(async () => {
    const cache = await caches.open("canju-read");
    let count = 0;
    for (const { url: address } of await cache.keys()) {
      if (!address.includes("/probe?")) continue;
      const found = (await cache.match(address))!;
      const text = (await found.text()).replace('"category":"win"', '"category":"loss"');
      await cache.put(address, new Response(text, { headers: found.headers }));
      count++;
    }
    return count;
  });
  expect(altered).toBeGreaterThan(0);
  await page.route("**/api/**", (route) => route.abort());
  await page.route("**/tables/**", (route) => route.abort());
  await leaveOutFirstAnswer(page);
  await page.reload();
  await page.getByText("The server cannot be reached.").first().waitFor();
  expect(await page.locator("body").innerText()).not.toMatch(/Red loses/);
});
