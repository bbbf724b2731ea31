import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CLASS_OF,
  CLASSES,
  representative,
  decodeDatabase,
  encodeDatabase,
  symbolOfPrediction,
} from "../../src/material/database.ts";
import { rolesOf, type Roles } from "../../src/material/paper/knowledge.ts";
import { STATES } from "../../src/material/paper/states.ts";
import { withoutSpareSoldiers } from "../../src/material/paper/soldiers.ts";
import { MATERIALS } from "../../src/material/paper/space.ts";
import { materials } from "./arbitrary.ts";

const CUTS = [0.8, 0.5, 0.2, 0.3] as const;

/** Any function of the pair will do: here one that gives every kind of answer. */
function symbol({ attack, defence }: Roles): number {
  const mixed = (attack * 31 + defence * 17) % 97;
  return mixed < 5 ? mixed : symbolOfPrediction((mixed % 11) / 10, mixed === 50 ? 0 : 1);
}

describe("classes of materials", () => {
  test("number what soldier inference takes to be the same", () => {
    expect(CLASSES).toBe(27 * 27 * 9);
    for (let material = 0; material < MATERIALS; material++) {
      expect(representative(material)).toBe(withoutSpareSoldiers(material));
      expect(CLASS_OF[representative(material)]).toBe(CLASS_OF[material]);
    }
  });
});

describe("the database of all pairs", () => {
  const bytes = encodeDatabase(symbol);
  const database = decodeDatabase(bytes, CUTS);

  test("answers every pair as it was told", () => {
    fc.assert(
      fc.property(materials, materials, (a, b) => {
        const [first, second] = [representative(a), representative(b)];
        const roles = rolesOf(first, second);
        const told = symbol(roles);
        const { score, bin } = database.lookUp(roles);
        if (told < 5) expect([score, bin]).toEqual([told, undefined]);
        else if (told === 15) expect([score, bin]).toEqual([0, undefined]);
        else {
          const state =
            ["HARD_WIN", "HARD_WIN", "CHANCE_WIN", "CHANCE_WIN", "CHANCE_WIN"][told - 5] ??
            (told < 13 ? "EASY_WIN" : "WIN");
          expect([STATES[score], bin]).toEqual([state, told - 5]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("answers for spare soldiers what it answers without them", () => {
    fc.assert(
      fc.property(materials, materials, (attack, defence) => {
        const fewer = { attack: representative(attack), defence: representative(defence) };
        expect(database.lookUp({ attack, defence })).toEqual(database.lookUp(fewer));
      }),
    );
  });

  test.each([
    ["an empty file", new Uint8Array()],
    ["a shorter file", bytes.subarray(0, bytes.length - 1)],
    ["another kind of file", bytes.with(0, 0)],
  ])("is refused when it is %s", (_, damaged) => {
    expect(() => decodeDatabase(damaged, CUTS)).toThrow(/are damaged$/);
  });
});
