/** Random materials and knowledge for fast-check. */
import fc from "fast-check";
import { roleKey, rolesOf, type KnownPair } from "../../../src/knowledge/material/paper/knowledge.ts";
import { materialOf, MATERIALS } from "../../../src/knowledge/material/paper/space.ts";
import { scoreOf } from "../../../src/knowledge/material/paper/basic.ts";

export const materials = fc.nat(MATERIALS - 1);

const upTo = (most: number) => fc.nat(most);

/** Few men, so that random materials often compare. */
export const smallMaterials = fc
  .record({
    chariot: upTo(1),
    horse: upTo(1),
    cannon: upTo(1),
    top: upTo(2),
    low: upTo(2),
    bottom: upTo(1),
    advisor: upTo(1),
    elephant: fc.constant(0),
  })
  .map(materialOf);

export const fewDefences = fc.constantFrom(0, 1, 3);

export const knowns: fc.Arbitrary<KnownPair> = fc
  .record({
    first: smallMaterials,
    second: fewDefences,
    wins: fc.constantFrom(0, 0.3, 0.7, 1, 1),
    losses: fc.constantFrom(0, 0, 0.3),
  })
  .map(({ first, second, wins, losses }) => {
    const loss = Math.min(losses, 1 - wins);
    const shares = { win: wins, draw: 1 - wins - loss, loss };
    return { ...rolesOf(first, second), shares, score: scoreOf(wins, loss) };
  });

export const knowledges = fc
  .array(knowns, { minLength: 1, maxLength: 25 })
  .map((list) => new Map(list.map((known) => [roleKey(known.attack, known.defence), known])));
