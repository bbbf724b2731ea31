/** Builds on the server that a page has not asked for itself: it was loaded anew, or another tab has. */
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { picture, usePage } from "./page.ts";
import { verdictOf } from "./playing-out.ts";

/** The server has nothing but one of the tables that the endgames lead to. */
const { open, url } = usePage(["KRK"], { builds: { maxPositions: 1_000_000_000 } });

/** Three attacking men: some ten million positions. */
const SLOW = "3k5/9/4n4/9/9/9/9/4C4/4R4/4K4 w";
const SHORT = "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w";

const jobs = async () =>
  ((await (await fetch(`${url()}api/v1/build`)).json()) as { jobs: { endgame: string; state: string }[] }).jobs;

test("a build is shown after a reload and in another browser, and is cancelled by who asked for it", LONG, async () => {
  const { page, errors } = await open(SLOW);
  await page.getByRole("button", { name: "Build it on the server" }).click();
  await page.getByRole("progressbar").waitFor();
  await page.waitForFunction(() => localStorage.getItem("canju.build-token") !== null); // the server has answered
  await page.reload();
  await page.getByRole("progressbar").waitFor();
  await picture(page, "build-after-reload");
  const other = await open(SLOW);
  await other.page.getByRole("progressbar").waitFor();

  await other.page.getByRole("button", { name: "Cancel" }).click(); // looks no longer: it is not its own
  await other.page.getByRole("button", { name: "Build it on the server" }).waitFor();
  expect(await jobs()).toMatchObject([{ endgame: "KRCKN" }]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Build it on the server" }).waitFor();
  await expect.poll(jobs).toMatchObject([{ endgame: "KRCKN", state: "cancelled" }]);
  expect([...errors, ...other.errors]).toEqual([]);
});

test("a build that has finished is found when its page is looked at again", LONG, async () => {
  const { page, errors } = await open(SHORT);
  const offer = page.getByRole("button", { name: "Build it on the server" });
  await offer.waitFor();
  const other = await open(SHORT);
  await other.page.getByRole("button", { name: "Build it on the server" }).click();
  await expect.poll(() => verdictOf(other.page), { timeout: 30_000 }).toMatch(/^Red wins/);
  await offer.waitFor(); // nobody has told it
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins/);
  expect(errors).toEqual([]);
});
