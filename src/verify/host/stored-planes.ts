/** What a proof by the kernel has put into the planes of both sides, read back. */
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Codes, TableHeader } from "../../table/format/header.ts";
import { newCodes } from "../../table/rows/quiet-rows.ts";
import type { Value } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { mirrorSquare } from "../../xiangqi/squares.ts";
import { type Chunk, rowsOf } from "./chunks.ts";
import type { Stored } from "../asian/position-graph.ts";
import { type Desk, type ProofLayout, isWide } from "./proof-layout.ts";
import * as K from "../kernel/assembly/layout.ts";

export class StoredPlanes implements Stored {
  readonly index: EndgameIndex;
  readonly #header: TableHeader;
  readonly #planes: Readonly<Record<Colour, PlaneStore>>;
  readonly #codeBytes: 1 | 2;
  readonly #one: Uint8Array;

  constructor(header: TableHeader, index: EndgameIndex, planes: Readonly<Record<Colour, PlaneStore>>) {
    this.index = index;
    this.#header = header;
    this.#planes = planes;
    this.#codeBytes = isWide(header) ? 2 : 1;
    this.#one = new Uint8Array(this.#codeBytes);
  }

  /** The code of a cell; that of one which is no legal position is the one behind the last. */
  codeAt(turn: Colour, cell: number): number {
    this.#planes[turn].read(this.#codeBytes * cell, this.#one);
    return this.#one[0]! + 256 * (this.#one[1] ?? 0);
  }

  valueAt(turn: Colour, cell: number): Value {
    return this.#header.lists[turn][this.codeAt(turn, cell)]!;
  }

  /** Reads the codes of as many cells as there is room for. */
  read(turn: Colour, first: number, into: Codes): void {
    this.#planes[turn].read(this.#codeBytes * first, bytesOf(into));
  }

  /** Room for codes. */
  newCodes(count: number): Codes {
    return newCodes(this.#codeBytes, count);
  }

  /** The codes of a chunk in the order of the file. */
  readChunk(turn: Colour, chunk: Chunk): Codes {
    const codes = this.newCodes(chunk.count);
    this.#visitBlocks(chunk, (first, rows, each) => {
      this.read(turn, first, rows);
      each((row, place, count, mirror) => {
        if (mirror === null) codes.set(rows.subarray(row, row + count), place);
        else for (let f = 0; f < count; f++) codes[place + f] = rows[row + mirror[f]!]!;
      });
    });
    return codes;
  }

  /** Writes the codes of a chunk, which are in the order of the file. */
  writeChunk(turn: Colour, chunk: Chunk, codes: Codes): void {
    this.#visitBlocks(chunk, (first, rows, each) => {
      each((row, place, count, mirror) => {
        if (mirror === null) rows.set(codes.subarray(place, place + count), row);
        else for (let f = 0; f < count; f++) rows[row + mirror[f]!] = codes[place + f]!;
      });
      this.#planes[turn].write(this.#codeBytes * first, bytesOf(rows));
    });
  }

  /** @param visit is given a block's part of a chunk: its first cell, room for its rows, and how to visit each of them */
  #visitBlocks(chunk: Chunk, visit: (first: number, rows: Codes, each: (row: VisitRow) => void) => void): void {
    const { black, placements, storedBlock, width } = this.index;
    const { start, formationsOf } = fileOrder(this.index);
    const { from, to } = rowsOf(chunk);
    const rows = this.newCodes((to - from) * black.count);
    const end = Math.max(chunk.toPlacement, chunk.placement + 1);
    for (let placement = chunk.placement; placement < end; placement++) {
      const formations = formationsOf(placement);
      formations.forEach((formation, i) => {
        const block = storedBlock[formation * placements.count + placement]!;
        const mirrored = block < 0;
        visit(((mirrored ? -1 - block : block) * width + from) * black.count, rows, (row) => {
          for (let square = from; square < to; square++) {
            const at = ((mirrored ? mirrorSquare(square) : square) - from) * black.count;
            const place = start[placement]! - chunk.first + (square * formations.length + i) * black.count;
            row(at, place, black.count, mirrored ? black.mirror : null);
          }
        });
      });
    }
  }
}

/** Told where a row begins in its block's and in the chunk, and in which order its cells are, if not in theirs. */
type VisitRow = (row: number, place: number, count: number, mirror: ArrayLike<number> | null) => void;

const bytesOf = ({ buffer, byteOffset, byteLength }: Codes) => new Uint8Array(buffer, byteOffset, byteLength);

/** The codes of a side by cell, as a proof has found them: in memory that threads share, or in a file. */
export interface PlaneStore {
  /** Reads codes from a cell on, as many bytes as there is room for; little-endian where they have two. */
  read(firstByte: number, into: Uint8Array): void;
  write(firstByte: number, bytes: Uint8Array): void;
  close(): void;
}

/** A store in shared memory. */
export function memoryPlane(shared: SharedArrayBuffer): PlaneStore {
  const plane = new Uint8Array(shared);
  return {
    read: (first, into) => into.set(plane.subarray(first, first + into.length)),
    write: (first, bytes) => plane.set(bytes, first),
    close: () => undefined,
  };
}

/* Brings the codes that a chunk's moves lead to into a thread's part of the kernel's memory, and takes away what is found. */

/** Codes that lie side by side both in a store and in memory, in bytes. */
interface Piece {
  readonly at: number;
  readonly address: number;
  length: number;
}

export class Windows {
  readonly #layout: ProofLayout;
  readonly #desk: Desk;
  readonly #rowBytes: number;
  readonly #width: number;
  readonly #needs: Uint8Array;
  readonly #windows: Uint32Array;
  readonly #outs: Uint32Array;
  /** What the chunk needs, ascending. */
  #asked = new Uint32Array();
  #rows = { from: 0, to: 0 };

  constructor(layout: ProofLayout, index: EndgameIndex, thread: number) {
    this.#layout = layout;
    this.#desk = layout.desks[thread]!;
    this.#rowBytes = index.black.count * (layout.wide ? 2 : 1);
    this.#width = index.width;
    const { buffer } = layout.memory;
    this.#needs = new Uint8Array(buffer, this.#desk.needs, index.blocks.length);
    this.#windows = new Uint32Array(buffer, this.#desk.windows, index.blocks.length);
    this.#outs = new Uint32Array(buffer, this.#desk.outs, index.blocks.length);
  }

  /**
   * Lays out what the kernel has asked for, and reads it.
   * @param blocks how many it has asked for
   * @param plane the other side's; null: only what is found of the chunk itself is asked for
   */
  open(chunk: Chunk, blocks: number, plane: PlaneStore | null): void {
    this.#rows = rowsOf(chunk);
    this.#asked = new Uint32Array(this.#layout.memory.buffer, this.#desk.asked, blocks).slice().sort();
    this.#layOutFound();
    if (plane === null) return;
    const { codes, codesBytes } = this.#desk;
    for (const { at, address, length } of this.#layOut(this.#windows, codes, codesBytes, K.NEED_ROWS, K.NEED_WHOLE))
      plane.read(at, new Uint8Array(this.#layout.memory.buffer, address, length));
  }

  /** Writes what was found of the chunk last opened. */
  write(plane: PlaneStore): void {
    for (const { at, address, length } of this.#layOutFound()) {
      plane.write(at, new Uint8Array(this.#layout.memory.buffer, address, length));
    }
  }

  #layOutFound(): Piece[] {
    const { found, foundBytes } = this.#desk;
    return this.#layOut(this.#outs, found, foundBytes, K.NEED_OWN, 0);
  }

  /**
   * Gives blocks places one behind the other.
   * @param room in bytes @param rows the bit of those of which the chunk's rows will do
   * @throws where they take more than the room
   */
  #layOut(blocks: Uint32Array, address: number, room: number, rows: number, whole: number): Piece[] {
    const roomEnd = address + room;
    const needs = this.#needs;
    const width = this.#width;
    const pieces: Piece[] = [];
    let end = -1;
    for (const block of this.#asked) {
      const need = needs[block]! & (rows | whole);
      if (need === 0) continue;
      const { from, to } = (need & whole) !== 0 ? { from: 0, to: width } : this.#rows;
      const at = (block * width + from) * this.#rowBytes;
      const length = (to - from) * this.#rowBytes;
      // Modulo 2^32: the block itself may begin before the memory does.
      blocks[block] = address - from * this.#rowBytes;
      if (at === end) pieces.at(-1)!.length += length;
      else pieces.push({ at, address, length });
      address += length;
      end = at + length;
    }
    if (address > roomEnd) throw new Error("a chunk of the proof needs more than there is room for");
    return pieces;
  }
}
