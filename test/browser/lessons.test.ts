// Lessons: positions with notes, gathered, arranged, printed as sheets, passed on as a link and in a frame.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { formatLesson, parseLine } from "../../src/xiangqi/games/lesson.ts";
import { fenOf, picture, press, usePage, WON, WON_BY_RULE } from "./page.ts";
import { HANDS } from "./views.ts";

const { open, url } = usePage(["KRKA", "KPKA", "KNKP", "KRKN"]);

const isWithin = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** A lesson of these positions, opened from its link and kept. */
async function keep(page: Page, told: readonly string[], button: string): Promise<void> {
  const parts = told.map((each) => {
    const [fen = "", line = ""] = each.split("&line=");
    const start = parseLegalFen(fen);
    return { start, moves: parseLine(start, line), note: "" };
  });
  await page.goto(`${url()}?view=lesson&topic=${formatLesson({ title: "", parts })}`);
  await press(page, page.getByRole("button", { name: button }));
  await page
    .locator(".sheet-page textarea")
    .nth(told.length - 1)
    .waitFor();
}

const FENS = [
  WON,
  WON_BY_RULE,
  "9/3k5/2N6/9/4p4/9/9/4K4/9/9 w",
  "3ak4/9/9/9/9/9/4P4/9/9/4K4 w",
  `${WON.slice(0, -1)}b`,
];

testEach(1, [
  [
    "zh-CN",
    390,
    true,
    {
      share: "分享…",
      add: "加入课程",
      own: "打开课程",
      keep: "保存到本浏览器",
      per: "每页图数",
      answers: "答案",
      title: "标题",
      note: "第 1 题的说明",
    },
  ],
  [
    "en",
    1280,
    false,
    {
      share: "Share …",
      add: "Add to the lesson",
      own: "Open the lesson",
      keep: "Keep it in this browser",
      per: "Diagrams on a page",
      answers: "Answers",
      title: "Title",
      note: "Note on position 1",
    },
  ],
  [
    "zh-TW",
    1280,
    false,
    {
      share: "分享…",
      add: "加入課程",
      own: "開啟課程",
      keep: "儲存到本瀏覽器",
      per: "每頁圖數",
      answers: "答案",
      title: "標題",
      note: "第 1 題的說明",
    },
  ],
  [
    "vi",
    390,
    true,
    {
      share: "Chia sẻ …",
      add: "Thêm vào bài học",
      own: "Mở bài học",
      keep: "Lưu vào trình duyệt này",
      per: "Số hình mỗi trang",
      answers: "Đáp án",
      title: "Tiêu đề",
      note: "Lời giảng thế cờ 1",
    },
  ],
] as const)(
  "in %s, %i wide: a lesson is gathered, told, kept and printed with answers overleaf",
  async (locale, width, hasTouch, say) => {
    const { page, errors } = await open(WON, {
      locale,
      hasTouch,
      isMobile: hasTouch,
      viewport: { width, height: 800 },
    });
    await press(page, page.getByRole("button", { name: say.share }));
    await press(page, page.getByRole("button", { name: say.add }));
    await press(page, page.getByRole("button", { name: say.own }));
    await page.locator(".sheet-page figure").waitFor();
    await keep(page, FENS, say.keep);
    await page.getByLabel(say.title, { exact: true }).fill("车马残局 · 1");
    await page.getByLabel(say.note, { exact: true }).fill("先手如何取胜？");
    await page.getByLabel(say.per).selectOption("4");
    await page.getByTitle(say.answers, { exact: true }).selectOption("overleaf");
    expect(await page.locator(".sheet-page").count()).toBe(4); // two with diagrams, each with its answers behind it
    await expect.poll(() => page.locator(".overleaf li").allTextContents()).not.toContain("…");
    await picture(page, `lesson-${locale}`);
    expect(await isWithin(page)).toBe(true);
    await page.reload();
    await page.locator(".sheet-page figure").nth(4).waitFor();
    expect(await page.getByLabel(say.note, { exact: true }).inputValue()).toBe("先手如何取胜？");
    await page.emulateMedia({ media: "print" });
    await picture(page, `lesson-print-${locale}`);
    for (const gone of [".tools", "textarea", ".part-tools", ".views"]) {
      expect([gone, await page.locator(gone).first().isVisible()]).toEqual([gone, false]);
    }
    expect(await page.locator(".note.on-paper").first().isVisible()).toBe(true);
    expect(errors).toEqual([]);
  },
);

testEach(0, HANDS)("what was removed from a lesson, and a lesson itself, comes back: %s", async (_name, options) => {
  const { page, errors } = await open(WON, options);
  const diagrams = page.locator(".diagram");
  await keep(page, [WON, WON_BY_RULE], "Keep it in this browser");
  await page.getByLabel("Note on position 1").fill("mine");
  const undo = page.getByRole("button", { name: "Undo" });
  expect(await undo.count()).toBe(0);
  await press(page, page.getByRole("button", { name: "Remove position 1" }));
  await expect.poll(() => diagrams.count()).toBe(1);
  await press(page, undo);
  await expect.poll(() => page.getByLabel("Note on position 1").inputValue()).toBe("mine");
  await press(page, page.getByRole("button", { name: "Delete the lesson" }));
  await expect.poll(() => diagrams.count()).toBe(0);
  await press(page, undo);
  await expect.poll(() => diagrams.count()).toBe(2);
  await page.getByText("A diagram opens its position on the board").waitFor();
  await press(page, diagrams.nth(1));
  await expect.poll(() => fenOf(page)).toBe(WON_BY_RULE);
  expect(errors).toEqual([]);
});

test(
  "by keyboard positions change places and go; the link opens the lesson elsewhere, the frame steps through it",
  LONG,
  async () => {
    const { page } = await open(WON);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await keep(page, [`${WON}&line=e1d1d9e9`, WON_BY_RULE, FENS[2]!], "Keep it in this browser");
    await page.getByLabel("Note on position 1").fill("the check <first>");
    await page.getByRole("button", { name: "Move position 3 forward" }).press("Enter");
    await page.getByRole("button", { name: "Remove position 3" }).press("Enter");
    await expect
      .poll(() => page.locator(".diagram img").evaluateAll((all) => all.map((each) => each.getAttribute("alt"))))
      .toEqual([WON, FENS[2]]);
    await page.getByRole("button", { name: "Copy the link" }).press("Enter");
    await page.getByText("Copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy code for another site" }).press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("<iframe");
    const frame = /src="([^"]*)"/
      .exec(await page.evaluate(() => navigator.clipboard.readText()))![1]!
      .replaceAll("&amp;", "&");

    const other = await open(WON);
    await other.page.goto(link);
    await other.page.locator(".sheet-page .note", { hasText: "the check <first>" }).waitFor();
    expect(await other.page.locator("textarea").count()).toBe(0);
    await other.page.getByRole("button", { name: "Keep it in this browser" }).click();
    await other.page.getByLabel("Note on position 1").waitFor();
    await other.page.getByRole("button", { name: "Open position 2" }).click();
    await expect.poll(() => fenOf(other.page)).toBe(FENS[2]);

    await page.goto(frame);
    await page.getByText("the check <first>").waitFor();
    await page.getByRole("link", { name: "Forward" }).click();
    await page.getByText("Black to move").waitFor();
    expect(await page.locator("[aria-current]").textContent()).toBe("1. R5=6");
    await picture(page, "lesson-frame");
    await page.getByRole("link", { name: "Next position" }).click();
    await page.getByText("2 / 2").waitFor();
    expect(await page.locator("nav.moves").count()).toBe(0);
    await page.goto(frame.replace("lang=en", "lang=vi&theme=dark"));
    await page.getByText("Đỏ đi").waitFor();
    await picture(page, "lesson-frame-dark");
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(23, 20, 15)");
  },
);

test(
  "answers are by the rules chosen, else by others, which are named, whatever was looked up before; without a table what is known of the endgame",
  LONG,
  async () => {
    const { page, errors } = await open(WON); // by the Asian rules
    const parts = [WON, "3k5/4a4/9/9/9/9/9/9/4RR3/4K4 w"].map((fen) => ({
      start: parseLegalFen(fen),
      moves: [],
      note: "",
    }));
    await page.goto(`${url()}?rules=chinese&view=lesson&topic=${formatLesson({ title: "", parts })}`);
    await page.getByTitle("Answers", { exact: true }).selectOption("below");
    await expect
      .poll(() => page.locator(".answer").allTextContents())
      .toEqual([expect.stringMatching(/^Asian rules: Red wins .* · 1\. R/), "Asian rules: Red always wins"]);
    await picture(page, "lesson-chinese-rules");
    expect(errors).toEqual([]);
  },
);
