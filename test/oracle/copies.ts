/** A block of outcomes, decoded as docs/spec/outcome-tables.md says it, bit by bit. */
import type { Packing } from "../../src/table/format/packing.ts";

/** By the text of its code: each symbol. */
function alphabetOf(digits: string): Map<string, number> {
  const symbols = Array.from(digits, (digit, symbol) => ({ symbol, bits: Number.parseInt(digit, 16) }));
  const used = symbols.filter(({ bits }) => bits > 0).toSorted((a, b) => a.bits - b.bits || a.symbol - b.symbol);
  const codes = new Map<string, number>();
  let next = 0n;
  let length = 0;
  for (const { symbol, bits } of used) {
    next <<= BigInt(bits - length);
    length = bits;
    codes.set(next.toString(2).padStart(bits, "0"), symbol);
    next++;
  }
  return codes;
}

/** The codes of a block; null where the payload is damaged. */
export function slowOutcomes(payload: Uint8Array, cells: number, { distances, bits }: Packing): number[] | null {
  const text = Array.from(payload, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const [lengths, sources, own] = [bits.length, bits.distance, bits.cell].map(alphabetOf);
  let at = 0;
  const symbolOf = (codes: Map<string, number>): number | null => {
    for (let end = at + 1; end <= Math.min(at + 12, text.length); end++) {
      const symbol = codes.get(text.slice(at, end));
      if (symbol === undefined) continue;
      at = end;
      return symbol;
    }
    return null;
  };
  const block: number[] = [];
  while (block.length < cells) {
    const symbol = symbolOf(lengths!);
    if (symbol === null) return null;
    let count = symbol;
    if (symbol >= 16) {
      const extra = 2 + Math.floor((symbol - 16) / 4);
      if (at + extra > text.length) return null;
      count = (4 + ((symbol - 16) % 4)) * 2 ** extra + Number.parseInt(text.slice(at, at + extra), 2);
      at += extra;
    }
    if (count > 0) {
      const source = symbolOf(sources!);
      if (source === null || distances[source]! > block.length || block.length + count > cells) return null;
      for (let i = 0; i < count; i++) block.push(block[block.length - distances[source]!]!);
    }
    if (block.length === cells) break;
    const code = symbolOf(own!);
    if (code === null) return null;
    block.push(code);
  }
  return /^0{0,7}$/.test(text.slice(at)) ? block : null;
}
