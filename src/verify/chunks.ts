/** Chunks of a file: whole rows in its order (endgame/file-order.ts), few enough to be held in memory at once. */
import { fileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";

/** The rows from one placement and square of the inner man up to another, and the places that they take. */
export interface Chunk {
  readonly number: number;
  readonly placement: number;
  readonly square: number;
  readonly toPlacement: number;
  readonly toSquare: number;
  /** Place of the first cell. */
  readonly first: number;
  readonly count: number;
}

/** @param cells about so many in each; a row is never divided */
export function makeChunks(index: EndgameIndex, cells: number): Chunk[] {
  const { width, placements, black } = index;
  const { start, formationsOf } = fileOrder(index);
  const chunks: Chunk[] = [];
  let from = { placement: 0, square: 0, first: 0 };
  const end = (toPlacement: number, toSquare: number, place: number): void => {
    if (place > from.first) {
      chunks.push({ number: chunks.length, ...from, toPlacement, toSquare, count: place - from.first });
    }
    from = { placement: toPlacement, square: toSquare, first: place };
  };
  for (let placement = 0; placement < placements.count; placement++) {
    const length = formationsOf(placement).length * black.count;
    if (length === 0) continue;
    const rows = Math.max(1, Math.floor(cells / length));
    if (start[placement]! - from.first + width * length > cells) end(placement, 0, start[placement]!);
    for (let square = rows; square < width; square += rows) end(placement, square, start[placement]! + square * length);
  }
  end(placements.count, 0, index.cells);
  return chunks;
}

export function mostInChunk(chunks: readonly Chunk[]): number {
  return chunks.reduce((most, { count }) => Math.max(most, count), 0);
}

/** The number of the chunk that a place is in. */
export function chunkAt(chunks: readonly Chunk[], place: number): number {
  let low = 0;
  for (let high = chunks.length; high - low > 1;) {
    const middle = (low + high) >>> 1;
    if (chunks[middle]!.first <= place) low = middle;
    else high = middle;
  }
  return low;
}
