/** Chunks of a file: whole rows in its order (endgame/file-order.ts), few enough to be held in memory at once. */
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { FILES, SQUARES } from "../../xiangqi/squares.ts";

/**
 * The rows from one placement and square of the inner man up to another, and the places that they take: whole placements, or
 * whole ranks of one, which are the same ranks in the mirror image.
 */
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

/** Cells of a chunk: some tenths of a second for a thread; a small table has some chunks nevertheless. */
const MOST_CHUNK_CELLS = 2 ** 20;
const LEAST_CHUNKS = 16;
/** What moves from a chunk lead to is to have about so many bytes at most. */
const NEEDED_BYTES = 2 ** 25;

/** How many cells a chunk of a table is to have. */
export function chunkCellsFor(index: EndgameIndex, bytesPerCode: number): number {
  const needed = Math.floor(NEEDED_BYTES / bytesPerCode / neededByCell(index));
  return Math.min(MOST_CHUNK_CELLS, needed, Math.ceil(index.cells / LEAST_CHUNKS));
}

/** @param cells about so many in each, where a rank of a placement has no more */
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
    if (start[placement]! - from.first + width * length > cells) end(placement, 0, start[placement]!);
    if (width * length <= cells) continue;
    const rows = FILES * Math.max(1, Math.floor(cells / length / FILES));
    for (let square = rows; square < width; square += rows) end(placement, square, start[placement]! + square * length);
    end(placement + 1, 0, start[placement + 1]!);
  }
  end(placements.count, 0, index.cells);
  return chunks;
}

/** The squares of the inner man in a chunk: those of whole placements are all. */
export function rowsOf({ placement, square, toPlacement, toSquare }: Chunk): { from: number; to: number } {
  if (toPlacement === placement) return { from: square, to: toSquare };
  return { from: square, to: SQUARES };
}

/** Squares that a man of each role can move to, at most. */
const MOVES = { chariot: 17, horse: 8, cannon: 17, soldier: 3 };

/** How many cells the moves of either side from a chunk lead to, for each of its own, at most. */
export function neededByCell({ inner, twins, placements }: EndgameIndex): number {
  const moves = (colour: Colour) =>
    placements.men.reduce((sum, man) => (man.colour === colour ? sum + MOVES[man.role] : sum), 0);
  // With equal men any of them may become the inner one, wherever it is.
  const red = twins > 1 ? moves("red") + SQUARES * (twins - 1) + MOVES[inner!] : moves("red");
  return 1 + Math.max(red, moves("black"));
}

/** How many cells the moves of either side from a chunk lead to, at most. */
export function mostNeeded(index: EndgameIndex, chunks: readonly Chunk[]): number {
  const { cells, red, black, twins, placements } = index;
  const row = red.count * black.count;
  const all = chunks.map((chunk) => {
    const { from, to } = rowsOf(chunk);
    let count = 0;
    for (let placement = chunk.placement; placement < chunk.toPlacement || placement === chunk.placement; placement++) {
      if (placements.mirror[placement]! >= placement) count++;
    }
    // Moves of the inner man lead to other rows of the block.
    const reached = (neededByCell(index) - 1) * (twins > 1 ? SQUARES : to - from) + SQUARES;
    return Math.min(cells, count * reached * row);
  });
  return all.reduce((most, each) => Math.max(most, each), 0);
}

export function mostInChunk(chunks: readonly Chunk[]): number {
  return chunks.reduce((most, { count }) => Math.max(most, count), 0);
}
