/**
 * The compression of outcome tables (docs/spec/outcome-tables.md): a block is a list of *steps*, each of which copies cells from
 * some cells before them, by one of a few distances that the file lists, and then names one cell. Steps are written with
 * prefix codes, one set for the whole file, so that a small block costs no tables of its own.
 */
import type { Codec } from "./codec.ts";
import { ALPHABETS, bitsOf, canonicalCodes, MOST_BITS, OWN_LENGTHS, type Packing } from "./packing.ts";

export const COPIES = 2;

/** By the next 12 bits: 16 times the symbol, and the bits of its code; -1 where no code begins so. */
function lookUpTable(digits: string): Int16Array {
  const table = new Int16Array(2 ** MOST_BITS).fill(-1);
  const bits = bitsOf(digits);
  canonicalCodes(bits).forEach((code, symbol) => {
    const length = bits[symbol]!;
    const rest = MOST_BITS - length;
    if (length > 0) table.fill(16 * symbol + length, code << rest, (code + 1) << rest);
  });
  return table;
}

/** The codec of one file. It decodes only. */
export function copiesCodec({ distances, bits }: Packing) {
  const [lengths, sources, cells] = ALPHABETS.map((name) => lookUpTable(bits[name]));
  return {
    id: COPIES,
    name: "copies",
    decompress(stored: Uint8Array, rawLength: number): Uint8Array {
      const raw = new Uint8Array(rawLength);
      let at = 0; // in bits
      const peek = (count: number): number => {
        const byte = at >>> 3;
        const three = ((stored[byte] ?? 0) << 16) | ((stored[byte + 1] ?? 0) << 8) | (stored[byte + 2] ?? 0);
        return (three >>> (24 - (at & 7) - count)) & ((1 << count) - 1);
      };
      const symbolOf = (table: Int16Array): number => {
        const entry = table[peek(MOST_BITS)]!;
        if (entry < 0) throw new Error("a code that no symbol has");
        at += entry & 15;
        return entry >> 4;
      };
      for (let done = 0; done < rawLength;) {
        let length = symbolOf(lengths!);
        if (length >= OWN_LENGTHS) {
          const extra = 2 + ((length - OWN_LENGTHS) >> 2);
          length = ((4 + ((length - OWN_LENGTHS) & 3)) << extra) + peek(extra);
          at += extra;
        }
        if (length > 0) {
          const from = done - distances[symbolOf(sources!)]!;
          if (from < 0 || length > rawLength - done) throw new Error("a copy of what is not there");
          for (let i = 0; i < length; i++) raw[done + i] = raw[from + i]!;
          done += length;
        }
        if (done < rawLength) raw[done++] = symbolOf(cells!);
        if (at > 8 * stored.length) throw new Error("it is cut short");
      }
      const rest = 8 * stored.length - at;
      if (rest > 7 || peek(rest) !== 0) throw new Error("something is behind its end");
      return raw;
    },
  } satisfies Codec;
}
