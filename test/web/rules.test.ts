/** The diagrams of the rules, replayed by the judge; and the words that are said of them in every language. */
import { describe, expect, test } from "vitest";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { finish } from "../../src/base/pausing.ts";
import { judgeMoves } from "../../src/rules/asian/asian-rules.ts";
import { parseJudgedFen } from "../../src/rules/judging.ts";
import { toGradedJudgementJson, toJudgementJson } from "../../src/say/judgement.ts";
import type { Dictionary } from "../../web/words/en/page.ts";
import type { RulesWords } from "../../web/words/en/rules.ts";
import { LANGUAGES, type Language } from "../../src/say/words/languages.ts";
import { loadWords } from "../../web/words/languages.ts";
import { makeDescriber, type RepetitionWords } from "../../src/say/words/repetitions.ts";
import { CHINESE_DIAGRAMS, CLAUSES, DIAGRAMS, movesOf, type Clause, type Diagram } from "../../web/rules/diagrams.ts";
import { playDiagram } from "../../web/rules/chosen-diagram.ts";
import { tellingIn } from "../../web/rules/telling.ts";
import { judgeByClasses } from "../../src/rules/chinese/chinese-rules.ts";
import { judgeInTurn } from "../../web/rules/judged-moves.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import { CASES, isCycle, isEdge } from "../rules/cases.ts";

/** What each diagram must show: the last move's check `+` and the squares it chases, or the verdict. */
const EXPECTED: Readonly<Record<Clause, readonly string[]>> = {
  b1: ["+", "+", "+", ""],
  c1: ["c4", "c6 f5"],
  c2: ["", "c4", "d7"],
  c3: ["", "c4", "f8", "d9", ""],
  c4: ["e5", "c7"],
  c5: ["", "d5"],
  c6: ["", "draw d5", "c8"],
  c7: [""],
  c8: ["", "", "c5"],
  c9: ["+"],
  c10: [""],
  c11: [""],
  c12: ["red-loss d4"],
  c13: ["draw d5", "red-loss d4"],
  d3: ["red-loss d3", "draw d3"],
  d4: ["red-loss d4", "red-loss d4", "draw d4"],
  d5: ["draw d5", "draw d5", "draw d5", "draw d5"],
};

function shown(diagram: Diagram): string {
  const judgement = judgeMoves(parseJudgedFen(diagram.fen), movesOf(diagram));
  const { moves } = toJudgementJson(judgement);
  expect(moves.map(({ legal }) => legal)).not.toContain(false);
  if (diagram.repeated !== true) {
    expect(judgement.verdict).toBeNull();
    return [...(moves.at(-1)!.check ? ["+"] : []), ...moves.at(-1)!.chases].join(" ");
  }
  const { verdict, verdictAfter } = judgement;
  expect(verdictAfter).toBe(moves.length);
  return verdict?.kind === "repetition" ? `${verdict.result} ${verdict.clause}` : "no repetition";
}

test.each(CLAUSES)("the diagrams of clause %s show what it says", (clause) => {
  expect(DIAGRAMS[clause].map(shown)).toEqual(EXPECTED[clause]);
});

test("the clause of a diagram has its part in what the judge says of it", () => {
  for (const clause of CLAUSES) {
    if (clause === "b1" || clause === "c10" || clause === "c11" || clause === "c13" || clause.startsWith("d")) continue;
    const reasons = DIAGRAMS[clause].flatMap((diagram) =>
      finish(judgeInTurn(parseFen(diagram.fen), movesOf(diagram), DEFAULT_RULES)).flatMap(({ report }) =>
        report.attacks.flatMap((attack) => [attack.clause, attack.threat.clause]),
      ),
    );
    expect(reasons).toContain(clause);
  }
});

test("diagrams that are judged cases of the project show what these expect", () => {
  let compared = 0;
  for (const diagram of Object.values(DIAGRAMS).flat()) {
    const moves = movesOf(diagram).join(" ");
    const same = CASES.find((one) => one.fen.startsWith(diagram.fen) && one.moves.join(" ") === moves);
    if (same === undefined) continue;
    compared++;
    if (isCycle(same)) expect(shown(diagram).split(" ")[0]).toBe(same.expected.result);
    if (isEdge(same)) {
      const { check, chase } = same.expected;
      expect(shown(diagram)).toBe([...(check ? ["+"] : []), ...[...chase].sort()].join(" "));
    }
  }
  expect(compared).toBeGreaterThan(25);
});

/** By the Chinese rules, whether that is certain, and by the Asian ones. */
const CHINESE_EXPECTED = [
  ["black-loss", "black-loss", "draw"],
  ["black-loss", "black-loss", "draw"],
  ["red-loss", null, "draw"],
  ["red-loss", null, "draw"],
  ["draw", "draw", "draw"],
];

test("the diagrams of the Chinese rules show what one set of rules forbids and the other allows", () => {
  const found = CHINESE_DIAGRAMS.map((diagram) => {
    const { result, certain } = toGradedJudgementJson(judgeByClasses(parseFen(diagram.fen), movesOf(diagram)));
    return [result, certain, judgeMoves(parseFen(diagram.fen), movesOf(diagram)).verdict!.result];
  });
  expect(found.map(([result, , asian]) => [result, asian])).toEqual(
    CHINESE_EXPECTED.map(([result, , asian]) => [result, asian]),
  );
  expect(found.slice(0, 2)).toEqual(CHINESE_EXPECTED.slice(0, 2));
});

const load = (language: Language): Promise<[Dictionary, RepetitionWords, RulesWords]> =>
  Promise.all([loadWords("page", language), loadWords("repetitions", language), loadWords("rules", language)]);

describe.each(LANGUAGES)("in %s", (language) => {
  test("every clause has a title and a text, and every diagram its sentences", async () => {
    const [say, judging, rules] = await load(language);
    const describer = makeDescriber(say, judging);
    for (const clause of CLAUSES) {
      expect(rules.clauses[clause].title).not.toBe("");
      expect(rules.clauses[clause].text.length).toBeGreaterThan(15);
      for (const diagram of DIAGRAMS[clause]) {
        const moves = finish(judgeInTurn(parseFen(diagram.fen), movesOf(diagram), DEFAULT_RULES));
        const { verdict } = judgeMoves(parseFen(diagram.fen), movesOf(diagram));
        const sentences = moves.flatMap(({ report }) => [
          ...describer.move(report).map(({ text }) => text),
          ...describer.marks(report),
        ]);
        if (verdict?.kind === "repetition") sentences.push(describer.verdict(verdict));
        for (const sentence of sentences) expect(sentence).toMatch(/^(?!.*(undefined|null|\[object)).+$/);
      }
    }
  });

  test("the Chinese rules are told beside the Asian ones, and what comes of their diagrams", async () => {
    const [say, repetitions, rules] = await load(language);
    expect(rules.chinese.rows.length).toBe(7);
    for (const row of rules.chinese.rows) for (const cell of row) expect(cell).not.toBe("");
    const classes = await loadWords("classes", language);
    const telling = tellingIn(say, { repetitions, classes });
    for (const diagram of CHINESE_DIAGRAMS) {
      const { moves, verdict } = playDiagram(diagram);
      const sentences = moves.flatMap((move) => [
        ...telling.move(move).map(({ text }) => text),
        ...telling.marks(move),
      ]);
      for (const sentence of [...sentences, telling.verdict(verdict!), classes.rule]) {
        expect(sentence).toMatch(/^(?!.*(undefined|null|\[object)).+$/);
      }
    }
  });
});

test("English tells who chases whom, and why", async () => {
  const [say, judging] = await load("en");
  const describer = makeDescriber(say, judging);
  const sentences = (clause: Clause, number: number) =>
    finish(judgeInTurn(parseFen(DIAGRAMS[clause][number]!.fen), movesOf(DIAGRAMS[clause][number]!), DEFAULT_RULES))
      .slice(-1)
      .flatMap(({ report }) => describer.move(report).map(({ text, clause: by }) => `${text} ${by}`));
  expect(sentences("c1", 0)).toEqual([
    "Chase: now the Red chariot on c1 attacks the Black horse on c4, which is unprotected. c3",
  ]);
  expect(sentences("c3", 0)).toEqual([
    "No chase: the Red chariot on c1 attacks the Black horse on c4, which is protected by the Black soldier on c5. c3",
  ]);
  expect(sentences("c10", 0)).toEqual(["Neither check nor chase. c10"]);
});

test("English tells what a side did that is allowed", async () => {
  const [say, judging] = await load("en");
  const { verdict } = judgeMoves(parseFen(DIAGRAMS.d5[0]!.fen), movesOf(DIAGRAMS.d5[0]!));
  if (verdict?.kind !== "repetition") throw new Error("no repetition");
  expect(makeDescriber(say, judging).verdict(verdict)).toBe(
    "Draw: neither side checks, or chases one and the same man, on every move. Red checks on 2 of 4 moves.",
  );
});
