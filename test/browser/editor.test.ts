import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { click, drag, fenOf, manOn, picture, press, usePage, WON } from "./page.ts";
import { addressAt, HANDS, SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { visit, url } = usePage();

async function openEditor(): Promise<Page> {
  const { page } = await visit(addressAt("editor", WON));
  await page.getByLabel("FEN", { exact: true }).waitFor();
  return page;
}

const codeIn = (page: Page) => page.getByRole("textbox", { name: "Pai's code" });
const fenIn = (page: Page) => page.getByLabel("FEN", { exact: true }).inputValue();

test("a FEN, Pai's code, links with either and a PGN tag are taken over by pasting them", LONG, async () => {
  const page = await openEditor();
  for (const [text, fen] of [
    ["4k4/9/9/9/9/9/P8/9/9/3K5 w", "4k4/9/9/9/9/9/P8/9/9/3K5 w"],
    ["4K499999p8993k50", "4k4/9/9/9/9/9/P8/9/9/3K5 b"],
    ["https://example.org/?fen=3k5/9/9/9/9/9/9/9/R8/4K4_b", "3k5/9/9/9/9/9/9/9/R8/4K4 b"],
    ["http://host/cgi-bin/endgame.cgi?4K499999p8993k5", "4k4/9/9/9/9/9/P8/9/9/3K5 w"],
    ['[FEN "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1"]', "3k5/9/9/9/9/9/9/9/R8/4K4 b"],
  ] as const) {
    await page.getByLabel("Paste a position").fill(text);
    await page.getByRole("button", { name: "Take it over" }).click();
    await expect.poll(() => fenIn(page)).toBe(fen);
  }
  await page.getByLabel("Paste a position").fill("4K499999p8993k50:");
  await page.getByRole("button", { name: "Take it over" }).click();
  await page.locator(".cg-wrap.orientation-black").waitFor();
  expect(await codeIn(page).inputValue()).toBe("4K499999p8993k50:");
  await page.getByRole("button", { name: "Look it up" }).click();
  await page.locator(".move").first().waitFor();
  expect(fenOf(page)).toBe("4k4/9/9/9/9/9/P8/9/9/3K5 b");
});

test("text that is no position is refused in plain words", LONG, async () => {
  const page = await openEditor();
  await page.getByLabel("Paste a position").fill("nonsense/");
  await page.getByRole("button", { name: "Take it over" }).click();
  await expect
    .poll(() => page.locator("#paste-trouble").innerText())
    .toBe("This is no position: the board has 2 ranks instead of 10.");
  expect(await fenIn(page)).toBe(WON);
});

test("a link with an impossible position says what is wrong with it", LONG, async () => {
  const { page } = await visit("?fen=3kk4/9/9/9/9/9/9/9/9/4K4_w");
  await expect.poll(() => page.getByRole("alert").first().textContent()).toContain("Black has 2 kings");
});

testEach(1, SETTINGS)("men are placed, removed and dragged: $name", async ({ name, options, english }) => {
  const { page, errors } = await visit(addressAt("editor", WON), options);
  const choose = (en: string, zh: string) =>
    press(page, page.getByRole("button", { name: english ? en : zh, exact: true }));
  await choose("Place: Red soldier", "放置红方兵");
  await click(page, "e6");
  await click(page, "e4");
  await click(page, "e4"); // off again
  await choose("Remove", "拿掉");
  await click(page, "e1");
  await picture(page, `editor-${name}`);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  await choose("Drag", "拖动");
  await drag(page, "e0", "e1");
  await page.getByRole("radio", { name: english ? "Black" : "黑方" }).check();
  await choose("Look it up", "查询");
  await page.locator(".move").first().waitFor();
  expect(fenOf(page)).toBe("3k5/4a4/9/4P4/9/9/9/9/4K4/9 b");
  expect(errors).toEqual([]);
});

const place = (page: Page, man: string) => page.getByRole("button", { name: `Place: ${man}`, exact: true });

testEach(0, HANDS)(
  "on an empty board every man stands where it was put, and a scroll puts none: %s",
  async (hand, options) => {
    const { page } = await visit(addressAt("editor", WON), options);
    await press(page, page.getByRole("button", { name: "Clear" }));
    for (const [man, ...squares] of [
      ["Red king", "e0"],
      ["Black king", "d9"],
      ["Red soldier", "a6", "i6", "d6", "e6"], // beside one another as well
    ] as const) {
      await press(page, place(page, man));
      const drawn = await place(page, man).evaluate((each) => getComputedStyle(each).backgroundImage);
      expect([man, drawn.slice(0, 9)]).toEqual([man, 'url("data']); // it is seen while it is chosen
      for (const square of squares) await click(page, square);
    }
    await expect.poll(() => fenIn(page)).toBe("3k5/9/9/P2PP3P/9/9/9/9/9/4K4 w");
    if (hand === "a mouse") return;
    await drag(page, "f4", "f7");
    expect(await fenIn(page)).toBe("3k5/9/9/P2PP3P/9/9/9/9/9/4K4 w");
  },
);

testEach(0, HANDS)("a man dragged off the board is gone, and undo brings it back: %s", async (_, options) => {
  const { page } = await visit(addressAt("editor", WON), options);
  await page.getByLabel("FEN", { exact: true }).waitFor();
  const board = (await page.locator("cg-board").boundingBox())!;
  const { width, height } = page.viewportSize()!;
  const beside = board.x + board.width + 60 < width;
  await drag(
    page,
    "e8",
    beside
      ? [board.x + board.width + 50, board.y + 200]
      : [width / 2, Math.min(height - 80, board.y + board.height + 60)],
  );
  await expect.poll(() => fenIn(page)).toBe("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
  await press(page, page.getByRole("button", { name: "Undo" }));
  await expect.poll(() => fenIn(page)).toBe(WON);
  expect(await manOn(page, "e8")).toBe("Black advisor");
});

test(
  "what was set up survives other views and a reload, until it is given up; undo brings it back even then",
  LONG,
  async () => {
    const { page, errors } = await visit(addressAt("editor", WON), HANDS[1][1]);
    const draft = "9/4a4/9/P8/9/9/9/9/4R4/4K4 w"; // no position of a game yet
    await press(page, page.getByRole("button", { name: "Remove", exact: true }));
    await click(page, "d9");
    await press(page, place(page, "Red soldier"));
    await click(page, "a6");
    await expect.poll(() => fenIn(page)).toBe(draft);
    for (const view of ["Rules", "Studies"]) {
      await press(page, page.getByRole("link", { name: view, exact: true }));
      await page.locator(".editor").waitFor({ state: "detached" });
      await press(page, page.getByRole("link", { name: "Set up" }));
      await expect.poll(() => fenIn(page)).toBe(draft);
    }
    await page.reload();
    await expect.poll(() => fenIn(page)).toBe(draft);
    await press(page, page.getByRole("link", { name: "Rules", exact: true }));
    await page.reload();
    await press(page, page.getByRole("link", { name: "Set up" }));
    await expect.poll(() => fenIn(page)).toBe(draft);
    await press(page, page.getByRole("button", { name: "Cancel" }));
    await press(page, page.getByRole("link", { name: "Set up" }));
    await expect.poll(() => fenIn(page)).toBe(WON);
    await press(page, page.getByRole("button", { name: "Undo" }));
    await expect.poll(() => fenIn(page)).toBe(draft);
    expect(errors).toEqual([]);
  },
);

test("another position on the board begins another draft, and undo leads back to the first", LONG, async () => {
  const page = await openEditor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("link", { name: "Explorer" }).click();
  await page.getByRole("button", { name: /^R5=6/ }).click();
  await page.getByRole("link", { name: "Set up" }).click();
  await expect.poll(() => fenIn(page)).toBe("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
  await page.getByText("Undo brings back what was set up before.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => fenIn(page)).toBe("9/9/9/9/9/9/9/9/9/9 w");
});

test("the position is mirrored, its colours are exchanged, the board is turned", LONG, async () => {
  const page = await openEditor();
  await page.getByRole("button", { name: "Mirror" }).click();
  await expect.poll(() => fenIn(page)).toBe("5k3/4a4/9/9/9/9/9/9/4R4/4K4 w");
  await page.getByRole("button", { name: "Swap colours" }).click();
  await expect.poll(() => fenIn(page)).toBe("4k4/4r4/9/9/9/9/9/9/4A4/5K3 b");
  await page.getByRole("button", { name: "Flip the board" }).click();
  await page.locator(".cg-wrap.orientation-black").waitFor();
  expect(await fenIn(page)).toBe("4k4/4r4/9/9/9/9/9/9/4A4/5K3 b");
});

testEach(0, SETTINGS)("every man that is wrong is marked on the board: $name", async ({ name, options, english }) => {
  const { page } = await visit(addressAt("editor", WON), options);
  await page.getByLabel("FEN", { exact: true }).fill("3k5/4a4/1b7/9/9/9/9/9/9/R2K4A w");
  const told = page.locator(".problems li");
  await expect.poll(() => told.count()).toBe(3);
  const squares = await told.evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.square));
  expect(squares).toEqual(["i0", "b7", "d9"]); // and the kings face each other
  if (english)
    expect((await told.allInnerTexts()).join(" ")).toContain("Red's advisor can never stand on file 1 rank 1");
  await expect.poll(() => page.locator(".cg-custom-svgs g, .cg-shapes circle").count()).toBeGreaterThanOrEqual(3);
  await page.locator(".problems").scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, `editor-wrong-${name}`);
  expect(await page.getByRole("button", { name: english ? "Look it up" : "查询", exact: true }).isDisabled()).toBe(
    true,
  );
  expect(await seriousFindings(page)).toEqual([]);
});

test("an empty board lacks its kings", LONG, async () => {
  const page = await openEditor();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => page.locator(".problems").innerText()).toContain("Red has no king");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(fenOf(page)).toBe(WON);
});

testEach(0, HANDS)("spare men are dragged onto the board, also when it is empty: %s", async (_, options) => {
  const { page, errors } = await visit(addressAt("editor", WON), options);
  await press(page, page.getByRole("button", { name: "Clear" }));
  const pull = async (man: string, square: string) => {
    const box = (await place(page, man).boundingBox())!;
    await drag(page, [box.x + box.width / 2, box.y + box.height / 2], square);
  };
  await pull("Red king", "e0");
  await pull("Black king", "d9");
  await pull("Red chariot", "d9"); // in the place of another man
  await expect.poll(() => fenIn(page)).toBe("3R5/9/9/9/9/9/9/9/9/4K4 w");
  expect(await page.getByRole("button", { name: "Drag", exact: true }).getAttribute("aria-pressed")).toBe("true");
  expect(errors).toEqual([]);
});

test(
  "moves behind a pasted position are a game, which is opened at its start; what is no move is said",
  LONG,
  async () => {
    const page = await openEditor();
    await page.getByLabel("Paste a position").fill(`position fen ${WON} moves e1e2 e8f9 e2d2 d9d9`);
    await page.getByRole("button", { name: "Take it over" }).click();
    await page.getByText('as far as "d9d9"').waitFor();
    expect(fenOf(page)).toBe(WON);
    await page.locator("body").press("End");
    await page.locator("body").press("ArrowRight");
    await expect.poll(() => fenOf(page)).toBe("3k5/4a4/9/9/9/9/9/4R4/9/4K4 b");
  },
);

test("FEN and Pai's code follow the board, and the board follows them", LONG, async () => {
  const page = await openEditor();
  expect(await codeIn(page).inputValue()).toBe("3K54B49999994r44k4");
  await codeIn(page).fill("4K499999p8993k50");
  await expect.poll(() => fenIn(page)).toBe("4k4/9/9/9/9/9/P8/9/9/3K5 b");
  expect(await manOn(page, "a3")).toBe("Red soldier");
});

test("the link to the position can be copied, also where the page has no clipboard", LONG, async () => {
  const page = await openEditor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const label of ["Link", "FEN"]) {
    const hide = label === "FEN"; // as in a page that is not secure
    if (hide)
      await page.evaluate(() =>
        Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }),
      );
    await page.getByRole("button", { name: `Copy: ${label}` }).click();
    await page
      .getByRole("button", { name: `Copy: ${label}` })
      .getByText("✓")
      .waitFor();
    if (hide) await page.evaluate(() => Reflect.deleteProperty(navigator, "clipboard"));
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(label === "FEN" ? WON : `${url()}?fen=${WON.replaceAll(" ", "_")}&rules=asian`);
  }
});

test("the position set up can be played at once", LONG, async () => {
  const page = await openEditor();
  await page.getByRole("button", { name: "Mirror" }).click();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText("You play Red.").waitFor();
  expect(fenOf(page)).toBe("5k3/4a4/9/9/9/9/9/9/4R4/4K4 w");
});
