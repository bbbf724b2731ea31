/** Nothing that a visitor pastes, searches, builds or asks for holds the page up: the browser's long tasks. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { click, unfold, usePage, WON } from "./page.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

/** With a browser of its own: the trace of one that others share tells their pages' tasks as well. */
const { open, visit } = usePage(["KRKA"], undefined, launchChromium);

/** Of a task, in milliseconds: longer ones are the browser's long tasks. */
const MOST = 50;
/** The first times a browser compiles what it runs: what takes long every time is the page's own. */
const TRIES = 4;

/** A task of a thread in the browser's trace, in microseconds: how long it lasted, and how long the thread worked in it. */
interface Traced {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * The longest of the page's long tasks while `work` goes on, in milliseconds in which its thread worked; 0 where there is
 * none. What it waited for a processor meanwhile is other programs' doing, and the engine's.
 */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  await page.waitForTimeout(300); // what began before has ended
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ["toplevel"] });
  await work();
  await page.waitForTimeout(300);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const threadOf = ({ pid, tid }: Traced) => `${pid} ${tid}`;
  const isPage = ({ name, args }: Traced) => name === "thread_name" && args.name === "CrRendererMain";
  const threads = new Set(traceEvents.filter(isPage).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && threads.has(threadOf(event)));
  if (!tasks.some(({ tdur }) => tdur !== undefined)) throw new Error("the browser's trace tells no tasks");
  const long = tasks.filter(({ dur }) => dur! > MOST * 1000);
  return Math.max(0, ...long.map(({ tdur }) => tdur! / 1000));
}

/** The least of several tries; ends with the first that is short enough. */
async function shortest(attempt: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < TRIES && least > MOST; i++) least = Math.min(least, await attempt());
  return least;
}

test("a long task is seen", LONG, async () => {
  const { page } = await open(WON);
  const work = () =>
    page.evaluate(() => {
      const until = performance.now() + 1000;
      while (performance.now() < until);
    });
  expect(await longestTask(page, work)).toBeGreaterThan(MOST);
});

/** Positions of more and more men, up to those of the beginning of a game. */
const PASTED = [
  "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w",
  "2bakab2/9/9/9/4r4/9/9/4R4/9/2BAKAB2 w",
  "2bakab2/9/2n3n2/4p4/9/9/9/2N3N2/9/2BAKAB2 w",
  "r1bakab1r/9/2n3n2/p3p3p/9/9/P3P3P/2N3N2/9/R1BAKAB1R b",
  "1rbakabr1/9/1c2n1nc1/p1p1p1p2/9/9/P1P1P1P2/1C2N1NC1/9/1RBAKABR1 w",
  "r1bakabnr/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/R1BAKAB1R w",
];

test("pasting a position of any number of men", LONG, async () => {
  const { page } = await open(WON);
  await page.locator('.views a[href*="view=editor"]').click();
  const paste = page.getByLabel("Paste a position");
  for (const fen of PASTED) {
    await paste.waitFor();
    const longest = await shortest(() =>
      longestTask(page, async () => {
        await paste.fill(`${fen} `);
        await page.getByRole("button", { name: "Take it over" }).click();
        await page.waitForTimeout(200);
      }),
    );
    expect([fen, longest <= MOST, longest]).toEqual([fen, true, longest]);
  }
});

test("looking up a position of any number of men, and planning its build", LONG, async () => {
  const { page } = await open(WON);
  await page.locator('.views a[href*="view=editor"]').click();
  for (const fen of PASTED) {
    const longest = await shortest(() =>
      longestTask(page, async () => {
        await page.getByLabel("Paste a position").fill(fen);
        await page.getByRole("button", { name: "Take it over" }).click();
        await page.getByRole("button", { name: "Look it up" }).click();
        await page.locator(".move, .trouble, .unanswered").first().waitFor();
        await page.waitForTimeout(700); // the build is planned
        await page.locator('.views a[href*="view=editor"]').click();
        await page.getByLabel("Paste a position").waitFor();
      }),
    );
    expect([fen, longest <= MOST, longest]).toEqual([fen, true, longest]);
  }
});

/** Texts that take long to read, and what tells that they were. */
const IMPORTED = [
  ["a game of 2000 moves", `${WON} moves ${"e1e2 d9d8 e2e1 d8d9 ".repeat(500)}`, ".opened .names"],
  [
    "variations within variations",
    `[FEN "${WON}"]\n\n1. E1-E2 ${"(1. E1-D1) {why?} ".repeat(20_000)}`,
    ".opened .names",
  ],
  ["two million letters", "炮".repeat(2_000_000), "#open-troubles li"],
  ["brackets", "(".repeat(1_000_000), "#open-troubles li"],
] as const;

testEach(0, IMPORTED)("importing %s", async (_, text, answer) => {
  const longest = await shortest(async () => {
    const { page } = await open(WON);
    const data = await page.evaluateHandle((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", pasted);
      return clipboardData;
    }, text);
    return longestTask(page, async () => {
      await data.evaluate((clipboardData) => {
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      });
      await page.locator(answer).first().waitFor({ state: "attached" });
    });
  });
  expect(longest).toBeLessThanOrEqual(MOST);
});

test("finding endgames of every class, and those that there are not", LONG, async () => {
  const { page } = await visit("?view=endgames");
  const find = page.getByRole("searchbox");
  await find.waitFor();
  const words = [
    "r",
    "n",
    "c",
    "p",
    "krk",
    "RNCPKRNCP",
    "车马炮兵对车马炮兵士象全",
    "KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB",
  ];
  for (const word of words) {
    const longest = await shortest(() =>
      longestTask(page, async () => {
        await find.fill("");
        await find.pressSequentially(word);
        await page.waitForTimeout(300);
      }),
    );
    expect([word, longest <= MOST, longest]).toEqual([word, true, longest]);
  }
});

test("opening an endgame's page that would have to be built, and one with thousands below it", LONG, async () => {
  const { page } = await visit("?view=endgames");
  const find = page.getByRole("searchbox");
  for (const name of ["KRCKR", "KRNCPKAABB"]) {
    const longest = await shortest(() =>
      longestTask(page, async () => {
        await find.waitFor();
        await find.fill(name);
        await page.locator(".missing h3 a").click();
        await page.locator("h2 .endgame-name").waitFor();
        await page.waitForTimeout(1000);
        await page.goBack();
      }),
    );
    expect([name, longest <= MOST, longest]).toEqual([name, true, longest]);
  }
});

test("building chariot against horse in the page", LONG, async () => {
  const longest = await shortest(async () => {
    const { page } = await open("4k4/9/9/9/9/9/9/9/1n7/R2K5 w"); // a browser of its own: nothing is built yet
    const build = page.getByRole("button", { name: "Build it in this browser" });
    await build.waitFor();
    return longestTask(page, async () => {
      await build.click();
      await page.locator(".move").first().waitFor({ timeout: 120_000 });
    });
  });
  expect(longest).toBeLessThanOrEqual(MOST);
});

test("playing a match, the reading of its tables included", LONG, async () => {
  const longest = await shortest(async () => {
    const { page } = await visit("?view=play&fen=3k5/4a4/9/9/9/9/9/9/4R4/4K4_w"); // nothing is read yet
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator("square.move-dest, .match .value").first().waitFor();
    await page.waitForTimeout(1000); // what begins the match has ended
    return longestTask(page, async () => {
      await click(page, "e1");
      await click(page, "e2");
      await page.locator(".match-moves .ply").nth(1).waitFor(); // the answer
    });
  });
  expect(longest).toBeLessThanOrEqual(MOST);
});

test("asking an engine for its opinion, loading it included", LONG, async () => {
  for (const fen of [PASTED.at(-1)!, "3k5/9/9/9/9/9/9/4n4/1c2R4/4K4 w"]) {
    const longest = await shortest(async () => {
      const { page } = await open(fen); // a browser of its own: nothing of the engine is there yet
      await page.locator(".outside details").waitFor();
      await unfold(page);
      await page.locator(".engine").waitFor();
      return longestTask(page, async () => {
        await page.getByRole("button", { name: "Ask an engine" }).click();
        await page.getByText(/^Searched/).waitFor({ timeout: 120_000 });
      });
    });
    expect([fen, longest <= MOST, longest]).toEqual([fen, true, longest]);
  }
});
