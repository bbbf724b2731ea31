/** Playing a solution's tape, plainly: the kernel does the same faster for files (kernel/assembly/sheet.ts). */
import { distanceOf } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { SQUARES } from "../xiangqi/squares.ts";
import type { Solution } from "./kernel.ts";
import { marksOf, SharedBytes, type Plane, type Planes } from "./planes.ts";
import { valueOfMark, visitRecords } from "./tape.ts";
import { squareOfBit } from "./geometry.ts";

const SQUARE_OF_BIT = squareOfBit();

/**
 * Plays one side's part of the tape into an array of an entry for each slot; entries of other slots stay as they are.
 * @param entryOf what to write, by mark
 */
export function playTape(solution: Solution, turn: Colour, target: Plane, entryOf: ArrayLike<number>): void {
  const { tape } = solution;
  for (const extent of tape.extents) {
    if (extent.turn !== turn) continue;
    const entry = entryOf[extent.mark]!;
    visitRecords(tape.recordsOf(extent), tape.firstVector(extent.band), {
      onSquares(vector, squares, at, count) {
        const first = vector * SQUARES;
        for (let i = at; i < at + count; i++) target[first + squares[i]!] = entry;
      },
      onBits(vector, words, at) {
        writeBits(target, vector, words, at, entry);
      },
    });
  }
}

/** Writes an entry to the illegal slots of a side. */
export function playIllegal(solution: Solution, turn: Colour, target: Plane, entry: number): void {
  const { index } = solution;
  const words = solution.illegal()[turn];
  if (index.inner === null) {
    for (let slot = 0; slot < index.cells; slot++) if (words[slot * 4] !== 0) target[slot] = entry;
    return;
  }
  for (let vector = 0; vector < index.cells / SQUARES; vector++) writeBits(target, vector, words, vector * 4, entry);
}

function writeBits(target: Plane, vector: number, words: Uint32Array, at: number, entry: number): void {
  const first = vector * SQUARES;
  for (let word = 0; word < 4; word++) {
    for (let rest = words[at + word]!; rest !== 0; rest &= rest - 1) {
      target[first + SQUARE_OF_BIT[word * 32 + 31 - Math.clz32(rest & -rest)]!] = entry;
    }
  }
}

/** The distances of a solution, whatever their order. */
export function planesOfSolution(solution: Solution): Planes {
  const { index, levels, tape } = solution;
  const marks = tape.extents.reduce((most, { mark }) => Math.max(most, mark + 1), 0);
  const distances = Array.from({ length: marks }, (_, mark) => distanceOf(valueOfMark(levels, mark)));
  const wide = tape.extents.some(({ mark }) => distances[mark]! >= marksOf(new Uint8Array()).illegal);
  const side = (turn: Colour): Plane => {
    const bytes = new SharedBytes(index.cells * (wide ? 2 : 1));
    const plane = wide ? new Uint16Array(bytes) : new Uint8Array(bytes);
    plane.fill(marksOf(plane).unknown);
    playTape(solution, turn, plane, distances);
    return plane;
  };
  return { index, red: side("red"), black: side("black") };
}
