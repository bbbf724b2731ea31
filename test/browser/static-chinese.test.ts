/** An export of tables under the Chinese rules: nothing but files answers. */
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { WON_BY_RULE } from "./page.ts";
import { playOut, verdictOf } from "./playing-out.ts";
import { useStaticSite } from "./static-site.ts";

const { host, open } = useStaticSite(["KRKN"], { rules: "chinese", metric: "dtc" });

test("the page tells and explains by the rules that were exported", LONG, async () => {
  host().ranges.length = 0;
  const { page, errors } = await open(WON_BY_RULE);
  await expect.poll(() => page.locator(".verdict .rules-badge").innerText()).toMatch(/Chinese rules/);
  const panel = page.locator(".explanation");
  await panel.getByText("Why Black loses").waitFor();
  await panel.locator(".judged-move .deed", { hasText: "check" }).first().waitFor();
  expect(await panel.locator(".judgement").textContent()).toBe(
    "Black loses: it checks on every move, while Red only plays idle moves.",
  );
  const files = [...new Set(host().ranges.map(({ file }) => file))];
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !file.startsWith("/tables/chinese/dtc/"))).toEqual([]);
  expect(errors).toEqual([]);
});

test("a win is played to its end", LONG, async () => {
  const { page, errors } = await open("5k3/9/9/9/9/R8/9/4n4/9/3K5 w");
  await expect.poll(() => verdictOf(page)).toMatch(/^Red wins in 23 plies/);
  await playOut(page);
  expect(await verdictOf(page)).toMatch(/: Red has won$/);
  expect(errors).toEqual([]);
});
