/** Where nothing but files answers, the page explains by itself. */
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { WON_BY_RULE } from "./page.ts";
import { useStaticSite } from "./static-site.ts";

const { open } = useStaticSite(["KRKN"]);

test("a page on a plain host finds the cycle, and explains it as a server does", LONG, async () => {
  const { page, errors } = await open(WON_BY_RULE);
  const panel = page.locator(".explanation");
  await panel.getByText("Why Black loses").waitFor();
  expect(await panel.locator(".judged-move").count()).toBe(5);
  expect(await panel.locator(".judgement").textContent()).toBe(
    "Black loses: it checks on every move, while Red does not.",
  );
  await panel.getByText("5 other moves").click();
  await panel.getByText("Red wins in 5 plies (3 moves) to conversion").waitFor();
  expect(errors).toEqual([]);
});
