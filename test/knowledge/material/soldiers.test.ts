import { describe, expect, test } from "vitest";
import type { Distributions, OutcomeCounts } from "../../../src/knowledge/material/paper/basic.ts";
import {
  checkSoldierClaims,
  inferSoldiers,
  makeKnowledge,
  roleKey,
  withoutSpareSoldiers,
} from "../../../src/knowledge/material/paper/knowledge.ts";
import { materialName, parseMaterial } from "../../../src/knowledge/material/paper/space.ts";

function known(outcomes: Record<string, OutcomeCounts>) {
  const materials = Object.fromEntries(
    Object.entries(outcomes).map(([name, each]) => [name, { quiet: [each, each], all: [each, each] } as const]),
  );
  return makeKnowledge({ kind: "canju-material-distributions", rules: "asian", materials } satisfies Distributions);
}

describe("soldier inference", () => {
  test("copies one bottom and two low soldiers to more of them, five in all", () => {
    const all = inferSoldiers(known({ KPlPlPbKA: [10, 90, 0] }));
    const names = [...all.values()].map(({ attack }) => materialName(attack).slice(1).replaceAll("P", ""));
    expect(names.sort()).toEqual(["llb", "llbb", "llbbb", "lllb", "lllbb", "llllb"].sort());
  });

  test("does not copy what one low soldier does, nor over what is known", () => {
    const all = inferSoldiers(known({ KPlK: [60, 40, 0], KPbK: [0, 100, 0], KPbPbK: [100, 0, 0] }));
    expect(all.get(roleKey(parseMaterial("KPlPl"), 0))).toBeUndefined();
    expect(all.get(roleKey(parseMaterial("KPbPb"), 0))?.score).toBe(1);
    expect(all.get(roleKey(parseMaterial("KPbPbPb"), 0))?.score).toBe(4);
  });

  test("knows the fewest soldiers that are worth as much", () => {
    expect(materialName(withoutSpareSoldiers(parseMaterial("KRPtPlPlPlPb")))).toBe("KRPtPlPlPb");
    expect(materialName(withoutSpareSoldiers(parseMaterial("KPbPbPbA")))).toBe("KPbA");
  });

  test("finds where its claims hold and where they fail", () => {
    const claims = checkSoldierClaims(
      known({
        KPtKA: [60, 40, 0],
        KPlKA: [70, 30, 0],
        KPbKA: [0, 100, 0],
        KPbPbKA: [20, 80, 0],
        KPtPtKA: [96, 4, 0],
      }),
    );
    const told = claims.map(({ claim, better, holds }) => [materialName(better.attack), claim, holds]);
    expect(told).toEqual([
      ["KPt", "a top soldier is worth at least a low one", true], // the same state: EASY_WIN
      ["KPl", "a low soldier is worth at least a bottom one", true],
      ["KPbPb", "more than one bottom soldier changes nothing", false],
      ["KPtPt", "another top soldier is worth something", true],
    ]);
  });
});
