/** The promises of table files under attack: so many cases each, the same for every run. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  randomBy,
  readAll,
  soundDerivedTable,
  soundTable,
  withFlippedBit,
  withLyingDescription,
  withLyingNumbers,
  withLyingParts,
  type Sound,
} from "./fuzzing.ts";

interface Cases {
  readonly bits: number;
  readonly cuts: number;
  readonly headers: number;
}

export function attackTableFiles(cases: Cases): void {
  attack("a table file", soundTable, cases);
  // Reading one whole makes all quiet moves of a side.
  const fewer = {
    bits: Math.ceil(cases.bits / 8),
    cuts: Math.ceil(cases.cuts / 8),
    headers: Math.ceil(cases.headers / 6),
  };
  attack("a table file with a derived side", soundDerivedTable, fewer);
}

function attack(what: string, makeSound: () => Promise<Sound>, cases: Cases): void {
  let sound: Sound;
  beforeAll(async () => {
    sound = await makeSound();
  });

  describe(what, () => {
    it("is read throughout when it is sound", async () => {
      expect(await readAll(sound.bytes, sound)).toBe("right");
    });

    it(`never gives a wrong value with any of ${cases.bits} bits flipped`, async () => {
      const random = randomBy(1);
      for (let i = 0; i < cases.bits; i++) {
        const bit = random(8 * sound.bytes.length);
        expect([bit, await readAll(withFlippedBit(sound, bit), sound)]).toEqual([bit, "refused"]);
      }
    });

    it(`is refused wherever it is cut, of ${cases.cuts} places`, async () => {
      const random = randomBy(2);
      for (let i = 0; i < cases.cuts; i++) {
        const length = i < 1_000 ? i : random(sound.bytes.length);
        expect([length, await readAll(sound.bytes.subarray(0, length), sound)]).toEqual([length, "refused"]);
      }
    });

    it(`gives right codes or is refused with any of ${cases.headers} headers that lie with right checksums`, async () => {
      const random = randomBy(3);
      for (let i = 0; i < cases.headers; i++) {
        const kind = i % 3;
        const make = [withLyingNumbers, withLyingDescription, withLyingParts][kind]!;
        await readAll(make(sound, random), sound, kind === 2);
      }
    });
  });
}
