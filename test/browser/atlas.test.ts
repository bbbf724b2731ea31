/** Endgames that the server has no table of, but the atlas that comes with the program. */
import { expect, test } from "vitest";
import { openAtlas } from "../../src/knowledge/atlas/node/files.ts";
import { seriousFindings } from "./axe.ts";
import { bytesOf, fenOf, MISSING, picture, pointAt, press, usePage } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, visit } = usePage(["KRKN", "KRKA"]);

testEach(0, SETTINGS.toReversed())(
  "endgames of the atlas are sorted by their figures: $name",
  async ({ name, options, english }) => {
    const { entries } = await openAtlas();
    const byLength = [...entries.values()]
      .filter(({ endgame }) => !["KRKN", "KRK", "KNK", "KK"].includes(endgame))
      .toSorted(
        (a, b) => Math.max(b.longestWin.red, b.longestWin.black) - Math.max(a.longestWin.red, a.longestWin.black),
      );
    const { page, errors } = await visit("?view=endgames", options);
    const known = page.locator(".known-endgames");
    await known.waitFor();
    expect(await known.locator("tbody tr").count()).toBe(20);
    const heads = known.getByRole("columnheader");
    const longest = heads.filter({ hasText: english ? "Longest win, plies" : "最长胜法（步）" });
    expect(await longest.getAttribute("aria-sort")).toBe("descending"); // what is short and drawn comes last
    const names = known.locator("tbody .endgame-name");
    await expect.poll(() => names.first().innerText()).toBe(byLength[0]!.endgame);
    expect(await names.allInnerTexts()).toEqual(byLength.slice(0, 20).map(({ endgame }) => endgame));
    await known.getByRole("button", { name: english ? "Red to move wins" : "红先胜率" }).click();
    await expect.poll(() => known.locator("tbody td").first().innerText()).toMatch(/^100\s?%$/);
    await known.getByRole("button", { name: english ? "Show more" : "显示更多" }).click();
    expect(await known.locator("tbody tr").count()).toBe(40);
    await picture(page, `atlas-${name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    expect(await seriousFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
  },
);

testEach(0, [390, 820])("names stay in sight while their figures are scrolled: %i wide", async (width) => {
  const { page } = await visit("?view=endgames", { viewport: { width, height: 844 } });
  const name = page.locator(".known-endgames tbody th").first();
  await name.waitFor();
  const frame = page.locator(".known-endgames .scroll");
  const left = (await name.boundingBox())!.x;
  await frame.evaluate((each) => each.scrollTo(10_000, 0));
  expect(await frame.evaluate((each) => each.scrollLeft)).toBeGreaterThan(10);
  await picture(page, `atlas-scrolled-${width}`);
  expect((await name.boundingBox())!.x).toBeCloseTo(left, 0);
});

testEach(0, SETTINGS.toReversed())(
  "plots of the atlas: each defender's worth, and the longest wins: $name",
  async ({ name, options, english }) => {
    const percent = (figure: string) => `${figure}${english ? " " : ""}%`;
    const { page, errors } = await visit("?view=endgames", options);
    const rows = page.locator(".defenders li");
    await rows.first().scrollIntoViewIfNeeded();
    expect(await rows.count()).toBe(9);
    await expect.poll(() => rows.last().innerText()).toContain(percent("0.51")); // KNKAABB
    await page.locator("#defenders ~ label select").selectOption("R");
    await expect.poll(() => rows.last().innerText()).toContain(percent("82.01")); // KRKAABB
    const points = page.locator(".endgame-point");
    expect(await points.count()).toBeGreaterThan(300);
    const record = page.locator(".endgame-point.record").last();
    await record.scrollIntoViewIfNeeded();
    await picture(page, `atlas-plots-${name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    expect(await seriousFindings(page)).toEqual([]);
    const told = page.locator("[aria-labelledby=longest-by-size] .readout");
    const said = await told.textContent();
    const point = page.locator(".endgame-point:not(.record)").first();
    await pointAt(page, point);
    await expect.poll(() => told.textContent()).not.toBe(said);
    await press(page, point);
    await page.locator("h2 .endgame-name").waitFor();
    expect(errors).toEqual([]);
  },
);

test("the atlas is taken away as CSV and as JSON, all of it, and cited", LONG, async () => {
  const { entries } = await openAtlas();
  const { page, errors } = await visit("?view=endgames");
  const take = async (form: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: form, exact: true }).click();
    return (await bytesOf(download)).toString();
  };
  const [heads, ...lines] = (await take("CSV")).trimEnd().split("\r\n");
  expect(heads!.split(",")).toHaveLength(15);
  expect(lines).toHaveLength(entries.size);
  const { red, black, longestWin, cells } = entries.get("KRKN")!;
  expect(lines.find((line) => line.startsWith("KRKN,"))).toContain(
    `KRKN,asian,dtc,${[cells, ...red, ...black, longestWin.red, longestWin.black].join()},`,
  );
  const { endgames, rules } = JSON.parse(await take("JSON"));
  expect([endgames.length, rules]).toEqual([entries.size, "asian"]);
  expect(endgames).toContainEqual(entries.get("KRKN"));
  expect(await page.locator("blockquote").innerText()).toContain(`atlas of ${entries.size} Xiangqi endgames`);
  expect(errors).toEqual([]);
});

test("the plot of the longest wins is walked by keys", LONG, async () => {
  const { page, errors } = await visit("?view=endgames");
  const plot = page.getByRole("slider");
  const told = () => plot.getAttribute("aria-valuetext");
  await plot.focus();
  const [record, at] = [await told(), Number(await plot.getAttribute("aria-valuenow"))];
  await page.keyboard.press("ArrowLeft");
  await expect.poll(told).not.toBe(record);
  expect(Number(await plot.getAttribute("aria-valuenow"))).toBe(at - 1);
  await page.keyboard.press("Home");
  await expect.poll(() => plot.getAttribute("aria-valuenow")).toBe("1");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => plot.getAttribute("aria-valuenow")).toBe("2");
  expect(await page.locator("[aria-labelledby=longest-by-size] .readout").innerText()).toBe(await told());
  expect(await page.locator(".endgame-point.shown").count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.locator("h2 .endgame-name").waitFor();
  expect(errors).toEqual([]);
});

testEach(1, SETTINGS.toReversed())(
  "an endgame without a table shows what is proven of it: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await visit("?view=endgames", options);
    await page.getByRole("searchbox").fill("KNKP");
    await page.locator(".known-endgames .endgame-name").first().click();
    await page.locator("[data-usual=mostly-drawn]").waitFor();
    const row = page.locator("#outcomes + .scroll tbody tr").first();
    expect(await row.innerText()).toContain(english ? "16.33 %" : "16.33%");
    await picture(page, `atlas-endgame-${name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator(".longest-wins button").first().click();
    await page.locator(".board, cg-board").first().waitFor();
    expect(await fenOf(page)).toMatch(/ w$/);
    expect(errors).toEqual([]);
  },
);

/** What is said of KRCKR, of which the atlas has the Asian figures only, under the Chinese rules. */
const OTHER_RULES = [
  ["en", "Under the Asian rules, not under the rules chosen: Chinese rules."],
  ["zh-CN", "这是亚洲规则下的数据，不是所选规则（中国规则）下的。"],
  ["zh-TW", "這是亞洲規則下的資料，不是所選規則（中國規則）下的。"],
  ["vi", "Đây là số liệu theo luật châu Á, không phải theo luật đang chọn (luật Trung Quốc)."],
] as const;

testEach(0, OTHER_RULES)("figures of other rules than those chosen are said to be: %s", async (locale, told) => {
  const { page, errors } = await visit("?view=endgames&topic=KRCKR&rules=chinese", { locale });
  const figures = page.locator("section[aria-labelledby=known-figures]");
  await figures.getByText(told).waitFor();
  await picture(page, `atlas-other-rules-${locale}`);
  expect(await seriousFindings(page)).toEqual([]);

  await page.goto(page.url().replace(/\?.*/, "?view=endgames&rules=chinese"));
  for (const title of ["known-title", "defenders", "longest-by-size"]) {
    await page.locator(`section[aria-labelledby=${title}]`).getByText(told).waitFor();
  }

  await page.goto(page.url().replace(/\?.*/, "?fen=4k4/9/9/4r4/9/9/9/9/1C7/R4K3_w&rules=chinese"));
  const beside = page.locator("section[aria-labelledby=known-title]");
  await beside.getByText(told).waitFor();
  const [by] = (await page.locator("h2.value").innerText()).split(/[:：]/);
  expect(told.toLowerCase()).toContain(by!.trim().toLowerCase());
  await picture(page, `outside-other-rules-${locale}`);
  expect(errors).toEqual([]);
});

test("figures of the rules chosen are shown where the atlas has them", LONG, async () => {
  const { page, errors } = await visit("");
  await page.route(/api\/v1\/atlas\/KRCKR\?/, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace("rules=chinese", "rules=asian") });
    await route.fulfill({ response, json: { ...(await response.json()), rules: "chinese" } });
  });
  await page.goto(page.url().replace(/\?.*/, "?view=endgames&topic=KRCKR&rules=chinese"));
  const figures = page.locator("section[aria-labelledby=known-figures]");
  await figures.getByText("Chinese rules; distance to conversion").waitFor();
  expect(await figures.locator(".complaint").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("beside a position without a table stands what is proven of its endgame", LONG, async () => {
  const { page, errors } = await open(MISSING);
  await page.getByRole("heading", { name: "Two chariots against advisor: how it ends" }).waitFor();
  await page.locator(".known").getByRole("link").click();
  await page.locator("#known-figures").waitFor();
  expect(errors).toEqual([]);
});
