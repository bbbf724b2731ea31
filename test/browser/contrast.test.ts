/** High contrast: what colours tell elsewhere is told all the same. */
import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { picture, usePage, WON } from "./page.ts";

const { open } = usePage();

test.each(["light", "dark"] as const)(
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
