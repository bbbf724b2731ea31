import { describe, expect, test } from "vitest";
import type { Distributions, Outcomes } from "../../src/material/paper/basic.ts";
import { boost, compile, evaluate, logistic, type BoostingOptions } from "../../src/material/model/boosting.ts";
import { fitCuts, scoreByCuts, stateFrequencies, type Predicted } from "../../src/material/model/calibration.ts";
import { tally } from "../../src/material/paper/held-out.ts";
import { makeExchangeTable } from "../../src/material/paper/exchange-table.ts";
import { makeKnowledge, rolesOf } from "../../src/material/paper/knowledge.ts";
import { learn, ensembleOf } from "../../src/material/model/model.ts";
import { parsePair } from "../../src/material/paper/names.ts";
import { Reduction } from "../../src/material/model/reduction.ts";
import { trainingCases } from "../../src/material/model/train.ts";

const TABLE = makeExchangeTable({ kind: "canju-material-exchanges", rules: "asian", exchanges: [] });

function knowledgeOf(outcomes: Record<string, Outcomes>) {
  const materials = Object.fromEntries(
    Object.entries(outcomes).map(([name, each]) => [name, { quiet: [each, each], all: [each, each] } as const]),
  );
  return makeKnowledge({ kind: "canju-material-distributions", rules: "asian", materials } satisfies Distributions);
}

const roles = (name: string) => {
  const { first, second } = parsePair(name);
  return rolesOf(first, second);
};

describe("boosting", () => {
  const options: BoostingOptions = { trees: 60, depth: 2, learningRate: 0.3, leaf: 1, penalty: 0.1, monotone: [1, 0] };
  const grid = Array.from({ length: 100 }, (_, i) => [i / 100, i % 7] as const);
  const samplesOf = (share: (x: number) => number) =>
    grid.map(([x, noise]) => ({ features: Float64Array.of(x, noise), share: share(x), weight: 1 }));

  test("learns a curve", () => {
    const ensemble = boost(
      samplesOf((x) => 0.1 + 0.8 * x),
      options,
    );
    for (const x of [0.1, 0.4, 0.9]) {
      expect(logistic(evaluate(ensemble, Float64Array.of(x, 3)))).toBeCloseTo(0.1 + 0.8 * x, 1);
    }
  });

  test("evaluates the same one by one and compiled", () => {
    const ensemble = boost(
      samplesOf((x) => x * x * 0.9 + 0.05),
      options,
    );
    const compiled = compile(ensemble);
    for (const [x, noise] of grid) {
      expect(compiled(Float64Array.of(x, noise))).toBeCloseTo(evaluate(ensemble, Float64Array.of(x, noise)), 10);
    }
  });

  test("never falls in a feature that is bound to rise", () => {
    const ensemble = boost(
      samplesOf((x) => (x > 0.3 && x < 0.6 ? 0.2 : 0.7)),
      options,
    );
    const values = grid.map(([x]) => evaluate(ensemble, Float64Array.of(x, 0)));
    for (let i = 1; i < values.length; i++) expect(values[i]!).toBeGreaterThanOrEqual(values[i - 1]! - 1e-12);
  });
});

describe("calibration", () => {
  const examples: [win: number, outcomes: Outcomes][] = [
    [0.7, [100, 0, 0]],
    [0.75, [98, 2, 0]],
    [0.55, [70, 30, 0]],
    [0.3, [20, 80, 0]],
    [0.05, [0, 100, 0]],
  ];
  const predictions = examples.map(([win, outcomes], i): Predicted => {
    const [known] = knowledgeOf({ [`K${"R".repeat(i % 3)}PtKA`]: outcomes }).values();
    return { known: known!, win, loss: 0 };
  });

  test("finds cuts that a cautious predictor needs", () => {
    const cuts = fitCuts(predictions);
    for (const { known, win, loss } of predictions) expect(scoreByCuts(cuts, win, loss)).toBe(known.score);
  });

  test("tells how often states were true", () => {
    const [first] = stateFrequencies(predictions);
    expect(first!.indexOf(Math.max(...first!))).toBe(4);
    expect(first!.reduce((sum, share) => sum + share)).toBeCloseTo(1, 2);
  });
});

describe("the reduction model", () => {
  const knowledge = knowledgeOf({
    KRK: [100, 0, 0],
    KNK: [100, 0, 0],
    KRKA: [99, 1, 0],
    KNKA: [98, 2, 0],
    KRKN: [97, 3, 0],
    KNKN: [2, 96, 2],
    KRKR: [5, 90, 5],
    KRRK: [100, 0, 0],
    KRNK: [100, 0, 0],
    KNNK: [100, 0, 0],
  });
  const model = learn(knowledge, TABLE, {
    trees: 20,
    depth: 2,
    learningRate: 0.3,
    leaf: 1,
    penalty: 1,
    monotone: new Array<0>(27).fill(0),
  });

  test("learns both sides of what is known with all that is smaller", () => {
    const told = trainingCases(knowledge, TABLE).map(({ side }) => side);
    expect(told.filter((side) => side === "defence")).toHaveLength(3); // KRKN, KNKN, KRKR
  });

  test("survives being stored", () => {
    const again = JSON.parse(JSON.stringify(model)) as typeof model;
    expect(ensembleOf(again)).toEqual(ensembleOf(model));
  });

  test("keeps to what is known and answers all else", () => {
    const reduction = new Reduction(model, knowledge, TABLE);
    expect(reduction.shares(roles("KRKA")).win).toBeCloseTo(0.99, 2);
    const { win, loss } = reduction.shares(roles("KRRNKRNA"));
    expect(win + loss).toBeLessThanOrEqual(1.02);
    expect(reduction.shares({ attack: 0, defence: roles("KRK").attack }).win).toBeLessThan(0.01);
  });
});

describe("the evaluation", () => {
  test("tells slight errors from others", () => {
    const judged = [
      { inferred: 1, exact: 1 },
      { inferred: 1, exact: 2 },
      { inferred: 3, exact: 4 },
      { inferred: 4, exact: 1 },
      { inferred: 0, exact: 1 },
    ] as const;
    const { total, correct, slight, tolerant, confusion } = tally(judged);
    expect([total, correct, slight, tolerant]).toEqual([5, 1, 2, 3]);
    expect(confusion[1]).toEqual([0, 1, 1, 0, 0]);
  });
});
