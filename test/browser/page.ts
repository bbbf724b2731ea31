/** What the tests of the page share: a server with small tables, a browser, and hands. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Download,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, inject, onTestFinished, vi } from "vitest";
import { FIRST_ANSWER } from "../../src/say/beginning.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { serve, type RunningServer, type ServeOptions } from "../../src/doors/http/serve.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { fileOf, parseSquare, rankOf } from "../../src/xiangqi/squares.ts";

const BUILT_PAGE = join(import.meta.dirname, "../../build/page");
const SCREENSHOTS = join(import.meta.dirname, "../../build/screenshots");

/** Chariot against one advisor: the tables have it. Red can take, check, and do neither. */
export const WON = "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w";
/** Chariot against horse: Black's horse has nothing but checks, which it may not go on giving. */
export const WON_BY_RULE = "4k4/9/9/9/9/9/9/9/1n7/R2K5 w";
/** Two chariots: the tables lack it. */
export const MISSING = "3k5/4a4/9/9/9/9/9/9/4RR3/4K4 w";
/** Chariot and horse on both sides: the tables lack it, and so does the atlas; it is estimated. */
export const FOUR = "3k5/9/4r4/4n4/9/9/9/9/4R2N1/4K4 w";
/** A cannon more: no table can have it, no atlas has it, and nothing is estimated. */
export const FIVE = "3k5/9/4r4/4n4/9/9/9/9/1C2R2N1/4K4 w";

export interface Visit {
  readonly page: Page;
  /** Errors that the page's scripts threw. */
  readonly errors: readonly Error[];
}

/** The browser of all tests, with contexts of this file's own. */
export const connectChromium = (): Promise<Browser> => chromium.connect(inject("chromium"));

/**
 * A server for the tests of one file, which those that change none of its tables may share with others, and the browser.
 *
 * @param connect the browser, where it may not be that of all tests
 */
export function usePage(
  endgames: readonly string[] = ["KRKA", "KPKA", "KNKP", "KRKN"],
  serving?: Pick<ServeOptions, "builds">,
  connect = connectChromium,
) {
  let dataDir: string;
  let url: string;
  let server: RunningServer | undefined;
  let browser: Browser;

  beforeAll(async () => {
    if (!existsSync(join(BUILT_PAGE, "index.html"))) throw new Error('the page is not built: run "npm run build:page"');
    await mkdir(SCREENSHOTS, { recursive: true });
    browser = await connect();
    const shared = serving === undefined ? inject("servers")[endgames.join()] : undefined;
    if (shared !== undefined) {
      ({ url, folder: dataDir } = shared);
      return;
    }
    dataDir = await mkdtemp(join(tmpdir(), "canju-browser-"));
    await buildClosure(endgames.map(parseEndgame), { ...DEFAULT_COLLECTION, folder: dataDir, threads: 1 });
    server = await serve({ dataDir, port: 0, ...serving });
    url = server.url;
  });

  afterAll(async () => {
    await browser?.close();
    if (server === undefined) return;
    await server.close();
    await rm(dataDir, { recursive: true });
  });

  /** Opens an address of the page, such as `?view=play`, in a browser of its own. */
  async function visit(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const defaults = {
      viewport: { width: 1280, height: 800 },
      locale: "en",
      reducedMotion: "reduce",
      serviceWorkers: "block", // it would fetch the whole page for every test; offline.test.ts has it
    } as const;
    const context = await browser.newContext({ ...defaults, ...options });
    const page = await context.newPage();
    onTestFinished(async () => {
      await page.unrouteAll({ behavior: "ignoreErrors" }); // answers that a test alters may still be on their way
      await context.close();
    });
    await leaveUnbuilt(context);
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(url + address);
    return { page, errors };
  }

  return {
    visit,
    /** Opens a position and waits for its values. */
    async open(fen: string, options: BrowserContextOptions = {}): Promise<Visit> {
      const opened = await visit(`?fen=${fen.replaceAll(" ", "_")}`, options);
      await opened.page
        .locator(".move, .trouble, .unanswered, .hint, .complaint")
        .filter({ visible: true })
        .first()
        .waitFor();
      return opened;
    },
    url: () => url,
    /** The server's data folder, which is not to be changed where the server is shared (`SHARED` of setup.ts). */
    folder: () => dataDir,
  };
}

/** The page comes without the answer to its first question from now on, as from a host that has none to give: it asks. */
export async function leaveOutFirstAnswer(page: Page): Promise<void> {
  await page.route(
    (address) => address.pathname === "/",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(FIRST_ANSWER, "none") });
    },
  );
}

/** Opens whatever lies folded on the page, once it is there. */
export async function unfold(page: Page): Promise<void> {
  await page.locator("details").first().waitFor();
  const folded = page.locator("details:not([open]) > summary");
  while ((await folded.count()) > 0) {
    await folded
      .first()
      .click({ timeout: 1000 })
      .catch(() => {}); // it has been opened meanwhile
  }
}

/** Has pages build nothing by themselves, as tests are about what is missing; "yes" in the store stays. */
export async function leaveUnbuilt(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      localStorage.setItem("canju.builds-soon", localStorage.getItem("canju.builds-soon") ?? "no");
    } catch {
      // storage is blocked
    }
  });
}

/** A busy machine may take long to draw. */
const AWAITED = { timeout: 15_000 } as const;

type Point = readonly [x: number, y: number];

/** The middle of a square on the screen. */
export async function pointOf(page: Page, square: string, flipped = false): Promise<Point> {
  const board = page.locator("cg-board");
  // A board that is turned round is drawn anew.
  const box = await vi.waitFor(async () => {
    await board.scrollIntoViewIfNeeded();
    return (await board.boundingBox())!;
  }, AWAITED);
  const at = parseSquare(square);
  const column = flipped ? 8 - fileOf(at) : fileOf(at);
  const row = flipped ? rankOf(at) : 9 - rankOf(at);
  return [box.x + (box.width * (column + 0.5)) / 9, box.y + (box.height * (row + 0.5)) / 10];
}

/** Whether people have a finger there, not a mouse. */
const isTouched = (page: Page) => page.evaluate(() => matchMedia("(pointer: coarse)").matches);

/** Clicks a square, or taps it where the page is touched. */
export async function click(page: Page, square: string, flipped = false): Promise<void> {
  const point = await pointOf(page, square, flipped);
  await ((await isTouched(page)) ? page.touchscreen.tap(...point) : page.mouse.click(...point));
}

/** Clicks what a locator finds, or taps it where the page is touched. */
export async function press(page: Page, target: Locator): Promise<void> {
  await ((await isTouched(page)) ? target.tap() : target.click());
}

/** Opens what is chosen once for the whole page. */
export async function openSettings(page: Page): Promise<Locator> {
  await press(page, page.locator(".gear"));
  const settings = page.locator("dialog.settings");
  await settings.waitFor();
  return settings;
}

/** Points at a place in what a locator finds; where the page is touched there is no pointing but tapping. */
export async function pointAt(page: Page, target: Locator, position?: { x: number; y: number }): Promise<void> {
  await ((await isTouched(page)) ? target.tap({ position }) : target.hover({ position }));
}

/** Drags from one place to another, which are squares or points of the window, with the mouse or with a finger. */
export async function drag(page: Page, from: string | Point, to: string | Point): Promise<void> {
  const [start, end] = [await placeOf(page, from), await placeOf(page, to)];
  const way = [0.2, 0.4, 0.6, 0.8, 1].map(
    (part) => start.map((at, i) => at + part * (end[i]! - at)) as [number, number],
  );
  if (!(await isTouched(page))) {
    await page.mouse.move(...start);
    await page.mouse.down();
    for (const point of way) await page.mouse.move(...point);
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", start);
  for (const point of way) await touch("touchMove", point);
  await touch("touchEnd");
  await session.detach();
}

const placeOf = (page: Page, place: string | Point) => (typeof place === "string" ? pointOf(page, place) : place);

/** The position that the address names: that of `&ply=` in an opened game. */
export function fenOf(page: Page): string {
  const { searchParams } = new URL(page.url());
  const fen = searchParams.get("fen")!.replaceAll("_", " ");
  const played = searchParams.get("line")?.slice(0, 4 * Number(searchParams.get("ply") ?? 0)) ?? "";
  if (played === "") return fen;
  const moves = played.match(/.{4}/g)!;
  return formatFen(moves.reduce((at, uci) => applyMove(at, parseUci(at, uci)), parseLegalFen(fen)));
}

/** The man on a square as the page draws it, such as `red chariot`; null for an empty square. */
export async function manOn(page: Page, square: string): Promise<string | null> {
  const label = await page.locator(`[data-square="${square}"]`).getAttribute("aria-label");
  const content = label!.split(", ")[1]!;
  return content === "empty" ? null : content;
}

/** Pastes as people do, wherever the page is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator("body").press("ControlOrMeta+v");
}

/** What a download holds. */
export async function bytesOf(download: Promise<Download>): Promise<Buffer> {
  return Buffer.concat(await (await (await download).createReadStream()).toArray());
}

/** Keeps a picture for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
