/** An engine's opinion of positions that no table has: asked for, never like what is exact, corrected by tables. */
import { expect, test, vi } from "vitest";
import { findings } from "./axe.ts";
import { fenOf, MISSING, picture, unfold, usePage } from "./page.ts";
import { useStaticSite } from "./static-site.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open } = usePage();
const plain = useStaticSite(["KRKA"]);

/** An engine shares its processor with all else that is tested. */
vi.setConfig({ testTimeout: 180_000 });
const PATIENCE = { timeout: 120_000 };

const BEGINNING = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
/** Red's chariot takes the cannon, which is a draw at best, or the horse, which wins; whatever else it does, Black may take it. */
const CAPTURES = "3k5/9/9/9/9/9/9/4n4/1c2R4/4K4 w";

testEach(0, SETTINGS)("an opinion is asked for and looks like none of what is exact: $name", async (setting) => {
  const { name, options, english } = setting;
  const { page, errors } = await open(BEGINNING, options);
  const workers = () =>
    page
      .workers()
      .map((worker) => worker.url())
      .join(" ");
  const engine = page.locator(".engine");
  await engine.waitFor();
  expect(workers()).not.toContain("engine-worker"); // nothing is loaded before it is asked
  expect(await engine.locator(".tag").innerText()).toBe(english ? "an opinion, not exact" : "仅为看法，并非精确");
  await engine.getByText(english ? "perpetual chases" : "长捉").waitFor();
  await engine.getByRole("button", { name: english ? "Ask an engine" : "询问引擎" }).click();
  await engine.getByText(english ? /^Searched \d+ plies deep/ : /^搜索深度 \d+ 步/).waitFor(PATIENCE);
  expect(workers()).toContain("engine-worker");
  const rows = engine.locator("li");
  expect(await rows.count()).toBe(3);
  expect(await rows.first().innerText()).toMatch(/≈ [+−]?\d+\.\d/);
  expect(await engine.evaluate((each) => getComputedStyle(each).borderStyle)).toBe("dashed");
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  await engine.scrollIntoViewIfNeeded();
  await picture(page, `engine-${name}`);
  await rows.first().getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => fenOf(page)).not.toBe(BEGINNING);
  await engine.getByRole("button", { name: english ? "Ask an engine" : "询问引擎" }).waitFor(); // a new position
  expect(errors).toEqual([]);
});

test("where a table knows a move, its value stands instead of the guess", LONG, async () => {
  const { page, errors } = await open(CAPTURES);
  await page.locator(".outside details").waitFor();
  await unfold(page);
  const engine = page.locator(".engine");
  await engine.getByRole("button", { name: "Ask an engine" }).click();
  await engine.getByText(/^Searched/).waitFor(PATIENCE);
  const certain = engine.locator(".certain");
  expect(await certain.count()).toBeGreaterThan(0);
  expect(await certain.first().innerText()).toMatch(/(wins|Draw|converts|takes).*exact/s);
  expect(await engine.locator("s").count()).toBeGreaterThan(0); // what the engine thought of it
  await engine.scrollIntoViewIfNeeded();
  await picture(page, "engine-corrected");
  expect(errors).toEqual([]);
});

test("it is stopped, and asked again by touch on a small phone", LONG, async () => {
  // A position that no search comes to the end of.
  const { page, errors } = await open(BEGINNING, { viewport: { width: 360, height: 640 }, hasTouch: true });
  const engine = page.locator(".engine");
  await engine.getByRole("button", { name: "Ask an engine" }).tap();
  await engine.locator("li").first().waitFor(PATIENCE);
  await engine.getByText(/^Searched/).waitFor();
  await engine.getByRole("button", { name: "Let it think longer" }).tap();
  await engine.getByRole("button", { name: "Stop" }).tap();
  await engine.getByText(/^Searched/).waitFor();
  await engine.getByRole("button", { name: "Let it think longer" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(errors).toEqual([]);
});

test("an engine that cannot be loaded says so, and is asked again", LONG, async () => {
  const { page, errors } = await open(MISSING);
  await page.route("**/stockfish*", (route) => route.abort());
  await page.locator(".outside details").waitFor();
  await unfold(page);
  const engine = page.locator(".engine");
  await engine.getByRole("button", { name: "Ask an engine" }).click();
  await engine.getByText("could not be loaded").waitFor();
  await page.unroute("**/stockfish*");
  await engine.getByRole("button", { name: "Try again" }).click();
  await engine.getByText(/^Searched/).waitFor(PATIENCE);
  expect(errors).toEqual([]);
});

test("a page that is not isolated says why there is no engine", async () => {
  const { page, errors } = await plain.open(MISSING);
  await page.locator(".outside details").waitFor();
  await unfold(page);
  await page.getByText("a page that is isolated from others").waitFor();
  expect(await page.locator(".engine").count()).toBe(0);
  expect(errors).toEqual([]);
});
