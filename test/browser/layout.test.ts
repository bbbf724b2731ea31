import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ALL_VIEWS } from "../../web/state/page.ts";
import { picture, unfold, usePage, WON } from "./page.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, visit, url } = usePage();

testEach(1, [
  ["phone", 390, 800],
  ["small-phone", 320, 640],
  ["phone-sideways", 844, 390],
  ["tablet", 820, 1180],
  ["laptop", 1280, 800],
  ["large", 1920, 1080],
])("on a %s everything fits the width and the board can be seen whole", async (name, width, height) => {
  const { page } = await open(WON, { viewport: { width, height } });
  await picture(page, name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  const board = (await page.locator(".surface").boundingBox())!;
  expect(board.x).toBeGreaterThanOrEqual(0);
  expect(board.x + board.width).toBeLessThanOrEqual(width);
  expect(board.y + board.height).toBeLessThanOrEqual(height);
  const rows = async (css: string) =>
    new Set(
      await page.locator(css).evaluateAll((all) => {
        const boxes = all.map((each) => each.getBoundingClientRect()).filter((box) => box.width > 0);
        return boxes.map(({ top, bottom }) => Math.round((top + bottom) / 48));
      }),
    ).size;
  expect([await rows(".top > h1, .top > .gear"), await rows(".actions button")]).toEqual([1, 1]);
  // Beside the panel from 760 pixels on, whichever way a tablet is held.
  expect(board.width).toBeGreaterThan(Math.min(width, height) * (width > 760 && height > width ? 0.5 : 0.6));
});

test("at the bottom of a small phone every view has one line in every language", LONG, async () => {
  for (const locale of ["en", "zh-CN", "zh-TW", "vi"]) {
    const { page } = await open(WON, { locale, viewport: { width: 320, height: 640 } });
    await picture(page, `views-${locale}`);
    const links = await page.locator(".views a").evaluateAll((all) =>
      all.map((link) => {
        const text = document.createRange();
        text.selectNodeContents(link.lastChild!);
        const [{ left, right }, around] = [text.getBoundingClientRect(), link.getBoundingClientRect()];
        return { lines: text.getClientRects().length, inside: left >= around.left && right <= around.right };
      }),
    );
    expect(links, locale).toEqual(links.map(() => ({ lines: 1, inside: true })));
  }
});

test("no move that draws is broken into two lines, whatever is marked on it", LONG, async () => {
  const { page } = await open("4k4/9/9/9/9/2N6/9/5K3/9/2p6 w", { locale: "zh-CN" });
  await page.locator(".draw .marks .icon, .draw .marks svg").first().waitFor();
  for (const width of [360, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const heights = await page
      .locator(".move-group.draw .move")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)));
    expect(new Set(heights).size).toBe(1);
    await picture(page, `drawing-moves-${width}`);
  }
});

testEach(0, ["en", "zh-CN", "zh-TW", "vi"])("on a phone what is chosen can be read whole: %s", async (locale) => {
  const { page } = await open(WON, { locale, viewport: { width: 360, height: 740 } });
  const cut = await page.locator(".settings select, .rules-badge select").evaluateAll((all) =>
    all.flatMap((each) => {
      const select = each as HTMLSelectElement;
      const alone = select.cloneNode() as HTMLSelectElement;
      alone.append(select.selectedOptions[0]!.cloneNode(true));
      alone.style.maxWidth = "none";
      select.parentElement!.append(alone);
      const needed = alone.getBoundingClientRect().width;
      alone.remove();
      return needed > select.getBoundingClientRect().width + 1 ? [select.selectedOptions[0]!.text] : [];
    }),
  );
  expect(cut).toEqual([]);
});

test("men stand on the intersections", async () => {
  const { page } = await open(WON, { viewport: { width: 777, height: 777 } });
  const surface = (await page.locator(".surface").boundingBox())!;
  const man = (await page.locator("piece.white.k-piece").boundingBox())!;
  // e0 is at (450, 950) of a drawing that begins at (-34, -44) and is 968 wide.
  const unit = surface.width / 968;
  expect(man.x + man.width / 2).toBeCloseTo(surface.x + (450 + 34) * unit, 0);
  expect(man.y + man.height / 2).toBeCloseTo(surface.y + (950 + 44) * unit, 0);
});

testEach(1, ["en", "zh-TW"])("the first load in %s takes less than 100 kB compressed", async (locale) => {
  const { page } = await open(WON, { locale });
  const paths = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const assets = [url(), ...paths.filter((path) => !path.includes("/api/"))];
  expect(assets.length).toBeGreaterThanOrEqual(4);
  const bodies = await Promise.all(assets.map(async (path) => (await fetch(path)).text()));
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThan(100_000);
});

/** What of the page lies beyond its right edge, but for what scrolls in a frame of its own. */
const beyond = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((each) => {
        const { right, width } = each.getBoundingClientRect();
        return (
          width > 0 && right > innerWidth + 1 && each.closest(".unseen, .scroll, table, svg, cg-container") === null
        );
      })
      .map(({ tagName, className }) => `${tagName} ${className}`),
  );

testEach(0, ["vi", "en", "zh-CN"])("nothing is cut off on a phone of 360 pixels: %s", async (locale) => {
  const { page } = await visit("", { locale, viewport: { width: 360, height: 740 } });
  for (const [address, shown] of [
    ["?fen=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w", ".engine"],
    ["?fen=3k5/9/4r4/4n4/9/9/9/9/4R2N1/4K4_w", ".guess:not(.engine) li"],
    ["?fen=3k5/4a4/9/9/9/9/9/9/4R4/4K4_w&rules=chinese", ".build"],
    ["?fen=3k5/4a4/9/9/9/9/9/9/4RR3/4K4_w", ".outside details"],
    ["?view=play", "#challenge"],
    ["?view=studies", "#choose-study"],
    ["?view=endgames&topic=KRKN", ".outcomes, h2 .endgame-name"],
  ] as const) {
    await page.goto(url() + address);
    await page.locator(shown).first().waitFor();
    if (shown === ".outside details") await unfold(page);
    expect([address, await beyond(page)]).toEqual([address, []]);
  }
});

testEach(0, ["zh-TW", "en", "zh-CN", "vi"])("no view scrolls sideways on a phone of 360 pixels: %s", async (locale) => {
  const colorScheme = locale.startsWith("zh") ? "dark" : "light";
  const { page } = await visit("", { locale, colorScheme, viewport: { width: 360, height: 740 } });
  const looked: unknown[] = [];
  for (const view of ALL_VIEWS) {
    if (view === "lesson") await page.goto(`${url()}?view=lesson`); // the sheet for sharing leads there
    else if (view !== "explorer") await page.locator(`a[href*="view=${view}"]`).first().click();
    await page.locator("#panel .patience, #panel:empty").waitFor({ state: "detached" });
    await page.locator("#panel > *").first().waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    looked.push([view, Math.max(wide, 360)]);
    await picture(page, `360-${view}-${locale}`);
  }
  expect(looked).toEqual(ALL_VIEWS.map((view) => [view, 360]));
});

test(
  "on a phone the board stays in sight while what is below it scrolls, whatever its browser leaves of the screen",
  LONG,
  async () => {
    for (const [width, height] of [
      [390, 844],
      [390, 664],
      [375, 553],
      [844, 390],
    ] as const) {
      for (const address of ["?view=studies", `?fen=${WON.replaceAll(" ", "_")}`]) {
        const { page } = await visit(address, { viewport: { width, height }, hasTouch: true, isMobile: true });
        await page.locator(".studies .list button, .move").first().waitFor();
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const board = (await page.locator(".surface").boundingBox())!;
        expect([address, height, board.y >= 0, board.y + board.height < height - (width < height ? 80 : 0)]).toEqual([
          address,
          height,
          true,
          true,
        ]);
      }
    }
  },
);
