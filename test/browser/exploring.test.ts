import { expect, test } from "vitest";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { legalMoves, moveFrom } from "../../src/xiangqi/moves.ts";
import { parseSquare } from "../../src/xiangqi/squares.ts";
import { click, fenOf, MISSING, openSettings, picture, pointOf, usePage, WON, WON_BY_RULE } from "./page.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, visit, url } = usePage();

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

test("every move stands in the group of its outcome, the best marked, with plies and moves", async () => {
  const { page } = await open("3k5/9/3a5/9/5P3/9/9/9/9/3K5 w");
  await expect
    .poll(() => page.locator(".verdict .value").textContent())
    .toMatch(/^Red wins in \d+ plies \(\d+ moves\) to conversion$/);
  const groups = await page.locator(".move-group h3").allTextContents();
  expect(groups.map((group) => group.split(" ")[0])).toEqual(["Winning", "Drawing"]);
  const winning = page.locator(".move-group.win .move");
  await expect.poll(() => winning.first().textContent()).toMatch(/★/);
  await expect.poll(() => winning.first().locator(".figure").textContent()).toMatch(/^\d+ plies · \d+ moves$/);
  await expect.poll(() => page.locator(".move-group.draw .move").first().textContent()).not.toMatch(/★/);
  await picture(page, "groups");
});

test("captures and checks carry marks with a meaning in words", LONG, async () => {
  const { page } = await open(WON);
  await expect.poll(() => page.getByRole("button", { name: /R5\+7 capture stalemate/ }).count()).toBe(1);
  await expect.poll(() => page.getByRole("button", { name: /R5=6 check/ }).count()).toBe(1);
});

testEach(1, ["zh-TW", "zh-CN", "en", "vi"])(
  "a server draws what the page shows, for those who have chosen nothing: %s",
  async (locale) => {
    const address = `?fen=${WON_BY_RULE.replaceAll(" ", "_")}`;
    const html = await (await fetch(url() + address, { headers: { "accept-language": locale } })).text();
    const { page } = await open(WON_BY_RULE, { locale });
    await expect.poll(() => page.locator("button.move").count()).toBeGreaterThan(0);
    const both = (): Promise<string[][][]> =>
      page.evaluate((sent) => {
        const told = (root: ParentNode) =>
          [".verdict .value", ".move-group h3", ".move .notation", ".move .figure"].map((part) =>
            Array.from(root.querySelectorAll(part), ({ textContent }) => textContent.replaceAll(/\s+/g, " ").trim()),
          );
        return [told(new DOMParser().parseFromString(sent, "text/html")), told(document)];
      }, html);
    const [drawn] = await both();
    await expect.poll(async () => (await both())[1]).toEqual(drawn);

    const before = await visit(address, { locale, javaScriptEnabled: false });
    expect(await before.page.locator(".first-view .verdict .value").isVisible()).toBe(true);
    expect(await before.page.locator(".first-view .board use").count()).toBe(4);

    await page.route("**/assets/*.js", () => {}); // they never come; this page's visitor has chosen something
    await page.reload({ waitUntil: "commit" });
    await page.locator(".first-view").waitFor({ state: "attached" });
    await page.locator(".first-view").waitFor({ state: "hidden" });
  },
);

testEach(1, ["zh-CN", "en", "vi"])("a value needs no file that the page does not name at once: %s", async (locale) => {
  const { page } = await visit("?view=guide", { locale });
  const address = `${url()}?fen=${WON.replaceAll(" ", "_")}`;
  const named = await (await fetch(address, { headers: { "accept-language": locale } })).text();
  const isNamed = (asked: URL) => asked.pathname === "/" || named.includes(asked.pathname);
  await page.route(
    (asked) => !isNamed(asked),
    () => {}, // it never comes
  );
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(".move").first().waitFor();
  expect(await page.locator(".verdict .value").innerText()).toMatch(/\d/);
});

test("the notation switch writes the same moves in another way", LONG, async () => {
  const { page } = await open(WON);
  const first = page.locator(".move .notation").first();
  await openSettings(page);
  for (const [choice, text] of [
    ["chinese", "车五进七"],
    ["iccs", "E1-E8"],
    ["uci", "e1e8"],
    ["wxf", "R5+7"],
  ] as const) {
    await page.getByTitle("Notation", { exact: true }).selectOption(choice);
    await expect.poll(() => first.textContent()).toBe(text);
  }
});

testEach(0, [
  ["zh-CN", "红方胜，1 步（1 回合）内得子或将死", "车五进七"],
  ["zh-TW", "紅方勝，1 步（1 回合）內得子或將死", "俥五進七"],
])("a browser that speaks %s gets the page in its language", async (locale, verdict, move) => {
  const { page } = await open(WON, { locale });
  await expect.poll(() => page.locator(".verdict .value").textContent()).toBe(verdict);
  await expect.poll(() => page.locator(".move .notation").first().textContent()).toBe(move);
  await picture(page, locale);
});

testEach(0, [
  ["en", "Red wins: Black may not go on checking (1 ply)", "1 ply · 1 move"],
  ["zh-CN", "红方胜：黑方不得长将（1 步）", "1 步 · 1 回合"],
  ["zh-TW", "紅方勝：黑方不得長將（1 步）", "1 步 · 1 回合"],
])("in %s a win by the rules is told with its reason and order", async (locale, verdict, figure) => {
  const { page } = await open(WON_BY_RULE, { locale });
  await expect.poll(() => page.locator(".verdict .value").textContent()).toBe(verdict);
  expect(await page.locator(".move-group.win .move .figure").allTextContents()).toEqual([figure]);
  await picture(page, `order-${locale}`);
});

test("the loser of a forbidden perpetual is told at once", LONG, async () => {
  const { page } = await open("4k4/9/9/9/9/9/9/9/1n1K5/R8 b");
  await expect.poll(() => page.locator(".verdict .value").textContent()).toBe("Red wins: Black may not go on checking");
  expect((await page.locator(".move-group h3").allTextContents()).map(plain)).toEqual([
    "Losing 1 because Black may not go on checking",
    "Losing 5 by mate or capture",
  ]);
});

test("the language switch is kept over a reload", LONG, async () => {
  const { page } = await open(WON);
  await openSettings(page);
  await page.getByLabel("Language").selectOption("zh-Hant");
  const views = page.locator(".views a");
  await expect.poll(() => views.first().textContent()).toBe("查詢");
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hant");
  await page.reload();
  await page.locator(".move").first().waitFor();
  await expect.poll(() => views.first().textContent()).toBe("查詢");
});

testEach(0, [
  ["en", { width: 1280, height: 800 }, "Winning 2 because Black may not go on checking", "Grouped", "Classic"],
  ["vi", { width: 390, height: 800 }, "Thắng 2 vì Đen không được chiếu mãi", "Theo nhóm", "Cổ điển"],
] as const)(
  "in %s groups say why, and Pai's list prints orders and values",
  async (locale, viewport, why, grouped, classic) => {
    const { page } = await open("4k4/9/9/9/9/9/2n6/9/3K5/R8 w", { locale, viewport });
    const heads = page.locator(".move-group h3");
    await expect.poll(async () => (await heads.allTextContents()).map(plain)).toContain(why);
    await expect.poll(() => page.locator(".move.suggested").count()).toBe(1);
    await picture(page, `why-${locale}`);
    await page.getByRole("button", { name: classic }).click();
    const printed = page.locator(".pai");
    await expect.poll(() => printed.first().textContent()).toBe("01-000* ");
    expect((await printed.allTextContents()).every((text) => /^\d\d-\d{3}[* ][c ]$/.test(text))).toBe(true);
    await picture(page, `classic-${locale}`);
    await page.getByRole("button", { name: grouped }).click();
    await heads.first().waitFor();
  },
);

test("Pai's list writes 255 for draws, c for captures and a star for the best", LONG, async () => {
  const { page } = await open("4k4/9/9/9/4p4/9/9/4N4/9/4K4 w");
  await page.getByRole("button", { name: "Classic" }).click();
  const printed = page.locator(".classic .move");
  await expect.poll(async () => (await printed.allTextContents()).join("|")).toMatch(/00-\d{3}\*/);
  await page.goto(page.url().replace(/fen=[^&]*/, "fen=4k4/9/9/9/9/9/9/3p5/4A4/3K5_w"));
  await expect.poll(async () => (await printed.allTextContents()).join("|")).toContain("00-255*c");
});

test("a move that chases says whom, and the board shows its arrow", LONG, async () => {
  const { page } = await open("5k3/9/9/9/4n4/9/9/9/3R5/4K4 w");
  const move = page.getByRole("button", { name: /R6=5 chases the horse on file 5 rank 6/ });
  await move.focus();
  await page.locator('.cg-shapes g line[stroke="#1f6f8b"]').waitFor({ state: "attached" }); // best lines have others
  await picture(page, "chase");
});

test("nobody draws on the board with the other button of the mouse", LONG, async () => {
  const { page, errors } = await open(WON);
  await page.locator(".cg-shapes g line").first().waitFor({ state: "attached" });
  await click(page, "a9"); // the board that moves men is loaded by the first press
  await page.locator("cg-board piece").first().waitFor();
  const shapes = await page.locator(".cg-shapes line").count();
  await page.mouse.move(...(await pointOf(page, "e1")));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await pointOf(page, "e5")), { steps: 5 });
  await page.waitForTimeout(300); // some frames
  expect(await page.locator(".cg-shapes line").count()).toBe(shapes);
  await page.mouse.up({ button: "right" });
  await page.waitForTimeout(300);
  expect(await page.locator(".cg-shapes line").count()).toBe(shapes);
  expect(errors).toEqual([]);
});

test("the code alone after the question mark opens its position, inverted with a colon", LONG, async () => {
  const { page } = await open(WON);
  await page.goto(`${url()}?4K499999p8993k50:`);
  await page.getByText("Black to move").first().waitFor();
  await page.locator(".cg-wrap.orientation-black").waitFor();
  expect(new URL(page.url()).searchParams.get("from")).toBe("black");
  await page.reload();
  await page.locator(".cg-wrap.orientation-black").waitFor();
  await page.goto(`${url()}?4k4/9/9/9/9/9/P8/9/9/3K5_w`);
  await page.locator(".cg-wrap.orientation-white").waitFor();
  await expect.poll(() => fenOf(page)).toBe("4k4/9/9/9/9/9/P8/9/9/3K5 w");
});

test("letters on the men instead of characters", LONG, async () => {
  const { page } = await open(WON);
  const image = () =>
    page.locator("piece.white.k-piece").evaluate((man) => decodeURIComponent(getComputedStyle(man).backgroundImage));
  expect(await image()).not.toContain("<text");
  await openSettings(page);
  await page.getByLabel("Men").selectOption("western");
  await expect.poll(image).toContain(">K</text>");
  await picture(page, "letters");
});

test("a missing table is named with its size", async () => {
  const { page } = await open(MISSING);
  const trouble = await page.getByRole("alert").locator("p").textContent();
  expect(trouble).toBe("Two chariots against advisor: no table of it has been built here yet.");
  await picture(page, "missing-table");
});

test("a server that is gone is said to be gone, and asked again on demand", LONG, async () => {
  const { page } = await open(WON);
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: /^R5=6/ }).click();
  await page.getByText("The server cannot be reached.").first().waitFor();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Red wins in 4 plies").first().waitFor();
});

test("dark and light follow the system", LONG, async () => {
  const background = async (colorScheme: "dark" | "light") => {
    const { page } = await open(WON, { colorScheme });
    await picture(page, colorScheme);
    return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  };
  expect(await background("dark")).not.toBe(await background("light"));
});

test("the opening position is shown with why there is no table, and nothing to try again", LONG, async () => {
  const { page, errors } = await open("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
  await page.locator(".unanswered").getByText("tables of whole endgames are offered for at most 4").waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.locator('[data-square="h2"]').waitFor();
  expect(errors).toEqual([]);
});

testEach(0, [
  ["a finger", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ["a mouse", {}],
] as const)("a man that is picked shows what its moves keep, unless values are hidden: %s", async (hand, options) => {
  const { page, errors } = await open(WON, options);
  const kept = legalMoves(parseLegalFen(WON)).filter((move) => moveFrom(move) === parseSquare("e1"));
  await page.locator(".move").first().waitFor();
  const marks = page.locator(".cg-custom-svgs g[cgHash]");
  expect(await marks.count()).toBe(0);
  await click(page, "e1");
  await expect.poll(() => marks.count()).toBe(kept.length);
  await picture(page, `kept-${hand.replace(" ", "-")}`);
  await page.getByRole("button", { name: "Hide the values" }).click();
  await expect.poll(() => marks.count()).toBe(0);
  expect(errors).toEqual([]);
});
