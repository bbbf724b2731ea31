// Studies: solved by mouse, touch and keyboard, failed and retried, on a host without tables as well.
import { expect, test } from "vitest";
import type { Puzzle } from "../../src/play/studies/puzzle.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import manual from "../../web/studies/manual.json" with { type: "json" };
import { COLLECTION, differs, idOf, lineOf, TREES } from "../../web/studies/collection.ts";
import { loadWords } from "../../web/words/languages.ts";
import { seriousFindings } from "./axe.ts";
import { HELD_MOVES, nodesOf } from "../../src/play/studies/tree.ts";
import { playTree, playUci } from "./exercises.ts";
import { picture, usePage } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { visit, url } = usePage([]);

const only = COLLECTION.find(({ kind }) => kind === "only-moves")!;
const quiet = COLLECTION.find(({ kind, tries }) => kind === "quiet-king" && tries.length > 0)!;
const movesOf = ({ solution }: { readonly solution: string }) => solution.match(/.{4}/g)!;
const addressOf = (study: typeof only) => `?view=studies&topic=${encodeURIComponent(idOf(study))}`;

test(
  "the study of the day is there without any table, and another is chosen by kind and difficulty",
  LONG,
  async () => {
    const { page, errors } = await visit("?view=studies");
    await page.getByText("Study of the day").waitFor();
    await page.getByTitle("Any kind").selectOption("perpetual");
    const list = page.locator(".studies .list button");
    expect(await list.count()).toBe(COLLECTION.filter(({ kind }) => kind === "perpetual").length);
    await list.last().click();
    await expect.poll(() => new URL(page.url()).searchParams.get("topic")).toMatch(/_[wb]$/);
    await picture(page, "studies-en");
    expect(errors).toEqual([]);
  },
);

test("a study is solved move by move by mouse, and that is remembered", async () => {
  const { page } = await visit(addressOf(only));
  await page.locator("#task").waitFor();
  const moves = await playTree(page, TREES[idOf(only)]!);
  await expect.poll(() => page.locator(".message").textContent()).toBe("Solved");
  expect(await page.locator(".studies .line-moves button").count()).toBe(2 * moves - 1);
  expect(await page.locator(".stars .unseen").textContent()).toMatch(/^3 of 3 stars/);
  await page.getByText(/^Solved: 1\. To come back: 0\./).waitFor();
  await page.reload();
  await page.getByText(/^Solved: 1\. To come back: 0\./).waitFor();
});

test(
  "a false try is refuted and retried without the solution, by touch on a small phone in Chinese; it comes back",
  LONG,
  async () => {
    const phone = { viewport: { width: 360, height: 740 }, locale: "zh-CN", hasTouch: true, isMobile: true };
    const { page, errors } = await visit(addressOf(quiet), phone);
    await page.locator("#task").waitFor();
    await playUci(page, quiet.tries[0]!.uci);
    await expect.poll(() => page.locator(".message").textContent()).toMatch(/(只能成和|反而落败)：/);
    await picture(page, "studies-failed-zh-CN");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await page.locator(".studies .line-moves").count()).toBe(0);
    await page.getByRole("button", { name: "再试一次" }).tap();
    await playUci(page, movesOf(quiet)[0]!);
    await page.getByText("正确，请继续。").first().waitFor();
    await page.getByText("已解 0 题，待复习 1 题。").waitFor();
    expect(errors).toEqual([]);
  },
);

test("the solution is shown with what fails, and walked over by keyboard", LONG, async () => {
  const { page } = await visit(addressOf(quiet));
  await page.getByRole("button", { name: "Show the solution" }).press("Enter");
  expect(await page.locator(".studies .task li").count()).toBe(quiet.tries.length);
  await page.locator("body").press("ArrowRight");
  await page.locator("body").press("ArrowRight");
  await expect.poll(() => page.locator(".studies .line-moves [aria-current]").count()).toBe(1);
  await picture(page, "studies-shown-en");
  await page.getByRole("button", { name: "Look it up" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("fen")).toBe(idOf(quiet));
});

const classic = COLLECTION.find(
  (each) => each.kind === "classic" && each.outcome === "win" && each.also!.length > 0 && idOf(each) in TREES,
)!;
const held = COLLECTION.find(
  (each) => each.kind === "classic" && each.outcome === "draw" && each.tries.length > 0 && idOf(each) in TREES,
)!;
const mistaken = COLLECTION.find(differs)!;
const open = COLLECTION.find(({ outcome }) => outcome === null)!;

testEach(0, SETTINGS.toReversed())(
  "a position of an old book: its verdict, and the table's when it is solved: $name",
  async (setting) => {
    const { name, options, english } = setting;
    const { page, errors } = await visit(addressOf(classic), options);
    const { names } = (await loadWords("studies", english ? "en" : "zh-Hans")).book;
    await page.getByRole("heading", { name: names[classic.book!.number]! }).waitFor();
    const verdicts = page.locator(".verdicts");
    expect(await page.locator(".book").innerText()).toContain(english ? "Red moves and wins" : "红方先胜");
    expect(await verdicts.count()).toBe(0);
    await playUci(page, classic.also![0]!);
    await page
      .getByText(english ? "Right. Go on." : "正确，请继续。")
      .first()
      .waitFor();
    await page.getByRole("button", { name: english ? "Show the solution" : "看解答" }).click();
    expect(await verdicts.innerText()).toContain(
      english ? `Red wins in ${classic.distance} pl` : `${classic.distance} 步`,
    );
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    await picture(page, `classic-${name}`);
    expect(errors).toEqual([]);
  },
);

test("a study of an old manual: what is not proven to win is told so, and the proven moves mate", LONG, async () => {
  const phone = { viewport: { width: 360, height: 740 }, locale: "zh-CN", hasTouch: true, isMobile: true };
  const proven = (manual as readonly Puzzle[]).find(({ book }) => book!.manual === undefined && book!.number === 67)!;
  const { page, errors } = await visit(addressOf(proven), phone);
  await page.locator("#task").waitFor();
  await playUci(page, "d8d9");
  await expect.poll(() => page.locator(".message").textContent()).toMatch(/^尚未证明兵六进一能取胜。/);
  await picture(page, "studies-unproven-zh-CN");
  await page.getByRole("button", { name: "再试一次" }).tap();
  await playTree(page, nodesOf(parseLegalFen(proven.fen), lineOf(proven)));
  await expect.poll(() => page.locator(".message").textContent()).toBe("已解出");
  expect(await page.locator(".stars .unseen").textContent()).toMatch(/3 颗/);
  await picture(page, "studies-mated-zh-CN");
  expect(errors).toEqual([]);
});

test("a draw is to be held, and what loses is refuted", LONG, async () => {
  const { page } = await visit(addressOf(held));
  await page.locator("#task").waitFor();
  const losing = held.tries[0]!;
  await playUci(page, losing.uci);
  await expect.poll(() => page.locator(".message").textContent()).toMatch(/ loses/);
  await page.getByRole("button", { name: "Try again" }).click();
  await playTree(page, TREES[idOf(held)]!, HELD_MOVES);
  await page.locator(".message.solved").waitFor();
});

test(
  "where book and table differ that is said, and where there is no table, that; both can be looked up",
  LONG,
  async () => {
    const { page, errors } = await visit(addressOf(mistaken));
    await page
      .getByText("They differ: a mistake of the book or of its copyists, or other rules on perpetuals.")
      .waitFor();
    await picture(page, "classic-differs");
    await page.goto(page.url().replace(/\?.*/, addressOf(open)));
    await page.getByText("no table of it was built for this collection").waitFor();
    expect(await page.getByRole("button", { name: "Show the solution" }).count()).toBe(0);
    await page.getByRole("button", { name: "Look it up" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("fen")).toBe(idOf(open));
    expect(errors).toEqual([]);
  },
);

test("studies are chosen by kind and order", LONG, async () => {
  const { page } = await visit("?view=studies");
  await page.getByTitle("Any kind").selectOption("classic");
  const list = page.locator(".studies .list button");
  await expect.poll(() => list.count()).toBe(551 + 348); // all of Shiqing yaqu, and of three other manuals
  await page.getByTitle("Any kind").selectOption("");
  await page.getByTitle("Perpetual or not").selectOption("1");
  await expect.poll(() => list.count()).toBe(COLLECTION.filter(({ order }) => order === 1).length);
});

test("a study that comes later is awaited, and no other one is shown meanwhile", LONG, async () => {
  const [late] = manual as readonly Puzzle[];
  const { page } = await visit("");
  let bring = () => {};
  const brought = new Promise<void>((resolve) => (bring = resolve));
  await page.route(/\/assets\/manual-[^/]*\.js$/, async (route) => {
    await brought;
    await route.continue();
  });
  await page.goto(`${url()}?view=studies&topic=${encodeURIComponent(idOf(late!))}`);
  await page.locator(".studies").getByText("Loading …").waitFor();
  expect(await page.locator("#task").count()).toBe(0);
  bring();
  await page.locator("#task").waitFor();
  expect(await page.getByText("Study of the day").count()).toBe(0);
});
