/** Candidates of chases are sieved range by range and part by part: what is left in the end is what a filter leaves. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import { ChaseCandidates } from "../../src/solve/levels/chase-candidates.ts";
import { chosen, slotsOf, type CellSet, type CellSets, type SlotArray } from "../../src/solve/levels/cell-sets.ts";
import { addSlot, hasSlot, newSet } from "../../src/solve/outcomes.ts";

const index = endgameIndex(parseEndgame("KRKC"));
const CANDIDATES: CellSet = { side: "black" };
const WON: CellSet = { side: "red" };

/** Slots in a set, what is won, and of each slot how many of its witnesses fail together: 1 or 2, or 0 if it fails whatever is won. */
class FakeSets {
  readonly members = new Set<number>();
  readonly won = newSet(index);
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  slots(): number[] {
    return [...this.members].sort((a, b) => a - b);
  }

  remove(_: CellSet, slots: SlotArray): void {
    for (const slot of slots) expect(this.members.delete(slot)).toBe(true);
  }

  whole(): Uint32Array {
    return this.won;
  }

  witnessesOf(slot: number): number[] {
    const hash = Math.imul(slot + 1, 2_654_435_761 + 2 * this.#seed) >>> 0;
    return Array.from({ length: hash % 3 }, (_, i) => (hash + 7919 * i) % index.cells);
  }

  fails(slot: number): boolean {
    const witnesses = this.witnessesOf(slot);
    return witnesses.every((each) => !hasSlot(this.won, each));
  }

  // As OneManChased writes it: from the number of cells on, 0 says that the condition holds, 1 that it fails, 2 that there is no other witness.
  async oneManChased(_: unknown, __: unknown, slots: SlotArray): Promise<SlotArray> {
    const found = [...slots].flatMap((slot) => {
      const [first = index.cells + 1, second = index.cells + 2] = this.witnessesOf(slot);
      return [this.fails(slot) ? first : index.cells, second];
    });
    return Uint32Array.from(found);
  }

  asSets(): CellSets {
    return {
      slots: () => this.slots(),
      remove: (set: CellSet, slots: SlotArray) => this.remove(set, slots),
      whole: () => this.whole(),
      won: () => WON,
      reserve: () => {},
      oneManChased: (...args: [unknown, unknown, SlotArray]) => this.oneManChased(...args),
    } as unknown as CellSets;
  }
}

test("what is left is what does not fail, level after level, whatever the ranges", async () => {
  const slots = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(index.cells - 1)).map(([step, first]) => {
    const count = Math.floor((index.cells - first) / step);
    return Array.from({ length: Math.min(count, 14_000) }, (_, i) => first + i * step);
  });
  const levels = fc.array(fc.record({ slots, won: slots }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.constantFrom(90, 7000, 100_000, 1e9), levels, async (seed, range, all) => {
      const sets = new FakeSets(seed);
      const solving = { index, options: DEFAULT_RULES, rangeSlots: range };
      const candidates = new ChaseCandidates(sets.asSets(), solving, "red");
      for (const { slots: asked, won } of all) {
        for (const each of won) addSlot(sets.won, each);
        for (const each of asked) sets.members.add(each);
        for (let asking = !candidates.areKnown, isDone = false; !isDone; asking = true) {
          const sieved = await candidates.sieve(CANDIDATES, sets.members.size, asking);
          expect(sieved.count).toBe(sets.members.size);
          isDone = sieved.isDone;
        }
        expect(sets.slots()).toEqual(asked.filter((slot) => !sets.fails(slot)));
        sets.members.clear();
      }
    }),
    { numRuns: 20 },
  );
});

test("slots that are chosen are those that a filter leaves", () => {
  const slots = fc.array(fc.nat(2 ** 32 - 1)).map((each) => Uint32Array.from(each));
  fc.assert(
    fc.property(slots, fc.integer({ min: 1, max: 5 }), (each, part) => {
      expect(chosen(each, (at) => at % part === 0)).toEqual(each.filter((_, at) => at % part === 0));
    }),
  );
});

test("the slots of a set without any are none", () => {
  expect(slotsOf(new FakeSets(0).asSets(), CANDIDATES, index)).toEqual(new Uint32Array(0));
});
