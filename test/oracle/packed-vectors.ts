/** Bit vectors, packed as `src/solve/shelves/vector-packing.ts` says, byte by byte. */

const VECTOR = 16;

/** @param bytes whole vectors */
export function packSlowly(bytes: Uint8Array): Uint8Array {
  const vectors = bytes.length / VECTOR;
  const flags = new Array<number>(Math.ceil(vectors / 8)).fill(0);
  const rest: number[] = [];
  for (let vector = 0; vector < vectors; vector++) {
    const changed = Array.from({ length: VECTOR }, (_, i) => {
      const at = vector * VECTOR + i;
      return bytes[at]! ^ (vector === 0 ? 0 : bytes[at - VECTOR]!);
    });
    const mask = changed.reduce((bits, byte, i) => (byte === 0 ? bits : bits | (1 << i)), 0);
    if (mask === 0) continue;
    flags[vector >> 3]! |= 1 << (vector & 7);
    rest.push(mask & 255, mask >> 8, ...changed.filter((byte) => byte !== 0));
  }
  return Uint8Array.from([...flags, ...rest]);
}
