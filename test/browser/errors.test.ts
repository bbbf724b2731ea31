/** What a browser tells its developer as errors, and a page whose host has a newer one. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { MISSING, picture, usePage, WON } from "./page.ts";
import { addressAt, SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { visit, url } = usePage();

/** What the console of a page has as errors, and what was asked of the server. */
function watch(page: Page) {
  const errors: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => asked.push(request.url().slice(url().length)));
  return { errors, asked };
}

test("whoever looks at positions and endgames without a table meets no error of the browser's", LONG, async () => {
  const { page } = await visit("?view=guide");
  const { errors } = watch(page);
  const addresses = [
    `?fen=${MISSING.replaceAll(" ", "_")}`,
    addressAt("play", MISSING),
    "?view=endgames&topic=KRRK",
    "?view=endgames&topic=KRNCKRNC",
    "?view=endgames&topic=KRKN&rules=chinese",
    `?fen=${WON.replaceAll(" ", "_")}&rules=none`,
  ];
  for (const address of addresses) {
    await page.goto(url() + address);
    await page.locator("main h2, main h3").first().waitFor();
    await page.waitForLoadState("networkidle");
  }
  expect(errors).toEqual([]);
});

test("views without a board ask for no position's value", LONG, async () => {
  const { page } = await visit("?view=guide");
  const { asked } = watch(page);
  for (const view of ["endgames", "material", "compared", "guide"]) {
    await page.goto(`${url()}?view=${view}&fen=${WON.replaceAll(" ", "_")}`);
    await page.locator("main h2").first().waitFor();
    await page.waitForLoadState("networkidle");
  }
  expect(asked.filter((path) => path.startsWith("api/v1/probe"))).toEqual([]);
  await page.getByRole("navigation").getByRole("link").first().click();
  await page.locator(".move").first().waitFor();
});

testEach(0, SETTINGS.toReversed())(
  "a page whose host has a newer one says so and is loaded anew: $name",
  async ({ name, options }) => {
    const { page, errors } = await visit(`?fen=${WON.replaceAll(" ", "_")}`, options);
    await page.locator(".move").first().waitFor();
    let isOld = true;
    await page.route(/\/assets\/Rules-[^/]*\.js$/, (route) =>
      isOld ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.route(url(), async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(/assets\/index-[\w-]+\.js/, "assets/index-newer.js");
      await route.fulfill({ response, body: html });
    });
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isOld = false;
    });
    await page.locator('nav a[href*="view=rules"]').first().click();
    await page.getByText(/This page was updated, and is loaded anew|本页已更新，正在重新载入/).waitFor();
    await picture(page, `updated-${name}`);
    await page
      .locator(".clauses, .rules h2, main h2")
      .filter({ hasText: /Rules|规则/ })
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get("view")).toBe("rules");
    expect(errors).toEqual([]);
  },
);

test("what cannot be loaded though the page is the newest is no update", LONG, async () => {
  const { page } = await visit(`?fen=${WON.replaceAll(" ", "_")}`);
  await page.locator(".move").first().waitFor();
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  await page.route(/\/assets\/Rules-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.locator('nav a[href*="view=rules"]').first().click();
  await page.locator(".trouble button").waitFor();
  await page.waitForTimeout(2000);
  expect(await page.locator(".trouble button").count()).toBe(1);
  expect(loads).toBe(0);
});
