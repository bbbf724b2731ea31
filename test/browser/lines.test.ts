import { expect, test } from "vitest";
import { bytesOf, fenOf, MISSING, picture, usePage, WON, WON_BY_RULE } from "./page.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open } = usePage();

testEach(0, [
  [
    "en",
    { width: 1280, height: 800 },
    "The position has occurred three times. Black loses: it checks on every move, while Red does not.",
  ],
  ["zh-CN", { width: 390, height: 800 }, "同一局面出现了三次。黑方负：黑方长将，红方没有。"],
])("in %s a line of checks plays by itself until it is adjudicated", async (locale, viewport, verdict) => {
  const { page, errors } = await open(WON_BY_RULE, { locale, viewport });
  await page.evaluate(() => localStorage.setItem("canju.speed", "4"));
  await page.reload();
  await page.locator(".move").first().waitFor();
  await page.locator("body").press("p");
  await expect.poll(() => page.locator(".line-end").textContent()).toBe(verdict);
  await expect.poll(() => page.locator("[data-announcer]").textContent()).toContain(verdict);
  await picture(page, `line-adjudicated-${locale}`);
  expect(errors).toEqual([]);
});

test("a line is paused, stepped through, and goes on across a capture to mate", LONG, async () => {
  const { page } = await open("9/3k5/2N6/9/4p4/9/9/4K4/9/9 w");
  const asked: string[] = [];
  // What is asked for arrows and for the suggested move says how many plies it wants.
  page.on("request", (request) => /\/line\?(?!.*plies=)/.test(request.url()) && asked.push(request.url()));
  expect(await page.locator(".line-controls").count()).toBe(0); // there is no line yet
  await page.locator(".actions").getByRole("button", { name: "Play the line" }).click();
  await page.getByLabel("Moves in a second").selectOption("4");
  const button = page.locator(".actions [aria-keyshortcuts=p]");
  await expect.poll(() => page.locator(".line-moves [aria-current]").textContent()).toMatch(/^\d+\. |^[A-Z]/);
  await button.click();
  expect(await button.getAttribute("aria-pressed")).toBe("false");
  const shown = fenOf(page);
  await page.getByRole("button", { name: "Redo" }).click();
  expect(fenOf(page)).not.toBe(shown);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(fenOf(page)).toBe(shown);
  await button.click();
  await page.waitForURL((url) => url.searchParams.get("fen")!.replaceAll("_", " ") !== shown);
  await button.click();
  expect(asked).toHaveLength(1); // it went on, rather than begin anew
  const moves = page.locator(".line-moves button");
  expect(await moves.count()).toBeGreaterThan(30); // to conversion it is 23 plies: the mate is in the next endgame
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => page.locator(".line-end").textContent()).toMatch(/^(Checkmate|Stalemate): Red has won$/);
  await expect.poll(() => page.locator(".verdict .endgame-name").textContent()).toBe("KNK");
  await picture(page, "line-mate");
});

test("suggested moves alone force the perpetual that is forbidden", LONG, async () => {
  const { page } = await open(WON_BY_RULE);
  const end = page.locator(".line-end");
  for (let plies = 0; plies < 30 && (await end.count()) === 0; plies++) {
    const before = page.url();
    await page.locator("body").press(" ");
    await page.waitForURL((url) => url.href !== before);
  }
  await expect.poll(() => end.textContent()).toContain("Black loses: it checks on every move");
});

test("another move than the line's stops it", LONG, async () => {
  const { page } = await open("9/3k5/2N6/9/4p4/9/9/4K4/9/9 w");
  await page.locator("body").press("p");
  await page.locator(".line-moves").waitFor();
  await page.locator("body").press("ArrowLeft");
  await page.locator(".move:not(.suggested)").last().click();
  await expect.poll(() => page.locator(".line-moves .variation button").count()).toBe(1);
  await expect.poll(() => page.locator(".actions [aria-keyshortcuts=p]").getAttribute("aria-pressed")).toBe("false");
});

test("a random defence lasts as long", LONG, async () => {
  const { page } = await open("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
  const choice = page.getByLabel("The losing side");
  for (const defence of ["first", "random"]) {
    await page.locator("body").press("p");
    await choice.selectOption(defence);
    await page.locator("body").press("p");
    await page.getByRole("button", { name: "To the end" }).click();
    await expect.poll(() => page.locator(".line-end").textContent()).toMatch(/Red has won/);
    await page.locator(".line-moves button").first().click();
  }
});

test("a line is taken away as text and as a link that opens it", LONG, async () => {
  const { page } = await open(WON_BY_RULE);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("body").press("p");
  await page.getByRole("button", { name: "Copy as text" }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^KRKN\nFEN 4k4\/9\/9\/9\/9\/9\/9\/9\/1n7\/R2K5 w\nhttp.*\n\n1\. K6\+1 {2}N2-3\n/);
  expect(text).toMatch(/\n5\. K6-1\n\nThe position .* Black loses: .*\.\n$/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await bytesOf(download)).toString()).toBe(text);
  await page.getByRole("button", { name: "Copy link to the game" }).click();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await page.locator(".line-moves").waitFor();
  expect(await page.locator(".line-moves button").count()).toBe(10);
  expect(fenOf(page)).toBe(WON_BY_RULE);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByText("Black loses: it checks on every move").first().waitFor();
});

test(
  "where there is no answer there is no line to play, by button or by key; one that was played is played again",
  LONG,
  async () => {
    const { page, errors } = await open(MISSING);
    const button = page.getByRole("button", { name: "Play the line" });
    await page.locator(".unanswered").waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.locator("body").press("p");
    expect(await page.locator(".line .complaint").count()).toBe(0);
    await page.goto(page.url().replace(/fen=.*/, `fen=${WON_BY_RULE.replaceAll(" ", "_")}`));
    await page.locator("body").press("p");
    await page.getByLabel("Moves in a second").selectOption("4");
    await page.locator(".line-end").waitFor();
    await page.locator("body").press("p");
    await page.locator(".line-end").waitFor({ state: "detached" });
    expect(errors).toEqual([]);
  },
);

test("a link to a line with a move that is none opens what is before it", LONG, async () => {
  const { page } = await open(`${WON}&line=e1d1d9e9e9e8`);
  await page.locator(".line-moves").waitFor();
  expect(await page.locator(".line-moves button").count()).toBe(3);
});
