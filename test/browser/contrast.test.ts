/** High contrast: what colours tell elsewhere is told all the same. */
import { expect } from "vitest";
import { seriousFindings } from "./axe.ts";
import { picture, usePage, WON } from "./page.ts";
import { testEach } from "./matrix.ts";

const { open, visit } = usePage();

/** The colours of a point and of what it is seen on, as `rgb(…)`: how many times one is as light as the other. */
function contrastOf(...colours: readonly string[]): number {
  const [lighter, darker] = colours
    .map((colour) => {
      const [red, green, blue] = colour.match(/[\d.]+/g)!.map((each) => (Number(each) / 255) ** 2.2);
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05;
    })
    .toSorted((a, b) => b - a);
  return lighter! / darker!;
}

testEach(0, ["light", "dark"] as const)(
  "Black's share, disc and stripe are seen on a %s sheet",
  async (colorScheme) => {
    const { page } = await visit("?view=endgames&topic=KRKN", { colorScheme });
    const colour = (css: string, property: string) =>
      page
        .locator(css)
        .first()
        .evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property);
    await page.locator(".outcomes .losses").first().waitFor({ state: "attached" });
    const sheet = await colour(".sheet", "background-color");
    for (const [css, property] of [
      [".outcomes .losses", "fill"],
      [".bar.black", "fill"],
      [".disc.black", "box-shadow"],
    ] as const) {
      expect([css, contrastOf((await colour(css, property)).match(/rgb\([^)]*\)/)![0], sheet) > 3]).toEqual([
        css,
        true,
      ]);
    }
    await page.goto(page.url().replace(/\?.*/, "?fen=3k5/9/9/9/9/9/9/5r3/9/4K2N1_b"));
    await page.locator('.verdict[data-winner="black"]').waitFor();
    expect(
      contrastOf(await colour(".verdict", "border-left-color"), await colour(".right", "background-color")),
    ).toBeGreaterThan(3);
  },
);

testEach(0, ["light", "dark"] as const)(
  "in %s high contrast the side to move and what is chosen can be seen",
  async (colorScheme) => {
    const { page } = await open(WON, { forcedColors: "active", colorScheme });
    const background = (css: string) =>
      page
        .locator(css)
        .first()
        .evaluate((each) => getComputedStyle(each).backgroundColor);
    expect(await background(".to-move .disc")).toMatch(/^rgb\((17|18|19|20|21|22)\d,/); // red
    expect(await background('.segments [aria-pressed="true"]')).not.toBe(
      await background('.segments [aria-pressed="false"]'),
    );
    await page.locator("body").press("p");
    await page.locator(".line-moves [aria-current]").waitFor();
    await picture(page, `contrast-${colorScheme}`);
    expect(await background(".views [aria-current]")).not.toBe(await background(".views a:not([aria-current])"));
    // The line plays on, and colours change gradually.
    const others = () => background(".line-moves button:not([aria-current])");
    await expect.poll(async () => (await background(".line-moves [aria-current]")) !== (await others())).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('.views a[href*="view=material"]').click();
    await page.locator(".material .map .cell").first().waitFor();
    expect(await background('.legend .cell[data-state="WIN"]')).not.toBe(
      await background('.legend .cell[data-state="EASY_WIN"]'),
    );
    await picture(page, `contrast-material-${colorScheme}`);
  },
);
