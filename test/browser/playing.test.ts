import { expect, test } from "vitest";
import { click, drag, fenOf, manOn, picture, press, usePage, WON } from "./page.ts";
import { HANDS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open } = usePage();

const AFTER_CHECK = "3k5/4a4/9/9/9/9/9/9/3R5/4K4 b";
const AFTER_CAPTURE = "3k5/4R4/9/9/9/9/9/9/9/4K4 b";

testEach(1, HANDS)("two clicks play a move, and its values and address follow: %s", async (_, options) => {
  const { page, errors } = await open(WON, options);
  await click(page, "e1");
  await page.locator("square.move-dest").first().waitFor();
  await expect.poll(() => page.locator("square.move-dest").count()).toBe(15);
  await expect.poll(() => page.locator("square.move-dest.oc").count()).toBe(1);
  await picture(page, "picked-up");
  await click(page, "d1");
  await page.getByText("Black to move").first().waitFor();
  expect(fenOf(page)).toBe(AFTER_CHECK);
  await expect
    .poll(() => page.locator(".verdict .value").textContent())
    .toBe("Red wins in 4 plies (2 moves) to conversion");
  await page.locator("square.check").waitFor();
  await expect.poll(() => page.locator("square.last-move").count()).toBe(2);
  await picture(page, "check");
  expect(errors).toEqual([]);
});

testEach(1, HANDS)("dragging plays a move: %s", async (_, options) => {
  const { page } = await open(WON, options);
  await drag(page, "e1", "e8");
  await page.getByText("Stalemate: Red has won").first().waitFor();
  expect(fenOf(page)).toBe(AFTER_CAPTURE);
  expect(await manOn(page, "e8")).toBe("Red chariot");
});

testEach(0, HANDS)("a man dropped where it cannot go returns: %s", async (_, options) => {
  const { page } = await open(WON, options);
  await drag(page, "e1", "d5");
  expect(fenOf(page)).toBe(WON);
  await drag(page, "e8", "d7"); // not Black's turn
  expect(fenOf(page)).toBe(WON);
});

testEach(0, HANDS)("undo and redo walk over the moves, by button and by key: %s", async (_, options) => {
  const { page } = await open(WON, options);
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.isDisabled()).toBe(true);
  await click(page, "e1");
  await click(page, "d1");
  await press(page, undo);
  expect(fenOf(page)).toBe(WON);
  await press(page, page.getByRole("button", { name: "Redo" }));
  expect(fenOf(page)).toBe(AFTER_CHECK);
  await page.locator("body").press("ArrowLeft");
  expect(fenOf(page)).toBe(WON);
  await page.locator("body").press("ArrowRight");
  expect(fenOf(page)).toBe(AFTER_CHECK);
});

test("the suggested move is a best one, by button and by space", LONG, async () => {
  const { page } = await open(WON);
  await page.getByRole("button", { name: "Suggested move" }).click();
  await expect.poll(() => fenOf(page)).toBe(AFTER_CAPTURE);
  await expect.poll(() => page.getByRole("button", { name: "Suggested move" }).isDisabled()).toBe(true);
  const other = await open(WON);
  await other.page.locator("body").press(" ");
  await expect.poll(() => fenOf(other.page)).toBe(AFTER_CAPTURE);
});

test("suggested moves play a won endgame out, from one endgame into the next", LONG, async () => {
  const { page } = await open("9/3k5/2N6/9/4p4/9/9/4K4/9/9 w");
  await expect
    .poll(() => page.locator(".verdict .value").textContent())
    .toBe("Red wins in 23 plies (12 moves) to conversion");
  const suggest = page.getByRole("button", { name: "Suggested move" });
  for (let ply = 0; ply < 60; ply++) {
    await page.locator(".move, .hint").first().waitFor();
    if (await suggest.isDisabled()) break;
    const before = page.url();
    await suggest.click();
    await page.waitForURL((url) => url.href !== before);
  }
  await expect
    .poll(() => page.locator(".verdict .value").textContent())
    .toMatch(/^(Checkmate|Stalemate): Red has won$/);
  await expect.poll(() => page.locator(".verdict .endgame-name").textContent()).toBe("KNK");
  await picture(page, "played-out");
});

testEach(0, HANDS)(
  "a move of the list is played by clicking it, and a mouse at it draws an arrow: %s",
  async (hand, options) => {
    const { page } = await open(WON, options);
    const move = page.getByRole("button", { name: /^R5=6/ });
    if (hand === "a mouse") {
      await move.hover();
      await page.locator(".cg-shapes g line").waitFor({ state: "attached" });
    }
    await press(page, move);
    expect(fenOf(page)).toBe(AFTER_CHECK);
  },
);

test("the browser's back, forward and reload show the positions they belong to", LONG, async () => {
  const { page } = await open(WON);
  await click(page, "e1");
  await click(page, "d1");
  await page.getByText("Black to move").first().waitFor();
  await page.goBack();
  expect(await manOn(page, "e1")).toBe("Red chariot");
  await page.goForward();
  expect(await manOn(page, "d1")).toBe("Red chariot");
  await page.reload();
  await page.locator(".move").first().waitFor();
  expect(await manOn(page, "d1")).toBe("Red chariot");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(fenOf(page)).toBe(WON);
});

testEach(0, HANDS)(
  "f turns the board around, and moves are still played where they are seen: %s",
  async (_, options) => {
    const { page } = await open(WON, options);
    await page.locator("body").press("f");
    await click(page, "e1", true);
    await click(page, "d1", true);
    await page.getByText("Black to move").first().waitFor();
    expect(fenOf(page)).toBe(AFTER_CHECK);
    await picture(page, "flipped");
  },
);

test("the moves played are listed, and each shows its position", LONG, async () => {
  const { page } = await open(WON);
  await page.getByRole("button", { name: /^R5=6/ }).click();
  await page.getByRole("button", { name: /best K4=5/ }).click();
  const line = page.getByRole("navigation", { name: "Moves played" });
  expect(await line.getByRole("button").allTextContents()).toEqual(["○", "1. R5=6", "K4=5"]);
  await line.getByRole("button", { name: "1. R5=6" }).click();
  expect(fenOf(page)).toBe(AFTER_CHECK);
  await line.getByRole("button", { name: "To the start" }).click();
  expect(fenOf(page)).toBe(WON);
});
