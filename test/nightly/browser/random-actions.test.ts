/** 500 actions by a seed, of somebody who tries whatever there is: no error of the browser's, no failed request, no empty page. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { randomNumbers } from "../../../src/play/line.ts";
import { START_FEN } from "../../../src/xiangqi/fen.ts";
import { ALL_VIEWS } from "../../../web/state/page.ts";
import { FIVE, FOUR, MISSING, usePage, WON, WON_BY_RULE } from "../../browser/page.ts";

const ACTIONS = 500;
/** `CANJU_SEEDS=7,8` tries others. */
const SEEDS = (process.env.CANJU_SEEDS ?? "1,2,3,4,5,6").split(",").map(Number);
const LOCALES = ["zh-CN", "en", "vi", "zh-TW"] as const;
const FINGER = { hasTouch: true, isMobile: true };
/** By the remainder of the seed. */
const DEVICES = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 390, height: 844 }, ...FINGER },
  { viewport: { width: 820, height: 1180 }, ...FINGER },
] as const;

const POSITIONS = [WON, WON_BY_RULE, MISSING, FOUR, FIVE, START_FEN];
const ADDRESSES = [
  ...ALL_VIEWS.map((view) => `?view=${view}`),
  ...POSITIONS.map((fen) => `?fen=${fen.replaceAll(" ", "_")}`),
  "?view=endgames&topic=KRCKR",
  "?view=endgames&topic=KRKN",
  "?view=nowhere",
  "?fen=9/9",
];
const KEYS = [
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Enter",
  "Escape",
  "Tab",
  "Shift+Tab",
  ..." ?dfhmpsx/e".split(""),
];
const TEXTS = [
  ...POSITIONS,
  `${START_FEN} moves h2e2 h9g7`,
  "1. C2=5 H8+7 2. H2+3",
  "炮二平五 马8进7",
  "h2e2",
  "3kk4/9/9/9/9/9/9/9/9/4K4 w",
  "KRKN",
  "车对马",
  "xe đối mã",
  "rook vs knight",
  "<b>",
  "",
  "9".repeat(5000),
  "\0\uffff😀",
];
const PRESSED =
  "button:enabled, a[href]:not([href$='.txt']), summary, input:enabled, label, svg [tabindex], [data-square]";
const WRITTEN = "input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea";

const { visit, url } = usePage(["KRKA", "KPKA", "KNKP", "KRKN"], { builds: { maxPositions: 1_000_000 } });

/** The place of one of the elements that are seen, brought into the window, with a word for it; null where another lies over it. */
const placeOfOne = (page: Page, selector: string, at: number) =>
  page.evaluate(
    ([css, part]) => {
      const seen = [...document.querySelectorAll(css)].filter((each) => {
        const leadsAway = each instanceof HTMLAnchorElement && new URL(each.href).origin !== location.origin;
        return each.checkVisibility({ visibilityProperty: true }) && !leadsAway;
      });
      const one = seen[Math.floor(part * seen.length)];
      if (one === undefined) return null;
      one.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2] as const;
      const hit = document.elementFromPoint(x, y);
      const name = (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40);
      return hit === null || !(one.contains(hit) || hit.matches("cg-board, cg-board *")) ? null : { x, y, name };
    },
    [selector, at] as const,
  );

type Action = (page: Page, random: () => number, isTouched: boolean) => Promise<string>;

const one = <Each>(of: readonly Each[], random: () => number): Each => of[Math.floor(random() * of.length)]!;

const press =
  (selector: string): Action =>
  async (page, random, isTouched) => {
    const place = await placeOfOne(page, selector, random());
    if (place === null) return "press what is covered";
    await (isTouched ? page.touchscreen : { tap: page.mouse.click.bind(page.mouse) }).tap(place.x, place.y);
    return `press ${place.name}`;
  };

const write: Action = async (page, random) => {
  const [part, text] = [random(), one(TEXTS, random)];
  const fields = await page.locator(WRITTEN).filter({ visible: true }).all();
  await fields[Math.floor(part * fields.length)]?.fill(text, { timeout: 500 }).catch(() => {}); // it lies under a dialog, or is gone
  await page.keyboard.press("Enter");
  return `write "${text.slice(0, 60)}"`;
};

const choose: Action = async (page, random) => {
  const [part, option] = [random(), random()];
  const selects = await page.locator("select:enabled").filter({ visible: true }).all();
  const select = selects[Math.floor(part * selects.length)];
  const options = (await select?.locator("option").count()) ?? 0;
  await select?.selectOption({ index: Math.floor(option * options) }, { timeout: 500 }).catch(() => {});
  return `choose ${Math.floor(option * options)}`;
};

/** What somebody does, and how often of a hundred times. */
const OFTEN: readonly (readonly [number, Action])[] = [
  [48, press(PRESSED)],
  [12, press("[data-square]")],
  [
    12,
    async (page, random) => {
      const key = one(KEYS, random);
      await page.keyboard.press(key);
      return `key ${key}`;
    },
  ],
  [8, write],
  [5, choose],
  [
    4,
    async (page) =>
      page.goBack({ waitUntil: "commit", timeout: 5000 }).then(
        () => "back",
        () => "no way back",
      ),
  ],
  [
    2,
    async (page) =>
      page.goForward({ waitUntil: "commit", timeout: 5000 }).then(
        () => "forward",
        () => "no way on",
      ),
  ],
  [2, async (page) => page.reload().then(() => "reload")],
  [
    4,
    async (page, random) => {
      const address = one(ADDRESSES, random);
      await page.goto(url() + address);
      return `open ${address}`;
    },
  ],
  [
    3,
    async (page, random) => {
      const down = Math.round(2000 * (random() - 0.5));
      await page.mouse.wheel(0, down);
      return `scroll ${down}`;
    },
  ],
];

test.each(SEEDS)(`${ACTIONS} random actions leave the page sound: seed %i`, async (seed) => {
  const random = randomNumbers(seed);
  const device = DEVICES[seed % DEVICES.length]!;
  const isTouched = "hasTouch" in device;
  const locale = LOCALES[seed % LOCALES.length]!;
  const { page } = await visit("", { ...device, locale, acceptDownloads: true });
  const found: string[] = [];
  page.on("pageerror", ({ name, message, stack }) => found.push(`uncaught: ${name} ${message} ${stack}`));
  page.on("console", (message) => message.type() === "error" && found.push(`console: ${message.text()}`));
  page.on("response", (response) => response.status() >= 400 && found.push(`${response.status()}: ${response.url()}`));
  page.context().on("page", (other) => void other.close());
  const done: string[] = [];
  for (let action = 0; action < ACTIONS; action++) {
    let among = 100 * random();
    const [, act] = OFTEN.find(([often]) => (among -= often) < 0)!;
    done.push(await act(page, random, isTouched));
    // Links to what is no page, such as the API's description, may take a moment to be followed.
    const isEmpty = await page
      .waitForFunction(
        () => location.pathname !== "/" || (document.querySelector("#panel")?.textContent ?? "").trim() !== "",
        null,
        { timeout: 15_000 },
      )
      .then(
        () => false,
        () => true,
      );
    if (isEmpty) found.push("the page is empty");
    if (new URL(page.url()).pathname !== "/") await page.goto(url());
    expect(found, `seed ${seed}, action ${action + 1} at ${page.url()}\n${done.slice(-12).join("\n")}`).toEqual([]);
  }
});
