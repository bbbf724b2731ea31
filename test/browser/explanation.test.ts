import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { fenOf, manOn, picture, press, usePage, WON, WON_BY_RULE } from "./page.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open } = usePage(["KRKN", "KRKA", "KPKP"]);

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

test("a win by the rules is explained move by move, on the board, with every attempt to leave and the rule", async () => {
  const { page, errors } = await open(WON_BY_RULE);
  const panel = page.locator(".explanation");
  await panel.getByText("Why Black loses").waitFor();
  expect(await panel.locator(".judged-move").allTextContents()).toEqual([
    "K6+1",
    "N2-3check",
    "K6+1",
    "N3+2check",
    "K6-1",
  ]);
  expect(await panel.locator(".judgement").textContent()).toBe(
    "Black loses: it checks on every move, while Red does not.",
  );
  await panel.getByRole("button", { name: "N2-3 check" }).hover();
  await expect.poll(() => manOn(page, "c3")).toBe("Black horse");
  await expect.poll(() => page.locator(".cg-shapes g").count()).toBeGreaterThan(0);
  await picture(page, "explanation");
  await panel.getByText("5 other moves").click();
  await panel.getByText("Red wins in 5 plies (3 moves) to conversion").waitFor();
  await picture(page, "explanation-attempts");
  expect(await seriousFindings(page)).toEqual([]);
  await panel.getByRole("link", { name: /The rule that decides: perpetual check/ }).click();
  expect(new URL(page.url()).search).toBe("?view=rules&topic=d3&rules=asian");
  expect(errors).toEqual([]);
});

test("the cycle is stepped through for ever, and left again", LONG, async () => {
  const { page } = await open(WON_BY_RULE);
  const panel = page.locator(".explanation");
  const next = panel.getByRole("button", { name: "Next move" });
  for (let step = 1; step <= 5; step++) await next.click();
  await panel.getByText("Move 5 of 5").waitFor();
  await next.click();
  await panel.getByText("Move 2 of 5").waitFor();
  await panel.getByText("Check by the Black horse on file 7 rank 4.").waitFor();
  expect(await manOn(page, "c3")).toBe("Black horse");
  await panel.getByRole("button", { name: "Back to the position" }).click();
  await expect.poll(() => manOn(page, "b1")).toBe("Black horse");
  expect(fenOf(page)).toBe(WON_BY_RULE);
});

testEach(0, [
  ["zh-CN", "黑方为什么输", "黑方负：黑方长将，红方没有。", "判定依据：长将（d3）"],
  ["zh-TW", "黑方為什麼輸", "黑方負：黑方長將，紅方沒有。", "判定依據：長將（d3）"],
  [
    "vi",
    "Vì sao Đen thua",
    "Đen thua: nước nào cũng chiếu, còn Đỏ thì không.",
    "Điều luật quyết định: trường chiếu (d3)",
  ],
])("in %s, on a phone", async (locale, title, judgement, rule) => {
  const { page } = await open(WON_BY_RULE, { ...PHONE, locale });
  const panel = page.locator(".explanation");
  await expect.poll(() => panel.locator("h3").textContent()).toBe(title);
  expect(await panel.locator(".judgement").textContent()).toBe(judgement);
  expect(await panel.getByRole("link").textContent()).toBe(rule);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await panel.scrollIntoViewIfNeeded();
  await press(page, panel.locator(".judged-move").nth(1));
  await expect.poll(() => page.locator(".cg-shapes g").count()).toBeGreaterThan(0);
  await press(page, panel.locator(".attempts summary").last());
  await press(page, panel.locator(".attempt").last());
  await expect.poll(() => page.locator(".cg-shapes g line").count()).toBe(1);
  await picture(page, `explanation-${locale}`);
});

test("a draw by going round among few positions is explained too", LONG, async () => {
  const { page } = await open("9/9/3k5/9/p8/9/P8/9/9/4K4 w");
  const panel = page.locator(".explanation");
  await panel.getByText("Why nobody wins").waitFor();
  await panel.getByText("The game goes round among 27 positions: whoever leaves them loses.").waitFor();
  await picture(page, "explanation-draw");
});

test("there is no explanation where a mate or a capture decides", LONG, async () => {
  const { page } = await open(WON_BY_RULE);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.locator(".explanation").waitFor();
  asked.length = 0;
  await page.goto(page.url().replace(/fen=.*/, `fen=${WON.replaceAll(" ", "_")}`));
  await expect.poll(() => page.locator(".verdict").innerText()).toContain("Red wins in");
  await page.waitForLoadState("networkidle");
  expect(await page.locator(".explanation").count()).toBe(0);
  expect(asked.filter((path) => /explain|[Ee]xplanation/.test(path))).toEqual([]); // it is not asked for either
});
