import { expect, test } from "vitest";
import { click, drag, fenOf, picture, usePage, WON } from "./page.ts";

const { open, url } = usePage();

async function openSetup() {
  const { page } = await open(WON);
  await page.getByRole("tab", { name: "Set up" }).click();
  return page;
}

test.each([
  ["a FEN", "4k4/9/9/9/9/9/P8/9/9/3K5 w", "4k4/9/9/9/9/9/P8/9/9/3K5 w", "KPK"],
  ["Pai's code", "4K499999p8993k5", "4k4/9/9/9/9/9/P8/9/9/3K5 w", "KPK"],
  ["a link", "https://example.org/?fen=3k5/9/9/9/9/9/9/9/R8/4K4_b", "3k5/9/9/9/9/9/9/9/R8/4K4 b", "KRK"],
])("%s is opened by pasting it", async (_, text, fen, endgame) => {
  const page = await openSetup();
  await page.getByLabel("Paste a position").fill(text);
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".move").first().waitFor();
  expect(fenOf(page)).toBe(fen);
  await expect.poll(() => page.locator(".verdict .endgame-name").textContent()).toBe(endgame);
});

test("Pai's code with a colon shows the board from Black's side", async () => {
  const page = await openSetup();
  await page.getByLabel("Paste a position").fill("4K499999p8993k50:");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("Black to move").first().waitFor();
  await page.locator(".cg-wrap.orientation-black").waitFor();
});

test.each([
  ["nonsense/", "This is no position: malformed FEN: the board has 2 ranks instead of 10"],
  ["4k4/9/9/9/9/9/9/9/9/4K4 w", "This position cannot occur: the kings on e0 and e9 face each other on an open file."],
  ["3kk4/9/9/9/9/9/9/9/9/4K4 w", "This position cannot occur: Black has 2 kings, at most 1 is possible."],
])("%s is refused in plain words", async (text, words) => {
  const page = await openSetup();
  await page.getByLabel("Paste a position").fill(text);
  await page.getByRole("button", { name: "Open" }).click();
  await expect.poll(() => page.locator("#paste-trouble").textContent()).toBe(words);
  expect(fenOf(page)).toBe(WON);
});

test("a link with an impossible position says what is wrong with it", async () => {
  const { page } = await open("3kk4/9/9/9/9/9/9/9/9/4K4 w");
  await expect.poll(() => page.getByRole("alert").first().textContent()).toContain("Black has 2 kings");
});

test("men are placed, removed and dragged, and the position is looked up", async () => {
  const page = await openSetup();
  await page.getByRole("button", { name: "Place: Red soldier" }).click();
  await click(page, "e6");
  await click(page, "e4");
  await click(page, "e4"); // off again
  await page.getByRole("button", { name: "Remove" }).click();
  await click(page, "e1");
  await picture(page, "setting-up");
  await page.getByRole("button", { name: "Drag" }).click();
  await drag(page, "e0", "e1");
  await page.getByRole("radio", { name: "Black" }).check();
  await page.getByRole("button", { name: "Look it up" }).click();
  await page.locator(".move").first().waitFor();
  expect(fenOf(page)).toBe("3k5/4a4/9/4P4/9/9/9/9/4K4/9 b");
});

test("a man dragged off the board is gone", async () => {
  const page = await openSetup();
  const board = (await page.locator("cg-board").boundingBox())!;
  await page.mouse.move(board.x + board.width * 0.5, board.y + board.height * 0.15);
  await page.mouse.down();
  await page.mouse.move(board.x + board.width + 150, board.y + 200, { steps: 5 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Look it up" }).click();
  await page.locator(".move").first().waitFor();
  expect(fenOf(page)).toBe("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
});

test("an impossible set-up says what is wrong and cannot be looked up", async () => {
  const page = await openSetup();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => page.locator(".palette .complaint").textContent()).toContain("Red has no king");
  expect(await page.getByRole("button", { name: "Look it up" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(fenOf(page)).toBe(WON);
});

test("the link to the position can be copied", async () => {
  const page = await openSetup();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${url()}?fen=${WON.replaceAll(" ", "_")}`);
});
