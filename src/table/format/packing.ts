/** What outcome tables are written with (docs/spec/outcome-tables.md): distances of copies, and canonical prefix codes of up to 12 bits. */
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
export const OWN_LENGTHS = 16;
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

/** The bits of each symbol. */
export function bitsOf(digits: string): number[] {
  return Array.from(digits, (digit) => Number.parseInt(digit, 16));
}
