/** The material view in a real browser. */
import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { picture, usePage } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { open, url, visit } = materialPage();

function materialPage() {
  const served = usePage(["KRKA"]);
  return {
    ...served,
    async visit(name: string, locale = "en") {
      const { page, errors } = await served.open("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w", { locale });
      await page.goto(`${served.url()}?view=material&topic=${name}`);
      await page.locator(".material .reasons li").first().waitFor();
      return { page, errors };
    },
  };
}

test("material is picked, judged with reasons and found again by its address", async () => {
  const { page, errors } = await visit("KRKAABB");
  expect(await page.locator(".material .reasons").innerText()).toContain(
    "Chariot against two advisors and two elephants is solved",
  );
  await page.getByRole("button", { name: "Add: horse" }).first().click();
  await page.locator(".material section > h3", { hasText: "KRNKAABB" }).waitFor();
  expect(new URL(page.url()).searchParams.get("topic")).toBe("KRNKAABB");
  await page.getByRole("button", { name: /^Two cannons, two advisors and two elephants:/ }).click();
  await page.locator(".material h3", { hasText: "KRNKCCAABB" }).waitFor();
  expect(await page.locator(".material section[aria-live]").innerText()).toMatch(
    /For chariot and horse about \d+ % of all positions are won; nine times of ten that is between/,
  );
  expect(await page.locator(".material section[aria-live] .hint").first().innerText()).toBe(
    "estimated · at least half of the positions are won",
  );
  expect(await page.locator(".material .map .cell").count()).toBe(27 * 9);
  await picture(page, "material");
  expect(errors).toEqual([]);
});

test("a name that is none says why, and stays to be mended; names in Chinese are read", LONG, async () => {
  const { page } = await visit("KRKAABB");
  const name = page.getByRole("textbox");
  await name.fill("KQK");
  await name.press("Enter");
  expect(await page.locator(".material [role=alert]").innerText()).toContain('"Q" is no man');
  expect(await name.inputValue()).toBe("KQK");
  await name.fill("车马对双炮士象全");
  await name.press("Enter");
  await page.locator(".material h3", { hasText: "KRNKCCAABB" }).waitFor();
  expect(new URL(page.url()).searchParams.get("topic")).toBe("KRNKCCAABB");
  const legend = page.locator(".legend .cell[data-side=second]");
  expect(await legend.count()).toBe(2);
  const [frame, stepper] = await page
    .locator(".material-picker fieldset")
    .first()
    .evaluate((each) => [each, each.querySelector(".count")!].map((one) => one.getBoundingClientRect().left));
  expect(stepper! - frame!).toBeGreaterThan(6);
  expect(url()).toMatch(/^http/);
});

test("it speaks Chinese and fits a phone", LONG, async () => {
  const { page } = await visit("KRNKCCAABB", "zh-CN");
  expect(await page.locator(".material h2").innerText()).toContain("子力");
  await page.setViewportSize({ width: 375, height: 700 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(375);
  await picture(page, "material-phone");
});

testEach(0, SETTINGS.toReversed())(
  "what is proven stands in place of an estimate, far from it are no figures: $name",
  async ({ name, options, english }) => {
    const { page, errors } = await open("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w", options);
    await page.goto(`${url()}?view=material&topic=KRPlKRA`);
    await page.locator(".material .endgame-verdict").waitFor();
    expect(await page.locator(".material h3").first().innerText()).toMatch(
      english ? /^Chariot and low soldier against chariot and advisor KRPlKRA$/ : /^车低兵对车单士 KRPlKRA$/,
    );
    expect(await page.locator(".material .probabilities, .material .reasons").count()).toBe(0);
    const cell = page.getByRole("button", { name: english ? /^Chariot and advisor:/ : /^车单士：/ });
    expect(await cell.innerText()).toContain("39");
    expect(await page.locator(".material .known .tag").evaluate((each) => getComputedStyle(each).borderStyle)).toBe(
      "solid",
    );
    expect(await seriousFindings(page)).toEqual([]);
    await picture(page, `material-proven-${name}`);
    await cell.scrollIntoViewIfNeeded();
    await picture(page, `material-map-${name}`);
    await page.goto(`${url()}?view=material&topic=KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB`);
    const told = page.locator(".material section[aria-live]");
    await told.getByText(english ? "far from all that is solved" : "离已解残局太远").waitFor();
    expect(await told.innerText()).not.toContain("9%");
    expect(await page.locator(".material .probabilities, .material .reasons").count()).toBe(0);
    await picture(page, `material-far-${name}`);
    expect(errors).toEqual([]);
  },
);
