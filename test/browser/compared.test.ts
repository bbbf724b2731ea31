/** Where the sets of rules differ: the table, the search and the examples, which open under the rules of a verdict. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isDiffering, sortBy, type Compared } from "../../web/answers/compared.ts";
import { findings } from "./axe.ts";
import { fenOf, picture, usePage } from "./page.ts";
import { verdictOf } from "./playing-out.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { visit, url } = usePage(["KRKN", "KRKA"]);
const data = join(import.meta.dirname, "../../web/answers/compared.json");
const all = JSON.parse(readFileSync(data, "utf8")) as Compared[];
const namesOf = (rows: readonly Compared[]) => rows.slice(0, 20).map(({ endgame }) => endgame);

testEach(0, SETTINGS.toReversed())(
  "endgames are sorted, found and narrowed down: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await visit("?view=compared", options);
    const names = page.locator(".compared tbody .endgame-name");
    await names.first().waitFor();
    expect(await names.allInnerTexts()).toEqual(namesOf(sortBy(all, "chinese")));
    await picture(page, `compared-${name}`);
    await page.getByRole("button", { name: english ? "None ≠ Asian" : "无规则 ≠ 亚洲" }).click();
    expect(await names.allInnerTexts()).toEqual(namesOf(sortBy(all, "freeAsian")));
    await page.getByRole("checkbox").check();
    expect(await names.allInnerTexts()).toEqual(namesOf(sortBy(all.filter(isDiffering), "freeAsian")));
    await page.getByRole("searchbox").fill(english ? "rook v horse" : "车对马");
    const rows = page.locator(".compared tbody tr");
    await expect.poll(() => names.allInnerTexts()).not.toContain("KRKCA");
    const row = rows.filter({ has: page.getByRole("link", { name: /(^| )KRKN$/ }) });
    expect(await row.locator("td").allInnerTexts()).toEqual(["759,987", "0", "0", "3,194", "3,194 + 0"]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    expect(await findings(page)).toEqual([]);
    await page.getByRole("searchbox").fill("KQ");
    await expect.poll(() => page.locator("#found-compared").innerText()).toContain("Q");
    expect(await rows.count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

testEach(0, SETTINGS.toReversed())(
  "a verdict of an example opens its position under its rules: $name",
  async ({ name, options }) => {
    const { example } = all
      .flatMap(({ endgame, examples }) => examples.map((each) => ({ endgame, example: each })))
      .find(({ endgame }) => endgame === "KRKN")!;
    const { page, errors } = await visit("?view=compared&topic=KRKN", { ...options, colorScheme: "dark" });
    const section = page.locator("section[aria-labelledby=compared-examples]");
    const card = section.locator("li.sheet").filter({ has: page.getByText("KRKN", { exact: true }) });
    await section.waitFor();
    while ((await card.count()) === 0) await section.locator("> button").click();
    await card.scrollIntoViewIfNeeded();
    expect(await card.getByRole("img").getAttribute("alt")).toMatch(/^KRKN/);
    await picture(page, `compared-examples-${name}`);
    for (const rules of ["asian", "chinese", "none"]) {
      const link = card.locator(`a[href*="rules=${rules}"]`);
      const told = await link.innerText();
      await link.click();
      await page.locator(".move").first().waitFor();
      expect(fenOf(page)).toBe(example.fen);
      expect(new URL(page.url()).searchParams.get("rules")).toBe(rules);
      expect(told.endsWith(await verdictOf(page))).toBe(true);
      await page.goBack();
      await card.waitFor();
    }
    expect(await findings(page)).toEqual([]);
    expect(errors).toEqual([]);
  },
);

test("a verdict opens as an answer where its rules have no table, and is no choice of rules", LONG, async () => {
  const { page, errors } = await visit("?view=compared");
  const section = page.locator("section[aria-labelledby=compared-examples]");
  await section.waitFor();
  const card = section.locator("li.sheet").filter({ hasNot: page.getByText("KRKN", { exact: true }) });
  const link = card.first().locator('a[href*="rules=chinese"]');
  const told = await link.innerText();
  await link.click();
  const value = page.locator(".verdict .value");
  await expect.poll(async () => told.endsWith(await value.innerText())).toBe(true);
  expect(await value.innerText()).not.toBe("");
  await page.getByText(/no table of it has been built/).waitFor();
  await page.locator(".known .shares").first().waitFor();
  expect(await page.locator(".known").getByText("of this one a table tells").count()).toBe(0);
  await picture(page, "compared-told");
  await page.goBack();
  await section.waitFor();
  expect(new URL(page.url()).searchParams.get("rules")).toBe("asian");
  const tab = await page.context().newPage();
  await tab.goto(url());
  await expect.poll(() => new URL(tab.url()).searchParams.get("rules")).toBe("asian");
  expect(errors).toEqual([]);
});

test("rules and instructions lead there", LONG, async () => {
  const { page } = await visit("?view=rules");
  await page.getByRole("link", { name: "Where the rules differ" }).click();
  await page.getByRole("heading", { name: "Where the rules differ" }).waitFor();
  expect(new URL(page.url()).search).toBe("?view=compared&rules=asian");
  await page.locator("footer").getByRole("link", { name: "Instructions" }).click();
  await page.locator(".guide").getByRole("link", { name: "Where the rules differ" }).click();
  await page.locator(".compared").waitFor();
});
