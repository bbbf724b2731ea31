/** What a proof by the kernel has put into the planes of both sides, read back. */
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Codes, TableHeader } from "../../table/format/header.ts";
import { newCodes } from "../../table/rows/quiet-rows.ts";
import type { Value } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { mirrorSquare } from "../../xiangqi/squares.ts";
import { rowsOf, type Chunk } from "./chunks.ts";
import type { Stored } from "../asian/position-graph.ts";
import type { PlaneStore } from "./plane-store.ts";
import { isWide } from "./proof-layout.ts";

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
