/** Whether any text is squeezed by what stands beside it, and the views to look at. */
import type { Page } from "playwright-core";
import { click, FOUR, MISSING, openSettings, press, WON, WON_BY_RULE } from "./page.ts";
import { addressAt } from "./views.ts";

/**
 * Texts that take several lines of less than a third of their panel, and of less than four characters in a table; or that have no
 * width at all.
 */
export const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const PANELS = ".verdict, .panel, .sheet, .card, .card-section, .line, li, dialog, section, main, footer, header";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement!;
      if (text.nodeValue!.trim() === "" || parent.closest(".unseen, .skip, svg, select, [aria-live]") !== null)
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size === 0) continue; // it is not shown
      let block = parent;
      while (["inline", "contents"].includes(getComputedStyle(block).display)) block = block.parentElement!;
      const { width } = block.getBoundingClientRect();
      const panel = block.parentElement!.closest(PANELS)!.getBoundingClientRect().width;
      const letters = 4 * Number.parseFloat(getComputedStyle(block).fontSize);
      const least = block.closest("td, th") === null ? panel / 3 : Math.min(panel / 3, letters);
      if (width < 1 || (tops.size > 1 && width < least)) {
        found.push(
          `${block.tagName}.${block.className} ${Math.round(width)} of ${Math.round(panel)}: ${text.nodeValue}`,
        );
      }
    }
    return found;
  });

interface Look {
  readonly address: string;
  /** Shown when the view is. */
  readonly shown: string;
  readonly after?: (page: Page) => Promise<unknown>;
}

const at = (fen: string) => `?fen=${fen.replaceAll(" ", "_")}`;
const first = (page: Page, css: string) => press(page, page.locator(css).first());

/** Begins a match, and throws its win away. */
async function blunder(page: Page): Promise<void> {
  await first(page, ".card-section .primary");
  const targets = page.locator("square.move-dest").first();
  await page.locator(".match .value").waitFor();
  for (let tries = 0; tries < 20 && !(await targets.isVisible()); tries++) {
    await click(page, "b0");
    await targets.waitFor({ timeout: 500 }).catch(() => {});
  }
  await click(page, "a0");
  await page.locator(".match .notice").waitFor();
  await page.locator(".actions button:not(.icon)").first().click();
  await page.locator(".match .told").waitFor();
}

/** Every view, and what else it can come to show. */
export const LOOKS: Readonly<Record<string, Look>> = {
  "a win": { address: at(WON), shown: ".move" },
  "a win by a rule": {
    address: at(WON_BY_RULE),
    shown: "#explanation-title",
    after: (page) => page.locator("body").press("p"),
  },
  "no table": { address: at(MISSING), shown: ".known .shares" },
  "an estimate": { address: at(FOUR), shown: ".guess:not(.engine)" },
  "the opening": { address: at("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"), shown: ".guess" },
  "a bad link": { address: at("3kk4/9/9/9/9/9/9/9/9/4K4 w"), shown: "#bad-link" },
  "the words": { address: at(WON), shown: ".move", after: (page) => first(page, ".aside[aria-haspopup=dialog]") },
  "the settings": { address: at(WON), shown: ".move", after: openSettings },
  "the start": { address: "", shown: ".start-card" },
  "before a match": { address: "?view=play", shown: "#challenge" },
  "a blunder and a hint": {
    address: addressAt("play", "3a1k3/9/b2a5/9/2b6/9/9/9/9/1R1K5 w"),
    shown: ".primary",
    after: blunder,
  },
  studies: { address: "?view=studies", shown: "#choose-study" },
  "the editor": { address: addressAt("editor", WON), shown: "#paste" },
  "the catalogue": { address: "?view=endgames", shown: ".endgame-point" },
  "an endgame": { address: "?view=endgames&topic=KRKN", shown: ".graph .node" },
  "an endgame of the atlas": { address: "?view=endgames&topic=KRCKR", shown: "#known-figures" },
  material: { address: "?view=material", shown: ".map .cell" },
  rules: { address: "?view=rules", shown: ".clause" },
  compared: { address: "?view=compared", shown: ".compared tbody tr" },
  guide: { address: "?view=guide", shown: ".guide .sheet" },
};

/** Opens a view, and says what is squeezed in it. */
export async function look(page: Page, url: string, { address, shown, after }: Look): Promise<string[]> {
  await page.goto(url + address);
  await page.locator(shown).first().waitFor();
  await after?.(page);
  return squeezed(page);
}
