/**
 * The compression of outcome tables (docs/spec/outcome-tables.md): a block is a list of *steps*, each of which copies cells from
 * some cells before them, by one of a few distances that the file lists, and then names one cell. Steps are written with
 * canonical prefix codes of up to 12 bits, one set for the whole file, so that a small block costs no tables of its own.
 */
import type { Codec } from "./codec.ts";

export const COPIES = 2;

/** What a file's steps are written with, as its header has it. */
export interface Packing {
  /** How many cells before its own a copy begins, by symbol. */
  readonly distances: readonly number[];
  /** Bits of each symbol's code, a hexadecimal digit each; 0, and behind the last digit: the symbol is not used. */
  readonly bits: Readonly<Record<Alphabet, string>>;
}

/** `length`: how many cells are copied; `distance`: from where; `cell`: the code of the one cell behind them. */
export type Alphabet = "length" | "distance" | "cell";
export const ALPHABETS: readonly Alphabet[] = ["length", "distance", "cell"];

/** No code of a symbol has more bits. */
export const MOST_BITS = 12;
export const MOST_DISTANCES = 256;
/** Lengths up to this one have symbols of their own. */
const OWN_LENGTHS = 16;
export const LENGTH_SYMBOLS = OWN_LENGTHS + 4 * (18 - 4 + 1);

/** Of a length: its symbol, and how many of its lowest bits follow. */
export function lengthSymbol(length: number): { readonly symbol: number; readonly extraBits: number } {
  if (length < OWN_LENGTHS) return { symbol: length, extraBits: 0 };
  const top = 31 - Math.clz32(length);
  return { symbol: OWN_LENGTHS + (top - 4) * 4 + ((length >>> (top - 2)) & 3), extraBits: top - 2 };
}

/** The canonical codes of symbols by the bits they have: shorter codes first, then smaller symbols. 0 where there is none. */
export function canonicalCodes(bits: readonly number[]): number[] {
  const codes = bits.map(() => 0);
  let code = 0;
  for (let length = 1; length <= MOST_BITS; length++, code *= 2) {
    for (let symbol = 0; symbol < bits.length; symbol++) if (bits[symbol] === length) codes[symbol] = code++;
  }
  return codes;
}

/** Whether the bits make prefix codes for at most so many symbols. */
function isAlphabet(digits: string, symbols: number): boolean {
  const bits = bitsOf(digits);
  const used = bits.reduce((sum, length) => sum + (length === 0 ? 0 : 2 ** (MOST_BITS - length)), 0);
  return /^[0-9a-c]*$/.test(digits) && bits.length <= symbols && used <= 2 ** MOST_BITS;
}

export function isPacking(value: unknown): value is Packing {
  const { distances, bits } = (value ?? {}) as Partial<Packing>;
  if (!Array.isArray(distances) || distances.length > MOST_DISTANCES || typeof bits !== "object" || bits === null) {
    return false;
  }
  const symbols = { length: LENGTH_SYMBOLS, distance: distances.length, cell: 16 };
  return (
    distances.every((distance) => Number.isInteger(distance) && distance > 0 && distance < 2 ** 18) &&
    ALPHABETS.every((name) => typeof bits[name] === "string" && isAlphabet(bits[name], symbols[name]))
  );
}

function bitsOf(digits: string): number[] {
  return Array.from(digits, (digit) => Number.parseInt(digit, 16));
}

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
export function copiesCodec({ distances, bits }: Packing): Codec {
  const [lengths, sources, cells] = ALPHABETS.map((name) => lookUpTable(bits[name]));
  return {
    id: COPIES,
    name: "copies",
    decompress(stored, rawLength) {
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
  };
}
