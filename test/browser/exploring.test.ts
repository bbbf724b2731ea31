import { expect, test } from "vitest";
import { fenOf, MISSING, picture, usePage, WON, WON_BY_RULE } from "./page.ts";

const { open } = usePage();

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

test("captures and checks carry marks with a meaning in words", async () => {
  const { page } = await open(WON);
  await expect.poll(() => page.getByRole("button", { name: /R5\+7 capture stalemate/ }).count()).toBe(1);
  await expect.poll(() => page.getByRole("button", { name: /R5=6 check/ }).count()).toBe(1);
});

test("the notation switch writes the same moves in another way", async () => {
  const { page } = await open(WON);
  const first = page.locator(".move .notation").first();
  for (const [choice, text] of [
    ["chinese", "车五进七"],
    ["iccs", "E1-E8"],
    ["uci", "e1e8"],
    ["wxf", "R5+7"],
  ] as const) {
    await page.getByLabel("Notation").selectOption(choice);
    await expect.poll(() => first.textContent()).toBe(text);
  }
});

test.each([
  ["zh-CN", "红方胜，1 步（1 回合）内得子或将死", "车五进七"],
  ["zh-TW", "紅方勝，1 步（1 回合）內得子或將死", "俥五進七"],
])("a browser that speaks %s gets the page in its language", async (locale, verdict, move) => {
  const { page } = await open(WON, { locale });
  await expect.poll(() => page.locator(".verdict .value").textContent()).toBe(verdict);
  await expect.poll(() => page.locator(".move .notation").first().textContent()).toBe(move);
  await picture(page, locale);
});

test.each([
  ["en", "Red wins: Black may not go on checking (order 1, 1 ply)", "order 1 · 1 ply · 1 move"],
  ["zh-CN", "红方胜：黑方不得长将（第 1 阶，1 步）", "第 1 阶 · 1 步 · 1 回合"],
  ["zh-TW", "紅方勝：黑方不得長將（第 1 階，1 步）", "第 1 階 · 1 步 · 1 回合"],
])("in %s a win by the rules is told with its reason and order", async (locale, verdict, figure) => {
  const { page } = await open(WON_BY_RULE, { locale });
  await expect.poll(() => page.locator(".verdict .value").textContent()).toBe(verdict);
  expect(await page.locator(".move-group.win .move .figure").allTextContents()).toEqual([figure]);
  await picture(page, `order-${locale}`);
});

test("the loser of a forbidden perpetual is told at once", async () => {
  const { page } = await open("4k4/9/9/9/9/9/9/9/1n1K5/R8 b");
  await expect
    .poll(() => page.locator(".verdict .value").textContent())
    .toBe("Red wins: Black may not go on checking (order 1, 0 plies)");
  expect(await page.locator(".move-group h3").allTextContents()).toEqual([expect.stringMatching(/^Losing/)]);
});

test("the language switch is kept over a reload", async () => {
  const { page } = await open(WON);
  await page.getByLabel("Language").selectOption("zh-Hant");
  expect(await page.getByRole("tab").allTextContents()).toEqual(["著法", "殘局", "擺局"]);
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hant");
  await page.reload();
  await page.locator(".move").first().waitFor();
  await expect.poll(() => page.getByRole("tab").first().textContent()).toBe("著法");
});

test("a missing table is named with its size", async () => {
  const { page } = await open(MISSING);
  const trouble = await page.getByRole("alert").locator("p").textContent();
  expect(trouble).toMatch(/^The endgame KRRKA is not in this database \(its table would take about .* [kMG]B\)\.$/);
  await picture(page, "missing-table");
});

test("a server that is gone is said to be gone, and asked again on demand", async () => {
  const { page } = await open(WON);
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: /^R5=6/ }).click();
  await page.getByText("The server cannot be reached.").first().waitFor();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Red wins in 4 plies").first().waitFor();
});

test("the list of endgames opens the longest win of one", async () => {
  const { page } = await open(WON);
  await page.getByRole("tab", { name: "Endgames" }).click();
  await page.locator(".endgame").first().waitFor();
  const listed = ["KRK", "KRKA", "KNK", "KPK", "KPKA", "KNKP", "KRKN", "KK", "KAK"];
  expect(await page.locator(".endgame .endgame-name").allTextContents()).toEqual(listed);
  await picture(page, "endgames");
  await page.getByRole("searchbox").fill("kpka");
  expect(await page.locator(".endgame .endgame-name").allTextContents()).toEqual(["KPKA"]);
  await page.locator(".endgame").click();
  await page.getByText("Red wins in 11 plies (6 moves) to conversion").first().waitFor();
  expect(fenOf(page)).not.toBe(WON);
});

test("dark and light follow the system", async () => {
  const background = async (colorScheme: "dark" | "light") => {
    const { page } = await open(WON, { colorScheme });
    await picture(page, colorScheme);
    return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  };
  expect(await background("dark")).not.toBe(await background("light"));
});
