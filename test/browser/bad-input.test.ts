// Whatever is typed, pasted, dropped, linked or kept: it gets an answer that says what was not understood, and stays.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fenOf, picture, press, usePage, WON } from "./page.ts";
import { SETTINGS } from "./views.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";

const { visit, open, url } = usePage(["KRKA"]);

const AT_WON = `fen=${WON.replaceAll(" ", "_")}`;
const plain = (text: string | null) => (text ?? "").replaceAll(/\s+/g, " ").trim();

async function paste(page: Page, text: string, into = "body"): Promise<void> {
  await page.locator(into).evaluate((target, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** @param files their names and bytes; a number stands for so many random bytes */
async function drop(page: Page, files: readonly (readonly [name: string, bytes: readonly number[] | number])[]) {
  await page.evaluate((dropped) => {
    const data = new DataTransfer();
    for (const [name, content] of dropped) {
      const bytes = typeof content === "number" ? new Uint8Array(content) : Uint8Array.from(content);
      if (typeof content === "number") {
        for (let at = 0; at < content; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      }
      data.items.add(new File([bytes], name));
    }
    for (const type of ["dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, files);
}

testEach(0, [
  ["?%zz", /^This is no position/, /^这不是局面/],
  [`?${AT_WON}&line=e1d1d9e9a0a1`, /as far as "a0a1"/, /只读到“a0a1”为止/],
  [`?${AT_WON}&game=e1d1(hello`, /"\(hello" is never closed/, /“\(hello”没有结束/],
  ["?view=nonsense", /^The link asks for "nonsense", which is not here\.$/, /^链接所要的“nonsense”这里没有。$/],
  ["?rules=asien", /^The link asks for "asien", which is not here\.$/, /^链接所要的“asien”这里没有。$/],
  ["?view=play&topic=KQK", /^The link asks for "KQK"/, /^链接所要的“KQK”/],
  [`?view=endgames&topic=${"K".repeat(5000)}`, /K" is no endgame/, /K”不是残局/],
  ["?abc%E0%A4", /^This is no position/, /^这不是局面/],
  [`?fen=${"k".repeat(6000)}`, /^This is no position: .{0,80}k….{0,80}$/, /^这不是局面.{0,80}k….{0,80}$/],
  [`?${AT_WON}&line=e1d`, /as far as "e1d"/, /只读到“e1d”为止/],
  [`?${AT_WON}#game=e1d1%20hello`, /"hello" is no move/, /“hello”不是着法/],
  ["?view=rules&topic=%3Cb%3E", /^The link asks for "<b>"/, /^链接所要的“<b>”/],
  [`?view=studies&topic=${WON.replaceAll(" ", "_")}`, /^The link asks for "3k5/, /^链接所要的“3k5/],
] as const)("the link %j is answered, on a phone as well", async (address, english, chinese) => {
  for (const { options, english: isEnglish } of SETTINGS) {
    const { page, errors } = await visit(address, options);
    const said = page.locator("#panel").locator(".complaint, .trouble, [role=alert]");
    const expected = isEnglish ? english : chinese;
    const isSaid = async () => (await said.allTextContents()).some((text) => expected.test(plain(text)));
    await expect.poll(isSaid, { message: String(expected) }).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
    expect(errors).toEqual([]);
  }
});

testEach(0, SETTINGS)("an old link with a bad code, and a frame of nothing, say so: $name", async (setting) => {
  const { options, english } = setting;
  for (const address of ["endgame.cgi?zzzz", "play.cgi?%E0%A4", "endgame.cgi?9"]) {
    const { page } = await visit(address, options);
    await expect
      .poll(() => page.getByRole("alert").first().innerText())
      .toMatch(english ? /^This is no position/ : /^这不是局面/);
  }
  const { page } = await visit("embed?fen=3k5/%22%3E", options);
  expect(await page.locator("main").innerText()).toContain(english ? "no position or game" : "不是可显示的局面");
  await page.getByRole("link", { name: english ? "What is wrong with it" : "查看问题所在" }).click();
  await expect
    .poll(() => page.getByRole("alert").first().innerText())
    .toMatch(english ? /^This is no position: the board has 2 ranks/ : /^这不是局面/);
});

test("files that are no text, folders and files in other letters are told from games", LONG, async () => {
  const said = (page: Page) => page.locator("#open-troubles").innerText();
  for (const [files, answer] of [
    [[["a.xqf", [0x58, 0x51, 0x12, 0, 1, 2]]], /^Line 1, character 4: it is no text/],
    [[["a.png", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]]], /it is no text/],
    [[["empty.pgn", []]], /there is no text/],
    [[["random.bin", 5_000_000]], /longer than 2000000 characters/],
  ] as const) {
    const { page, errors } = await open(WON);
    await drop(page, files);
    await expect.poll(() => said(page)).toMatch(answer);
    expect(fenOf(page)).toBe(WON); // nothing else is shown instead
    expect(errors).toEqual([]);
  }
});

/** A game with a variation and a remark, in the letters of older programs (GBK): 测试, 顺手. */
const GBK = [
  ...Buffer.from('[Event "\xb2\xe2\xca\xd4"]\n\n1. H2-E2 H9-G7 (1... H7-E7 {\xcb\xb3\xca\xd6}) 2. H0-G2 *\n', "latin1"),
];

test("of several files all games are there, also of older programs", LONG, async () => {
  const { page, errors } = await open(WON);
  const second = [...Buffer.from(`[Event "two"]\n[FEN "${WON}"]\n\n1. E1-D1 *\n`)];
  await drop(page, [
    ["old.pgn", GBK],
    ["new.pgn", second],
  ]);
  await page.getByText("Game 1 of 2").waitFor();
  expect(await page.locator(".opened .names").innerText()).toContain("测试");
  expect(await page.locator(".line-moves .remark").allTextContents()).toEqual(["顺手"]);
  await page.getByRole("button", { name: "Next game" }).click();
  await expect.poll(() => page.locator(".opened .names").innerText()).toContain("two");
  expect(errors).toEqual([]);
});

test("a game is taken where a position is asked for, with its variations and remarks", LONG, async () => {
  for (const [text, moves] of [
    [`[Red "A"]\n\n1. H2-E2 H9-G7 (1... H7-E7 {why} 2. H0-G2) 2. H0-G2 *`, 5],
    [`[FEN "${WON}"]\n\n1. E1-D1 (1. E1-E2) *`, 2],
    ["炮二平五 马8进7 马二进三", 3],
  ] as const) {
    const { page, errors } = await visit(`?view=editor&${AT_WON}`);
    await page.getByLabel("Paste a position").fill(text);
    await page.getByRole("button", { name: "Take it over" }).click();
    await expect.poll(() => page.locator(".line-moves button").count()).toBe(1 + moves);
    expect(errors).toEqual([]);
  }
});

test("what is too long for a field is asked about, and does not keep the page busy", LONG, async () => {
  for (const [address, field] of [
    [`?view=editor&${AT_WON}`, "#paste"],
    ["?view=endgames", "[type=search]"],
    ["?view=material", ".material input"],
    [`?${AT_WON}`, ".entry input, input[aria-describedby=entry-trouble]"],
  ] as const) {
    const { page, errors } = await visit(address);
    await page.locator(field).first().waitFor();
    await paste(page, "车".repeat(1_000_000), field);
    await page.locator("#open-troubles li").first().waitFor();
    expect(await page.locator(field).first().inputValue()).not.toContain("车车");
    expect(errors).toEqual([]);
  }
});

test(
  "what was typed and is not understood stays when the field is left, until the board says something else",
  LONG,
  async () => {
    const { page } = await visit(`?view=editor&${AT_WON}`);
    const fen = page.getByLabel("FEN", { exact: true });
    await fen.fill("3k5/4a4/9");
    await page.getByRole("textbox", { name: "Pai's code" }).focus();
    expect(await fen.inputValue()).toBe("3k5/4a4/9");
    await page.locator("#trouble-fen").getByText("the board has 3 ranks").waitFor();
    await page.getByRole("button", { name: "Mirror" }).click();
    await expect.poll(() => fen.inputValue()).toBe("5k3/4a4/9/9/9/9/9/9/4R4/4K4 w");
  },
);

testEach(0, SETTINGS)(
  "whose turn it is assumed to be is told, and the other side takes it at a press: $name",
  async (each) => {
    const { options, english } = each;
    const { page, errors } = await visit(`?${AT_WON.replace("_w", "")}`, options);
    const told = page.locator("#panel p.complaint");
    const said = english ? /^It was not said whose turn it is; Red is/ : /^没有写明哪方先走，这里按红方先走。/;
    await expect.poll(() => told.innerText()).toMatch(said);
    await picture(page, `no-side-${each.name}`);
    await press(page, told.getByRole("button", { name: english ? "Let Black move" : "改为黑方先走" }));
    await expect.poll(() => fenOf(page)).toBe(WON.replace("w", "b"));
    expect(await told.count()).toBe(0);
    await paste(page, `https://xiangqiai.com/#/${WON.replace(" w", "")}`);
    await expect.poll(() => told.innerText()).toMatch(said);
    expect(fenOf(page)).toBe(WON);
    await paste(page, `https://xiangqiai.com/#/${WON.replace(" w", "%20b%20-%20-%200%201")}`);
    await expect.poll(() => fenOf(page)).toBe(WON.replace("w", "b"));
    expect(await told.count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

testEach(1, SETTINGS)("an impossible position that is pasted goes to the editor, to be mended: $name", async (each) => {
  const { options, english } = each;
  const { page, errors } = await visit("?view=rules", options);
  await page.locator(".clause").first().waitFor();
  await paste(page, "3kk4/9/9/9/9/9/9/9/9/4K4 w");
  await page.locator("dialog.games #open-troubles li").waitFor();
  await press(page, page.getByRole("button", { name: english ? "Mend it on the board" : "在棋盘上改正" }));
  await page.locator("dialog.games").waitFor({ state: "detached" });
  const fen = page.getByLabel("FEN", { exact: true });
  await expect.poll(() => fen.inputValue()).toBe("3kk4/9/9/9/9/9/9/9/9/4K4 w");
  await page.locator(".problems li").first().waitFor();
  expect(errors).toEqual([]);
});

test("signs that cannot be seen are shown as such", LONG, async () => {
  const { page } = await open(WON);
  await paste(page, "\u202Eabc\u0007");
  await expect.poll(() => page.locator("#open-troubles").innerText()).toContain('"\uFFFDabc\uFFFD"');
});

testEach(0, ["{", '{"a":{"row":"x"}}', "null", "[]", "5", '"x"', '{"a":null}'])(
  "the page opens whatever the browser kept for it: %j",
  async (kept) => {
    const { page, errors } = await visit("licences.txt");
    const keys = [
      "studies",
      "match",
      "draft",
      "variations",
      "rules",
      "language",
      "notation",
      "men",
      "listing",
      "speed",
    ];
    await page.evaluate(
      ([names, value]) => {
        for (const name of names)
          for (const store of [localStorage, sessionStorage]) store.setItem(`canju.${name}`, value);
      },
      [keys, kept] as const,
    );
    await page.goto(`${url()}?${AT_WON}`);
    await page.locator(".move").first().waitFor();
    await page.goto(`${url()}?view=studies`);
    await page.getByText("Solved: 0. To come back: 0.").waitFor();
    await page.goto(`${url()}?view=play&${AT_WON}`);
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
    await page.goto(`${url()}?view=editor&${AT_WON}`);
    await page.getByText("This position can occur in a game.").waitFor();
    expect(errors).toEqual([]);
  },
);
