import fc from "fast-check";
import { expect, test } from "vitest";
import { VectorPacking } from "../../src/solve/shelves/vector-packing.ts";
import { packSlowly } from "../oracle/packed-vectors.ts";

const MOST = 16 * 40;

/** Vectors many of which are the one before with few bytes changed. */
const vectors = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.array(fc.tuple(fc.nat(15), fc.nat(255)), { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(fc.tuple(fc.nat(15), fc.nat(255)), { minLength: 16, maxLength: 32 }) },
    ),
    { maxLength: MOST / 16 },
  )
  .map((changes) => {
    const bytes = new Uint8Array(changes.length * 16);
    changes.forEach((changed, vector) => {
      if (vector > 0) bytes.copyWithin(vector * 16, vector * 16 - 16, vector * 16);
      for (const [i, byte] of changed) bytes[vector * 16 + i] = byte;
    });
    return bytes;
  });

test("vectors are packed as it is written, and come back", () => {
  const packing = new VectorPacking(MOST);
  fc.assert(
    fc.property(vectors, (bytes) => {
      const packed = packing.pack(bytes).slice();
      const slowly = packSlowly(bytes);
      expect(packed).toEqual(slowly.length < bytes.length ? slowly : bytes);
      const into = new Uint8Array(bytes.length).fill(0xee);
      packing.unpack(packed, into);
      expect(into).toEqual(bytes);
    }),
    { numRuns: 500 },
  );
});

test("the last vector may be cut short", () => {
  const packing = new VectorPacking(MOST);
  fc.assert(
    fc.property(vectors, fc.nat(15), (all, short) => {
      const bytes = all.subarray(0, Math.max(0, all.length - short));
      const into = new Uint8Array(bytes.length).fill(0xee);
      packing.unpack(packing.pack(bytes).slice(), into);
      expect(into).toEqual(bytes);
    }),
  );
});
