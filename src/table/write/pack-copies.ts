/** Packs the blocks of outcome tables (table/format/copies.ts). The same cells give the same bytes, on any machine: nothing but whole numbers decide. */
import {
  ALPHABETS,
  canonicalCodes,
  LENGTH_SYMBOLS,
  lengthSymbol,
  MOST_BITS,
  MOST_DISTANCES,
  type Alphabet,
  type Packing,
} from "../format/packing.ts";

/** The steps of a block, one behind the other: how many cells are copied, from which of the distances, and the code behind them, -1 at the block's end. */
interface Steps {
  readonly lengths: Int32Array;
  readonly sources: Int16Array;
  readonly cells: Int8Array;
}

/** A copy this long is taken without looking for a longer one. */
const LONG = 4096;
/** Of the first go, which learns the distances: every so many blocks. */
const SAMPLE = 8;

/** Room for the steps of one block. */
class Parser {
  readonly #masks: Uint16Array;
  /** The bit of each cell's code, as far as cells are chosen. */
  readonly #chosen: Uint16Array;
  readonly #lengths: Int32Array;
  readonly #sources: Int16Array;
  readonly #cells: Int8Array;

  constructor(mostCells: number) {
    this.#masks = new Uint16Array(mostCells);
    this.#chosen = new Uint16Array(mostCells);
    this.#lengths = new Int32Array(mostCells);
    this.#sources = new Int16Array(mostCells);
    this.#cells = new Int8Array(mostCells);
  }

  /**
   * @param cells entries of `masks`
   * @param masks by entry, the codes that such a cell may have, a bit each
   * @param wanted by mask: which of its codes is taken where nothing is copied
   * @param costs of the distances, in bits
   */
  parse(cells: Uint8Array, masks: Uint16Array, wanted: Int8Array, distances: Int32Array, costs: Int32Array): Steps {
    const own = this.#masks;
    const chosen = this.#chosen;
    const end = cells.length;
    for (let i = 0; i < end; i++) own[i] = masks[cells[i]!]!;
    let count = 0;
    for (let at = 0; at < end; count++) {
      let best = 0;
      let bestScore = 0;
      let source = 0;
      const mask = own[at]!;
      const left = end - at;
      for (let symbol = 0; symbol < distances.length; symbol++) {
        const from = at - distances[symbol]!;
        if (from < 0 || (mask & chosen[from]!) === 0) continue;
        let length = 1;
        // What a copy gives of itself begins anew after its distance.
        for (let i = from + 1; length < left; i++, length++) {
          if (i === at) i = from;
          if ((own[at + length]! & chosen[i]!) === 0) break;
        }
        const cost = costs[symbol]!;
        const score = 25 * length - cost * Math.min(length, 200);
        if (score > bestScore) {
          bestScore = score;
          best = length;
          source = symbol;
          if (length >= LONG || length === left) break;
        }
      }
      const from = at - distances[source]!;
      for (let i = 0; i < best; i++) chosen[at + i] = chosen[from + i]!;
      this.#lengths[count] = best;
      this.#sources[count] = source;
      this.#cells[count] = -1;
      at += best;
      if (at === end) continue;
      const code = wanted[own[at]!]!;
      chosen[at++] = 1 << code;
      this.#cells[count] = code;
    }
    return {
      lengths: this.#lengths.slice(0, count),
      sources: this.#sources.slice(0, count),
      cells: this.#cells.slice(0, count),
    };
  }
}

/** Cells to be packed: a byte each, which says what may stand there. */
export interface PackedCells {
  /** Of each block, Red's first. */
  readonly blocks: readonly Uint8Array[];
  /** By byte: the codes that may stand there, a bit each. */
  readonly masks: Uint16Array;
  /** The codes, the one to be taken where nothing is copied first. */
  readonly preference: readonly number[];
}

/**
 * @param candidates distances to choose from, the likeliest first
 * @param pause called after each block
 */
export async function packCopies(
  { blocks, masks, preference }: PackedCells,
  candidates: readonly number[],
  pause: () => Promise<void>,
): Promise<{ packing: Packing; payloads: Uint8Array[] }> {
  const parser = new Parser(Math.max(0, ...blocks.map(({ length }) => length)));
  const wanted = Int8Array.from({ length: 2 ** 16 }, (_, mask) => preference.find((code) => (mask >> code) & 1) ?? -1);
  const all = Int32Array.from(candidates);
  const uses = new Array<number>(all.length).fill(0);
  for (let block = 0; block < blocks.length; block += SAMPLE) {
    const { lengths, sources } = parser.parse(blocks[block]!, masks, wanted, all, new Int32Array(all.length).fill(4));
    lengths.forEach((length, i) => (uses[sources[i]!]! += Number(length > 0)));
    await pause();
  }
  const order = uses.flatMap((count, symbol) => (count > 0 ? [symbol] : []));
  order.sort((a, b) => uses[b]! - uses[a]! || a - b).splice(MOST_DISTANCES);
  if (order.length === 0) order.push(0);
  const distances = Int32Array.from(order, (symbol) => all[symbol]!);
  const costs = Int32Array.from(codeBits(order.map((symbol) => uses[symbol]! + 1)));
  const steps: Steps[] = [];
  for (const block of blocks) {
    steps.push(parser.parse(block, masks, wanted, distances, costs));
    await pause();
  }
  const counts = countSymbols(steps, distances.length, preference.length);
  const bits = { length: codeBits(counts.length), distance: codeBits(counts.distance), cell: codeBits(counts.cell) };
  const digits = (name: Alphabet) =>
    bits[name]
      .map((length) => length.toString(16))
      .join("")
      .replace(/0+$/, "");
  const packing = {
    distances: [...distances],
    bits: { length: digits("length"), distance: digits("distance"), cell: digits("cell") },
  };
  return { packing, payloads: writeSteps(steps, bits) };
}

function countSymbols(all: readonly Steps[], distances: number, codes: number): Record<Alphabet, number[]> {
  const none = (symbols: number) => new Array<number>(symbols).fill(0);
  const counts = { length: none(LENGTH_SYMBOLS), distance: none(distances), cell: none(codes) };
  for (const { lengths, sources, cells } of all) {
    for (let i = 0; i < lengths.length; i++) {
      counts.length[lengthSymbol(lengths[i]!).symbol]!++;
      if (lengths[i]! > 0) counts.distance[sources[i]!]!++;
      if (cells[i]! >= 0) counts.cell[cells[i]!]!++;
    }
  }
  return counts;
}

/**
 * Bits of the best prefix codes of at most `MOST_BITS`, by package-merge (Larmore and Hirschberg 1990): in each round what
 * costs least is paired, and a symbol's bits are how often it is among the cheapest in the end. A symbol alone has one bit.
 */
export function codeBits(counts: readonly number[]): number[] {
  const bits = counts.map(() => 0);
  const used = counts.flatMap((count, symbol) => (count > 0 ? [{ count, symbols: [symbol] }] : []));
  if (used.length < 2) return counts.map((count) => Number(count > 0));
  const leaves = used.toSorted((a, b) => a.count - b.count || a.symbols[0]! - b.symbols[0]!);
  let row = leaves;
  for (let round = 1; round < MOST_BITS; round++) {
    const pairs: typeof leaves = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      const [a, b] = [row[i]!, row[i + 1]!];
      pairs.push({ count: a.count + b.count, symbols: [...a.symbols, ...b.symbols] });
    }
    row = [...leaves, ...pairs].sort((a, b) => a.count - b.count);
  }
  for (const { symbols } of row.slice(0, 2 * used.length - 2)) for (const symbol of symbols) bits[symbol]!++;
  return bits;
}

function writeSteps(all: readonly Steps[], bits: Record<Alphabet, number[]>): Uint8Array[] {
  const [lengthCodes, distanceCodes, cellCodes] = ALPHABETS.map((name) => canonicalCodes(bits[name]));
  let room = new Uint8Array(1024);
  return all.map(({ lengths, sources, cells }) => {
    room.fill(0);
    let at = 0; // in bits
    const put = (value: number, count: number): void => {
      if ((at + count) >>> 3 >= room.length) {
        const larger = new Uint8Array(2 * room.length);
        larger.set(room);
        room = larger;
      }
      for (let bit = count - 1; bit >= 0; bit--, at++) {
        if ((value >>> bit) & 1) room[at >>> 3]! |= 0x80 >>> (at & 7);
      }
    };
    for (let i = 0; i < lengths.length; i++) {
      const { symbol, extraBits } = lengthSymbol(lengths[i]!);
      put(lengthCodes![symbol]!, bits.length[symbol]!);
      put(lengths[i]! & ((1 << extraBits) - 1), extraBits);
      if (lengths[i]! > 0) put(distanceCodes![sources[i]!]!, bits.distance[sources[i]!]!);
      if (cells[i]! >= 0) put(cellCodes![cells[i]!]!, bits.cell[cells[i]!]!);
    }
    return room.slice(0, Math.ceil(at / 8));
  });
}
