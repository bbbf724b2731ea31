/**
 * The tape: everything that solving decides, in the order in which it was decided. The solver keeps no distances; what a table
 * holds is played from the tape at the end.
 *
 * It is a sequence of *extents*, each of cells that were decided at the same ply, in one *band* of blocks and with one side to
 * move. Numbers are little endian, 32 bits:
 *
 *     extent = bytes of the records, mark, band * 2 + (1: Red to move), weight, records
 *     record = vector * 16 + n, then the n squares of the cells, a byte each, filled up to a multiple of four bytes
 *            | vector * 16,     then a bit vector of 16 bytes (`bitVector` in planes.ts)
 *
 * The vector is counted from the band's first. The mark is a distance within the one running count over all levels (see Level):
 * odd when the side to move wins, even when it loses. The weight is the number of positions of the whole board that the cells
 * stand for, twins' doubles included. A cell occurs at most once for each side to move, and illegal ones never, so that extents
 * can be played in any order, and those of one band without the others. The records of an extent take at most TAPE_BYTES
 * (kernel/assembly/layout.ts): who plays it has no more room.
 */
import type { OrderKind } from "../table/format/header.ts";
import { DEPENDS, type Value, makeValue } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import {
  EXTENT_BYTES,
  EXTENT_HEADER,
  EXTENT_MARK,
  EXTENT_PLACE,
  EXTENT_WEIGHT,
  TAPE_BYTES,
} from "./kernel/assembly/layout.ts";

/** A level (Fang) or order (Pai): order r's distance d is the mark `start + d` on the tape. */
export interface Level {
  readonly kind: OrderKind;
  /** Even; ascending from level to level. */
  readonly start: number;
  /** Levels of the default reading of the Chinese rules, of what is not certain: their order, and marks from `start` on. */
  readonly byDefault?: { readonly order: number } | "draw";
}

export const LEVEL_ZERO: Level = { kind: "conversion", start: 0 };

/** What a mark means. */
export function valueOfMark(levels: readonly Level[], mark: number): Value {
  const number = levels.findLastIndex(({ start }) => start <= mark);
  const { start, byDefault } = levels[number]!;
  if (byDefault === undefined) return makeValue(number, mark - start);
  return byDefault === "draw" ? DEPENDS : DEPENDS + makeValue(byDefault.order, mark - start);
}

export interface Extent {
  readonly turn: Colour;
  readonly band: number;
  readonly mark: number;
  readonly weight: number;
  /** The piece of the tape that it is part of, its first word there, and the one after its last, header included. */
  readonly piece: TapePiece;
  readonly first: number;
  readonly end: number;
}

/** A piece of whole extents: in memory, or on a shelf, from a word on. */
export interface TapePiece {
  readonly length: number;
  readonly words: Uint32Array | null;
  readonly onShelf: number;
}

export interface TapeShape {
  readonly blocks: number;
  /** Blocks of a band; the last may have fewer. */
  readonly bandBlocks: number;
  /** Vectors of a block. */
  readonly formations: number;
}

/** More than so many bytes of a tape are put on a shelf, where there is one. */
const MOST_BYTES = 2 ** 26;

export class Tape {
  readonly shape: TapeShape;
  readonly #pieces: TapePiece[] = [];
  readonly #extents: Extent[] = [];
  readonly #makeShelf: MakeShelf | undefined;
  readonly #mostBytes: number;
  #shelf: NewShelf | null = null;
  #bytes = 0;
  #wordsOnShelf = 0;

  /** @param mostBytes in memory, where there can be a shelf */
  constructor(shape: TapeShape, makeShelf?: MakeShelf, mostBytes = MOST_BYTES) {
    this.shape = shape;
    this.#makeShelf = makeShelf;
    this.#mostBytes = mostBytes;
  }

  /**
   * Adds a piece of whole extents, which it keeps. Threads can play it where the memory is shared.
   * @throws RangeError where an extent is longer than the room that it is played in, or than the piece
   */
  add(words: Uint32Array): void {
    const whole = wholeExtents(words);
    if (whole < words.length) {
      const bytes = words[whole + EXTENT_BYTES / 4];
      throw new RangeError(
        `an extent of ${bytes} bytes is cut short, or longer than the ${TAPE_BYTES} that there is room for`,
      );
    }
    this.#bytes += words.byteLength;
    const piece = this.#put(words);
    this.#pieces.push(piece);
    for (let at = 0; at < words.length;) {
      const place = words[at + EXTENT_PLACE / 4]!;
      const end = at + EXTENT_HEADER / 4 + words[at + EXTENT_BYTES / 4]! / 4;
      this.#extents.push({
        turn: place % 2 === 1 ? "red" : "black",
        band: Math.floor(place / 2),
        mark: words[at + EXTENT_MARK / 4]!,
        weight: words[at + EXTENT_WEIGHT / 4]!,
        piece,
        first: at,
        end,
      });
      at = end;
    }
  }

  #put(words: Uint32Array): TapePiece {
    const { length } = words;
    if (this.#makeShelf === undefined || this.#bytes <= this.#mostBytes) return { length, words, onShelf: 0 };
    this.#shelf ??= this.#makeShelf(0);
    const onShelf = this.#wordsOnShelf;
    this.#wordsOnShelf += length;
    this.#shelf.write(0, onShelf * 4, new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
    return { length, words: null, onShelf };
  }

  /** Where pieces are that are not in memory. */
  get shelf(): ShelfPlace | null {
    return this.#shelf && this.#shelf.place;
  }

  close(): void {
    this.#shelf?.close();
  }

  /** Some words of a piece. */
  read({ words, length, onShelf }: TapePiece, first = 0, end = length): Uint32Array {
    if (words !== null) return words.subarray(first, end);
    const read = new Uint32Array(end - first);
    this.#shelf!.read(0, (onShelf + first) * 4, new Uint8Array(read.buffer));
    return read;
  }

  /** The records of an extent. */
  recordsOf({ piece, first, end }: Extent): Uint32Array {
    return this.read(piece, first + EXTENT_HEADER / 4, end);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** As they were added. */
  get pieces(): readonly TapePiece[] {
    return this.#pieces;
  }

  get extents(): readonly Extent[] {
    return this.#extents;
  }

  get bands(): number {
    return Math.ceil(this.shape.blocks / this.shape.bandBlocks);
  }

  /** The extents of each band, or those of them that are given. */
  byBand(extents: readonly Extent[] = this.#extents): Extent[][] {
    const bands = Array.from({ length: this.bands }, (): Extent[] => []);
    for (const extent of extents) bands[extent.band]!.push(extent);
    return bands;
  }

  /** The positions of each mark, by side to move; by mark. */
  weights(): Record<Colour, number[]> {
    const marks = this.#extents.reduce((most, { mark }) => Math.max(most, mark + 1), 0);
    const counts = { red: Array.from({ length: marks }, () => 0), black: Array.from({ length: marks }, () => 0) };
    for (const { turn, mark, weight } of this.#extents) counts[turn][mark]! += weight;
    return counts;
  }

  /** The first vector of a band. */
  firstVector(band: number): number {
    return band * this.shape.bandBlocks * this.shape.formations;
  }
}

/** Words of the extents that are complete, up to one whose length no tape has. */
export function wholeExtents(words: Uint32Array): number {
  let end = 0;
  for (;;) {
    const bytes = words[end + EXTENT_BYTES / 4] ?? Infinity;
    const next = end + (EXTENT_HEADER + bytes) / 4;
    if (bytes > TAPE_BYTES || !Number.isInteger(next) || next > words.length) return end;
    end = next;
  }
}

/** Reads the records of an extent; exactly one of `onSquares` and `onBits` is called for each. */
export interface RecordVisitor {
  /** @param squares bytes, from `at` on, `count` of them */
  onSquares(vector: number, squares: Uint8Array, at: number, count: number): void;
  /** @param words four, from `at` on */
  onBits(vector: number, words: Uint32Array, at: number): void;
}

/** @param first vector of the extent's band */
export function visitRecords(records: Uint32Array, first: number, { onSquares, onBits }: RecordVisitor): void {
  const squares = new Uint8Array(records.buffer, records.byteOffset, records.byteLength);
  for (let at = 0; at < records.length;) {
    const record = records[at++]!;
    const vector = first + (record >>> 4);
    const count = record & 15;
    if (count === 0) {
      onBits(vector, records, at);
      at += 4;
    } else {
      onSquares(vector, squares, at * 4, count);
      at += (count + 3) >> 2;
    }
  }
}

/** Sets outside of the kernel's memory. Threads have one each, of the same sets. */
export interface Shelf {
  read(set: number, first: number, into: Uint8Array): void;
  write(set: number, first: number, from: Uint8Array): void;
}

/** What a thread opens a shelf by. */
export interface ShelfPlace {
  /** Of the file, in all threads of the process. */
  readonly descriptor: number;
  readonly setBytes: number;
  /** What is mostly read and written at a time, from a multiple of it on. */
  readonly pieceBytes?: number;
  /** Where there is memory for sets. */
  readonly memory?: SharedPieces;
}

/** Memory that threads share for the pieces of sets: pages; of each piece its bytes and which pages are its own; and how many are taken. */
export interface SharedPieces {
  readonly chunks: readonly SharedArrayBuffer[];
  readonly bytes: SharedArrayBuffer;
  readonly pages: SharedArrayBuffer;
  readonly taken: SharedArrayBuffer;
}

/** A shelf that was made for an endgame. */
export interface NewShelf extends Shelf {
  readonly place: ShelfPlace;
  close(): void;
}

export type OpenShelf = (place: ShelfPlace) => Shelf;

/** @param sets so many at most, where that is known: they may lie in memory as far as there is room */
export type MakeShelf = (setBytes: number, pieceBytes?: number, sets?: number) => NewShelf;

/** The bytes of a set, wherever it lies. */
export interface SetBytes {
  readonly length: number;
  read(first: number, into: Uint8Array): void;
  write(first: number, from: Uint8Array): void;
}
