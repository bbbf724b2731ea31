/**
 * Slots, the solver's order of cells, and planes of distances in this order: what solving to mate asks of sub-endgames, and what
 * tests compare.
 */
import type { Cell, EndgameIndex } from "../endgame/index.ts";
import type { Codes } from "../table/format/header.ts";
import type { Table } from "../table/read/table.ts";
import { DRAW, distanceOf } from "../table/value.ts";
import type { Of } from "../xiangqi/squares.ts";

/** One distance in plies for each cell; odd: the side to move wins, even: it loses. */
export type Plane = Uint8Array | Uint16Array;

/** Memory that all threads see. A page that is not cross-origin isolated has none: one thread alone shares with nobody. */
export const SharedBytes: SharedArrayBufferConstructor =
  globalThis.SharedArrayBuffer ?? (ArrayBuffer as unknown as SharedArrayBufferConstructor);

/** Marks in a plane: no forced win, and no legal position. */
export interface Marks {
  readonly unknown: number;
  readonly illegal: number;
}

export function marksOf(plane: Plane): Marks {
  return plane.BYTES_PER_ELEMENT === 1 ? { unknown: 0xff, illegal: 0xfe } : { unknown: 0xffff, illegal: 0xfffe };
}

/**
 * Planes of a canonical endgame, one for each side to move, in the kernels' order: block, black formation, square of the
 * inner man. (Cells of the index are by block, square, black formation: see `slotOfCell`.) What illegal cells hold is not defined.
 */
export interface Planes {
  readonly index: EndgameIndex;
  readonly red: Plane;
  readonly black: Plane;
}

/** Where planes, sets of cells and the solver have a cell of the index. */
export type Slot = Of<"slot">;

export function slotOfCell(index: EndgameIndex, cell: Cell): Slot {
  const blackFormation = cell % index.black.count;
  const row = (cell - blackFormation) / index.black.count;
  const square = row % index.width;
  return (((row - square) / index.width) * index.black.count + blackFormation) * index.width + square;
}

export function cellOfSlot(index: EndgameIndex, slot: Slot): Cell {
  const square = slot % index.width;
  const vector = (slot - square) / index.width;
  const blackFormation = vector % index.black.count;
  return (((vector - blackFormation) / index.black.count) * index.width + square) * index.black.count + blackFormation;
}

/** Reads a table into planes, in which a decided position has its distance, whatever its order. */
export async function planesOfTable(table: Table): Promise<Planes> {
  const { index } = table;
  const { values } = table.header;
  const wide = values.some((value) => distanceOf(value) >= marksOf(new Uint8Array()).illegal);
  const distances: Plane = new (wide ? Uint16Array : Uint8Array)(values.length);
  values.forEach((value, code) => (distances[code] = value === DRAW ? marksOf(distances).unknown : distanceOf(value)));
  const [red, black] = await table.readSides();
  return { index, red: turnBlocks(index, red, distances), black: turnBlocks(index, black, distances) };
}

/** From cells (block, square, formation) to a plane (block, formation, square). */
function turnBlocks(index: EndgameIndex, codes: Codes, distances: Plane): Plane {
  const plane: Plane = distances.BYTES_PER_ELEMENT === 1 ? new Uint8Array(codes.length) : new Uint16Array(codes.length);
  const { width } = index;
  const formations = index.black.count;
  let cell = 0;
  for (let first = 0; first < codes.length; first += width * formations) {
    for (let square = 0; square < width; square++) {
      for (let at = first + square, f = 0; f < formations; f++, at += width) plane[at] = distances[codes[cell++]!]!;
    }
  }
  return plane;
}
