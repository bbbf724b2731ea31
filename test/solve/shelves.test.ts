import fc from "fast-check";
import { expect, test } from "vitest";
import { PACKED_HEADER, openShelf, pack, packedSizes, unpack } from "../../src/solve/node/shelf.ts";
import { checkShelves } from "./shelf-suite.ts";
import { makeShelf } from "./shelves.ts";

test("a shelf in a file does what every shelf does", () => checkShelves(makeShelf, openShelf));

test.each([undefined, 100])("so does one that lies in memory as far as there is room, in pieces of %s", (pieceBytes) =>
  checkShelves((setBytes) => makeShelf(setBytes, pieceBytes, 10), openShelf),
);

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.tuple(fc.nat(255), fc.nat(300)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
  fc.tuple(fc.nat(2 ** 31), fc.nat(6000)).map(([seed, length]) => randomBytes(seed, length)),
);

function randomBytes(seed: number, length: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24);
}

test.each([
  [0, undefined],
  [300, undefined],
  [300, 64],
  [300, 300],
  [300, 64, 4],
  [12_000, 5000, 4],
])("sets of %s bytes in pieces of %s hold what an array would", (setBytes, pieceBytes, sets?: number) => {
  const writes = fc.array(fc.record({ set: fc.nat(setBytes === 0 ? 0 : 3), first: fc.nat(setBytes || 300), bytes }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(writes, (written) => {
      const shelf = makeShelf(setBytes, pieceBytes, sets);
      const arrays = Array.from({ length: 4 }, () => new Uint8Array(setBytes || 600));
      for (const { set, first, bytes: each } of written) {
        const fits = each.subarray(0, Math.max(0, arrays[set]!.length - first));
        shelf.write(set, first, fits);
        if (fits.length > 0) arrays[set]!.set(fits, first);
      }
      for (const [set, array] of arrays.entries()) {
        if (setBytes === 0 && set > 0) continue;
        for (const first of [0, 17, 64, 200]) {
          const read = new Uint8Array(array.length - first).fill(0xee);
          shelf.read(set, first, read);
          expect(read).toEqual(array.slice(first));
        }
      }
      shelf.close();
    }),
    { numRuns: 30 },
  );
});

test("what lies beyond a set is refused", () => {
  const shelf = makeShelf(300, 64);
  expect(() => shelf.write(1, 290, new Uint8Array(20))).toThrow("a set has only 300 bytes");
  shelf.close();
});

test("what was packed comes back, and nothing else does", () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(254), (each, at, other) => {
      const packed = pack(each);
      const { stored, held } = packedSizes(packed);
      expect([PACKED_HEADER + stored, held]).toEqual([packed.length, each.length]);
      const into = new Uint8Array(held);
      unpack(packed.subarray(PACKED_HEADER), into);
      expect(into).toEqual(each);
      if (stored === held) return;
      const damaged = packed.subarray(PACKED_HEADER);
      damaged[at % stored]! ^= other + 1;
      try {
        unpack(damaged, new Uint8Array(held)); // another frame of as many bytes, perhaps: its sum tells
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
