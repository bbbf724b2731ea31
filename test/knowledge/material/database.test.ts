import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answerOf,
  decodeDatabase,
  encodeDatabase,
  symbolOfFound,
  symbolOfPrediction,
} from "../../../src/knowledge/material/database.ts";
import { CALIBRATION_ROWS } from "../../../src/knowledge/material/model/calibration.ts";
import { rolesOf, type Roles } from "../../../src/knowledge/material/paper/knowledge.ts";
import {
  CLASS_OF,
  CLASSES,
  representative,
  withoutSpareSoldiers,
} from "../../../src/knowledge/material/paper/soldiers.ts";
import { isArmed, MATERIALS } from "../../../src/knowledge/material/paper/space.ts";
import type { Score } from "../../../src/knowledge/material/paper/states.ts";
import { materials } from "./arbitrary.ts";

/** Each row tells one state, with another probability. */
const MODEL = {
  probabilities: Array.from({ length: CALIBRATION_ROWS + 5 }, (_, row) =>
    [0, 1, 2, 3, 4].map((score) => (score === row % 5 ? 0.5 + row / 1000 : 0.01)),
  ),
};

/** Any function of the pair will do: here one that gives every kind of answer. */
function symbol({ attack, defence }: Roles): number {
  const mixed = (attack * 31 + defence * 17) % 97;
  if (mixed < 5) return mixed;
  const score = (mixed % 5) as Score;
  const known = { attack, defence, score, shares: { win: 0, draw: 1, loss: 0 } };
  if (mixed < 10) return symbolOfFound({ stage: "extension", score, known });
  return symbolOfPrediction({ win: (mixed % 11) / 10, loss: mixed > 90 ? 0.5 : 0, steps: 1 + (mixed % 4) });
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
  const database = decodeDatabase(bytes, MODEL);

  test("answers every pair as it was told", () => {
    fc.assert(
      fc.property(materials, materials, (a, b) => {
        const [first, second] = [representative(a), representative(b)];
        const roles = rolesOf(first, second);
        expect(database.lookUp(roles)).toEqual(answerOf(MODEL, symbol(roles), isArmed(roles)));
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
    ["a number of no block", bytes.with(16, 9)],
    ["a number more in full than there are", bytes.with(16, 4)],
  ])("is refused when it is %s", (_, damaged) => {
    expect(() => decodeDatabase(damaged, MODEL)).toThrow(/are damaged$/);
  });
});
