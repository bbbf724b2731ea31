// Pictures and links of the position and of the game: saved, sent and printed.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type decoder from "jsqr";
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";
import { bytesOf, picture, press, usePage, WON } from "./page.ts";

const { open, visit, url } = usePage(["KRKA"]);

async function save(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await press(page, page.getByRole("button", { name: button, exact: true }));
  return bytesOf(download);
}

const isWithin = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.querySelector("dialog.share")!;
    return document.documentElement.scrollWidth <= innerWidth && scrollWidth <= clientWidth;
  });

/** What the QR code of a picture leads to, read by a program that has nothing to do with ours. */
async function codeIn(page: Page): Promise<string | undefined> {
  await page.evaluate(readFileSync(new URL(import.meta.resolve("jsqr")), "utf8"));
  return page.locator("dialog.share img.picture").evaluate((element) => {
    const image = element as HTMLImageElement;
    const { naturalWidth: width, naturalHeight: height } = image;
    const paint = new OffscreenCanvas(width, height).getContext("2d")!;
    paint.drawImage(image, 0, 0);
    const { jsQR } = globalThis as unknown as { jsQR: typeof decoder.default };
    return jsQR(paint.getImageData(0, 0, width, height).data, width, height)?.data;
  });
}

testEach(0, [
  ["zh-CN", 360, true, "分享…", { png: "保存图片", gif: "动图（GIF）", svg: "动画（SVG）" }],
  ["en", 1280, false, "Share …", { png: "Save the picture", gif: "Moving picture (GIF)", svg: "Moving picture (SVG)" }],
  ["zh-TW", 1280, false, "分享…", { png: "儲存圖片", gif: "動圖（GIF）", svg: "動畫（SVG）" }],
  ["vi", 360, true, "Chia sẻ …", { png: "Lưu hình", gif: "Hình động (GIF)", svg: "Hình động (SVG)" }],
] as const)(
  "in %s, %i wide, the position is saved with its verdict and a code of its link, the game as moving pictures",
  async (locale, width, hasTouch, button, say) => {
    const { page, errors } = await open(`${WON}&line=e1d1d9e9&ply=1`, {
      locale,
      hasTouch,
      isMobile: hasTouch,
      viewport: { width, height: 740 },
    });
    await press(page, page.getByRole("button", { name: button }));
    await page.locator("dialog.share img").waitFor();
    await picture(page, `share-${locale}`);
    expect(await codeIn(page)).toBe(page.url());
    const png = await save(page, say.png);
    expect([...png.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect(png.readUInt32BE(16)).toBe(968);
    expect(png.length).toBeLessThan(200_000);
    expect((await save(page, "SVG")).toString()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect((await save(page, say.svg)).toString()).toContain("<animateTransform");
    const gif = await save(page, say.gif);
    expect(gif.subarray(0, 6).toString()).toBe("GIF89a");
    expect(gif.length).toBeLessThan(100_000);
    await page.locator("dialog.share .moving").waitFor();
    await picture(page, `share-gif-${locale}`);
    expect(await isWithin(page)).toBe(true);
    expect(errors).toEqual([]);
  },
);

test(
  "by keyboard: a title of one's own, without the verdict, sent to another program of the device",
  LONG,
  async () => {
    const { page } = await visit("", {});
    await page.addInitScript(() => {
      navigator.canShare = () => true;
      navigator.share = async (data) => {
        const { files = [], ...rest } = data!;
        Object.assign(globalThis, { sent: { ...rest, files: files.map(({ name, type }) => `${name} ${type}`) } });
      };
    });
    await page.goto(`${url()}?fen=${WON.replaceAll(" ", "_")}`);
    await page.locator(".move").first().waitFor();
    await page.locator("body").press("s");
    await page.locator("dialog.share img").waitFor();
    await page.getByLabel("Title").fill("What now?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.getByRole("img", { name: "What now? · Red to move", exact: true }).waitFor();
    await page.getByRole("button", { name: "Send …" }).press("Enter");
    const sent = await page.evaluate(() => (globalThis as unknown as { sent: Record<string, unknown> }).sent);
    expect(sent).toEqual({
      title: "What now? · Red to move",
      text: "What now? · Red to move",
      url: page.url(),
      files: ["canju.png image/png"],
    });
    await page.keyboard.press("Escape");
    await page.locator("dialog.share").waitFor({ state: "detached" });
  },
);

test("code for another site shows the game there, in a frame", LONG, async () => {
  const { page } = await open(`${WON}&line=e1d1d9e9`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share …" }).click();
  await page.getByRole("button", { name: "Copy code for another site" }).click();
  await page.getByText("Copied.").waitFor();
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
  // Men stay where the screen had them when a browser prints: the board is drawn to the paper's size as a whole.
  const onPaper = await page.locator(".board").evaluate((board) => {
    const { width } = board.getBoundingClientRect();
    dispatchEvent(new Event("beforeprint"));
    return Number(getComputedStyle(board).zoom) * width;
  });
  expect(onPaper).toBeCloseTo((11 / 2.54) * 96, 0);
  const rules = page.locator(".rules-badge select");
  expect(await rules.evaluate((each) => getComputedStyle(each).appearance)).toBe("none"); // said, not to be chosen
  for (const there of [".board", ".verdict .value", ".line-moves"]) {
    expect(await page.locator(there).first().isVisible()).toBe(true);
  }
});
