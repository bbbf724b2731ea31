/** Where the sets of rules differ: that the document, the data of the page and the tables say the same. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareRules, formatReport } from "../../scripts/compare-rules.ts";
import { canonicalEndgame, endgameOf, parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { RULES } from "../../src/table/catalog/collection.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import {
  COLUMNS,
  isDiffering,
  sortBy,
  type Column,
  type Compared,
  type ExampleKind,
} from "../../web/answers/compared.ts";
import { LANGUAGES } from "../../src/say/words/languages.ts";
import { loadWords } from "../../web/words/languages.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const all = JSON.parse(read("web/answers/compared.json")) as Compared[];

test("the document is what the data of the page say, and nothing else", () => {
  expect(read("docs/reports/rules-compared.md")).toBe(formatReport(all));
});

/** How many positions an example of a kind stands for. */
const COUNTS: Readonly<Record<ExampleKind, (each: Compared) => number>> = {
  certain: ({ chinese }) => chinese.certain,
  byDefault: ({ chinese }) => chinese.byDefault,
  free: ({ free }) => free.asian,
};

test.each(all)("the figures and examples of $endgame agree", (each) => {
  const { endgame, positions, chinese, depends, free, examples } = each;
  expect(canonicalEndgame(parseEndgame(endgame)).endgame.name).toBe(endgame);
  expect(Math.max(...Object.values(COLUMNS).map((figure) => figure(each)))).toBe(positions);
  expect(chinese.byDefault).toBeLessThanOrEqual(depends);
  expect(free.byDefault).toBeLessThanOrEqual(depends);
  const kinds = Object.keys(COUNTS) as ExampleKind[];
  expect(examples.map(({ kind }) => kind)).toEqual(kinds.filter((kind) => COUNTS[kind](each) > 0));
  for (const { kind, fen, verdicts } of examples) {
    expect(endgameOf(parseLegalFen(fen).board).name).toBe(endgame);
    const { asian, chinese: byChinese, none } = verdicts;
    if (kind === "free") expect(none.category).not.toBe(asian.category);
    else
      expect([byChinese.category === asian.category, byChinese.depends === true]).toEqual([
        false,
        kind === "byDefault",
      ]);
  }
});

test("no endgame is compared twice, and all have attacking men on both sides", () => {
  const names = all.map(({ endgame }) => endgame);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^K[A-Z]*[RNCP][A-Z]*K[A-Z]*[RNCP]/);
});

test("tables that are built anew say the same of KRKN", async () => {
  const folder = mkdtempSync(join(tmpdir(), "canju-compared-"));
  try {
    for (const rules of RULES) {
      await buildClosure([parseEndgame("KRKN")], { rules, metric: "dtc", folder, threads: 1 });
    }
    const found = await compareRules(folder, "KRKN");
    expect(found.free).toEqual({ asian: 3194, certain: 3194, byDefault: 0 });
    expect(found).toEqual(all.find(({ endgame }) => endgame === "KRKN"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("endgames are sorted by each figure, the highest first, and equal ones stay as they were", () => {
  expect(sortBy(all, null)).toBe(all);
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const figures = sortBy(all, column).map((each) => [COLUMNS[column](each), -all.indexOf(each)] as const);
    expect(figures).toEqual(figures.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]));
  }
  const equal = all.filter((each) => !isDiffering(each));
  for (const { chinese, examples } of equal) expect([chinese.certain, examples]).toEqual([0, []]);
});

test.each(LANGUAGES)("%s has a text for everything that is shown", async (language) => {
  const say = await loadWords("compared", language);
  const texts = [
    say.intro,
    say.examplesHelp,
    ...say.terms.flat(),
    ...Object.values(say.columns),
    ...Object.values(say.kinds),
  ];
  for (const text of texts) expect(text.trim()).not.toBe("");
});
