import { expect, test, vi } from "vitest";
import { ALL_VIEWS } from "../../web/state/page.ts";
import { findings } from "./axe.ts";
import { fenOf, MISSING, picture, unfold, usePage, WON, WON_BY_RULE } from "./page.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";
import { addressAt } from "./views.ts";

const { open, url } = usePage();

/** Axe looks at every view of a page. */
vi.setConfig({ testTimeout: 180_000 });

testEach(0, [
  ["light", "en", 1280, {}],
  ["dark", "vi", 360, {}],
  ["light", "zh-CN", 360, { contrast: "more" }],
  ["dark", "zh-TW", 1280, { forcedColors: "active" }],
] as const)("axe finds nothing on any view: %s, %s, %i wide, %j", async (colorScheme, locale, width, contrast) => {
  const options = { colorScheme, locale, viewport: { width, height: 800 }, ...contrast };
  const { page } = await open(WON_BY_RULE, options);
  await page.locator("#explanation-title").waitFor();
  await page.locator("body").press("p");
  await page.locator(".line-moves").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.locator("body").press("?");
  await page.locator("dialog").waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  for (const view of ALL_VIEWS.slice(1)) {
    if (view === "lesson") await page.goto(`${url()}?view=lesson`); // the sheet for sharing leads there
    else await page.locator(`a[href*="view=${view}"]`).first().click();
    await page.locator("#panel .patience, #panel:empty").waitFor({ state: "detached" });
    await page.locator("#panel > *").first().waitFor();
    expect([view, await findings(page)]).toEqual([view, []]);
    await picture(page, `${view}-${locale}`);
  }
  await page.goto(url() + addressAt("play", WON_BY_RULE));
  await page.locator(".card-section .primary").first().click();
  await page.locator("#match-moves").waitFor();
  expect(await findings(page)).toEqual([]);
});

test("axe finds nothing where the table is missing, on a phone, in Chinese", LONG, async () => {
  const { page } = await open(MISSING, { viewport: { width: 390, height: 800 }, locale: "zh-CN" });
  await page.locator(".outside details").waitFor();
  await unfold(page);
  await page.locator(".guess").first().waitFor();
  expect(await findings(page)).toEqual([]);
});

test("a move can be made with the keyboard alone, on the grid of named squares", async () => {
  const { page } = await open(WON);
  const grid = page.getByRole("grid", { name: "Board" });
  await grid.getByRole("button", { name: "file 5 rank 1, Red king" }).focus();
  await page.keyboard.press("ArrowUp");
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("file 5 rank 2, Red chariot");
  await page.keyboard.press("Enter");
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("file 5 rank 2, Red chariot, picked up");
  await page.keyboard.press("ArrowLeft");
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("file 6 rank 2, empty, can go here: Winning");
  await picture(page, "keyboard");
  await page.keyboard.press("Enter");
  expect(fenOf(page)).toBe("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
  await grid.getByRole("button", { name: "file 6 rank 10, Black king" }).press("Enter");
  await grid.getByRole("button", { name: "file 5 rank 10, empty, can go here: Losing, best" }).waitFor();
});

test("by keyboard one goes from man to man, and to the field for moves", LONG, async () => {
  const { page } = await open(WON);
  await page.locator("body").press("/");
  await page.keyboard.type("R5=6");
  await page.keyboard.press("Enter");
  await expect.poll(() => fenOf(page)).toBe("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
  const focused = () => page.locator(":focus").getAttribute("aria-label");
  await page.getByRole("grid", { name: "Board" }).getByRole("button", { name: "file 5 rank 1, Red king" }).focus();
  const seen = [];
  for (const key of ["Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowRight"]) {
    await page.keyboard.press(key);
    seen.push(await focused());
  }
  expect(seen).toEqual([
    "file 6 rank 2, Red chariot",
    "file 5 rank 9, Black advisor",
    "file 6 rank 10, Black king",
    "file 6 rank 10, Black king",
    "file 5 rank 9, Black advisor",
  ]);
  await page.locator("body").press("f"); // the other way round, as it is seen
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await focused()).toBe("file 6 rank 2, Red chariot");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("on the board: to the man before, to the next man").waitFor();
});

test("in Chinese what is announced ends with Chinese stops", LONG, async () => {
  const { page } = await open(WON, { locale: "zh-CN" });
  const announcer = page.locator("[aria-live=polite]");
  await expect.poll(() => announcer.textContent()).toBe("轮到红方走。红方胜，1 步（1 回合）内得子或将死");
  await page.locator(".move", { hasText: "车五平六" }).click();
  await expect.poll(() => announcer.textContent()).toBe("走了车五平六。轮到黑方走。红方胜，4 步（2 回合）内得子或将死");
});

test("moves and values are announced", LONG, async () => {
  const { page } = await open(WON);
  const announcer = page.locator("[aria-live=polite]");
  await expect.poll(() => announcer.textContent()).toBe("Red to move. Red wins in 1 ply (1 move) to conversion");
  await page.getByRole("button", { name: /^R5=6/ }).click();
  await page.getByText("Played R5=6.").waitFor();
  await expect
    .poll(() => announcer.textContent())
    .toBe("Played R5=6. Black to move. Red wins in 4 plies (2 moves) to conversion");
});

test("a move is typed in any notation, and a wrong one is told", LONG, async () => {
  const { page } = await open(WON);
  const entry = page.getByLabel("Type a move in any notation");
  for (const text of ["R5=6", "e1d1", "E1-D1", "车五平六", "俥五平六"]) {
    await entry.fill(text);
    await entry.press("Enter");
    await expect.poll(() => fenOf(page)).toBe("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => fenOf(page)).toBe(WON);
  }
  await entry.fill("R5=5");
  await entry.press("Enter");
  await expect.poll(() => page.locator("#entry-trouble").textContent()).toBe("No legal move is written so.");
  expect(fenOf(page)).toBe(WON);
});

test("keys do what the help says", async () => {
  const { page } = await open(WON);
  const body = page.locator("body");
  await body.press("m");
  await expect.poll(() => fenOf(page)).toBe("5k3/4a4/9/9/9/9/9/9/4R4/4K4 w");
  await body.press("h");
  await expect.poll(() => page.locator(".verdict .value").textContent()).toBe("The values are hidden.");
  expect(await page.locator(".figure, .star, .move-group").count()).toBe(0);
  await body.press("h");
  await page.locator(".move-group").first().waitFor();
  await body.press("f");
  await page.locator(".cg-wrap.orientation-black").waitFor();
  await body.press(" ");
  await expect.poll(() => fenOf(page)).toBe("5k3/4R4/9/9/9/9/9/9/9/4K4 b");
  await body.press("ArrowLeft");
  await expect.poll(() => fenOf(page)).toBe("5k3/4a4/9/9/9/9/9/9/4R4/4K4 w");
  await body.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("play the suggested move").waitFor();
  await picture(page, "help");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await body.press("e");
  await page.locator('.views a[aria-current="page"]', { hasText: "Set up" }).waitFor();
  await page.locator(".editor").waitFor();
  await body.press("?");
  expect(await page.locator(".help dd").allTextContents()).toEqual([
    "Undo",
    "Mirror",
    "Swap colours",
    "Drag",
    "on the board: to the man before, to the next man",
    "turn the board round",
    "have the position read out",
    "this help",
  ]);
});

test("keys stay with the field that is typed into", LONG, async () => {
  const { page } = await open(WON);
  const field = page.getByLabel("Type a move in any notation");
  await field.pressSequentially("f f");
  expect(await field.inputValue()).toBe("f f");
  expect(await page.locator(".orientation-black").count()).toBe(0);
  expect(fenOf(page)).toBe(WON);
});
