/** An export, served by nothing but a host of files. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { fenOf, picture } from "./page.ts";
import { playOut, verdictOf } from "./playing-out.ts";
import { useStaticSite } from "./static-site.ts";

const { host, open } = useStaticSite(["KRKN"]);

/** Chariot against horse, the longest win. */
const LONGEST = "5k3/9/9/9/9/R8/9/4n4/9/3K5 w";

test("a game is played to its end with no server, across a capture into another table", async () => {
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

test("the page leads to the licences of everything that it is made of", async () => {
  const { page } = await open(LONGEST);
  await page.getByRole("link", { name: "Licences" }).click();
  const text = await page.locator("body").innerText();
  for (const name of ["canju", "chessgroundx", "fzstd", "preact", "@preact/signals", "vite"]) {
    expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, "m"));
  }
  expect(text).toContain("GNU GENERAL PUBLIC LICENSE");
});

test("what is missing is built in the browser, without any header of the host", async () => {
  const { page, errors } = await open("4k4/9/9/9/9/9/9/9/1c7/R2K5 w");
  await page.getByRole("button", { name: "Build it in this browser" }).click();
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in \d+ pl/);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(await page.locator(".views a").allTextContents()).not.toContain("Material"); // it would ask a server
  expect(errors).toEqual([]);
});

test("the first load, with what works out values, takes less than 150 kB compressed, and nothing that solves", async () => {
  const { page } = await open(LONGEST);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  const paths = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const assets = [host().url, ...paths.filter((path) => path.includes("/assets/"))];
  expect(assets.filter((path) => /kernel|worker|Build/.test(path))).toEqual([]);
  const bodies = await Promise.all(assets.map(async (path) => (await fetch(path)).text()));
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(150_000);
});

test("what only a server tells is said to be so, also by a link", async () => {
  const { page, errors } = await open(LONGEST);
  await page.goto(`${host().url}?view=material`);
  await page.getByText("This site consists of files only").waitFor();
  expect(await page.getByText("status 404").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("without the usual first endgame a site opens with the longest win of one that it has", async () => {
  const { page, errors } = await open(LONGEST);
  await page.goto(host().url);
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  expect(fenOf(page)).toBe(LONGEST);
  await page.getByText("Got it").waitFor(); // the start card stays
  await page.goBack();
  expect(await page.locator(".trouble").count()).toBe(0);
  expect(errors).toEqual([]);
});
