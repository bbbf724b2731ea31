/** An export, served by nothing but a host of files. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { fenOf, picture } from "./page.ts";
import { playOut, verdictOf } from "./playing-out.ts";
import { startRangeServer, useStaticSite } from "./static-site.ts";
import { LONG } from "../long.ts";

const { host, open, folder } = useStaticSite(["KRKN"]);

/** Chariot against horse, the longest win. */
const LONGEST = "5k3/9/9/9/9/R8/9/4n4/9/3K5 w";

test("a game is played to its end with no server, across a capture into another table", LONG, async () => {
  const { page, errors } = await open(LONGEST);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  await picture(page, "static");
  await playOut(page);
  expect(await verdictOf(page)).toMatch(/: Red has won$/);
  expect(fenOf(page)).not.toContain("n");
  expect(errors).toEqual([]);
});

test("a probe takes few ranges of at most 64 KiB, and none again, not even after a reload", async () => {
  host().ranges.length = 0;
  const { page } = await open(LONGEST);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  const ranges = [...host().ranges];
  expect(ranges.filter(({ file }) => file.endsWith("KRKN.canju")).length).toBeLessThanOrEqual(2);
  expect(Math.max(...ranges.map(({ bytes }) => bytes))).toBeLessThanOrEqual(65_536);
  await page.locator("body").press(" ");
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 22 plies/);
  host().ranges.length = 0;
  await page.goBack();
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  await page.reload();
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  expect(host().ranges).toEqual([]);
});

test(
  "the words of the reader's language are loaded with the page, or those of the language that was chosen",
  LONG,
  async () => {
    const { page } = await open(LONGEST);
    const preloaded = () =>
      page.evaluate(() => {
        const files = [...document.querySelectorAll("link[rel=modulepreload]")].map((link) =>
          link.getAttribute("href")!,
        );
        return /words-(zh-Han.|[a-z]+)-/.exec(files.find((file) => file.includes("/words-"))!)![1];
      });
    await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
    expect(await preloaded()).toBe("en");
    await page.evaluate(() => localStorage.setItem("canju.language", "zh-Hant"));
    await page.reload();
    await expect.poll(() => verdictOf(page)).toMatch(/^紅方勝/);
    expect(await preloaded()).toBe("zh-Hant");
  },
);

test("the page leads to the licences of everything that it is made of", LONG, async () => {
  const { page } = await open(LONGEST);
  await page.getByRole("link", { name: "Licences" }).click();
  const text = await page.locator("body").innerText();
  for (const name of ["canju", "chessgroundx", "fzstd", "preact", "@preact/signals", "vite"]) {
    expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, "m"));
  }
  expect(text).toContain("GNU GENERAL PUBLIC LICENSE");
});

test("what is missing is built in the browser, without any header of the host", LONG, async () => {
  const { page, errors } = await open("4k4/9/9/9/9/9/9/9/1c7/R2K5 w");
  await page.getByRole("button", { name: "Build it in this browser" }).click();
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in \d+ pl/);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(errors).toEqual([]);
});

test("the first load, with what works out values, takes less than 150 kB compressed, and nothing that solves", async () => {
  const { page } = await open(LONGEST);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  const paths = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const assets = [host().url, ...paths.filter((path) => path.includes("/assets/"))];
  expect(assets.filter((path) => /kernel|(?<!unpack-)worker|Build/.test(path))).toEqual([]);
  const bodies = await Promise.all(assets.map(async (path) => (await fetch(path)).text()));
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(150_000);
});

test("what is proven without tables is there: the atlas, and the worth of material", LONG, async () => {
  const { page, errors } = await open("3k5/4a4/9/9/9/9/9/9/4R4/R3K4 w");
  await page.locator("#panel .known .shares >> nth=0").waitFor();
  await page.getByRole("link", { name: "Endgames" }).click();
  await page.locator(".known-endgames tbody tr").first().waitFor();
  await page.goto(`${host().url}?view=endgames&topic=KRNKR`);
  await page.locator(".endgame-head .endgame-verdict").waitFor();
  expect(await page.locator("section[aria-labelledby=known-figures]").innerText()).toContain("content sum");
  await page.getByRole("link", { name: "Material" }).click();
  await page.locator(".material .reasons li").first().waitFor();
  expect(await page.locator(".material .map .cell").count()).toBe(27 * 9);
  await page.goto(`${host().url}?view=material&topic=KRPlKRA`);
  await page.locator(".material .endgame-verdict").waitFor();
  await picture(page, "static-material");
  expect(errors).toEqual([]);
});

test(
  "a host without byte ranges answers from small tables, which are taken whole; of large ones the page says why not",
  LONG,
  async () => {
    const whole = await startRangeServer(folder(), 0, {}, false);
    try {
      const { page, errors } = await open(LONGEST, whole.url);
      await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
      await playOut(page);
      expect(whole.ranges).toEqual([]);
      const other = await page.context().browser()!.newPage({ locale: "en" }); // which has kept nothing
      await other.route(/\.canju/, (route) => route.fulfill({ status: 200, body: Buffer.alloc(4 * 2 ** 20 + 1) }));
      await other.goto(`${whole.url}?fen=${LONGEST.replaceAll(" ", "_")}`);
      await other.locator(".trouble").getByText("The host has to answer byte ranges.").waitFor();
      await picture(other, "static-no-ranges");
      expect(errors).toEqual([]);
    } finally {
      await whole.stop();
    }
  },
);

test("code for another site shows the game there, without a server", LONG, async () => {
  const { page, errors } = await open(`${LONGEST}&line=d0d1f9e9`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share …" }).click();
  await page.getByRole("button", { name: "Copy code for another site" }).click();
  await page.getByText("Copied.").waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`${host().url}licences.txt`);
  await page.setContent(code);
  const frame = page.frameLocator("iframe");
  await frame.locator("svg animateTransform").first().waitFor({ state: "attached" });
  expect(await frame.getByRole("link", { name: "Canju 残局" }).getAttribute("href")).toContain("line=d0d1f9e9");
  await picture(page, "static-embedded");
  await page.goto(`${host().url}embed.html?fen=nothing`);
  await page.getByText("This address shows no position or game.").waitFor();
  expect(errors).toEqual([]);
});

test("a site that is opened from the disk says why that cannot work", LONG, async () => {
  const { page } = await open(LONGEST);
  await page.goto(`file://${folder()}/index.html`);
  for (const text of [
    "cannot run this page from the disk",
    "不能直接从磁盘运行",
    "不能直接從磁碟執行",
    "thẳng từ ổ đĩa",
  ]) {
    await page.getByText(text).waitFor();
  }
  await picture(page, "static-from-disk");
});

test("without the usual first endgame a site opens with the longest win of one that it has", LONG, async () => {
  const { page, errors } = await open(LONGEST);
  await page.goto(host().url);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  expect(fenOf(page)).toBe(LONGEST);
  await page.getByText("Got it").waitFor(); // the start card stays
  await page.goBack();
  expect(await page.locator(".trouble").count()).toBe(0);
  expect(errors).toEqual([]);
});

test(
  "by rules that a site has no tables of its positions are answered by those that it has, and marked",
  LONG,
  async () => {
    const { page, errors } = await open(`${LONGEST}&rules=chinese`);
    await expect.poll(() => verdictOf(page)).toMatch(/^Asian rules: Red wins in 23 plies/);
    await page.getByText("There is no table here by the rules chosen (Chinese rules).").waitFor();
    await page.locator("body").press(" ");
    await expect.poll(() => verdictOf(page)).toMatch(/^Asian rules: Red wins in 22 plies/);
    expect(errors).toEqual([]);
  },
);
