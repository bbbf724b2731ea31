// The course of elementary endings: its rules, positions and drills, on a host without tables as well, by every hand.
import { expect, test } from "vitest";
import { humanMove } from "../../src/play/human-move.ts";
import { decides, HELD_MOVES, readNode } from "../../src/play/studies/tree.ts";
import { rankMoves } from "../../src/query/probe.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { formatUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { CHAPTERS, drillId, topicOf } from "../../web/course/course.ts";
import { LONG } from "../long.ts";
import { testEach } from "./matrix.ts";
import { seriousFindings } from "./axe.ts";
import { awaitReply, playTree, playUci } from "./exercises.ts";
import { picture, press, usePage } from "./page.ts";
import { HANDS, SETTINGS } from "./views.ts";

const { visit } = usePage([]);
const served = usePage();

const chapter = CHAPTERS.find(({ endgame }) => endgame === "KNKA")!;
const addressOf = (part: Parameters<typeof topicOf>[1]) => `?view=course&topic=${topicOf(chapter, part)}`;
const [short] = chapter.drills;

testEach(0, HANDS)("a drill is solved without a table, and remembered, by %s", async (_, options) => {
  const { page, errors } = await visit(addressOf(0), options);
  await page.locator("#lesson").waitFor();
  await playTree(page, short!.tree);
  await page.locator(".message.solved").waitFor();
  await page
    .getByText(/^1 of \d+ drills solved/)
    .first()
    .waitFor();
  await page.reload();
  await page
    .getByText(/^1 of \d+ drills solved/)
    .first()
    .waitFor();
  expect(errors).toEqual([]);
});

test(
  "a move that gives the win away is refused, hints cost a star each, and what went wrong comes back",
  LONG,
  async () => {
    const { page } = await visit(addressOf(0));
    await page.locator("#lesson").waitFor();
    const at = parseLegalFen(short!.fen);
    const keeping = new Set(readNode(short!.tree[0]!).map(({ uci }) => uci));
    const losing = legalMoves(at)
      .map((move) => formatUci(at, move))
      .find((uci) => !keeping.has(uci))!;
    await playUci(page, losing);
    await page.locator(".message.failed").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("body").press(" ");
    await page
      .getByText(/^Look at/)
      .first()
      .waitFor();
    await playTree(page, short!.tree);
    await page.locator(".message.solved").waitFor();
    expect(await page.locator(".task > .stars .unseen").textContent()).toMatch(/^1 of 3 stars/);
    await page.getByText(/To come back: 1\./).waitFor();
    const kept = await page.evaluate(() => localStorage.getItem("canju.studies"));
    expect(JSON.parse(kept!)[drillId(chapter, 0)]).toMatchObject({ row: 0, stars: 1 });
  },
);

testEach(0, HANDS)(
  "an opponent who errs is played against to the end where there is a table, by %s",
  async (_, options) => {
    const always = 0.2; // whatever chance decides
    const catalog = new FolderCatalog(served.folder(), DEFAULT_COLLECTION);
    const rank = (at: LegalPosition) => rankMoves(at, catalog);
    const { drills } = CHAPTERS.find(({ endgame }) => endgame === "KRKN")!;
    const { page, errors } = await served.visit("?view=course&topic=KRKN-1", options);
    await page.evaluate((number) => void (Math.random = () => number), always);
    await press(page, page.getByLabel("errs now and then"));
    await page.getByLabel("errs now and then").press("ArrowRight");
    expect(await page.getByLabel("errs often").isChecked()).toBe(true);
    let at = parseLegalFen(drills[0]!.fen);
    const replies: string[] = [];
    for (let isOver = false; !isOver;) {
      const [best] = await rank(at);
      await playUci(page, formatUci(at, best!.move));
      isOver = decides(best!);
      if (isOver) break;
      const reply = await humanMove(
        await rank(best!.next),
        "learner",
        ({ next }) => rank(next),
        () => always,
      );
      replies.push(formatUci(best!.next, reply));
      await awaitReply(page, replies.at(-1)!);
      at = applyMove(best!.next, reply);
    }
    await page.locator(".message.solved").waitFor();
    expect(await page.locator(".task > .stars .unseen").textContent()).toMatch(/^3 of 3 stars/);
    expect(replies[0]).not.toBe(readNode(drills[0]!.tree[0]!).find(({ isBest }) => isBest)!.reply);
    await picture(page, "course-opponent");
    expect(errors).toEqual([]);
    await catalog.close();
  },
);

testEach(0, SETTINGS)(
  "where the Chinese rules decide otherwise an ending says so, with examples: $name",
  async (setting) => {
    const { page, errors } = await visit("?view=course&topic=KRKP", setting.options);
    const [same, differs] = setting.english
      ? [
          "By the Chinese rules every position ends the same.",
          /^By the Chinese rules 920,782 positions \(1\.48 %\) end otherwise:/,
        ]
      : ["按中国规则，所有局面结果相同。", /^按中国规则，有 920,782 个局面（1\.48 ?%）结果不同：/];
    await page.getByText(same).waitFor();
    await press(page, page.locator('.course .list a[href*="KRCKR"]'));
    await page.getByText(differs).waitFor();
    await picture(page, `course-chinese-${setting.name}`);
    const link = page.locator(".course .task .hint a");
    if (setting.english) await link.press("Enter");
    else await link.tap();
    await page.locator(".compared tbody").getByText("KRCKR").first().waitFor();
    expect(errors).toEqual([]);
  },
);

test("a draw is held", LONG, async () => {
  const holding = CHAPTERS.find(({ drills }) => drills.some(({ outcome }) => outcome === "draw"))!;
  const drill = holding.drills.findIndex(({ outcome }) => outcome === "draw");
  const { page } = await visit(`?view=course&topic=${topicOf(holding, drill)}`);
  await page.locator("#lesson").waitFor();
  expect(await playTree(page, holding.drills[drill]!.tree, HELD_MOVES)).toBe(HELD_MOVES);
  await page.locator(".message.solved").waitFor();
});

testEach(0, [
  ...SETTINGS.toReversed(),
  { name: "vi-phone", options: { ...SETTINGS[1].options, locale: "vi" }, english: false },
])("the course is read from its list, and none of it stands in the way: $name", async ({ name, options }) => {
  const { page, errors } = await visit("?view=course", options);
  await page.locator("#lesson").waitFor();
  expect(await page.locator(".course .list a").count()).toBe(CHAPTERS.length);
  await page.locator(".course .list a").last().click();
  await expect.poll(() => new URL(page.url()).searchParams.get("topic")).toBe(CHAPTERS.at(-1)!.endgame);
  await page.locator(".course .list [aria-current]").waitFor();
  await picture(page, `course-${name}`);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
  await page.locator(".tabs a").nth(1).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("view")).toBe("studies");
  expect(errors).toEqual([]);
});
