/** No estimate goes beyond what the men allow: a man more is never worse for his side, and a guard more never better for the other. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { makeAnswerer, type MaterialAnswer } from "../../../src/knowledge/material/answer.ts";
import { readMaterialBase } from "../../../src/knowledge/material/node/files.ts";
import { pairName, parsePair, type MaterialPair } from "../../../src/knowledge/material/paper/names.ts";
import {
  countAttackers,
  countMen,
  hasAtLeast,
  KINDS,
  MATERIALS,
  without,
  type Material,
} from "../../../src/knowledge/material/paper/space.ts";
import type { KnownPair } from "../../../src/knowledge/material/paper/knowledge.ts";
import { STATES } from "../../../src/knowledge/material/paper/states.ts";
import { materials, smallMaterials } from "./arbitrary.ts";

const base = readMaterialBase();
const answerer = makeAnswerer(base, new Map());
const answers = new Map<string, MaterialAnswer>();

function answer(pair: MaterialPair): MaterialAnswer {
  const key = `${pair.first} ${pair.second}`;
  const found = answers.get(key) ?? answerer.answer(pair);
  answers.set(key, found);
  return found;
}

/** Better for the first side, the higher: what the states of either side's attack mean to it. */
const WORTH = { WIN: 3, EASY_WIN: 2, CHANCE_WIN: 1, UNKNOWN: 1, HARD_WIN: 0 } as const;

function worthOf({ attacking, state }: MaterialAnswer): number {
  return (attacking === "first" ? 1 : -1) * WORTH[state!];
}

/** The pairs that are a man worse for the first side. */
function worse({ first, second }: MaterialPair): MaterialPair[] {
  const less = KINDS.map((kind) => without(first, kind)).filter((each) => each !== -1);
  const more = KINDS.flatMap((kind) => MORE[kind]![second]!);
  return [...less.map((each) => ({ first: each, second })), ...more.map((each) => ({ first, second: each }))];
}

/** By kind and material: the material with one man more, where there is one. */
const MORE = Object.fromEntries(
  KINDS.map((kind) => {
    const more: Material[][] = Array.from({ length: MATERIALS }, () => []);
    for (let material = 0; material < MATERIALS; material++) {
      const less = without(material, kind);
      if (less !== -1) more[less]!.push(material);
    }
    return [kind, more];
  }),
);

/** What speaks against an answer: a pair that is a man worse, and told to be better. Of two solved ones nothing does. */
function contradictions(pair: MaterialPair): string[] {
  const given = answer(pair);
  return worse(pair).flatMap((other) => {
    const its = answer(other);
    const isSolved = given.basis === "exact" || its.basis === "exact";
    if (isSolved || worthOf(its) <= worthOf(given)) return [];
    return [`${pairName(other)} ${its.state} by ${its.attack}, ${pairName(pair)} ${given.state} by ${given.attack}`];
  });
}

describe("estimates", () => {
  test("are never better with a man less, nor against a man more", () => {
    fc.assert(
      fc.property(fc.oneof(materials, smallMaterials), fc.oneof(materials, smallMaterials), (first, second) => {
        expect(contradictions({ first, second })).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test(
    "are never better with a man less, whatever two attacking men have against one and any defending men",
    LONG,
    () => {
      const all = Array.from({ length: MATERIALS }, (_, material) => material);
      const attacks = all.filter((each) => countAttackers(each) <= 2 && countMen(each) === countAttackers(each));
      const defences = all.filter((each) => countAttackers(each) <= 1);
      const found: string[] = [];
      for (const first of attacks) for (const second of defences) found.push(...contradictions({ first, second }));
      expect(found).toEqual([]);
    },
  );

  test("stay between the solved endgames that have more and those that have less", () => {
    const solved = [...base.knowledge.values()];
    fc.assert(
      fc.property(smallMaterials, smallMaterials, (first, second) => {
        const given = answer({ first, second });
        if (given.basis === "exact") return;
        const [attack, defence] = given.attacking === "first" ? [first, second] : [second, first];
        const rank = ({ score }: KnownPair) => WORTH[STATES[score]];
        const less = solved.filter((each) => hasAtLeast(attack, each.attack) && hasAtLeast(each.defence, defence));
        const more = solved.filter((each) => hasAtLeast(each.attack, attack) && hasAtLeast(defence, each.defence));
        const [atLeast, atMost] = [Math.max(0, ...less.map(rank)), Math.min(3, ...more.map(rank))];
        if (atLeast > atMost) return; // the solved ones speak against each other
        expect(WORTH[given.state!]).toBeGreaterThanOrEqual(atLeast);
        expect(WORTH[given.state!]).toBeLessThanOrEqual(atMost);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(["KRPl", "KNCC", "KNNC"])("fall along a row of guards: %s against a chariot", (name) => {
    const rows = ["", "A", "AA", "AAB", "AABB"].map((guards) => worthOf(answer(parsePair(`${name}KR${guards}`))));
    expect(rows).toEqual(rows.toSorted((a, b) => b - a));
  });

  test("give no probability to what solved endgames rule out", () => {
    const { state, probabilities, reasons } = answer(parsePair("KRPlKRAABB")); // KRPlKR is no more than an easy win
    expect(state).not.toBe("WIN");
    expect(probabilities!.WIN).toBeLessThan(0.01);
    expect(answer(parsePair("KRPlKR"))).toMatchObject({ state: "EASY_WIN", basis: "exact" });
    expect(reasons.length).toBeGreaterThan(0);
  });
});

describe("what the atlas has", () => {
  const proven = makeAnswerer(base, new Map([["KRPKRA", { red: [60, 36, 4], black: [35, 48, 17] }]]));

  test("is answered by all positions of the endgame, and by no estimate", () => {
    const shares = {
      attackToMove: { win: 0.6, draw: 0.36, loss: 0.04 },
      defenceToMove: { win: 0.17, draw: 0.48, loss: 0.35 },
    };
    const expected = {
      state: null,
      basis: "atlas",
      probabilities: null,
      reasons: [],
      proven: { endgame: "KRPKRA", ...shares },
    };
    expect(proven.answer(parsePair("KRPlKRA"))).toMatchObject({ attacking: "first", ...expected });
    expect(proven.answer(parsePair("KRAKRPb"))).toMatchObject({ attacking: "second", ...expected });
  });

  test("is no reason for an estimate, and stands in the map as a share", () => {
    const { reasons, basis } = proven.answer(parsePair("KRPlKRAA"));
    expect(basis).toBe("doubtful");
    expect(reasons.filter((each) => "left" in each && each.left.basis === "atlas")).toEqual([]);
    const cells = proven.map(parsePair("KRPlKR")).flat();
    expect(cells.filter(({ state }) => state === null)).toEqual([
      { second: "KRA", attacking: "first", state: null, won: 0.6 },
    ]);
  });

  test("keeps the exact shares of quiet positions where these were counted", () => {
    const both = makeAnswerer(base, new Map([["KRKN", { red: [9, 1, 0], black: [0, 2, 8] }]]));
    expect(both.answer(parsePair("KRKN"))).toMatchObject({
      basis: "exact",
      proven: { endgame: "KRKN", attackToMove: { win: 0.9 }, defenceToMove: { win: 0.8 } },
    });
  });
});

test("far from what was learned there are states, but no figures", () => {
  const beginning = answer(parsePair("KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB"));
  expect(beginning).toMatchObject({ basis: "far", shares: null, probabilities: null, reasons: [] });
  expect(answer(parsePair("KRNCKRNC"))).not.toMatchObject({ basis: "far" });
  expect(answer(parsePair("KRNCPKRNC"))).toMatchObject({ basis: "far" });
});
