import { describe, expect, test } from "vitest";
import {
  type Distributions,
  type Exchanges,
  type ManLetter,
  type OutcomeCounts,
  scoreOf,
} from "../../../src/knowledge/material/paper/basic.ts";
import { makeExchangeTable, possibleExchanges } from "../../../src/knowledge/material/paper/exchange-table.ts";
import { PAPER_INFERENCE, adjustByPower, makeInference } from "../../../src/knowledge/material/paper/inference.ts";
import { makeKnowledge, rolesOf } from "../../../src/knowledge/material/paper/knowledge.ts";
import { pairName, parseMaterial, parsePair } from "../../../src/knowledge/material/paper/space.ts";

const WIN: OutcomeCounts = [100, 0, 0];
const EASY: OutcomeCounts = [70, 30, 0];
const HARD: OutcomeCounts = [1, 99, 0];

function knowledgeOf(outcomes: Record<string, OutcomeCounts>) {
  const materials = Object.fromEntries(
    Object.entries(outcomes).map(([name, each]) => [name, { quiet: [each, each], all: [each, each] } as const]),
  );
  return makeKnowledge({ kind: "canju-material-distributions", rules: "asian", materials } satisfies Distributions);
}

function exchange(
  active: ManLetter,
  passive: ManLetter,
  share: number,
  helpers: [ManLetter | "", ManLetter | ""] = ["", ""],
) {
  const counts = [share * 1000, 1000] as const;
  const [activeHelper, passiveHelper] = helpers;
  return { active, passive, activeHelper, passiveHelper, quiet: [counts, counts] as const };
}

const exchangesOf = (exchanges: Exchanges["exchanges"]): Exchanges => ({
  kind: "canju-material-exchanges",
  rules: "asian",
  exchanges,
});

const roles = (name: string) => {
  const { first, second } = parsePair(name);
  return rolesOf(first, second);
};

describe("states", () => {
  test.each([
    [1, 0, 1],
    [0.95, 0, 1],
    [0.949, 0, 2],
    [0.5, 0.1, 2],
    [0.499, 0, 3],
    [0.0999, 0.5, 4],
    [0.4, 0.3, 0],
  ] as const)("winning %f and losing %f of the quiet positions scores %i", (win, loss, score) =>
    expect(scoreOf(win, loss)).toBe(score),
  );
});

describe("the exchange table", () => {
  const table = makeExchangeTable(
    exchangesOf([
      exchange("R", "R", 0.2),
      exchange("R", "R", 0.5, ["N", ""]),
      exchange("R", "R", 0.1, ["", "C"]),
      exchange("P", "A", 0.6),
    ]),
  );

  test("lets each side pick the helper that suits it", () => {
    const alone = possibleExchanges(table, parseMaterial("KR"), parseMaterial("KR"));
    expect(alone).toMatchObject([{ probability: 0.2, activeHelper: "", passiveHelper: "" }]);
    const helped = possibleExchanges(table, parseMaterial("KRN"), parseMaterial("KR"));
    expect(helped[0]).toMatchObject({ active: "chariot", passive: "chariot", probability: 0.5, activeHelper: "N" });
    const hindered = possibleExchanges(table, parseMaterial("KR"), parseMaterial("KRC"));
    expect(hindered[0]).toMatchObject({ probability: 0.1, passiveHelper: "C" });
  });

  test("adds the effects of two helpers in log-odds", () => {
    const [both] = possibleExchanges(table, parseMaterial("KRN"), parseMaterial("KRC"));
    // Odds 1 (active helper) times 1/9 (passive) through 1/4 (none).
    expect(both!.probability).toBeCloseTo(4 / 13, 6);
  });
});

describe("the paper's inference", () => {
  const knowledge = knowledgeOf({ KNKAABB: HARD, KRKNAB: EASY, KRKNAA: WIN, KRKAABB: HARD, KRNKAABB: WIN });
  const table = makeExchangeTable(
    exchangesOf([exchange("R", "R", 0.5), exchange("P", "A", 0.3), exchange("P", "B", 0.05)]),
  );
  const infer = makeInference(knowledge, table);

  test("knows what is solved", () => expect(infer(roles("KRKAABB"))).toMatchObject({ score: 4, stage: "exact" }));

  test("knows that nobody wins without attackers", () =>
    expect(infer(roles("KABBKAA"))).toMatchObject({ score: 4, stage: "exact" }));

  test("extends a win to more attackers", () =>
    expect(infer(roles("KRNCKAABB"))).toMatchObject({ score: 1, stage: "extension" }));

  test("reduces KRNKRAABB to KNKAABB by the exchange of chariots", () => {
    const { score, stage, prediction } = infer(roles("KRNKRAABB"));
    expect([score, stage]).toEqual([4, "predictor"]);
    const { left, probability } = prediction!.byDefender!;
    expect([pairName({ first: left.attack, second: left.defence }), probability]).toEqual(["KNKAABB", 0.5]);
  });

  test("leaves exchanges below the lower bound alone, and each side its own", () => {
    const easy = infer(roles("KRPKNAAB"));
    expect(easy.prediction!.byAttacker).toMatchObject({ active: "top", passive: "advisor", score: 2 });
    const bold = makeInference(knowledge, table, { ...PAPER_INFERENCE, plb: 0.01 });
    expect(bold(roles("KRPKNAAB")).prediction!.byAttacker).toMatchObject({ passive: "elephant", score: 1 });
    const passive = makeInference(knowledge, table, { ...PAPER_INFERENCE, attackerExchanges: false });
    expect(passive(roles("KRPKNAAB")).prediction!.byAttacker).toBeUndefined();
  });

  test("falls back on attack power", () => {
    expect(infer(roles("KCKC"))).toMatchObject({ score: 3, stage: "heuristic" });
    const bare = makeInference(knowledge, table, { ...PAPER_INFERENCE, heuristic: false });
    expect(bare(roles("KCKC"))).toMatchObject({ score: 0 });
    expect([adjustByPower(roles("KRRKN"), 3), adjustByPower(roles("KNKN"), 2)]).toEqual([2, 2]);
  });
});
