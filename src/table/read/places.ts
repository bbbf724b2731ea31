/** Cells from the order of a file to that of the index and back, whole rows at a time. */
import { fileOrder, type FileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { mirrorSquare } from "../../xiangqi/squares.ts";
import { visitRows } from "../rows/derived.ts";
import type { Codes } from "../format/header.ts";
import type { PlaceRange } from "./stored.ts";

/**
 * A run of cells with one black formation after the other, and where they lie in a file.
 * @param mirrored the cells hold the mirror images: the place behind `place` by f has the cell behind `cell` by f's mirror image
 */
type RunVisitor = (place: number, cell: number, mirrored: boolean) => void;

/** Visits the runs at `count` places from `first` on, which must be whole rows. */
export function visitRuns(index: EndgameIndex, first: number, count: number, visit: RunVisitor): void {
  const { black, placements, storedBlock, width } = index;
  const { formationsOf } = fileOrder(index);
  visitRows(index, first, count, (placement, square, start) => {
    const stored = formationsOf(placement);
    for (let i = 0; i < stored.length; i++) {
      const block = storedBlock[stored[i]! * placements.count + placement]!;
      const place = start + i * black.count;
      if (block >= 0) visit(place, (block * width + square) * black.count, false);
      else {
        const image = width === 1 ? 0 : mirrorSquare(square);
        visit(place, ((-1 - block) * width + image) * black.count, true);
      }
    }
  });
}

/** Some *slabs* of a file, one row for each square of the inner man, and in each row a run of black formations for each block. */
export interface PieceOfSlabs extends PlaceRange {
  /** A slab is a placement, or a block where cells lie by their numbers. */
  readonly from: number;
  readonly to: number;
}

/**
 * All slabs, in pieces of about so many cells, or of one slab.
 * @param order of the places; null: cells lie by their numbers
 */
export function piecesOfSlabs(
  { blocks, black, placements, width }: EndgameIndex,
  order: FileOrder | null,
  cells: number,
): PieceOfSlabs[] {
  const slabs = order === null ? blocks.length : placements.count;
  const startOf = (slab: number): number => (order === null ? slab * width * black.count : order.start[slab]!);
  const pieces: PieceOfSlabs[] = [];
  for (let from = 0, to = 1; from < slabs; from = to, to++) {
    while (to < slabs && startOf(to + 1) - startOf(from) <= cells) to++;
    pieces.push({ from, to, first: startOf(from), count: startOf(to) - startOf(from) });
  }
  return pieces;
}

/** @param visit told where a slab is, and its blocks: -1 - block where the cells are their mirror images */
export function visitSlabs(
  { black, placements, storedBlock, width }: EndgameIndex,
  order: FileOrder | null,
  { from, to }: PieceOfSlabs,
  visit: (place: number, blocks: Int32Array) => void,
): void {
  if (order === null) {
    for (let block = from; block < to; block++) visit(block * width * black.count, Int32Array.of(block));
    return;
  }
  for (let placement = from; placement < to; placement++) {
    const stored = order.formationsOf(placement);
    visit(
      order.start[placement]!,
      stored.map((formation) => storedBlock[formation * placements.count + placement]!),
    );
  }
}

/** @param places codes of whole rows from place `first` on @param cells codes of all cells by number */
export function toIndexOrder(index: EndgameIndex, first: number, places: Codes, cells: Codes): void {
  const { count, mirror } = index.black;
  visitRuns(index, first, places.length, (place, cell, mirrored) => {
    const at = place - first;
    // Runs are mostly too short for copies by `set` and `subarray`.
    if (mirrored) for (let f = 0; f < count; f++) cells[cell + mirror[f]!] = places[at + f]!;
    else for (let f = 0; f < count; f++) cells[cell + f] = places[at + f]!;
  });
}

/** The same back: fills in `places`. */
export function fromIndexOrder(index: EndgameIndex, first: number, cells: Codes, places: Codes): void {
  const { count, mirror } = index.black;
  visitRuns(index, first, places.length, (place, cell, mirrored) => {
    const at = place - first;
    if (mirrored) for (let f = 0; f < count; f++) places[at + f] = cells[cell + mirror[f]!]!;
    else for (let f = 0; f < count; f++) places[at + f] = cells[cell + f]!;
  });
}
