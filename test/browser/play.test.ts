import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { click, fenOf, picture, press, usePage, WON } from "./page.ts";
import { addressAt, SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { visit } = usePage();

/** Chariot against a bare king, to be thrown away. */
const BARE = "3k5/9/9/9/9/9/9/9/4R4/5K3 w";

async function begin(page: Page, english = true): Promise<void> {
  await page.getByRole("button", { name: english ? "Start" : "开始", exact: true }).click();
  await page.locator(".match").waitFor();
}

/** Makes a move by two clicks, again where they came before the board had its new moves, and waits until it is on the board. */
async function move(page: Page, from: string, to: string, turned = false): Promise<void> {
  const before = fenOf(page);
  const targets = page.locator("square.move-dest").first();
  const isMade = async () => {
    await click(page, from, turned);
    await targets.waitFor({ timeout: 2000 }).catch(() => {});
    if (await targets.isVisible()) await click(page, to, turned);
    return page
      .waitForURL(() => fenOf(page) !== before, { timeout: 2000 })
      .then(
        () => true,
        () => false,
      );
  };
  await expect.poll(isMade).toBe(true);
}

/** The line that says what is going on. */
const state = (page: Page) => page.locator(".match .value").innerText();

testEach(1, SETTINGS.toReversed())(
  "a won position is won, and every move is scored: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await visit(addressAt("play", WON), options);
    await page.getByRole("button", { name: english ? "Start" : "开始", exact: true }).waitFor();
    await picture(page, `play-start-${name}`);
    expect(await seriousFindings(page)).toEqual([]);
    await begin(page, english);
    await expect.poll(() => state(page)).toBe(english ? "Your move." : "轮到你走。");
    await move(page, "e1", "e2");
    await expect
      .poll(() => state(page))
      .toMatch(english ? /^The table plays .* Your move\.$/ : /^残局库走.*轮到你走。$/);
    await picture(page, `play-${name}`);
    expect(await page.locator(".sign.inexact").count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    await page.getByRole("button", { name: english ? "Take back" : "悔棋" }).click();
    await expect.poll(() => state(page)).toBe(english ? "Your move." : "轮到你走。");
    await move(page, "e1", "e8");
    await expect.poll(() => state(page)).toBe(english ? "You have won" : "你胜了");
    const result = await page.locator(".result").innerText();
    expect(result).toContain(english ? "Stalemate: Red has won" : "困毙，红方胜");
    expect(result).toContain(english ? "1 of 2 moves perfect, 1 taken back" : "2 着中 1 着最佳，悔棋 1 次");
    await picture(page, `play-won-${name}`);
    expect(errors).toEqual([]);
  },
);

test("a match goes on after a reload, with its score", LONG, async () => {
  const { page, errors } = await visit(addressAt("play", WON));
  await begin(page);
  await expect.poll(() => state(page)).toBe("Your move.");
  await move(page, "e1", "e2");
  await expect.poll(() => state(page)).toMatch(/^The table plays .* Your move\.$/);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => state(page)).toBe("Your move.");
  await move(page, "e1", "e3");
  await expect.poll(() => state(page)).toMatch(/^The table plays .* Your move\.$/);
  const board = fenOf(page);
  await page.reload();
  await expect.poll(() => state(page)).toMatch(/^The table plays .* Your move\.$/);
  expect(fenOf(page)).toBe(board);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => fenOf(page)).toBe(WON);
  await move(page, "e1", "e8");
  await expect.poll(() => state(page)).toBe("You have won");
  expect(await page.locator(".result").innerText()).toContain("1 of 3 moves perfect, 2 taken back");
  expect(errors).toEqual([]);
});

test("values stay hidden until they are asked for", LONG, async () => {
  const { page } = await visit(addressAt("play", WON));
  await begin(page);
  await expect.poll(() => state(page)).toBe("Your move.");
  expect(await page.locator("main").innerText()).not.toMatch(/plies|wins/);
  await page.getByRole("button", { name: "Look up answers" }).click();
  await page.getByText("Red wins in 1 ply (1 move) to conversion").waitFor();
  await picture(page, "play-answers");
  await page.getByRole("button", { name: "Hide the answers" }).click();
  expect(await page.locator("main").innerText()).not.toMatch(/plies|wins/);
});

testEach(0, SETTINGS.toReversed())(
  "hints and answers are counted, once a position, and over a reload: $name",
  async (setting) => {
    const { options, english } = setting;
    const { page } = await visit(addressAt("play", WON), options);
    const button = (en: string, zh: string) => page.getByRole("button", { name: english ? en : zh, exact: true });
    const score = page.locator(".match-moves .count");
    await begin(page, english);
    await press(page, button("Hint", "提示"));
    await press(page, button("Show the move", "显示着法"));
    await press(page, button("Look up answers", "查看答案"));
    await move(page, "e1", "e2");
    await expect
      .poll(() => score.innerText())
      .toBe(english ? "0 of 1 move perfect, 1 hint" : "1 着中 0 着最佳，提示 1 次");
    await press(page, button("Look up answers", "查看答案"));
    await page.reload();
    await expect.poll(() => score.innerText()).toMatch(english ? /, 2 hints$/ : /，提示 2 次$/);
    await press(page, button("Take back", "悔棋"));
    await expect.poll(() => state(page)).toBe(english ? "Your move." : "轮到你走。");
    await move(page, "e1", "e8");
    await expect.poll(() => state(page)).toBe(english ? "You have won" : "你胜了");
    await press(page, button("Play it again", "再下一次"));
    await expect.poll(() => state(page)).toBe(english ? "Your move." : "轮到你走。");
    await move(page, "e1", "e8");
    await page.getByText(english ? "Not one mistake." : "没有一次失误。").waitFor();
    expect(await page.locator(".result .score").innerText()).toBe(english ? "1 of 1 move perfect" : "1 着中 1 着最佳");
  },
);

test("a hint shows the man, then the move", LONG, async () => {
  const { page } = await visit(addressAt("play", WON));
  await begin(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Look at the Red chariot on file 5 rank 2.").first().waitFor();
  await picture(page, "play-hint");
  await page.locator("body").press(" ");
  await page.getByText("The table would play R5+7.").first().waitFor();
  await page.locator(".cg-shapes g line").waitFor({ state: "attached" });
});

test("a move that throws the win away is noticed, with what was best", LONG, async () => {
  const { page } = await visit(addressAt("play", BARE));
  await begin(page);
  await move(page, "e1", "e9");
  await page
    .getByText("That throws the win away: now it is a draw. Best was R5+7, which wins in 1 ply, 1 move.")
    .first()
    .waitFor();
  await expect.poll(() => state(page)).toBe("A draw");
  expect(await page.locator(".result").innerText()).toContain("Draw: nobody has an attacking man left.");
  await picture(page, "play-thrown-away");
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => state(page)).toBe("Your move.");
  expect(fenOf(page)).toBe(BARE);
});

testEach(0, SETTINGS.toReversed())(
  "perpetual check is judged as it happens, in words: $name",
  async ({ name, options, english }) => {
    const { page } = await visit(addressAt("play", "4k4/9/9/9/9/9/9/9/1n1K5/R8 b"), options);
    await begin(page, english);
    await page.locator(".cg-wrap.orientation-black").waitFor();
    for (const [from, to] of [
      ["b1", "c3"],
      ["c3", "b1"],
      ["b1", "c3"],
      ["c3", "b1"],
    ] as const) {
      await expect.poll(() => fenOf(page)).toMatch(/ b$/);
      await expect.poll(() => state(page)).toMatch(english ? /Your move\.$/ : /轮到你走。$/);
      await move(page, from, to, true);
    }
    await expect.poll(() => state(page)).toBe(english ? "You have lost" : "你负了");
    await expect
      .poll(() => page.locator(".result p").first().innerText())
      .toBe(
        english
          ? "The position has occurred three times. Black loses: it checks on every move, while Red does not."
          : "同一局面出现了三次。黑方负：黑方长将，红方没有。",
      );
    await picture(page, `play-judged-${name}`);
  },
);

/** Plays the first of the answers as long as the match goes on. */
async function followAnswers(page: Page): Promise<void> {
  const answers = page.locator(".answers .move");
  const isOver = async (): Promise<boolean> => (await page.locator(".result").count()) > 0;
  /** Asked again where the reply, or the end of the match, came in between. */
  const isAnswered = async (): Promise<boolean> => {
    if ((await isOver()) || (await answers.count()) > 0) return true;
    const ask = page.getByRole("button", { name: "Look up answers", disabled: false });
    if ((await ask.count()) > 0) await ask.click({ timeout: 1000 }).catch(() => {});
    return false;
  };
  for (let count = 0; count < 60; count++) {
    await expect.poll(isAnswered, { interval: 300, timeout: 30_000 }).toBe(true);
    if (await isOver()) return;
    const before = page.url();
    await answers
      .first()
      .click({ timeout: 1000 })
      .catch(() => {});
    await expect
      .poll(async () => page.url() !== before || (await isOver()) || (await answers.count()) === 0)
      .toBe(true);
  }
}

test("a challenge is won with nothing but best moves", LONG, async () => {
  const { page, errors } = await visit("?view=play&topic=KRKN");
  await page.getByRole("button", { name: "Draw a position" }).click();
  await page.getByText("Red to move wins. Show how.").waitFor();
  await picture(page, "play-challenge");
  await followAnswers(page);
  await expect.poll(() => state(page)).toBe("You have won");
  const score = await page.locator(".result .score").innerText();
  const [, perfect, all, helped] = /^(\d+) of (\d+) moves? perfect, (\d+) hints?$/.exec(score)!;
  expect([perfect, helped]).toEqual([all, all]);
  expect(await page.getByText("Not one mistake.").count()).toBe(0); // every answer was looked up
  expect(Number(all)).toBeGreaterThanOrEqual(3);
  await page.getByRole("button", { name: "Another position" }).click();
  await expect.poll(() => state(page)).toBe("Your move.");
  expect(errors).toEqual([]);
});

test("a draw is held against a table that tries everything", LONG, async () => {
  const { page } = await visit("?view=play&topic=KNKP");
  await page.getByRole("radio", { name: "Hold the draw" }).check();
  await page.getByRole("button", { name: "Draw a position" }).click();
  await page.getByText("Red to move holds the draw. Show how.").waitFor();
  await followAnswers(page);
  await expect.poll(() => state(page)).toMatch(/^(Held|You have won)$/);
  await picture(page, "play-held");
});

test("an endgame without a table offers to build it", LONG, async () => {
  const { page } = await visit(addressAt("play", "3k5/4a4/9/9/9/9/9/9/4RR3/4K4 w"));
  await page.getByText("Two chariots against advisor: no table of it has been built").waitFor();
  await page
    .getByRole("button", { name: /^Build/ })
    .first()
    .waitFor();
});

test("a match that lost the server goes on when it is back", LONG, async () => {
  const { page } = await visit(addressAt("play", WON));
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  await page.route("**/tables/**", (route) => route.abort());
  await begin(page);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute("**/tables/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => state(page)).toBe("Your move.");
});
