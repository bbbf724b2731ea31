/** Wins that are proven on the page, of positions that no table can have. */
import { expect, test } from "vitest";
import { checkProofTree } from "../../src/prove/check.ts";
import { readProofTree } from "../../src/prove/proof-tree.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";
import { seriousFindings } from "./axe.ts";
import { bytesOf, fenOf, FIVE, picture, usePage } from "./page.ts";
import { SETTINGS } from "./views.ts";

const { open } = usePage();

/** Five tigers 五虎靠山: nine attackers, and a win by checks. */
const TIGERS = "C7r/3kaP3/b1c1ba3/1R3N3/9/C8/9/9/4p1r2/5K3 w";

testEach(0, SETTINGS.toReversed())(
  "a win by checks is the first thing said, and leads to mate: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await open(TIGERS, options);
    const value = page.locator("h2.value");
    const wins = english ? /Red wins in at most (\d+) pl/ : /红方必胜，至多 (\d+) 步/;
    await value.getByText(wins).waitFor();
    expect(await page.locator(".proof .tag").innerText()).toBe(english ? "proven" : "已证明");
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    await picture(page, `proof-${name}`);
    // By the proof to the end, the loser holding out for as long as he can.
    let left = Number(wins.exec(await value.innerText())![1]);
    for (; left > 0; left--) {
      await value.getByText(english ? new RegExp(`at most ${left} pl`) : `至多 ${left} 步`).waitFor();
      const move = page.locator(".proof p.row button").first();
      await ("hasTouch" in options && options.hasTouch ? move.tap() : move.click());
    }
    await page.locator(".line-end").waitFor();
    expect(errors).toEqual([]);
  },
);

test("the file of a proof is what the checker reads, and its line is shown", async () => {
  const { page, errors } = await open(TIGERS);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the proof" }).click();
  const tree = readProofTree(new Uint8Array(await bytesOf(saved)));
  expect(formatFen(tree.position)).toBe(TIGERS);
  const { byChecks, plies } = await checkProofTree(tree);
  expect(byChecks).toBe(true);
  await page.getByRole("button", { name: "Show the line" }).click();
  await page
    .locator(".line-moves")
    .getByText(`${Math.ceil(plies / 2)}.`, { exact: true })
    .waitFor();
  expect(errors).toEqual([]);
});

test("the page plays the winner against any defence, and its variations are a game", LONG, async () => {
  const { page, errors } = await open(TIGERS);
  const value = page.locator("h2.value");
  await value.getByText(/Red wins in at most 19 pl/).waitFor();
  await page.getByRole("button", { name: "Defend against it" }).click();
  // Red has moved by itself; of the defences one that holds out for less is tried.
  const defences = page.locator(".proof summary");
  for (let left = 18; left > 0;) {
    await value.getByText(new RegExp(`at most ${left} pl`)).waitFor();
    if ((await defences.count()) > 0) {
      await defences.click();
      const last = page.locator(".proof .defences li").last();
      left = Number(/at most (\d+)/.exec(await last.innerText())![1]);
      await last.getByRole("button").click();
    } else {
      left--;
      await page.locator(".proof p.row button").first().click();
    }
    left--; // Red's answer
  }
  await page.locator(".line-end").waitFor();
  expect(errors).toEqual([]);
});

test("all variations of a proof are a game that can be taken away", LONG, async () => {
  const { page, errors } = await open(TIGERS);
  await page.getByRole("button", { name: "Show all variations" }).click();
  await page.locator(".variation, .variations").first().waitFor();
  await picture(page, "proof-variations");
  expect(errors).toEqual([]);
});

test("where no win by checks is there, nothing is claimed", LONG, async () => {
  const { page, errors } = await open(FIVE);
  await page.locator(".unanswered", { hasText: "This position has 5 attacking men" }).waitFor();
  await page.locator(".proof").getByText("That does not make it a draw.").waitFor();
  expect(await page.locator(".proof .tag").count()).toBe(0);
  expect(fenOf(page)).toBe(FIVE);
  expect(errors).toEqual([]);
});
