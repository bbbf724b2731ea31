/**
 * Slots, the solver's order of cells, and planes of distances in this order: what solving to mate asks of sub-endgames, and what
 * tests compare.
 */
import type { Cell, EndgameIndex } from "../endgame/index.ts";
import type { Codes } from "../table/format/header.ts";
import type { Table } from "../table/read/table.ts";
import { DRAW, distanceOf } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { type Of, SQUARES, type Square, fileOf, rankOf } from "../xiangqi/squares.ts";
import { type Level, type Tape, valueOfMark, visitRecords } from "./tape.ts";
import { HORSE_BETWEEN, HORSE_STEPS } from "../xiangqi/steps.ts";

const SQUARE_OF_BIT = squareOfBit();

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

/** The distances of a solution, whatever their order. */
export function planesOfTape(index: EndgameIndex, tape: Tape, levels: readonly Level[]): Planes {
  const marks = tape.extents.reduce((most, { mark }) => Math.max(most, mark + 1), 0);
  const distances = Array.from({ length: marks }, (_, mark) => distanceOf(valueOfMark(levels, mark)));
  const wide = tape.extents.some(({ mark }) => distances[mark]! >= marksOf(new Uint8Array()).illegal);
  const side = (turn: Colour): Plane => {
    const bytes = new SharedBytes(index.cells * (wide ? 2 : 1));
    const plane = wide ? new Uint16Array(bytes) : new Uint8Array(bytes);
    plane.fill(marksOf(plane).unknown);
    playTape(tape, turn, plane, distances);
    return plane;
  };
  return { index, red: side("red"), black: side("black") };
}

/**
 * Plays one side's part of a tape into an array of an entry for each slot; entries of other slots stay as they are. (The kernel
 * does so faster for files: kernel/assembly/sheet.ts.)
 * @param entryOf what to write, by mark
 */
export function playTape(tape: Tape, turn: Colour, target: Plane, entryOf: ArrayLike<number>): void {
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

function writeBits(target: Plane, vector: number, words: Uint32Array, at: number, entry: number): void {
  const first = vector * SQUARES;
  for (let word = 0; word < 4; word++) {
    for (let rest = words[at + word]!; rest !== 0; rest &= rest - 1) {
      target[first + SQUARE_OF_BIT[word * 32 + 31 - Math.clz32(rest & -rest)]!] = entry;
    }
  }
}

/* The board as the kernel's bit vectors, see kernel/assembly/bits.ts. */

/** A v128 as two u64 lanes of 45 squares, as bytes. */
export function bitVector(squares: Iterable<Square>): Uint8Array {
  const lanes = new BigUint64Array(2);
  for (const square of squares) {
    const rank = rankOf(square);
    lanes[rank < 5 ? 0 : 1]! |= 1n << BigInt((rank % 5) * 10 + fileOf(square));
  }
  return new Uint8Array(lanes.buffer);
}

/** One vector after the other. */
export function bitVectors(sets: readonly Iterable<Square>[]): Uint8Array {
  const bytes = new Uint8Array(sets.length * 16);
  sets.forEach((set, i) => bytes.set(bitVector(set), i * 16));
  return bytes;
}

/** A vector for each square, then an empty one. */
export function singleSquares(): Uint8Array {
  return bitVectors([...Array.from({ length: SQUARES }, (_, square) => [square]), []]);
}

/** For each pair of squares on one file or rank: the squares between them. */
export function squaresBetween(): Uint8Array {
  const bytes = new Uint8Array(SQUARES * SQUARES * 16);
  for (let from = 0; from < SQUARES; from++) {
    for (let to = 0; to < SQUARES; to++) {
      if (fileOf(from) !== fileOf(to) && rankOf(from) !== rankOf(to)) continue;
      const step = fileOf(from) === fileOf(to) ? 9 : 1;
      const between: Square[] = [];
      for (let square = Math.min(from, to) + step; square < Math.max(from, to); square += step) between.push(square);
      bytes.set(bitVector(between), (from * SQUARES + to) * 16);
    }
  }
  return bytes;
}

/**
 * Where in a line of ten places a chariot, then where a cannon captures on one of them: u16[2][10][1024] by that place and which places
 * are empty. On a rank the tenth never is.
 */
export function linesOfTen(): Uint16Array {
  const lines = new Uint16Array(2 * 10 * 1024);
  for (let at = 0; at < lines.length; at++) {
    const [empty, place, screens] = [at & 1023, (at >> 10) % 10, at >> 10 < 10 ? 0 : 1];
    for (const by of [-1, 1]) {
      for (let from = place + by, men = 0; from >= 0 && from < 10 && men <= screens; from += by) {
        if (((empty >> from) & 1) === 0) men++;
        else if (men === screens) lines[at]! |= 1 << from;
      }
    }
  }
  return lines;
}

/** Moves of a horse: u16[90 * 8] of to | leg << 8, ended by 0xffff; and the leg for each pair of squares (255: none). */
export function horseMoves(): { list: Uint16Array; legs: Uint8Array } {
  const { start, to, through } = HORSE_STEPS;
  const list = new Uint16Array(SQUARES * 8).fill(0xffff);
  for (let from = 0; from < SQUARES; from++) {
    for (let i = start[from]!; i < start[from + 1]!; i++)
      list[from * 8 + i - start[from]!] = to[i]! | (through[i]! << 8);
  }
  return { list, legs: HORSE_BETWEEN };
}

/** The square of each bit: u8[128] by lane * 64 + bit. */
export function squareOfBit(): Uint8Array {
  const table = new Uint8Array(128);
  for (let square = 0; square < SQUARES; square++) {
    table[(rankOf(square) < 5 ? 0 : 64) + (rankOf(square) % 5) * 10 + fileOf(square)] = square;
  }
  return table;
}

/** The bit of each square, of 128. */
export const BIT_OF_SQUARE = Uint8Array.from({ length: SQUARES }, (_, square) => squareOfBit().indexOf(square));
