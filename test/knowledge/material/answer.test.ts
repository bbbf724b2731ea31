/** Answers about material, with the files that come with the program. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeAnswerer, type MaterialAnswer, type MaterialReason } from "../../../src/knowledge/material/answer.ts";
import { readMaterialBase } from "../../../src/knowledge/material/node/files.ts";
import { rolesOf } from "../../../src/knowledge/material/paper/knowledge.ts";
import { pairName, parsePair } from "../../../src/knowledge/material/paper/names.ts";
import { without } from "../../../src/knowledge/material/paper/space.ts";
import { STATES } from "../../../src/knowledge/material/paper/states.ts";
import { materials, smallMaterials } from "./arbitrary.ts";

const base = readMaterialBase();
const { answer } = makeAnswerer(base, new Map());

type Leaving = Extract<MaterialReason, { readonly left: object }>;

/** What a reason leaves, to the side that attacked before, by scores: 1 WIN to 4 HARD_WIN. */
function worthLeft({ pair }: MaterialAnswer, reason: Leaving): number {
  let { attack, defence } = rolesOf(parsePair(pair).first, parsePair(pair).second);
  if (reason.kind === "without") {
    if (reason.side === "attacker") attack = without(attack, reason.man);
    else defence = without(defence, reason.man);
  } else {
    const byAttacker = reason.by === "attacker";
    attack = without(attack, byAttacker ? reason.active : reason.passive);
    defence = without(defence, byAttacker ? reason.passive : reason.active);
  }
  const roles = rolesOf(attack, defence);
  expect(reason.left.pair).toBe(pairName({ first: roles.attack, second: roles.defence }));
  return roles.attack === attack ? STATES.indexOf(reason.left.state) : 4;
}

describe("an answer", () => {
  test("has no reason that says other than its state", () => {
    fc.assert(
      fc.property(fc.oneof(materials, smallMaterials), fc.oneof(materials, smallMaterials), (first, second) => {
        const given = answer({ first, second });
        const said = STATES.indexOf(given.state!);
        for (const reason of given.reasons) {
          if (!("left" in reason)) continue;
          const worth = worthLeft(given, reason);
          if (said === 0) expect(reason.left.state).toBe("UNKNOWN");
          else if (reason.kind === "exchange") expect(worth).toBe(said);
          else if (reason.side === "attacker") expect(worth).toBeGreaterThanOrEqual(said);
          else expect(worth).toBeLessThanOrEqual(said);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("is certain of nothing but what is solved, and says what is not known well", () => {
    fc.assert(
      fc.property(fc.oneof(materials, smallMaterials), fc.oneof(materials, smallMaterials), (first, second) => {
        const { basis, state, probabilities } = answer({ first, second });
        expect(probabilities?.[state!] === 1).toBe(basis === "exact");
        if (basis === "predicted") expect(probabilities![state!]).toBeGreaterThanOrEqual(0.6);
        if (basis === "doubtful") expect(probabilities![state!]).toBeLessThan(0.6);
      }),
      { numRuns: 1000 },
    );
  });

  test("about what both sides may win is that it is open, and not that an exchange is won", () => {
    const { state, basis, probabilities, reasons } = answer(parsePair("KRCPKRNAABB"));
    expect({ state, basis }).toEqual({ state: "UNKNOWN", basis: "doubtful" });
    expect(probabilities!.UNKNOWN).toBeLessThan(0.6);
    expect(reasons.filter(({ kind }) => kind === "exchange")).toEqual([]);
  });

  test("knows two strong men against one chariot, and answers EASY_WIN", () => {
    expect(answer(parsePair("KRKNN"))).toMatchObject({ attack: "KR", state: "EASY_WIN", basis: "exact" });
    expect(answer(parsePair("KRKNCAA")).state).not.toBe("WIN");
  });
});
