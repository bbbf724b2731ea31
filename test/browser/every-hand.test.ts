/** What people come for, each done by a mouse, by a finger on a phone and on a tablet, and with the keyboard alone. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { nodesOf } from "../../src/play/studies/tree.ts";
import { newRecord } from "../../src/xiangqi/games/record.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { Puzzle } from "../../src/play/studies/puzzle.ts";
import { CHAPTERS, topicOf } from "../../web/course/course.ts";
import { COLLECTION, idOf, lineOf, TREES } from "../../web/studies/collection.ts";
import manual from "../../web/studies/manual.json" with { type: "json" };
import { cbl, xqf } from "../xiangqi/games/program-files.ts";
import { playTree, playUci } from "./exercises.ts";
import { testEach } from "../long.ts";
import { bytesOf, click, fenOf, press, usePage, WON, type Visit } from "./page.ts";
import { addressAt, HANDS } from "./views.ts";

const { visit, url } = usePage();

type HandName = (typeof HANDS)[number][0] | "the keyboard";

/** Somebody at the page: every gesture is made by what they have. */
class Person {
  readonly page: Page;
  readonly #hasKeysOnly: boolean;

  constructor(page: Page, hand: HandName) {
    this.page = page;
    this.#hasKeysOnly = hand === "the keyboard";
  }

  /** Presses a button or a link, or ticks a box. */
  async use(target: Locator): Promise<void> {
    if (!this.#hasKeysOnly) return press(this.page, target);
    await this.#goTo(target);
    await this.page.keyboard.press((await target.getAttribute("type")) === "checkbox" ? "Space" : "Enter");
  }

  /** Asks for files by what has an input in it. */
  async useFile(label: Locator): Promise<void> {
    if (!this.#hasKeysOnly) return press(this.page, label);
    await this.#goTo(label.locator("input"));
    await this.page.keyboard.press("Space");
  }

  async choose(target: Locator, option: string): Promise<void> {
    if (this.#hasKeysOnly) await this.#goTo(target);
    await target.selectOption(option);
  }

  async write(target: Locator, text: string): Promise<void> {
    if (!this.#hasKeysOnly) return target.fill(text);
    await this.#goTo(target);
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** Picks a man, or goes where the man that is picked can go. */
  async square(name: string): Promise<void> {
    if (!this.#hasKeysOnly) return click(this.page, name);
    await this.page.locator(`[data-square="${name}"]`).focus(); // arrow keys walk there, as accessibility.test.ts has it
    await this.page.keyboard.press("Enter");
  }

  /** What is in the order of the Tab key can be reached. */
  async #goTo(target: Locator): Promise<void> {
    await target.focus();
    expect(await target.evaluate((each: HTMLElement) => each === document.activeElement && each.tabIndex >= 0)).toBe(
      true,
    );
  }
}

const named = (page: Page | Locator, name: string | RegExp, role: "button" | "link" | "checkbox" = "button") =>
  page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name }).first();

const explore = `?fen=${WON.replaceAll(" ", "_")}`;
const GIVEN_AWAY = `${WON} moves e1d1 d9e9 d1d9 e9d9`;
const [drilled] = CHAPTERS;
const study = COLLECTION.find(({ kind }) => kind === "only-moves")!;
const ofManual = (manual as readonly Puzzle[]).find(
  ({ book }) => book!.manual === "mengru-shenji" && book!.number === 13,
)!;

const start = parseLegalFen(WON);
const first = parseUci(start, "e1d1");
const played = newRecord(start, [first, parseUci(applyMove(start, first), "d9e9")]);
const PROGRAM_FILES = [
  ["game.xqf", xqf(played, 18, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])],
  ["games.cbl", cbl([played, played])],
] as const;

/** The code that was copied, in a page of another site. */
async function showOnAnotherSite(page: Page): Promise<void> {
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`${url()}api/v1/health`); // a page without a policy of its own
  await page.setContent(code);
}

/** What is done, by its place in the address; each waits for what comes of it. */
const JOBS: Readonly<Record<string, readonly [address: string, job: (person: Person, page: Page) => Promise<void>]>> = {
  "whether an endgame without a table is won": [
    "?view=endgames",
    async (person, page) => {
      await person.write(page.getByRole("searchbox"), "rook pawn vs rook advisor");
      await page.getByText("Red wins or it is a draw: it depends on the position").first().waitFor();
      await person.use(page.locator(".typical button").first());
      await expect.poll(() => page.locator(".verdict .value").innerText()).toBe("Red wins");
    },
  ],
  "other rules are chosen, and the answer stays": [
    explore,
    async (person, page) => {
      await person.choose(page.locator(".verdict select"), "chinese");
      await expect.poll(() => page.url()).toContain("rules=chinese");
      await page.getByText(/^There is no table here by the rules chosen/).waitFor();
      await expect.poll(() => page.locator(".verdict .value").innerText()).toMatch(/^Asian rules: Red wins/);
    },
  ],
  "what a limit of moves makes of a win": [
    explore,
    async (person, page) => {
      await person.use(named(page, "Settings"));
      await person.choose(page.getByLabel("Limit of moves"), "50");
      await person.use(named(page.getByRole("dialog"), "Close"));
      await page.locator("[data-limit=next]").getByText("The next capture, or mate, comes within 50 moves").waitFor();
    },
  ],
  "what the moves of a man keep": [
    explore,
    async (person, page) => {
      await person.square("e1");
      await expect.poll(() => page.locator(".cg-custom-svgs > g > g").count()).toBeGreaterThan(10); // what is told of them is in accessibility.test.ts
      await person.square("d1");
      await expect.poll(() => fenOf(page)).toBe("3k5/4a4/9/9/9/9/9/9/3R5/4K4 b");
    },
  ],
  "a position is shared, with its verdict and without": [
    explore,
    async (person, page) => {
      await person.use(named(page, "Share …"));
      const picture = page.locator("dialog.share img.picture");
      await expect.poll(() => picture.getAttribute("alt")).toContain("Red wins");
      await person.use(named(page, "with the verdict", "checkbox"));
      await expect.poll(() => picture.getAttribute("alt")).not.toContain("Red wins");
      await person.use(named(page, "Copy the link"));
      await page.getByText("Copied.").waitFor();
      await person.use(named(page, "Close"));
      await picture.waitFor({ state: "detached" });
    },
  ],
  "a drill of the course: a hint, the move, the next position": [
    `?view=course&topic=${topicOf(drilled!, "won")}`,
    async (person, page) => {
      await person.use(named(page, /^Drill 1/));
      await person.use(named(page, "Hint"));
      await page
        .getByText(/^Look at the /)
        .first()
        .waitFor();
      await person.use(named(page, "Show the move"));
      await page
        .getByText(/^The table would play/)
        .first()
        .waitFor();
      await person.use(named(page, "Show the solution"));
      await page.getByRole("navigation", { name: "Solution" }).waitFor();
    },
  ],
  "a match against somebody who errs": [
    addressAt("play", WON),
    async (person, page) => {
      const errs = page.getByLabel("errs often");
      await person.use(errs);
      if (!(await errs.isChecked())) await page.keyboard.press("Space"); // a radio button is taken so
      await expect.poll(() => errs.isChecked()).toBe(true);
      await person.use(named(page, "Start"));
      await page.getByText("Your move.").first().waitFor();
      await person.use(named(page, "Hint"));
      await page.getByText("Look at the Red chariot on file 5 rank 2.").first().waitFor();
      await person.square("e1");
      await person.square("e8");
      await page.getByText("You have won").first().waitFor();
    },
  ],
  "a game is opened and reviewed": [
    explore,
    async (person, page) => {
      await person.use(named(page, "Open a game …"));
      await person.write(page.locator("dialog textarea"), GIVEN_AWAY);
      await person.use(named(page, "Open"));
      await person.use(named(page, "Review the game"));
      await person.use(named(page, /next slip/));
      await page
        .getByText(/A win given away/)
        .first()
        .waitFor();
    },
  ],
  "a game and a collection that other programs have written are opened": [
    explore,
    async (person, page) => {
      for (const [name, bytes] of PROGRAM_FILES) {
        await person.use(named(page, "Open a game …"));
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), person.useFile(page.locator(".file"))]);
        await chooser.setFiles({ name, mimeType: "", buffer: Buffer.from(bytes) });
        await page.locator("dialog").waitFor({ state: "detached" });
        await expect.poll(() => page.locator(".line-moves button").count()).toBeGreaterThanOrEqual(2);
      }
      await person.use(named(page, "Next game"));
      await page.getByText("Game 2 of 2").waitFor();
    },
  ],
  "a game is taken away as a picture that moves, and put on another site": [
    `${explore}&line=e1d1d9e9`,
    async (person, page) => {
      await person.use(named(page, "Share …"));
      await page.locator("dialog.share img.picture").waitFor();
      const download = page.waitForEvent("download");
      await person.use(named(page, "Moving picture (GIF)"));
      expect((await bytesOf(download)).subarray(0, 6).toString()).toBe("GIF89a");
      await person.use(named(page, "Copy code for another site"));
      await page.getByText("Copied.").waitFor();
      await showOnAnotherSite(page);
      expect(await page.locator("iframe").getAttribute("src")).toContain("lang=en");
      await page.frameLocator("iframe").locator("svg animateTransform").first().waitFor({ state: "attached" });
    },
  ],
  "a lesson is printed, and gone through on another site": [
    `${explore}&line=e1d1d9e9`,
    async (person, page) => {
      await person.use(named(page, "Share …"));
      await person.use(named(page, "Add to the lesson"));
      await person.use(named(page, "Open the lesson"));
      await page.evaluate(() => (window.print = () => (document.body.dataset.printed = "yes")));
      await person.use(named(page, "Print"));
      await page.locator("[data-printed]").waitFor();
      await person.use(named(page, "Copy code for another site"));
      await page.getByText("Copied.").waitFor();
      await showOnAnotherSite(page);
      const frame = page.frameLocator("iframe");
      await person.use(frame.getByRole("link", { name: "Forward" }));
      await frame.getByText("Black to move").waitFor();
    },
  ],
  "a lesson is gathered, and its sheet made": [
    explore,
    async (person, page) => {
      await person.use(named(page, "Share …"));
      await person.use(named(page, "Add to the lesson"));
      await person.use(named(page, "Open the lesson"));
      await person.write(page.getByLabel("Note on position 1"), "How?");
      await person.choose(page.getByTitle("Answers", { exact: true }), "below");
      await expect.poll(() => page.locator(".sheet-page .answer").innerText()).toMatch(/^Red wins/);
      await person.use(named(page, "Copy the link"));
      await page.getByText("Copied.").waitFor();
    },
  ],
  "men, board and sounds are chosen": [
    explore,
    async (person, page) => {
      await person.use(named(page, "Settings"));
      const dialog = page.locator("dialog.settings");
      await person.choose(dialog.getByTitle("Men", { exact: true }), "kai");
      await person.choose(dialog.getByTitle("Board", { exact: true }), "night");
      await person.use(named(dialog, "Sounds", "checkbox"));
      expect(await dialog.getByLabel("Sounds").isChecked()).toBe(false);
      await person.use(named(dialog, "Close"));
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.board)).toBe("night");
    },
  ],
  "the atlas is taken away, and cited": [
    "?view=endgames",
    async (person, page) => {
      const download = page.waitForEvent("download");
      await person.use(named(page, "CSV"));
      expect((await bytesOf(download)).length).toBeGreaterThan(50_000);
      await person.use(named(page.locator("section[aria-labelledby=atlas-data]"), "Copy"));
      await page.getByText("Copied.").waitFor();
    },
  ],
  "what men are worth": [
    "?view=material&topic=KRKAABB",
    async (person, page) => {
      await person.use(named(page, "Add: horse"));
      await page.locator(".material section > h3", { hasText: "KRNKAABB" }).waitFor();
      await person.use(named(page, /^Two cannons, two advisors and two elephants:/));
      await page.locator(".material h3", { hasText: "KRNKCCAABB" }).waitFor();
    },
  ],
  "a study: a hint, the solution, the next one": [
    "?view=studies",
    async (person, page) => {
      const task = page.locator(".task");
      await person.use(named(task, "Show the solution"));
      await task.locator("nav").waitFor();
      const before = page.url();
      await person.use(named(task, "Next study"));
      await expect.poll(() => page.url()).not.toBe(before);
    },
  ],
  "a study of an old manual is played to mate, once a move that loses was refuted": [
    `?view=studies&topic=${encodeURIComponent(idOf(ofManual))}`,
    async (person, page) => {
      await page.locator("#task").waitFor();
      const hand = (square: string) => person.square(square);
      await playUci(page, "e5e6", hand);
      await page
        .locator("#panel")
        .getByText(/^C5\+1 loses: /)
        .waitFor();
      await person.use(named(page, "Try again"));
      await playTree(page, nodesOf(parseLegalFen(ofManual.fen), lineOf(ofManual)), Infinity, hand);
      await page.locator(".message.solved", { hasText: /^Solved$/ }).waitFor();
      expect(await page.getByRole("button", { name: "Play on" }).count()).toBe(0);
    },
  ],
  "a study is played to its end, move by move": [
    `?view=studies&topic=${encodeURIComponent(idOf(study))}`,
    async (person, page) => {
      await page.locator("#task").waitFor();
      await playTree(page, TREES[idOf(study)]!, Infinity, (square) => person.square(square));
      await expect.poll(() => page.locator(".message").textContent()).toBe("Solved");
      await page.getByText(/^Solved: 1\./).waitFor();
    },
  ],
  "a position is set up and looked up": [
    addressAt("editor", WON),
    async (person, page) => {
      await person.use(page.locator('.spare[data-man="n"]'));
      await person.square("e8");
      await person.square("c7");
      await person.use(named(page, "Remove"));
      await person.square("e8");
      await person.use(named(page, "Look it up"));
      await expect.poll(() => fenOf(page)).toBe("3k5/9/2n6/9/9/9/9/9/4R4/4K4 w");
      await page.locator(".verdict .value").waitFor();
    },
  ],
};

const BY: readonly (readonly [HandName, object])[] = [["the keyboard", {}], ...HANDS];

/** Each job by one hand, in turn; then by the next. */
const ROWS = BY.flatMap((_, round) =>
  Object.keys(JOBS).map((job, i) => [job, ...BY[(i + round) % BY.length]!] as const),
);

testEach(
  0,
  ROWS,
  Object.keys(JOBS).length,
)("%s: by %s", async (job, hand, options) => {
  const [address, run] = JOBS[job]!;
  const { page, errors }: Visit = await visit(address, options);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await run(new Person(page, hand), page);
  expect(errors).toEqual([]);
  expect(new URL(page.url()).origin).toBe(new URL(url()).origin);
});
