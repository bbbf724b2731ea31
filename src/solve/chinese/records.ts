/** A set of cells in the form of the tape. */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import {
  EXTENT_BYTES,
  EXTENT_HEADER,
  EXTENT_MARK,
  EXTENT_PLACE,
  EXTENT_WEIGHT,
  TAPE_BYTES,
} from "../kernel/assembly/layout.ts";
import { SharedBytes } from "../planes.ts";
import type { Tape } from "../tape.ts";

/** Words of a bit vector, of a record with one, and of an extent's header. */
const WORDS = 4;
const RECORD = 1 + WORDS;
const HEADER = EXTENT_HEADER / 4;
/** Vectors of an extent: who plays it has room for so much of its records. */
const MOST_VECTORS = Math.floor(TAPE_BYTES / 4 / RECORD);

/**
 * Extents that give all cells of a set one mark; all of their records have bit vectors.
 * @param set a bit vector for each vector
 * @returns pieces of the tape, of an extent each
 */
export function* recordsOf(
  set: Uint32Array,
  index: EndgameIndex,
  tape: Tape,
  turn: Colour,
  mark: number,
): Generator<Uint32Array> {
  const { formations } = tape.shape;
  for (let band = 0; band < tape.bands; band++) {
    const first = tape.firstVector(band);
    const all = vectorsWithCells(set, first, Math.min(tape.firstVector(band + 1), set.length / WORDS));
    for (let from = 0; from < all.length; from += MOST_VECTORS) {
      const vectors = all.slice(from, from + MOST_VECTORS);
      const bytes = 4 * RECORD * vectors.length;
      const extent = new Uint32Array(new SharedBytes(EXTENT_HEADER + bytes));
      let weight = 0;
      vectors.forEach((vector, i) => {
        const bits = set.subarray(vector * WORDS, (vector + 1) * WORDS);
        extent.set([(vector - first) * 16, ...bits], HEADER + i * RECORD);
        weight +=
          bits.reduce((sum, word) => sum + countBits(word), 0) * index.weights[Math.floor(vector / formations)]!;
      });
      extent[EXTENT_BYTES / 4] = bytes;
      extent[EXTENT_MARK / 4] = mark;
      extent[EXTENT_PLACE / 4] = 2 * band + (turn === "red" ? 1 : 0);
      extent[EXTENT_WEIGHT / 4] = weight;
      yield extent;
    }
  }
}

/** Those of a range in which the set has cells. */
function vectorsWithCells(set: Uint32Array, first: number, end: number): number[] {
  const vectors: number[] = [];
  for (let vector = first; vector < end; vector++) {
    const at = vector * WORDS;
    if ((set[at]! | set[at + 1]! | set[at + 2]! | set[at + 3]!) !== 0) vectors.push(vector);
  }
  return vectors;
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
