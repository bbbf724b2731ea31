// Pictures of the position and of the game, saved and printed.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bytesOf, picture, usePage, WON } from "./page.ts";

const { open, url } = usePage(["KRKA"]);

async function save(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  return bytesOf(download);
}

test("the position is saved as SVG and PNG, the game as a moving picture, on desktop and on a small phone", async () => {
  for (const [locale, width, button, moving] of [
    ["en", 1280, "Picture …", "Moving picture of the game (SVG)"],
    ["zh-CN", 360, "图片…", "全局动画（SVG）"],
  ] as const) {
    const { page, errors } = await open(`${WON}&line=e1d1d9e9`, { locale, viewport: { width, height: 740 } });
    await page.getByRole("button", { name: button }).click();
    await page.locator("dialog.pictures img").waitFor();
    await picture(page, `pictures-${locale}`);
    const svg = (await save(page, "SVG")).toString();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const png = await save(page, "PNG");
    expect([...png.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect(png.readUInt32BE(16)).toBe(968);
    expect(png.length).toBeLessThan(200_000);
    expect((await save(page, moving)).toString()).toContain("<animateTransform");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.keyboard.press("Escape");
    await page.locator("dialog.pictures").waitFor({ state: "detached" });
    expect(errors).toEqual([]);
  }
});

test("code for another site shows the game there, in a frame", async () => {
  const { page } = await open(`${WON}&line=e1d1d9e9`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Picture …" }).click();
  await page.getByRole("button", { name: "Copy code for another site" }).click();
  await page.getByRole("button", { name: "Copied." }).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`${url()}api/v1/health`); // a page without a policy of its own
  await page.setContent(code);
  const frame = page.frameLocator("iframe");
  await frame.locator("svg animateTransform").first().waitFor({ state: "attached" });
  expect(await frame.getByRole("link", { name: "Canju 残局" }).getAttribute("href")).toContain("line=e1d1d9e9");
  await picture(page, "embedded");
});

test("on paper stand the board, the value and the moves, and nothing to click", async () => {
  const { page } = await open(`${WON}&line=e1d1d9e9`);
  await page.locator(".line-moves").waitFor();
  await page.getByRole("button", { name: "Annotate" }).click();
  await page.locator(".annotate").waitFor();
  await page.emulateMedia({ media: "print" });
  await picture(page, "print");
  for (const gone of [".views", ".gear", ".actions", ".line-controls", ".exports", ".annotate", ".aside", ".wood"]) {
    expect([gone, await page.locator(gone).first().isVisible()]).toEqual([gone, false]);
  }
  expect(
    await page
      .locator("button:visible")
      .evaluateAll(
        (all) => all.filter((each) => each.closest(".line-moves, .move-group, .square-grid") === null).length,
      ),
  ).toBe(0);
  const rules = page.locator(".rules-badge select");
  expect(await rules.evaluate((each) => getComputedStyle(each).appearance)).toBe("none"); // said, not to be chosen
  for (const there of [".board", ".verdict .value", ".line-moves"]) {
    expect(await page.locator(there).first().isVisible()).toBe(true);
  }
});
