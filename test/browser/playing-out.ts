/** Perfect play on the page. */
import type { Page } from "playwright-core";

/** What the page says the position is worth. */
export async function verdictOf(page: Page): Promise<string> {
  return (await page.locator(".verdict .value").textContent()) ?? "";
}

/** Lets the page play both sides, best move by best move, until one is mated. */
export async function playOut(page: Page): Promise<void> {
  for (let plies = 0; plies < 100 && !(await verdictOf(page)).endsWith("has won"); plies++) {
    const before = page.url();
    await page.locator("body").press(" ");
    await page.waitForFunction((url) => location.href !== url, before);
    await page.waitForFunction(() => /win|won/.test(document.querySelector(".verdict .value")?.textContent ?? ""));
  }
}
