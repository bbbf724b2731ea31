/**
 * How long a visitor waits: for values, from a click on a move of the list until the page has drawn the value of the position
 * after it (limit: 300 ms, median); and for what the atlas knows of an endgame that the server has no table of, from a click on its
 * name until its figures are drawn (limit: 200 ms, median). Page and warm server on one machine.
 *
 *     node bench/page.ts [--clicks 100]
 *
 * What was looked up before on a visit needs no server: only first looks are measured. Needs `npm run build:page` and a Chromium.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { serve } from "../src/doors/http/serve.ts";
import { buildInto } from "../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { launchChromium } from "../test/browser/chromium.ts";
import { machine, measured, short } from "./report.ts";

const STARTS = [
  "5k3/9/9/9/9/R8/9/4n4/9/3K5_w",
  "4k4/4a4/4b4/9/9/9/9/9/3R5/4K4_b",
  "9/3k5/2N6/9/4p4/9/9/4K4/9/9_w",
  "3a1k3/9/b2a5/9/2b6/9/9/9/9/1R1K5_w",
];
const TABLES = ["KRKN", "KNKP", "KRKAABB"];
const WARM_UP = 10;
const MOST_MILLISECONDS = { values: 300, endgames: 200 } as const;
const ENDGAMES = 20;

const { values } = parseArgs({ options: { clicks: { type: "string", default: "100" } } });
const clicks = Number(values.clicks);
const folder = mkdtempSync(join(tmpdir(), "canju-page-"));
try {
  await buildInto(TABLES.map(parseEndgame), { ...DEFAULT_COLLECTION, folder });
  const server = await serve({ dataDir: folder, port: 0 });
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en" });
  const page = await context.newPage();
  const times: number[] = [];
  for (let game = 0; times.length < clicks + WARM_UP; game++) {
    await page.goto(`${server.url}?fen=${STARTS[game % STARTS.length]}`);
    await page.locator(".move").first().waitFor();
    for (let ply = 0; ply < 12 && times.length < clicks + WARM_UP; ply++) {
      const took = await clickAndWait(page, game * 7 + ply * 3);
      if (took === null) break; // nothing to choose, or a position of before
      times.push(took);
    }
  }
  const known: number[] = [];
  for (let i = 0; i < ENDGAMES; i++) {
    await page.goto(`${server.url}?view=endgames`);
    await page.locator(".known-endgames .endgame-name").nth(i).waitFor();
    known.push(await openKnown(page, i));
  }
  await browser.close();
  await server.close();
  for (const [what, all] of [["values", times.slice(WARM_UP)] as const, ["endgames", known] as const]) {
    const { median, most, runs } = measured(all);
    const limit = MOST_MILLISECONDS[what];
    console.log(
      `${machine()}: ${what}: ${runs} clicks, median ${short(median)} ms (limit ${limit}), slowest ${short(most)} ms`,
    );
    if (median > limit) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Milliseconds until the value is drawn; null where there is no move, or where the answer was there before. */
function clickAndWait(page: Page, choice: number): Promise<number | null> {
  return page.evaluate(async (wish) => {
    const moves = [...document.querySelectorAll<HTMLButtonElement>(".move")];
    if (moves.length === 0) return null;
    const asked = performance.getEntriesByType("resource").length;
    const before = location.search;
    const started = performance.now();
    moves[wish % moves.length]!.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const value = document.querySelector(".verdict .value");
      const isThere = value?.querySelector(".patience") === null && value.textContent !== "";
      if (location.search !== before && isThere) break;
    }
    await new Promise(requestAnimationFrame); // the frame that shows it
    const took = performance.now() - started;
    return performance.getEntriesByType("resource").length === asked ? null : took;
  }, choice);
}

/** Milliseconds until the figures of an endgame of the atlas are drawn. */
function openKnown(page: Page, row: number): Promise<number> {
  return page.evaluate(async (wanted) => {
    const started = performance.now();
    document.querySelectorAll<HTMLAnchorElement>(".known-endgames .endgame-name")[wanted]!.click();
    while (document.querySelector("#known-figures") === null) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame); // the frame that shows it
    return performance.now() - started;
  }, row);
}
