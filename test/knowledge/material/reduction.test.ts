import { describe, expect, test } from "vitest";
import type { Distributions, OutcomeCounts } from "../../../src/knowledge/material/paper/basic.ts";
import {
  boost,
  compile,
  evaluate,
  logistic,
  type BoostingOptions,
} from "../../../src/knowledge/material/model/boosting.ts";
import {
  binOf,
  inferenceProbabilities,
  rowOf,
  scoreOfProbabilities,
  stateProbabilities,
  type Predicted,
} from "../../../src/knowledge/material/model/calibration.ts";
import { tally } from "../../../src/knowledge/learn/held-out.ts";
import { makeExchangeTable } from "../../../src/knowledge/material/paper/exchange-table.ts";
import { makeKnowledge, rolesOf } from "../../../src/knowledge/material/paper/knowledge.ts";
import { learn, ensembleOf } from "../../../src/knowledge/material/model/model.ts";
import { parsePair } from "../../../src/knowledge/material/paper/names.ts";
import { MOST_STEPS, Reduction } from "../../../src/knowledge/material/model/reduction.ts";
import { trainingCases } from "../../../src/knowledge/material/model/train.ts";

const TABLE = makeExchangeTable({ kind: "canju-material-exchanges", rules: "asian", exchanges: [] });

function knowledgeOf(outcomes: Record<string, OutcomeCounts>) {
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
  /** Predictions of `share` that came true as wins that often, and as HARD_WIN else: two steps are half as well known. */
  const predictions = [0.03, 0.3, 0.7, 0.97].flatMap((share) =>
    [1, 2].flatMap((steps) =>
      Array.from({ length: 60 }, (_, i): Predicted => {
        const trueShare = steps === 1 ? share : (share + 0.5) / 2;
        const outcomes: OutcomeCounts = i < 60 * trueShare ? [100, 0, 0] : [0, 100, 0];
        const [known] = knowledgeOf({ KRKA: outcomes }).values();
        return { known: known!, prediction: { win: share, loss: 0, steps } };
      }),
    ),
  );
  const rows = stateProbabilities(predictions);
  const of = (win: number, steps: number) => rows[rowOf(false, steps, binOf({ win, loss: 0, steps }))]!;

  test("tells how often states were true, for each number of steps", () => {
    for (const share of [0.03, 0.3, 0.7, 0.97]) {
      expect(of(share, 1)[1]).toBeGreaterThan(share - 0.12);
      expect(of(share, 1)[1]).toBeLessThan(share + 0.12);
    }
    expect(of(0.97, 2)[1]).toBeLessThan(0.85);
    for (const row of rows) expect(row.reduce((sum, share) => sum + share)).toBeCloseTo(1, 2);
  });

  test("rises with the predicted share, and calls nothing certain", () => {
    const wins = [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((share) => of(share, 1)[1]!);
    expect(wins).toEqual(wins.toSorted((a, b) => a - b));
    expect(Math.max(...rows.flat())).toBeLessThan(1);
  });

  test("says what is right, or next to right, most often", () => {
    expect(scoreOfProbabilities([0, 0.9, 0.1, 0, 0])).toBe(1);
    expect(scoreOfProbabilities([0, 0.4, 0.25, 0.3, 0.05])).toBe(2);
    expect(scoreOfProbabilities([0.6, 0.2, 0.1, 0.1, 0])).toBe(0);
  });

  test("counts how often an inference was right of endgames left out", () => {
    const [, win] = inferenceProbabilities(knowledgeOf({ KRK: [100, 0, 0], KRRK: [100, 0, 0], KRNK: [10, 90, 0] }));
    expect(win![1]).toBeLessThan(0.9);
    expect(win![3]).toBeGreaterThan(0.05);
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
    monotone: new Array<0>(30).fill(0),
  });

  test("learns both sides of what is known with all that is smaller", () => {
    // KRKN, KNKN, KRKR twice.
    expect(trainingCases(knowledge, TABLE)).toHaveLength(knowledge.size + 3);
  });

  test("survives being stored", () => {
    const again = JSON.parse(JSON.stringify(model)) as typeof model;
    expect(ensembleOf(again)).toEqual(ensembleOf(model));
  });

  test("keeps to what is known, answers all else, and counts the steps to it", () => {
    const reduction = new Reduction(ensembleOf(model), knowledge.values(), TABLE);
    expect(reduction.predict(roles("KRKA")).win).toBeCloseTo(0.99, 2);
    expect(reduction.predict(roles("KRKA")).steps).toBe(0);
    expect(reduction.predict(roles("KRKAA")).steps).toBe(1);
    const { win, loss, steps } = reduction.predict(roles("KRRNKRNA"));
    expect(win + loss).toBeLessThanOrEqual(1.02);
    expect(steps).toBeGreaterThan(1);
    expect(reduction.predict(roles("KRRNNCCPPKRRNNCCAABB")).steps).toBe(MOST_STEPS);
    expect(reduction.predict({ attack: 0, defence: roles("KRK").attack }).win).toBeLessThan(0.01);
  });

  test("is the same, byte by byte, learned once more", () => {
    expect(JSON.stringify(learn(knowledge, TABLE))).toBe(JSON.stringify(learn(knowledge, TABLE)));
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
    const { total, correct, slight, tolerant, oneStep, confusion } = tally(judged);
    expect([total, correct, slight, tolerant, oneStep]).toEqual([5, 1, 2, 3, 3]);
    expect(confusion[1]).toEqual([0, 1, 1, 0, 0]);
  });
});
