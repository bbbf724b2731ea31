import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  extend,
  makeAttackFiles,
  missingDefences,
  roleKey,
  ruledDefences,
} from "../../../src/knowledge/material/paper/knowledge.ts";
import { materialName, parseMaterial } from "../../../src/knowledge/material/paper/space.ts";
import { slowExtension } from "../../oracle/material-extension.ts";
import { fewDefences, knowledges, smallMaterials } from "./arbitrary.ts";

const WIN = { shares: { win: 1, draw: 0, loss: 0 }, score: 1 } as const;
const HARD = { shares: { win: 0, draw: 1, loss: 0 }, score: 4 } as const;

function knowledgeOf(entries: readonly [attack: string, value: typeof WIN | typeof HARD][], defence = "KAABB") {
  const second = parseMaterial(defence);
  return new Map(
    entries.map(([name, value]) => {
      const attack = parseMaterial(name);
      return [roleKey(attack, second), { attack, defence: second, ...value }];
    }),
  );
}

describe("material state extension", () => {
  test("tells what looking at every known pair tells, although redundant entries are gone", () => {
    fc.assert(
      fc.property(knowledges, smallMaterials, fewDefences, (knowledge, attack, defence) => {
        const files = makeAttackFiles(knowledge);
        const fast = extend(files.get(defence) ?? [], attack)?.score;
        expect(fast).toBe(slowExtension([...knowledge.values()], { attack, defence }));
      }),
      { numRuns: 2000 },
    );
  });

  test("keeps of wins the smallest and of hard ones the largest", () => {
    const files = makeAttackFiles(
      knowledgeOf([
        ["KRN", WIN],
        ["KRRN", WIN],
        ["KRNA", WIN],
        ["KR", HARD],
        ["KRA", HARD],
      ]),
    );
    const [file] = files.values();
    expect(file!.map(({ attack }) => materialName(attack))).toEqual(["KRN", "KRA"]);
  });

  test("says nothing where entries contradict each other, and keeps them", () => {
    const files = makeAttackFiles(
      knowledgeOf([
        ["KR", WIN],
        ["KRNC", HARD],
      ]),
    );
    const [file] = files.values();
    expect(file).toHaveLength(2);
    expect(extend(file!, parseMaterial("KRN"))).toBeUndefined();
  });

  test("is complete when each of the 144 defences of the rule has a file", () => {
    expect(new Set(ruledDefences()).size).toBe(144);
    expect(missingDefences(makeAttackFiles(knowledgeOf([["KR", WIN]])))).toHaveLength(143);
  });
});
