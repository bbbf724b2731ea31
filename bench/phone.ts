/**
 * What a visitor with a phone waits for: a processor four times slower, over mobile networks as browsers' tools throttle them.
 *
 *     node bench/phone.ts [--runs 5] [--markdown]
 *
 * - first value: from the address to the value and the moves on the screen, for the page without a link and for a link to a position,
 *   nothing kept from before (limits: 2500 ms over fast 3G, 10 s over slow 3G; medians); and to the page that can be used (no limit);
 * - the longest task while ten moves of a match are played, without a throttled network (limit: 100 ms, the least of the runs, since a
 *   browser compiles at first what it runs);
 * - from a position that is pasted to the proof that it is won, of 200 of the page's studies that checks win (limit: 1000 ms, median; browsers'
 *   tools slow the page down, not the worker that searches);
 * - requests that are answered by 404 or another error in all of this (limit: none).
 *
 * `--markdown` prints it as docs/reports/performance.md has it; `--bare` leaves the processor as it is. Needs `npm run build:page` and a Chromium.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { serve } from "../src/doors/http/serve.ts";
import { buildInto } from "../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { launchChromium } from "../test/browser/chromium.ts";
import { formatSection, machine, measured, short, spread } from "./report.ts";

/** Bytes in a second and milliseconds of a round trip, as Chromium's tools have them. */
const NETWORKS = {
  "fast 3G": { bytes: 180_000, latency: 562.5, limit: 2500 },
  "slow 3G": { bytes: 50_000, latency: 2000, limit: 10_000 },
} as const;
const SLOWER = 4;
const MOST_TASK_MILLISECONDS = 100;
const WON = "3a1k3/9/b2a5/9/2b6/9/9/9/9/1R1K5_w";
const PAGES = { start: "", link: "?fen=5k3/9/9/9/9/R8/9/4n4/9/3K5_w" } as const;
const MANUAL = join(import.meta.dirname, "../web/studies/manual.json");
const MOVES = 10;
const PROOFS = 200;
const MOST_PROOF_MILLISECONDS = 1000;

const { values: options } = parseArgs({
  options: { runs: { type: "string", default: "5" }, markdown: { type: "boolean" }, bare: { type: "boolean" } },
});
const runs = Number(options.runs);
const folder = mkdtempSync(join(tmpdir(), "canju-phone-"));
const refused: string[] = [];
const rows: string[][] = [];
try {
  await buildInto(["KRKN", "KRKAABB"].map(parseEndgame), { ...DEFAULT_COLLECTION, folder });
  const server = await serve({ dataDir: folder, port: 0 });
  const browser = await launchChromium();
  for (const [network, { limit, ...speed }] of Object.entries(NETWORKS)) {
    for (const [name, address] of Object.entries(PAGES)) {
      const [values, uses]: [number[], number[]] = [[], []];
      let files = 0;
      for (let run = 0; run < runs; run++) {
        const page = await phone(browser, speed);
        const { value, use } = await firstTimes(page, server.url + address);
        values.push(value);
        uses.push(use);
        files = await page.evaluate(() => performance.getEntriesByType("resource").length);
        await page.context().close();
      }
      const [value, use] = [measured(values), measured(uses)];
      tell(`first value, ${network}, ${name}, ms`, value.median, limit, spread(value));
      tell(`the page can be used, ${network}, ${name}, ${files} files, ms`, use.median, null, spread(use));
    }
  }
  const tasks: number[] = [];
  for (let run = 0; run < runs; run++) tasks.push(await longestTaskOfMatch(browser, server.url));
  const all = measured(tasks);
  tell(`longest task of ${MOVES} moves, ms`, all.least, MOST_TASK_MILLISECONDS, spread(all));
  const proofs = measured(await proofTimes(browser, server.url));
  tell(`position to proof, ${PROOFS} wins by checks, ms`, proofs.median, MOST_PROOF_MILLISECONDS, spread(proofs));
  tell(`requests refused ${[...new Set(refused)].join(" ")}`.trim(), refused.length, 0, "");
  await browser.close();
  await server.close();
  const about = `\`node bench/phone.ts\` on ${machine()}; the page as Chromium shows it on a phone with a processor ${options.bare ? 1 : SLOWER} times slower. The first value: the median from the address to the value and the moves on the screen, with nothing kept from before. The longest task: the least of the runs.`;
  const columns = ["", "measured", "limit", "min..max"];
  console.log(formatSection({ title: "A first visit with a phone", about, columns, rows }, options.markdown ?? false));
} finally {
  rmSync(folder, { recursive: true });
}

function tell(what: string, figure: number, limit: number | null, among: string): void {
  rows.push([what, short(figure), limit === null ? "" : String(limit), among]);
  if (limit !== null && figure > limit) process.exitCode = 1;
}

/** A page of a phone with nothing kept. */
async function phone(browser: Browser, speed?: { readonly bytes: number; readonly latency: number }): Promise<Page> {
  const size = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
  const context = await browser.newContext({ ...size, locale: "zh-CN", hasTouch: true, isMobile: true });
  const page = await context.newPage();
  page.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: options.bare ? 1 : SLOWER });
  if (speed === undefined) return page;
  await session.send("Network.enable");
  const { bytes, latency } = speed;
  const network = { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes / 2 };
  await session.send("Network.emulateNetworkConditions", network);
  return page;
}

/** Milliseconds from the address to the frame that shows the value and the moves, and to the one in which a move can be chosen. */
async function firstTimes(page: Page, url: string): Promise<{ readonly value: number; readonly use: number }> {
  await page.goto(url, { waitUntil: "commit" });
  return page.evaluate(async () => {
    const shown = async (move: string) => {
      const isShown = () =>
        document.querySelector(".verdict .value:not(:has(.patience))")?.textContent && document.querySelector(move);
      while (!isShown()) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now();
    };
    return { value: await shown(".move"), use: await shown("button.move") };
  });
}

/** The longest task of a match against the table, in milliseconds; 0 where none is as long as browsers tell of. */
async function longestTaskOfMatch(browser: Browser, url: string): Promise<number> {
  const page = await phone(browser);
  await page.goto(`${url}?view=play&fen=${WON}`);
  await page.locator(".card-section .primary").first().click();
  await page.locator(".match .value").waitFor();
  await page.waitForTimeout(1000); // what begins the match has ended
  await page.evaluate(() => {
    const kept = globalThis as unknown as { tasks: number[] };
    kept.tasks = [];
    new PerformanceObserver((list) => kept.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  for (let move = 0; move < MOVES; move++) {
    await page.waitForFunction(playSafely, move % 2 === 0 ? "车" : "帅"); // once the table has answered
    await page.waitForTimeout(1500); // it answers, and the men slide
  }
  const longest = await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
  await page.context().close();
  return longest;
}

/** Milliseconds from a position that is pasted to the proof on the screen, each. */
async function proofTimes(browser: Browser, url: string): Promise<number[]> {
  const studies = JSON.parse(readFileSync(MANUAL, "utf8")) as { readonly fen: string; readonly proven: string }[];
  const fens = studies.filter(({ proven }) => proven === "checks").map(({ fen }) => fen);
  const page = await phone(browser);
  await page.goto(`${url}?fen=${fens[PROOFS]!.replaceAll(" ", "_")}`);
  await page.locator(".proof .tag").waitFor();
  const times: number[] = [];
  for (const fen of fens.slice(0, PROOFS)) times.push(await page.evaluate(timeProof, fen));
  await page.context().close();
  return times;
}

async function timeProof(fen: string): Promise<number> {
  const last = document.querySelector(".proof");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", fen);
  const start = performance.now();
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  const isShown = () => document.querySelector(".proof .tag") !== null && document.querySelector(".proof") !== last;
  while (!isShown()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}

/**
 * Picks up a man and puts it down on its own half, where nobody can take it, as screen readers do; false where it cannot move yet.
 */
async function playSafely(name: string): Promise<boolean> {
  const squares = [...document.querySelectorAll<HTMLButtonElement>(".square-grid button")];
  squares.find(({ ariaLabel }) => ariaLabel!.includes(`红方${name}`))!.click();
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const targets = document.querySelectorAll<HTMLButtonElement>(".square-grid button.target");
  const safe = [...targets].find((target) => Number(target.dataset.square![1]) < 5);
  safe?.click();
  return safe !== undefined;
}
