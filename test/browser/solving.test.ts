/** Endgames that are missing are built in the page, or by the server on request. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeHeader } from "../../src/table/format/format.ts";
import { replaceFile } from "../table/rot.ts";
import { picture, usePage, WON_BY_RULE } from "./page.ts";
import { playOut, verdictOf } from "./playing-out.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

/** The server has nothing but one of the tables that the endgames lead to. */
const { open, visit, folder } = usePage(["KRK"], { builds: { maxPositions: 1_000_000 } });

/** Chariot against horse, the longest win. */
const LONGEST = "5k3/9/9/9/9/R8/9/4n4/9/3K5 w";

test("a missing endgame is built in the browser, levels included, is there after a reload, and is played to the end", async () => {
  const { page, errors } = await open(WON_BY_RULE);
  await page.locator(".build summary").click();
  await page.getByText(/^2 tables, about 690 thousand positions; no software is installed$/).waitFor();
  await picture(page, "build-offer");
  await page.getByRole("button", { name: "Build it in this browser" }).click();
  await page.locator(".move").first().waitFor(); // the atlas knows the verdict
  expect(await verdictOf(page)).toBe("Red wins: Black may not go on checking (1 ply)");
  await page.goto(page.url().replace(/fen=.*/, `fen=${LONGEST.replaceAll(" ", "_")}`));
  await page.locator(".move").first().waitFor();
  expect(await verdictOf(page)).toMatch(/^Red wins in \d+ plies/);
  await playOut(page);
  expect(await verdictOf(page)).toMatch(/: Red has won$/);
  expect(errors).toEqual([]);
});

test(
  "of an endgame that is too large what the position can reach is built, and is there after a reload",
  LONG,
  async () => {
    const { page, errors } = await open("P1P1k3P/9/9/9/9/9/9/9/9/p4K2p w"); // five soldiers
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByText("Only what this position can reach is built").waitFor();
    await picture(page, "build-cone");
    await page.getByRole("button", { name: "Build it in this browser" }).click();
    await expect.poll(() => verdictOf(page), { timeout: 120_000 }).toBe("Draw");
    await page.reload();
    await expect.poll(() => verdictOf(page)).toBe("Draw");
    await page.locator(".move").first().click();
    await expect.poll(() => page.locator(".move").count()).toBeGreaterThan(1);
    expect(asked.filter((url) => url.includes("/KPPPKPP.canju"))).toEqual([]); // the host offers nobody that table
    await page.getByTitle("Rules", { exact: true }).selectOption("chinese"); // under which no cone is built
    await expect.poll(() => verdictOf(page)).toBe("Asian rules: Draw");
    await page.getByText(/rules chosen \(Chinese.*by others \(Asian/).waitFor();
    await page.goto(page.url().replace(/\?.*/, "?view=endgames&topic=KPPPKPP&rules=asian"));
    await page.getByText("Soldiers never go back: set up a position").waitFor();
    expect(await page.locator(".captures small").allTextContents()).toContain(" (built in part)");
    await page.getByRole("link", { name: "from999-99" }).click();
    await page.getByText("A part of this endgame").waitFor();
    await page.getByRole("button", { name: "Look at a position" }).click();
    await expect.poll(() => verdictOf(page)).toBe("Draw");
    expect(errors).toEqual([]);
  },
);

test("the server builds what is within its limit, in Chinese as well", LONG, async () => {
  const { page, errors } = await open("4k4/9/9/9/9/9/9/9/1c7/R2K5 w", { locale: "zh-CN" });
  await page.locator(".build summary").click();
  await page.getByText("服务器最多生成 100 万个局面。").waitFor();
  await page.getByRole("button", { name: "在服务器上生成" }).click();
  await expect.poll(() => verdictOf(page), { timeout: 120_000 }).toMatch(/^红方胜/);
  expect(errors).toEqual([]);
});

testEach(0, [
  ["chinese", /^红方胜：黑方不得长将/],
  ["none", /^和棋/],
] as const)("the server builds under the rules chosen: %s", async (rules, value) => {
  const { page, errors } = await visit(`?fen=${WON_BY_RULE.replaceAll(" ", "_")}&rules=${rules}`, { locale: "zh-CN" });
  await page.getByRole("button", { name: "在服务器上生成" }).click();
  await expect.poll(() => verdictOf(page), { timeout: 120_000 }).toMatch(value);
  expect(existsSync(join(folder(), `${rules}/dtc/KRKN.canju`))).toBe(true);
  expect(errors).toEqual([]);
});

test("a build is cancelled, and what is beyond all limits is said to be", LONG, async () => {
  const { page } = await open("3k1a3/4a4/4b4/9/9/9/4P4/9/3N5/4K4 w"); // takes a while
  const here = page.getByRole("button", { name: "Build it in this browser" });
  await here.click();
  await page.getByRole("progressbar").waitFor();
  await picture(page, "build-progress");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe("beforeunload");
  await (await asked).dismiss();
  await page.getByRole("button", { name: "Cancel" }).click();
  await here.waitFor();

  await page.goto(page.url().replace(/fen=.*/, "fen=5k3/3rr4/9/9/9/9/9/9/3RR4/4K4_w"));
  await page
    .getByText("too large to be built in a browser: about 2.6 billion positions, where 100 million are the most.")
    .waitFor();
  expect(await page.getByRole("button", { name: /^Build it/ }).count()).toBe(0);
});

test("a damaged table is named, built anew by the server, and gives its answers", LONG, async () => {
  const path = join(folder(), "asian/dtc/KRK.canju");
  const bytes = readFileSync(path);
  const { data } = decodeHeader(bytes, path);
  replaceFile(path, bytes.fill(0xa5, data.offset, data.offset + data.length));
  const { page, errors } = await open("4k4/9/9/9/9/9/9/9/9/R2K5 w");
  await page.getByText("KRK").first().waitFor();
  await picture(page, "build-damaged");
  await page.getByRole("button", { name: "Build it on the server" }).click();
  await expect.poll(() => verdictOf(page), { timeout: 120_000 }).toMatch(/^Red wins in \d+ pl/);
  expect(readFileSync(path).equals(bytes)).toBe(false);
  expect(errors).toEqual([]);
});
