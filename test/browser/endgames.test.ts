import { expect, test } from "vitest";
import { seriousFindings } from "./axe.ts";
import { fenOf, picture, pointAt, usePage } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { visit, url } = usePage();

testEach(0, SETTINGS)("the catalog lists endgames by type: $name", async ({ name, options, english }) => {
  const { page, errors } = await visit("?view=endgames", options);
  await page.locator(".card").first().waitFor();
  const kinds = await page.locator(".endgames h3[id^=kind-]").allTextContents();
  expect(kinds.map((kind) => kind.split(" ")[0])).toEqual(
    english
      ? ["Chariot", "Horse", "Soldier", "Both", "Nobody"]
      : ["车类", "马类", "兵类", "双方都能进攻", "双方都不能进攻"],
  );
  const listed = ["KRK", "KRKA", "KNK", "KPK", "KPKA", "KNKP", "KRKN", "KK", "KAK"];
  expect(await page.locator(".card .endgame-name").allTextContents()).toEqual(listed);
  const card = page.locator(".card").filter({ hasText: "KRKN" });
  await expect.poll(() => card.innerText()).toContain(english ? "99.69 %" : "99.69%"); // never 100 when it is less
  expect(await card.innerText()).toContain(english ? "Chariot against horse" : "车对马");
  await picture(page, `endgames-${name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  expect(await seriousFindings(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test("endgames are found by any spelling of their name", LONG, async () => {
  const { page } = await visit("?view=endgames");
  const names = () => page.locator(".card .endgame-name").allTextContents();
  for (const [text, found] of [
    ["knkr", ["KRKN"]],
    ["k h v k r", ["KRKN"]],
    ["车对单士", ["KRKA"]],
    ["R v N", ["KRKN"]], // the finder's own example
    ["pka", ["KPKA"]],
    ["n", ["KNK", "KNKP", "KRKN"]],
  ] as const) {
    await page.getByRole("searchbox").fill(text);
    await expect.poll(names).toEqual(found);
  }
  await page.getByRole("searchbox").fill("dragon");
  await page.getByText('"d" is no man: write K R N C P A B').waitFor();
});

test("an endgame of all men has a page like any other, which draws only what one capture leads to", LONG, async () => {
  const { page, errors } = await visit("?view=endgames&topic=KAABBRRNNCCPPPPPKAABBRRNNCCPPPPP");
  await page.locator(".graph .node").first().waitFor();
  expect(await page.locator(".graph .node").count()).toBe(7);
  expect(await page.locator(".captures li").count()).toBe(12);
  expect(errors).toEqual([]);
});

test("endgames are found by picking men, which writes their name", LONG, async () => {
  const { page } = await visit("?view=endgames");
  const side = (name: string) => page.getByRole("group", { name, exact: true });
  await side("One side").getByRole("button", { name: "Add a horse" }).click();
  await side("The other").getByRole("button", { name: "Add a soldier" }).click();
  expect(await page.getByRole("searchbox").inputValue()).toBe("KNKP");
  expect(await page.locator(".card .endgame-name").allTextContents()).toEqual(["KNKP"]);
  await picture(page, "endgames-picked");
  await side("The other").getByRole("button", { name: "Take the soldier away (1)" }).click();
  expect(await page.getByRole("searchbox").inputValue()).toBe("KNK");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => page.locator(".card").count()).toBe(9);
});

test("sizes are written as the language writes decimals", LONG, async () => {
  const { page } = await visit("?view=endgames&topic=KRKN", { locale: "vi" });
  const file = page.locator("section[aria-labelledby=file] dd").first();
  await expect.poll(() => file.innerText()).toMatch(/^\d+,\d kB \(\d+\.\d{3} B\) · \d,\d\d bit/);
});

test("an endgame without a table can be asked for", LONG, async () => {
  const { page } = await visit("?view=endgames");
  await page.getByRole("searchbox").fill("KRRKA");
  await page.getByText("What every single move is worth is known once its table is built.").waitFor();
  const build = page.getByRole("button", { name: /^Build it .*\(about .*\)$/ }).first();
  await build.waitFor();
  await page.locator(".missing").getByRole("link", { name: "Two chariots against advisor", exact: true }).click();
  await build.waitFor();
  expect(page.url()).toBe(`${url()}?view=endgames&topic=KRRKA&rules=asian`);
  await picture(page, "endgame-missing");
});

testEach(1, SETTINGS)("an endgame's page tells all about it: $name", async ({ name, options, english }) => {
  const { page, errors } = await visit("?view=endgames&topic=KRKN", options);
  const { red, black, sha256 } = (await (await fetch(`${url()}api/v1/tables/KRKN`)).json()) as Record<string, any>;
  await page.locator(".plot").first().waitFor();
  const table = page.locator(".endgames .scroll table").first();
  for (const count of [red.wins, red.draws, red.losses, black.wins, black.draws, black.losses]) {
    expect(await table.innerText()).toContain(count.toLocaleString(english ? "en" : "zh-CN"));
  }
  expect(await table.innerText()).toContain(english ? "0.02 %" : "0.02%");
  expect(await page.locator(".endgame-verdict").innerText()).toBe(
    english ? "Red wins, but for rare exceptions, with Red to move" : "红方例胜，例外极少（红方先走）",
  );
  const plots = page.locator(".plot svg");
  expect(await plots.count()).toBe(2);
  expect(await plots.nth(1).getAttribute("aria-label")).toContain(
    english ? "Order 1: because Black may not go on checking" : "第 1 阶：黑方不得长将",
  );
  expect(await page.locator(".longest-wins .row").allInnerTexts()).toEqual([
    expect.stringContaining(english ? "Red wins in 23 plies (12 moves)" : "红方 23 步胜（12 回合）"),
    expect.stringContaining(english ? "Black wins in 5 plies (3 moves)" : "黑方 5 步胜（3 回合）"),
    expect.stringContaining(english ? "Red wins in 1 ply (1 move)" : "红方 1 步胜（1 回合）"),
  ]);
  expect(await page.locator(".captures li").count()).toBe(2);
  expect(await page.locator(".graph .node").count()).toBe(4);
  expect(await page.locator(".mono").innerText()).toBe(sha256);
  await page.getByText("canju verify KRKN").waitFor();
  await picture(page, `endgame-${name}`);
  await page.locator(".plot").first().scrollIntoViewIfNeeded();
  const readout = page.locator(".plot .readout").first();
  const summary = await readout.textContent();
  await pointAt(page, plots.first(), { x: 100, y: 60 });
  await expect.poll(() => readout.textContent()).not.toBe(summary);
  await picture(page, `endgame-plot-${name}`);
  await page.locator(".graph").scrollIntoViewIfNeeded();
  await picture(page, `endgame-graph-${name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  expect(await seriousFindings(page)).toEqual([]);
  expect(errors).toEqual([]);
});

test("the distances are told as a table, too", LONG, async () => {
  const { page } = await visit("?view=endgames&topic=KRK");
  await page.getByText("The same as a table").click();
  const rows = await page.locator(".plot tbody tr").allInnerTexts();
  const sum = rows.reduce((total, row) => total + Number(row.split("\t")[1]!.replaceAll(",", "")), 0);
  const { red, black } = (await (await fetch(`${url()}api/v1/tables/KRK`)).json()) as Record<string, any>;
  expect(sum).toBe(red.wins + black.losses);
});

test("the longest win of every order opens, and can be played", LONG, async () => {
  const { page } = await visit("?view=endgames&topic=KRKN");
  await page.getByRole("button", { name: "Show: Red wins in 1 ply (1 move)" }).click();
  await page.getByText("Red wins: Black may not go on checking (1 ply)").first().waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Show: Black wins in 5 plies" }).click();
  await page.getByText("Black wins in 5 plies (3 moves) to conversion").first().waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Play it: Red wins in 23 plies" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText("You play Red.").waitFor();
  expect(fenOf(page)).toBe("5k3/9/9/9/9/R8/9/4n4/9/3K5 w");
});

test(
  "an endgame has an address of its own, in either colour, and links to those that captures lead to",
  LONG,
  async () => {
    const { page } = await visit("?view=endgames&topic=khkr");
    await page.getByText("Horse against chariot is the same with the colours exchanged.").waitFor();
    await page.locator(".captures").getByRole("link", { name: /KNK$/ }).click();
    await expect.poll(() => page.locator("h2 .endgame-name").innerText()).toBe("KNK");
    expect(page.url()).toBe(`${url()}?view=endgames&topic=KNK&rules=asian`);
    await page.locator(".parents").getByRole("link", { name: /KNKP$/ }).click();
    await expect.poll(() => page.locator("h2 .endgame-name").innerText()).toBe("KNKP");
    await page.goBack();
    await expect.poll(() => page.locator("h2 .endgame-name").innerText()).toBe("KNK");
    await page.getByRole("link", { name: "All endgames" }).click();
    await page.locator(".card").first().waitFor();
  },
);

test("when and how a table was proven is shown", LONG, async () => {
  const { page } = await visit("?view=endgames");
  const verified = {
    endgame: "KRKN",
    sha256: "ab".repeat(32),
    date: "2026-11-21T12:00:00.000Z",
    version: "0.1.0",
    seconds: 1.9,
    positions: 397_191,
    checks: ["checksums", "values", "levels", "statistics"],
    inputs: [],
  };
  const contributed = [{ name: "The club", key: "cd".repeat(32), date: "2026-11-20T12:00:00.000Z", version: "0.1.0" }];
  await page.route("**/api/v1/tables", async (route) => {
    const listing = (await (await route.fetch()).json()) as { tables: { endgame: string }[] };
    const tables = listing.tables.map((each) => (each.endgame === "KRKN" ? { ...each, verified, contributed } : each));
    await route.fulfill({ json: { ...listing, tables } });
  });
  await page.goto(`${url()}?view=endgames&topic=KRKN`);
  await page.getByText("Proven on Nov 21, 2026 by canju 0.1.0 in 1.9 s.").waitFor();
  expect(await page.locator(".checks li").allInnerTexts()).toEqual([
    "every checksum of the file",
    "every value against those of its successors",
    "every order against patterns computed anew",
    "counts, longest wins and histogram",
  ]);
  await page.getByText("Proven by The club on Nov 20, 2026 with canju 0.1.0, in a signed record.").waitFor();
});

testEach(0, SETTINGS)(
  "a proof that only records tell of is marked as such: $name",
  async ({ name, options, english }) => {
    const { page } = await visit("?view=endgames", options);
    const date = "2025-11-21T12:00:00.000Z";
    const record = {
      endgame: "KRKN",
      sha256: "ab".repeat(32),
      seconds: 1.9,
      positions: 397_191,
      checks: ["values"],
      inputs: [],
    };
    const verified = { ...record, date, version: "0.1.0", stated: true };
    const contributed = [{ name: "The club", key: "cd".repeat(32), date, version: "0.1.0", stated: true }];
    await page.route("**/api/v1/tables", async (route) => {
      const listing = (await (await route.fetch()).json()) as { tables: { endgame: string }[] };
      const tables = listing.tables.map((each) =>
        each.endgame === "KRKN" ? { ...each, verified, contributed } : each,
      );
      await route.fulfill({ json: { ...listing, tables } });
    });
    await page.goto(`${url()}?view=endgames`);
    const card = page.locator(".card").filter({ hasText: "KRKN" });
    await expect.poll(() => card.innerText()).toContain(english ? "proven, says a record" : "据记录已验证");
    await page.goto(`${url()}?view=endgames&topic=KRKN`);
    const file = page.locator("section[aria-labelledby=file]");
    await file.getByText("canju verify KRKN").waitFor();
    expect(await file.innerText()).not.toContain("✓");
    expect(await file.locator(".checks").count()).toBe(0);
    await file.scrollIntoViewIfNeeded();
    await picture(page, `stated-proof-${name}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  },
);

test("a damaged table is named among the endgames and on its page, where it can be built anew", LONG, async () => {
  const { page } = await visit("?view=endgames");
  await page.route("**/api/v1/tables", async (route) => {
    const listing = (await (await route.fetch()).json()) as { tables: { endgame: string }[] };
    const tables = listing.tables.filter(({ endgame }) => endgame !== "KRKN");
    const damaged = [{ file: "asian/dtc/KRKN.canju", problem: "it does not match its SHA-256" }];
    await route.fulfill({ json: { ...listing, tables, damaged } });
  });
  await page.goto(`${url()}?view=endgames`);
  const notice = page.locator(".damaged");
  await expect
    .poll(() => notice.innerText())
    .toContain("Damaged tables, which give no answers until they are built anew:");
  await notice.getByRole("link", { name: "KRKN" }).click();
  await page
    .getByText("Chariot against horse: the table of it here is damaged, and gives no answers until it is built anew.")
    .waitFor();
  await page.getByRole("button", { name: "Build it in this browser" }).waitFor();
});

test("what is no endgame is told so", LONG, async () => {
  const { page } = await visit("?view=endgames&topic=nonsense");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).toBe(
    '"nonsense" is no endgame. "o" is no man: write K R N C P A B, or 车马炮兵士象.',
  );
});
