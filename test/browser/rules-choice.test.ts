/** The choice of rules on the page: what is shown under each, and that values of one are never shown as those of another. */
import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import type { Page } from "playwright-core";
import { fenOf, leaveOutFirstAnswer, paste, picture, usePage, WON_BY_RULE } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, visit, url } = usePage(["KRKN", "KRKA"]);

testEach(0, [
  ["en", "Rules", ["Asian rules", "Chinese rules", "every repetition is a draw"], "check", "Why Black loses"],
  ["zh-CN", "规则", ["亚洲规则", "中国规则", "循环一律作和"], "将", "黑方为什么输"],
])("in %s the rules are chosen, and everything is told by them", async (locale, label, names, check, title) => {
  const { page, errors } = await open(WON_BY_RULE, { locale });
  const choice = page.getByTitle(label, { exact: true });
  const shown = () => page.locator(".verdict .rules-badge select").inputValue();
  expect(await choice.locator("option").allTextContents()).toEqual(names);
  expect(await shown()).toBe("asian");
  await choice.selectOption("chinese");
  await expect.poll(shown).toBe("chinese");
  expect(fenOf(page)).toBe(WON_BY_RULE);
  await page.locator(".explanation").getByText(title).waitFor();
  await page.locator(".explanation .judged-move .deed", { hasText: check }).first().waitFor();
  await page.locator(".explanation .judgement").waitFor();
  await picture(page, `rules-chinese-${locale}`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.reload();
  await expect.poll(shown).toBe("chinese");
  await choice.selectOption("none");
  await page.locator(".move-group").first().waitFor();
  await expect.poll(shown).toBe("none");
  await expect.poll(() => page.locator(".explanation").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("a link says its rules; one that says none means the host's, whatever was chosen before", async () => {
  const { page } = await open(WON_BY_RULE);
  const bare = page.url().replace(/[&?]rules=\w+/, "");
  const rulesIn = (at: Page) => new URL(at.url()).searchParams.get("rules");
  const shown = (at: Page) => at.locator(".verdict .rules-badge select").inputValue();
  expect(rulesIn(page)).toBe("asian");
  await page.getByTitle("Rules", { exact: true }).selectOption("chinese");
  await expect.poll(() => rulesIn(page)).toBe("chinese");
  const tab = await page.context().newPage();
  await tab.goto(bare);
  await expect.poll(() => rulesIn(tab)).toBe("asian");
  await expect.poll(() => shown(tab)).toBe("asian");
  await tab.getByRole("link", { name: "Endgames" }).click();
  await expect.poll(() => rulesIn(tab)).toBe("asian");
  await tab.goto(page.url());
  await expect.poll(() => shown(tab)).toBe("chinese");
  await tab.goto(url()); // no link: as it was chosen
  await expect.poll(() => rulesIn(tab)).toBe("chinese");
  const link = page.url().replace("chinese", "asian");
  await tab.goto(link);
  await tab.goto(url());
  await expect.poll(() => rulesIn(tab)).toBe("chinese"); // a link is no choice
});

/** Chariot against advisor: there is a table under the Asian rules alone. */
const ASIAN_ONLY = "4k4/4a4/9/9/9/9/9/9/9/R2K5 w";

testEach(0, SETTINGS)(
  "an endgame without a table under the rules chosen is answered by others, and marked: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await open(ASIAN_ONLY, options);
    const value = page.locator(".verdict .value");
    await page.locator(".move").first().waitFor();
    const byAsian = await value.innerText();
    await page.getByTitle(english ? "Rules" : "规则", { exact: true }).selectOption("chinese");
    await expect.poll(() => value.innerText()).toBe(english ? `Asian rules: ${byAsian}` : `亚洲规则：${byAsian}`);
    const marked = page.locator(".panel > .complaint");
    expect(await marked.innerText()).toContain(
      english ? "no table here by the rules chosen (Chinese rules)" : "没有所选规则（中国规则）的残局库",
    );
    await page.locator(".build").waitFor(); // and the table can be built
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    await picture(page, `rules-fallback-${name}`);
    await page
      .getByRole("button", { name: english ? "Play the line" : "演示正解" })
      .first()
      .click();
    await page.locator(".line-moves [aria-current]").waitFor();
    await expect.poll(() => page.locator(".line-moves li, .line-moves button").count()).toBeGreaterThan(2);
    const tab = await page.context().newPage();
    await tab.goto(url());
    await tab.locator(".move").first().waitFor();
    expect(new URL(tab.url()).searchParams.get("rules")).toBe("chinese");
    expect(errors).toEqual([]);
  },
);

test("a match is played by the rules chosen, or not at all", LONG, async () => {
  const { page } = await visit(`?view=play&fen=${ASIAN_ONLY.replaceAll(" ", "_")}&rules=chinese`);
  await page.locator(".unanswered").getByText("no table of it has been built").waitFor();
  expect(await page.getByRole("button", { name: "Start", exact: true }).count()).toBe(0);
});

test("every view that shows values or rules shows by which, and lets choose", LONG, async () => {
  const { page, errors } = await visit("?view=endgames&topic=KRKN&rules=chinese");
  const shown = () => page.locator(".rules-badge select").inputValue();
  for (const address of ["?view=endgames&topic=KRKN", "?view=endgames", "?view=play", "?view=rules"]) {
    await page.goto(page.url().replace(/\?.*/, `${address}&rules=chinese`));
    await expect.poll(shown, { message: address }).toBe("chinese");
    await picture(page, `rules-in-${/view=(\w+)/.exec(address)![1]}`);
    expect(await seriousFindings(page)).toEqual([]);
  }
  const titles = () => page.locator(".rules h2").allInnerTexts();
  expect((await titles())[0]).toMatch(/^The Chinese rules/);
  await page.getByText("threat of mate").first().waitFor();
  await page.getByTitle("Rules", { exact: true }).selectOption("asian");
  await expect.poll(async () => (await titles())[0]).toMatch(/^The Asian rules/);

  await page.goto(page.url().replace(/\?.*/, "?view=play&topic=KRKN&rules=none"));
  await page.getByRole("button", { name: "Draw a position" }).click();
  const said = page.locator(".match .rules-badge, .complaint:not(:empty), .trouble").first();
  await said.waitFor();
  expect(await said.innerText()).toBe("every repetition is a draw");
  await picture(page, "rules-in-match");
  expect(errors).toEqual([]);
});

/** The chariot checks and chases in turn, which loses under the Chinese rules only. */
const CHECKS_AND_CHASES = `[FEN "5k3/9/9/9/n8/9/R8/9/9/3K5 w"]

1. 车九平四 将６平５ 2. 车四平九 将５平６ 3. 车九平四 将６平５ 4. 车四平九 将５平６ *
`;

testEach(0, [
  ["chinese", "残局库中有本局的 9 个局面，其中有 1 处失着。", ["胜局走成负局"], /红方.*负/],
  ["asian", "残局库中有本局的 9 个局面，其中有 1 处失着。", ["胜局走成和局"], /和/],
] as const)("the move that lets a repetition be judged is a slip: %s", async (rules, told, slips, verdict) => {
  const { page, errors } = await visit(`?fen=${WON_BY_RULE.replaceAll(" ", "_")}&rules=${rules}`, { locale: "zh-CN" });
  await paste(page, CHECKS_AND_CHASES);
  await page.getByRole("button", { name: "复盘检查" }).click();
  await page.getByText(told).waitFor();
  const marked = page.locator(".line-moves .slip");
  expect(await marked.evaluateAll((all) => all.map((each) => each.getAttribute("title")))).toEqual(slips);
  expect(await marked.first().innerText()).toMatch(/^4\. 车四平九/);
  expect(await page.locator(".review-result .judgement").innerText()).toMatch(verdict);
  await picture(page, `repetition-slip-${rules}`);
  expect(errors).toEqual([]);
});

test("what depends on how the rules are read looks like nothing that is certain", LONG, async () => {
  const { page } = await open(WON_BY_RULE);
  await leaveOutFirstAnswer(page);
  await page.route(/api\/v1\/probe\?/, async (route) => {
    const response = await route.fetch();
    const probe = await response.json();
    const moves = probe.moves.map((move: object, i: number) => (i === 0 ? { ...move, depends: true } : move));
    await route.fulfill({ response, json: { ...probe, depends: true, moves } });
  });
  await page.getByTitle("Rules", { exact: true }).selectOption("chinese");
  const verdict = page.locator('.verdict[data-depends="true"]');
  await verdict.getByText("by the default reading: it depends on what counts as a chase").waitFor();
  expect(await page.locator('.move-group[data-depends="true"] .dependent').allTextContents()).toEqual([
    "depends on what counts as a chase",
  ]);
  expect(await page.locator('.move-group[data-depends="true"] .move').count()).toBe(1);
  await picture(page, "rules-depends");
});

test("beside a value stands what it is by other rules, where that differs and their table is there", LONG, async () => {
  const { page } = await open(WON_BY_RULE);
  await page.route(/api\/v1\/probe\?.*rules=asian/, async (route) => {
    const response = await route.fetch();
    const draw = { category: "draw", order: null, distance: null, kind: null };
    await route.fulfill({ response, json: { ...(await response.json()), ...draw } });
  });
  await page.getByTitle("Rules", { exact: true }).selectOption("chinese");
  await expect.poll(() => page.locator(".otherwise").innerText()).toBe("Asian rules: Draw");
});
