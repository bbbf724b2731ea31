/** What somebody new to the page looks for is in sight when it is looked for, by mouse and by touch. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { LONG, testEach } from "../long.ts";
import { fenOf, picture, press, usePage, WON } from "./page.ts";
import { addressAt, HANDS } from "./views.ts";

const { visit, url } = usePage();

/** Chariot and soldier against chariot and advisor, which depends on the position; the prover finds no draw. */
const DRAWN_OR_WON = "3ak4/9/3P5/9/1r7/7R1/9/9/9/3K5_w";

/** Whether somebody sees it without scrolling: it is in the window, and nothing lies over its middle. */
const isSeen = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && element.contains(hit);
  });

testEach(0, HANDS)("a typical position opens with its verdict: %s", async (_name, options) => {
  const { page, errors } = await visit(`?fen=${DRAWN_OR_WON}`, options);
  const typical = page.locator(".typical button");
  await typical.first().waitFor();
  const fen = fenOf(page);
  await press(page, typical.filter({ hasText: "Red to move draws" }));
  await expect.poll(() => fenOf(page)).not.toBe(fen);
  const verdict = page.locator(".verdict");
  await expect.poll(() => verdict.locator(".value").innerText()).toBe("Draw");
  await expect.poll(() => isSeen(verdict.locator(".value"))).toBe(true);
  await expect.poll(() => page.locator(".known .shares").count()).toBe(2);
  expect(errors).toEqual([]);
});

testEach(0, HANDS)("a study that is chosen far down the list is seen with its task: %s", async (_name, options) => {
  const { page } = await visit("?view=studies", options);
  const last = page.locator(".studies .list button").nth(60);
  await press(page, last);
  await expect.poll(() => new URL(page.url()).searchParams.has("topic")).toBe(true);
  await expect.poll(() => isSeen(page.locator("#task"))).toBe(true);
});

testEach(0, HANDS)("a game that was opened is seen from its beginning: %s", async (name, options) => {
  const { page } = await visit(`?fen=${WON.replaceAll(" ", "_")}`, options);
  await page.locator(".move").first().waitFor();
  await press(page, page.getByRole("button", { name: "Open a game" }));
  const dialog = page.locator("dialog[open]");
  await dialog.locator("textarea").fill("3k5/4a4/9/9/9/9/9/9/R8/4K4 w R9+1 A5+4 R9+7 no");
  await press(page, dialog.getByRole("button", { name: "Open", exact: true }));
  await page.getByText("Not all of it was understood").waitFor();
  await expect.poll(() => isSeen(page.getByText("Not all of it was understood"))).toBe(true);
  await picture(page, `opened-${name.replaceAll(" ", "-")}`);
});

testEach(0, HANDS)("a position that is set up can be looked up without scrolling: %s", async (_name, options) => {
  const { page } = await visit(addressAt("editor", WON), options);
  const lookUp = page.getByRole("button", { name: "Look it up" });
  await lookUp.waitFor();
  await expect.poll(() => isSeen(lookUp)).toBe(true);
  await press(page, lookUp);
  await page.locator(".move").first().waitFor();
});

/** Views with a board, and what is shown in them last. */
const BESIDE_BOARDS = [
  [`?fen=${WON.replaceAll(" ", "_")}`, ".move"],
  [`?fen=${DRAWN_OR_WON}`, ".known .typical"],
  [addressAt("play", WON), ".card-section .primary"],
  ["?view=studies", ".studies .list button"],
  ["?view=course", ".course .list a"],
  [addressAt("editor", WON), "#paste"],
  ["?view=rules", ".clause"],
] as const;

testEach(0, HANDS.slice(1))(
  "the board stays in sight while somebody goes through a view by keyboard, and never lies over where they are: %s",
  async (_name, options) => {
    const { page } = await visit("", options);
    for (const [address, shown] of BESIDE_BOARDS) {
      await page.goto(url() + address);
      await page.locator(shown).first().waitFor();
      const stops = page
        .locator(".right :is(a, button:enabled, input, select, textarea, summary)")
        .filter({ visible: true });
      await stops.first().focus();
      for (const at of [0.5, 1]) {
        await stops.nth(Math.round(at * ((await stops.count()) - 2))).focus();
        await page.keyboard.press("Tab");
        const seen = async () => {
          const board = (await page.locator(".surface").boundingBox())!;
          const isInSight = board.y >= -1 && board.y + board.height <= page.viewportSize()!.height;
          return [address, at, isInSight, await isSeen(page.locator(":focus"))];
        };
        await expect.poll(seen).toEqual([address, at, true, true]); // it scrolls, and answers arrive
      }
    }
  },
);

test(
  "the examples come first where rules differ, and their verdicts at once, whatever the tables say",
  LONG,
  async () => {
    const { page } = await visit("?view=compared");
    await page.locator(".compared tbody tr").first().waitFor();
    const [example, row] = [page.locator(".examples li").first(), page.locator(".compared tbody tr").first()];
    expect((await example.boundingBox())!.y).toBeLessThan((await row.boundingBox())!.y);
    await expect.poll(() => page.locator("nav.views [aria-current]").innerText()).toBe("Rules");
    await example.locator('a[href*="rules=chinese"]').click();
    await expect.poll(() => page.locator(".verdict .value").innerText()).toMatch(/^Red wins: Black may not/);
    expect(page.url()).toContain("rules=chinese");
  },
);

test("lessons are found again among the studies", LONG, async () => {
  const { page } = await visit(`?fen=${WON.replaceAll(" ", "_")}`);
  await page.locator(".move").first().waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Add to the lesson" }).click();
  await page.getByRole("button", { name: "Open the lesson" }).click();
  await page.getByRole("heading", { name: "Lesson" }).waitFor();
  await page.goto(`${url()}?view=studies`);
  await page.getByRole("link", { name: "My lessons" }).click();
  await page.getByRole("heading", { name: "Lesson" }).waitFor();
  await expect.poll(() => page.locator("nav.views [aria-current]").innerText()).toBe("Studies");
});

test("a link is copied from a dialog, also where the browser lets no page write to its clipboard", LONG, async () => {
  const { page, errors } = await visit(`?fen=${WON.replaceAll(" ", "_")}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".move").first().waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.evaluate(() => {
    const writeText = (): Promise<void> => Promise.reject(new DOMException("", "NotAllowedError"));
    Object.defineProperty(navigator.clipboard, "writeText", { value: writeText });
  });
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(WON.replaceAll(" ", "_"));
  expect(errors).toEqual([]);
});
