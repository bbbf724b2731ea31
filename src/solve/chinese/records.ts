/** A set of cells as a piece of the tape. */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { EXTENT_BYTES, EXTENT_HEADER, EXTENT_MARK, EXTENT_PLACE, EXTENT_WEIGHT } from "../kernel/assembly/layout.ts";
import { SharedBytes } from "../planes.ts";
import type { Tape } from "../tape.ts";

/** Words of a bit vector, and of an extent's header. */
const WORDS = 4;
const HEADER = EXTENT_HEADER / 4;

/**
 * Extents that give all cells of a set one mark; all of their records have bit vectors.
 * @param set a bit vector for each vector
 */
export function recordsOf(set: Uint32Array, index: EndgameIndex, tape: Tape, turn: Colour, mark: number): Uint32Array {
  const { formations } = tape.shape;
  const words: number[] = [];
  for (let band = 0; band < tape.bands; band++) {
    const [first, end] = [tape.firstVector(band), Math.min(tape.firstVector(band + 1), set.length / WORDS)];
    const header = words.length;
    let weight = 0;
    for (let vector = first; vector < end; vector++) {
      const bits = set.subarray(vector * WORDS, (vector + 1) * WORDS);
      if (bits.every((word) => word === 0)) continue;
      if (words.length === header) for (let i = 0; i < HEADER; i++) words.push(0);
      words.push((vector - first) * 16, ...bits);
      weight += bits.reduce((sum, word) => sum + countBits(word), 0) * index.weights[Math.floor(vector / formations)]!;
    }
    if (words.length === header) continue;
    words[header + EXTENT_BYTES / 4] = 4 * (words.length - header - HEADER);
    words[header + EXTENT_MARK / 4] = mark;
    words[header + EXTENT_PLACE / 4] = 2 * band + (turn === "red" ? 1 : 0);
    words[header + EXTENT_WEIGHT / 4] = weight;
  }
  const piece = new Uint32Array(new SharedBytes(4 * words.length));
  piece.set(words);
  return piece;
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
