/** What other programs show of links. */
import { expect, test } from "vitest";
import type { ProbeResult } from "../../src/query/probe.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { previewOf } from "../../web/link-preview.ts";
import { loadWords } from "../../web/words/languages.ts";

test.each([
  ["en", "Chariot against advisor: Red wins in 5 plies (3 moves) to conversion"],
  ["zh-Hans", /^车对单士：红方/],
] as const)("a link to a position that a table knows is titled with its verdict in %s", async (language, title) => {
  const position = parseLegalFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w");
  const probe = { category: "win", distance: 5, kind: "conversion", metric: "dtc", order: 0 } as ProbeResult;
  const about = { view: "explorer", endgame: "KRKA", position, probe, known: null, rules: "asian" } as const;
  expect(previewOf(about, await loadWords("page", language)).title).toMatch(title);
  const study = previewOf({ ...about, view: "studies", probe: null }, await loadWords("page", language));
  expect(study.title + study.text).not.toMatch(/win|胜/);
});
