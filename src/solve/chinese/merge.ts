/** One tape of what is certain and of what the default reading gives elsewhere. */
import type { EndgameIndex } from "../../endgame/index.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { Solution } from "../kernel.ts";
import { EXTENT_BYTES, EXTENT_HEADER, EXTENT_MARK, EXTENT_PLACE, EXTENT_WEIGHT } from "../kernel/assembly/layout.ts";
import { addSlot } from "../outcomes.ts";
import { SharedBytes } from "../planes.ts";
import { Tape, visitRecords, type Level } from "../tape.ts";

/** What a side wins: with it to move, and with its opponent to move. */
export interface Bounds {
  readonly won: Uint32Array;
  readonly lost: Uint32Array;
}

const WORDS = 4;

/**
 * Everything that is certain, and behind it what the default reading gives of what depends.
 * @param depends by side to move
 */
export function mergedTape(
  index: EndgameIndex,
  certain: Solution,
  byDefault: Solution,
  depends: Readonly<Record<Colour, Uint32Array>>,
): { tape: Tape; levels: readonly Level[] } {
  const { tape: sure, levels } = certain;
  const tape = new Tape(sure.shape);
  for (const piece of sure.pieces) tape.add(sure.read(piece));
  const draws = evenAfter(sure);
  const first = draws + 2;
  const writer = new TapeWriter(index, sure.shape.bandBlocks);
  const left = { red: depends.red.slice(), black: depends.black.slice() };
  for (const extent of byDefault.tape.extents) {
    writer.begin(extent.turn, first + extent.mark, extent.band);
    takeOut(byDefault.tape.recordsOf(extent), byDefault.tape.firstVector(extent.band), left[extent.turn], writer);
  }
  for (const turn of COLOURS) {
    for (let band = 0; band < tape.bands; band++) {
      writer.begin(turn, draws, band);
      const end = Math.min(tape.firstVector(band + 1) * WORDS, left[turn].length);
      for (let at = tape.firstVector(band) * WORDS; at < end; at += WORDS) writer.add(at / WORDS, left[turn], at);
    }
  }
  tape.add(writer.finish());
  return {
    tape,
    levels: [
      ...levels,
      { kind: "conversion", start: draws, byDefault: "draw" },
      ...byDefault.levels.map(({ kind, start }, order): Level => ({
        kind,
        start: first + start,
        byDefault: { order },
      })),
    ],
  };
}

function evenAfter({ extents }: Tape): number {
  const last = extents.reduce((most, { mark }) => Math.max(most, mark), -1);
  return last + 1 + ((last + 1) % 2);
}

/** Writes the cells of an extent's records that are still in a set, and takes them out of it. */
function takeOut(records: Uint32Array, firstVector: number, set: Uint32Array, writer: TapeWriter): void {
  const found = new Uint32Array(WORDS);
  const take = (vector: number): void => {
    for (let i = 0; i < WORDS; i++) {
      found[i]! &= set[vector * WORDS + i]!;
      set[vector * WORDS + i]! &= ~found[i]!;
    }
    writer.add(vector, found, 0);
  };
  visitRecords(records, firstVector, {
    onSquares(vector, squares, at, count) {
      found.fill(0);
      for (let i = at; i < at + count; i++) addSlot(found, squares[i]!);
      take(vector);
    },
    onBits(vector, words, at) {
      found.set(words.subarray(at, at + WORDS));
      take(vector);
    },
  });
}

/** Writes extents whose records all have bit vectors. */
class TapeWriter {
  readonly #index: EndgameIndex;
  readonly #bandBlocks: number;
  #words = new Uint32Array(1024);
  #used = 0;
  /** Where the present extent begins. */
  #extent = 0;
  #place = 0;
  #mark = 0;

  constructor(index: EndgameIndex, bandBlocks: number) {
    this.#index = index;
    this.#bandBlocks = bandBlocks;
  }

  begin(turn: Colour, mark: number, band: number): void {
    this.#end();
    this.#place = 2 * band + (turn === "red" ? 1 : 0);
    this.#mark = mark;
    this.#extent = this.#used;
    this.#grow(EXTENT_HEADER / 4);
    this.#used += EXTENT_HEADER / 4;
    this.#words.fill(0, this.#extent, this.#used);
  }

  /** Adds the cells of a vector that a bit vector from `at` on holds. */
  add(vector: number, words: Uint32Array, at: number): void {
    let cells = 0;
    for (let i = 0; i < WORDS; i++) cells += countBits(words[at + i]!);
    if (cells === 0) return;
    const formations = this.#index.black.count;
    const band = this.#place >> 1;
    this.#grow(1 + WORDS);
    this.#words[this.#used] = (vector - band * this.#bandBlocks * formations) * 16;
    this.#words.set(words.subarray(at, at + WORDS), this.#used + 1);
    this.#used += 1 + WORDS;
    this.#words[this.#extent + EXTENT_WEIGHT / 4]! += cells * this.#index.weights[Math.floor(vector / formations)]!;
  }

  finish(): Uint32Array {
    this.#end();
    this.#extent = this.#used;
    const piece = new Uint32Array(new SharedBytes(4 * this.#used));
    piece.set(this.#words.subarray(0, this.#used));
    return piece;
  }

  /** Completes the present extent; one without records goes. */
  #end(): void {
    const records = this.#used - this.#extent - EXTENT_HEADER / 4;
    if (records <= 0) {
      this.#used = this.#extent;
      return;
    }
    this.#words[this.#extent + EXTENT_BYTES / 4] = 4 * records;
    this.#words[this.#extent + EXTENT_MARK / 4] = this.#mark;
    this.#words[this.#extent + EXTENT_PLACE / 4] = this.#place;
  }

  #grow(by: number): void {
    if (this.#used + by <= this.#words.length) return;
    const larger = new Uint32Array(2 * this.#words.length);
    larger.set(this.#words);
    this.#words = larger;
  }
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
